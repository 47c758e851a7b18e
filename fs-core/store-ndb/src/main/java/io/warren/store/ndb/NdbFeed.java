package io.warren.store.ndb;

import io.warren.model.Change;
import io.warren.store.ChangeFeed;
import io.warren.store.FeedIncarnation;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feed. Sequences have no gaps, so a reader stops where one is missing: that row is committed,
 * but not visible everywhere yet.
 */
final class NdbFeed implements ChangeFeed, AutoCloseable {
  /** What a commit needs to find its sequence. */
  record Ticket(long transactionId, int changes, long headBefore) {}

  private record Page(FeedState state, List<FeedRow> rows) {}

  private static final Logger LOG = LoggerFactory.getLogger(NdbFeed.class);
  private static final int READ_LIMIT_MAX = 10_000;
  private static final int TRIM_BATCH = 500;
  private static final int SEQUENCE_WAIT_MS = 5_000;
  private static final int VISIBLE_WAIT_MS = 2_000;
  private static final int VISIBLE_PAUSE_MS = 2;
  private static final int FOLLOW_ROWS = 1_000;

  private final TransactionRunner runner;
  private final Sequencer sequencer;
  private final HeadPoller heads;

  NdbFeed(TransactionRunner runner) {
    this.runner = runner;
    this.heads = new HeadPoller(() -> state().sequence());
    this.sequencer = new Sequencer(runner, new SequencerFeed());
  }

  private final class SequencerFeed implements Sequencer.Feed {
    @Override
    public void published(FeedState state) {
      heads.reached(state.sequence());
    }

    @Override
    public long headSeen() {
      return heads.reached(0);
    }

    /**
     * The whole cluster was lost and came back as of its last global checkpoint, without the newest
     * changes, which readers may have seen: sequences go on above those, and readers are told to
     * rebuild.
     */
    @Override
    public void setBack(long headSeen) {
      LOG.warn("The cluster lost changes that its feed had told: readers are told to rebuild");
      trimAll();
      runner.run(TxOptions.write("feed_set_back"), tx -> beginAnew(tx, headSeen + 1));
    }
  }

