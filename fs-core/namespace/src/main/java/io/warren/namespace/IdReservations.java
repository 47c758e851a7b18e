package io.warren.namespace;

import io.warren.model.IdRange;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes ranges of one kind of ids. The range's row is read with an exclusive lock inside the
 * transaction that advances it (a weaker read once gave two namenodes the same range in the
 * original).
 *
 * <p>A store may lose its newest commits, with the reservation of a range whose ids datanodes know
 * already. So no range reaches further than {@link #AHEAD_MAX} above what is reserved for good, and
 * the first one after such a loss begins as far above what is left. A store that was restored from
 * a backup has lost all since then, for which {@link IdKind#copyAhead} leaves room. The row tells
 * how far that is, as the last namenode that took a range knew it, so that only an outage of the
 * store's disks makes anybody wait. Thread-safe.
 */
final class IdReservations {
  /** Many times as many as all namenodes take until a commit is durable. */
  static final long AHEAD_MAX = 1_000_000;

  private static final int PAUSE_MS = 100;

  /** Numbers from next (inclusive) to end (exclusive). */
  record Range(long next, long end) {}

  /** What a transaction wrote, and the range that it took; null when it may not yet. */
  private record Step(IdRange written, @Nullable Range taken) {}

  private final TransactionRunner runner;
  private final IdKind kind;
  private final long waitMaxNs;
  private final DurableReach reach;
  private @Nullable Long stalledSinceNs;

  /**
   * @param waitMax how long a reservation may take to become durable
   */
  IdReservations(TransactionRunner runner, IdKind kind, Duration waitMax) {
    this.runner = runner;
    this.kind = kind;
    this.waitMaxNs = waitMax.toNanos();
    this.reach = new DurableReach(runner.store().durability());
  }

  /**
   * A range above a number.
   *
   * @throws StoreException with code UNAVAILABLE when what was reserved does not become durable in
   *     time; who comes later does not wait that long again
   */
  Range take(long floor) {
    while (true) {
      Range range = tryTake(floor);
      if (range != null) {
        stalled(false);
        return range;
      }
      if (stalled(true) > waitMaxNs || !paused()) {
        throw new StoreException(
                Code.UNAVAILABLE, "New ids wait for the metadata store's disks to catch up")
            .with("kind", kind.stored())
            .with("waitMaxMs", waitMaxNs / 1_000_000);
      }
    }
  }

  private static boolean paused() {
    try {
      Thread.sleep(PAUSE_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns for how many nanoseconds no range was to be had, 0 when it begins or is over. */
  private synchronized long stalled(boolean now) {
    if (!now) {
      stalledSinceNs = null;
      return 0;
    }
    long nowNs = System.nanoTime();
    if (stalledSinceNs == null) {
      stalledSinceNs = nowNs;
    }
    return nowNs - stalledSinceNs;
  }

  private @Nullable Range tryTake(long floor) {
    long known = reach.durableId();
    long mark = reach.mark();
    Step step = runner.run(TxOptions.write("allocate_ids"), tx -> advance(tx, floor, known));
    reach.committed(step.written().nextId(), mark);
    return step.taken();
  }

  /** The number from which on none was given to anybody, by this store or one it is a copy of. */
  static long firstFree(Tx tx, Store store, IdKind kind) {
    IdRange row = tx.get(Tables.ID_RANGES, kind.stored(), LockMode.READ_COMMITTED);
    return firstFree(row, store, kind, store.incarnation(tx));
  }

  private static long firstFree(@Nullable IdRange row, Store store, IdKind kind, int incarnation) {
    boolean areCopies = store.incarnationsAreCopies();
    long next = row == null ? kind.firstId() : row.nextId();
    // Of a copy, the ids may have begun after it was made.
    int since = row != null ? row.incarnation() : areCopies ? 0 : incarnation;
    long ahead = areCopies ? kind.copyAhead() : AHEAD_MAX;
    return since == incarnation ? next : Math.addExact(next, ahead);
  }

  /** Writes the row in any case: what waits for its being durable must be there first. */
  private Step advance(Tx tx, long floor, long known) {
    IdRange row = tx.get(Tables.ID_RANGES, kind.stored(), LockMode.EXCLUSIVE);
    int incarnation = runner.store().incarnation(tx);
    long first = Math.max(firstFree(row, runner.store(), kind, incarnation), floor + 1);
    long end = Math.addExact(first, kind.rangeSize());
    long durableId = Math.max(row == null ? kind.firstId() : row.durableId(), known);
    boolean isWithin = end - durableId <= AHEAD_MAX;
    IdRange written = new IdRange(kind.stored(), isWithin ? end : first, durableId, incarnation);
    tx.upsert(Tables.ID_RANGES, written);
    return new Step(written, isWithin ? new Range(first, end) : null);
  }
}
