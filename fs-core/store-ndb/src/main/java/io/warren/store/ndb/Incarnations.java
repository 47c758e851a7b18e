package io.warren.store.ndb;

import static io.warren.store.FeedIncarnation.UNKNOWN;

import io.warren.store.FeedIncarnation;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The feed's incarnations, and how a restart of the whole cluster is noticed: {@link
 * FeedTables#RUN} is kept in the data nodes' memory alone, so its row is gone after a restart in
 * which no data node stayed. Whoever gives sequences or takes ranges of ids looks for it first,
 * under the feed's lock, and begins another incarnation in the same transaction when it is missing.
 */
final class Incarnations {
  private static final int FEED = 1;

  /** Primary key; all rows are in one partition. */
  record Key(int feed, long firstSequence) {}

  /** A row. */
  record Row(long firstSequence, int id, long begunAtMs) {
    Key key() {
      return new Key(FEED, firstSequence);
    }
  }

  /** The row that a restart of the whole cluster removes. */
  record Run(int id, int incarnation) {
    static final int ID = 1;
  }

  private Incarnations() {}

  /** Oldest first, at least one. */
  static List<FeedIncarnation> read(Tx tx) {
    List<FeedIncarnation> found = new ArrayList<>();
    for (Row row :
        tx.scan(Scan.prefix(FeedTables.INCARNATIONS, 2 * FeedIncarnation.KEPT_MAX, FEED))) {
      found.add(new FeedIncarnation(row.id(), row.firstSequence()));
    }
    return found.isEmpty() ? List.of(UNKNOWN) : found;
  }

  /** The one in which a transaction that may write reads and writes; begun by it when needed. */
  static int now(Tx tx) {
    Run run = tx.get(FeedTables.RUN, Run.ID, LockMode.READ_COMMITTED);
    if (run != null) {
      return run.incarnation();
    }
    FeedState state = tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE);
    return current(tx, state == null ? FeedState.EMPTY : state);
  }

  /**
   * The one that gives the next sequence. The caller holds the exclusive lock of the feed's state.
   */
  static int current(Tx tx, FeedState state) {
    Run run = tx.get(FeedTables.RUN, Run.ID, LockMode.EXCLUSIVE);
    return run == null ? begin(tx, state.sequence() + 1) : run.incarnation();
  }

  private static int begin(Tx tx, long firstSequence) {
    List<FeedIncarnation> before = read(tx);
    int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    List<FeedIncarnation> after =
        FeedIncarnation.begin(before, new FeedIncarnation(id, firstSequence));
    long nowMs = System.currentTimeMillis();
    for (FeedIncarnation each : before) {
      if (!after.contains(each) && each.firstSequence() != firstSequence) {
        tx.delete(FeedTables.INCARNATIONS, new Key(FEED, each.firstSequence()));
      }
    }
    for (FeedIncarnation each : after) {
      // The one from before they were kept has no row yet.
      if (!before.contains(each) || each.equals(UNKNOWN)) {
        tx.upsert(FeedTables.INCARNATIONS, new Row(each.firstSequence(), each.id(), nowMs));
      }
    }
    tx.upsert(FeedTables.RUN, new Run(Run.ID, id));
    return id;
  }
}