  private static boolean beginAnew(Tx tx, long sequence) {
    FeedState state = orEmpty(tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE));
    if (state.sequence() >= sequence) {
      return false;
    }
    tx.update(
        FeedTables.STATE, new FeedState(FeedState.ID, sequence, state.committedAtMs(), sequence));
    return true;
  }

  /** Makes the feed's state when there is none, and starts the background threads. */
  void start() {
    try {
      runner.run(TxOptions.write("make_feed"), NdbFeed::make);
    } catch (StoreException e) {
      if (e.code() != Code.ROW_EXISTS) {
        throw e;
      }
      // Another process made it at the same time.
    }
    heads.start();
    sequencer.start();
  }

  private static boolean make(Tx tx) {
    if (tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE) == null) {
      tx.insert(FeedTables.STATE, FeedState.EMPTY);
    }
    return true;
  }

  private FeedState state() {
    return runner.run(TxOptions.read("feed_state"), tx -> orEmpty(stateRow(tx)));
  }

  private static @Nullable FeedState stateRow(Tx tx) {
    return tx.get(FeedTables.STATE, FeedState.ID, LockMode.READ_COMMITTED);
  }

  private static FeedState orEmpty(@Nullable FeedState state) {
    return state == null ? FeedState.EMPTY : state;
  }

  /** This process has committed changes. */
  void appended() {
    sequencer.appended();
  }

  @Override
  public List<Change> read(long afterSequence, int limit) {
    if (limit < 1 || limit > READ_LIMIT_MAX) {
      throw new IllegalArgumentException("Feed limit out of range: " + limit);
    }
    return rows(Math.max(0, afterSequence), limit).stream().map(FeedRow::change).toList();
  }

  private List<FeedRow> rows(long after, int limit) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(VISIBLE_WAIT_MS);
    while (true) {
      Page page = runner.run(TxOptions.read("read_feed"), tx -> page(tx, after, limit));
      if (after < page.state().trimmedThrough()) {
        throw new StoreException(
                Code.FEED_TRIMMED,
                "Changes after this sequence were trimmed away: rebuild from the namespace")
            .with("afterSequence", after)
            .with("trimmedThrough", page.state().trimmedThrough());
      }
      if (after > page.state().sequence()) {
        requireTold(after);
      }
      if (!page.rows().isEmpty() || page.state().sequence() <= after) {
        return page.rows();
      }
      if (System.nanoTime() >= deadlineNs || !paused()) {
        throw new StoreException(Code.UNAVAILABLE, "The next change did not become visible in time")
            .with("afterSequence", after);
      }
    }
  }

  /** A reader that is ahead of the feed was told changes that the cluster has lost since. */
  private void requireTold(long after) {
    FeedState newest =
        runner.run(
            TxOptions.read("feed_state"),
            tx -> orEmpty(tx.get(FeedTables.STATE, FeedState.ID, LockMode.SETTLED)));
    if (after > newest.sequence()) {
      throw new StoreException(
              Code.FEED_TRIMMED, "This sequence is not in the feed: rebuild from the namespace")
          .with("afterSequence", after)
          .with("head", newest.sequence());
    }
  }

  private static boolean paused() {
    try {
      Thread.sleep(VISIBLE_PAUSE_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Page page(Tx tx, long after, int limit) {
    List<FeedRow> rows = new ArrayList<>();
    FeedState state = null;
    long last = after;
    while (true) {
      ReadBatch batch = tx.batch();
      ReadBatch.@Nullable Row<FeedState> head =
          state == null ? batch.get(FeedTables.STATE, FeedState.ID) : null;
      long bucket = FeedRow.bucketOf(last + 1);
      Scan<FeedRow.Key, FeedRow> scan =
          Scan.prefix(FeedTables.FEED, limit - rows.size(), bucket)
              .after(new FeedRow.Key(bucket, last));
      ReadBatch.Rows<FeedRow> found = batch.scan(scan);
      batch.execute();
      if (head != null) {
        state = orEmpty(head.get());
      }
      FeedState known = orEmpty(state);
      for (FeedRow row : found.get()) {
        long sequence = row.change().commitSequence();
        if (sequence != last + 1 || sequence > known.sequence()) {
          return new Page(known, rows);
        }
        rows.add(row);
        last = sequence;
      }
      boolean bucketRead = FeedRow.bucketOf(last + 1) != bucket;
      if (rows.size() >= limit || !bucketRead || last >= known.sequence()) {
        return new Page(known, rows);
      }
    }
  }

  @Override
  public List<FeedIncarnation> incarnations() {
    return runner.run(TxOptions.read("feed_incarnations"), Incarnations::read);
  }

  @Override
  public long head() {
    return heads.reached(state().sequence());
  }

  @Override
  public long trimmedThrough() {
    return state().trimmedThrough();
  }

  @Override
  public boolean await(long aboveSequence, long timeoutMs) throws InterruptedException {
    return heads.reached(0) > aboveSequence
        || head() > aboveSequence
        || heads.await(aboveSequence, timeoutMs);
  }

  private void trimAll() {
    boolean more = true;
    while (more) {
      more = runner.run(TxOptions.write("trim_feed"), tx -> trim(tx, Long.MAX_VALUE));
    }
  }

  @Override
  public boolean trim(Tx tx, long throughSequence) {
    FeedState state = orEmpty(tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE));
    long wanted = Math.min(throughSequence, state.sequence());
    long through = Math.min(wanted, state.trimmedThrough() + TRIM_BATCH);
    if (through <= state.trimmedThrough()) {
      return false;
    }
    for (long sequence = state.trimmedThrough() + 1; sequence <= through; sequence++) {
      tx.delete(FeedTables.FEED, FeedRow.Key.of(sequence));
    }
    tx.update(
        FeedTables.STATE,
        new FeedState(FeedState.ID, state.sequence(), state.committedAtMs(), through));
    return through < wanted;
  }

  /** To be taken before the commit: its changes come after the head that is seen now. */
  Ticket ticket(long transactionId, int changes) {
    return new Ticket(transactionId, changes, head());
  }

  /** The sequence of a commit's last change; 0 when it can't be told in time. */
  long awaitSequence(Ticket ticket) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SEQUENCE_WAIT_MS);
    long after = ticket.headBefore();
    try {
      while (true) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0 || !await(after, leftMs)) {
          return 0;
        }
        for (FeedRow row : rows(after, FOLLOW_ROWS)) {
          after = row.change().commitSequence();
          if (row.transactionId() == ticket.transactionId()
              && row.position() == ticket.changes() - 1) {
            return after;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } catch (StoreException e) {
      // The commit stands, whatever became of the look at its sequence.
      return 0;
    }
  }

  @Override
  public void close() {
    sequencer.close();
    heads.close();
  }
}
