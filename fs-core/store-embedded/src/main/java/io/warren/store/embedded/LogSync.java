package io.warren.store.embedded;

import io.warren.store.StoreException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Makes commits durable in rounds. Commits that wait while a round is being synced gather for the
 * next one; its first member waits for the round before, then syncs the log for all members, and
 * each of them is woken once. Called after the row locks are gone, as HDFS' logSync is.
 */
final class LogSync {
  private static final class Round {
    final CountDownLatch done = new CountDownLatch(1);
    volatile @Nullable StoreException failure;
    boolean led;
  }

  private final Rocks rocks;
  private final boolean enabled;
  private final AtomicLong written = new AtomicLong();
  private final Object lock = new Object();
  private Round gathering = new Round();
  private Round underWay = new Round();
  private volatile long durableThrough;
  private volatile @Nullable StoreException broken;

  /**
   * @param enabled whether the log is brought to the disk, or only out of this process
   */
  LogSync(Rocks rocks, boolean enabled) {
    this.rocks = rocks;
    this.enabled = enabled;
    underWay.done.countDown();
  }

  /** A commit is in the log. */
  void written() {
    written.incrementAndGet();
  }

  /** Returns when everything written before the call is durable. */
  void await() {
    check();
    long ticket = written.get();
    if (ticket <= durableThrough) {
      return;
    }
    Round round;
    Round before;
    boolean lead;
    synchronized (lock) {
      round = gathering;
      before = underWay;
      lead = !round.led;
      round.led = true;
    }
    if (lead) {
      awaitDone(before);
      lead(round);
    } else {
      awaitDone(round);
    }
    StoreException failure = round.failure;
    if (failure != null) {
      throw stopped(failure);
    }
  }

  private void lead(Round round) {
    try {
      check();
      long through;
      synchronized (lock) {
        gathering = new Round();
        underWay = round;
        through = written.get();
      }
      rocks.db().flushWal(enabled);
      durableThrough = through;
    } catch (RocksDBException e) {
      StoreException failure = Classify.error("sync", e);
      fail(failure);
      round.failure = failure;
    } catch (StoreException e) {
      round.failure = e;
    } finally {
      round.done.countDown();
    }
  }

  /** The commit is in the log already: there is no way to be interrupted out of it. */
  private static void awaitDone(Round round) {
    boolean interrupted = false;
    while (true) {
      try {
        round.done.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops the store: after a failed write nobody knows what is on the disk, so nothing is answered
   * from memory until a restart has read it.
   */
  void fail(StoreException cause) {
    broken = cause;
  }

  /** Throws when the store was stopped by a failed write. */
  void check() {
    StoreException cause = broken;
    if (cause != null) {
      throw stopped(cause);
    }
  }

  private static StoreException stopped(StoreException cause) {
    return new StoreException(
            cause.code(),
            "The metadata store stopped after a failed write: mend the disk or free space, then"
                + " restart the namenodes",
            cause)
        .with("cause", cause.getMessage());
  }
}
