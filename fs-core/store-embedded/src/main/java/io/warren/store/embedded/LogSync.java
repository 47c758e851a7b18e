package io.warren.store.embedded;

import io.warren.store.StoreException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Makes commits durable in groups: the first that waits syncs the log for all that have written to
 * it by then, the others wait for it. Called after the row locks are gone, as HDFS' logSync is.
 */
final class LogSync {
  private final Rocks rocks;
  private final boolean enabled;
  private final AtomicLong written = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition synced = lock.newCondition();
  private long syncedThrough;
  private boolean syncing;
  private volatile @Nullable StoreException broken;

  LogSync(Rocks rocks, boolean enabled) {
    this.rocks = rocks;
    this.enabled = enabled;
  }

  /** A commit is in the log. */
  void written() {
    written.incrementAndGet();
  }

  /** Returns when everything written before the call is on the disk. */
  void await() {
    check();
    if (!enabled) {
      return;
    }
    long ticket = written.get();
    lock.lock();
    try {
      while (syncedThrough < ticket) {
        check();
        if (syncing) {
          synced.awaitUninterruptibly();
        } else {
          lead();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void lead() {
    syncing = true;
    long through = written.get();
    lock.unlock();
    StoreException failure = null;
    try {
      rocks.db().syncWal();
    } catch (RocksDBException e) {
      failure = Classify.error("sync", e);
    } finally {
      lock.lock();
      syncing = false;
      synced.signalAll();
    }
    if (failure != null) {
      fail(failure);
      throw failure;
    }
    syncedThrough = Math.max(syncedThrough, through);
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
      throw new StoreException(
              cause.code(),
              "The metadata store stopped after a failed write: mend the disk or free space, then"
                  + " restart the namenodes",
              cause)
          .with("cause", cause.getMessage());
    }
  }
}
