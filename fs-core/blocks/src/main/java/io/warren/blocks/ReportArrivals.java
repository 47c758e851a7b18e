package io.warren.blocks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the replica reports that this namenode has applied, so that a call that waits for a
 * replica need not guess when to look again. Only a hint: the rows say what is there. Thread-safe.
 */
public final class ReportArrivals {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private long applied;

  /** Number of reports applied so far. */
  public long applied() {
    lock.lock();
    try {
      return applied;
    } finally {
      lock.unlock();
    }
  }

  /** A report was applied. */
  void next() {
    lock.lock();
    try {
      applied++;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until more reports were applied than a caller has seen.
   *
   * @return whether there are more
   */
  public boolean awaitMore(long seen, long timeoutMs) {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    lock.lock();
    try {
      while (applied <= seen && leftNs > 0) {
        leftNs = arrived.awaitNanos(leftNs);
      }
      return applied > seen;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
