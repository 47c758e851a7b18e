package io.warren.store.ndb;

import io.warren.store.StoreException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Looks for new changes on behalf of everybody who waits in this process. Knows the greatest head
 * that was seen: replicas may show an older one for a moment.
 */
final class HeadPoller implements AutoCloseable {
  private static final long POLL_MS = 20;
  private static final long CLOSE_MS = 2_000;

  private final LongSupplier read;
  private final Thread thread = new Thread(this::work, "feed-head");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final Condition wanted = lock.newCondition();
  private long head;
  private int waiting;
  private boolean closed;

  HeadPoller(LongSupplier read) {
    this.read = read;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Notes a head that was seen; returns the greatest so far. */
  long reached(long seen) {
    lock.lock();
    try {
      if (seen > head) {
        head = seen;
        moved.signalAll();
      }
      return head;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the head is above a sequence; whether it is. */
  boolean await(long aboveSequence, long timeoutMs) throws InterruptedException {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    lock.lockInterruptibly();
    try {
      waiting++;
      wanted.signal();
      while (head <= aboveSequence) {
        if (closed) {
          throw new StoreException(StoreException.Code.CLOSED, "The metadata store is closed");
        }
        if (leftNs <= 0) {
          return false;
        }
        leftNs = moved.awaitNanos(leftNs);
      }
      return true;
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  private void work() {
    try {
      while (awaitWork()) {
        try {
          reached(read.getAsLong());
        } catch (StoreException e) {
          // Who waits finds out by the time it gives; the next look may succeed.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for somebody who waits, and paces the looks; false when closed. */
  private boolean awaitWork() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long pausedNs = TimeUnit.MILLISECONDS.toNanos(POLL_MS);
      while (pausedNs > 0 && !closed) {
        pausedNs = moved.awaitNanos(pausedNs);
      }
      while (waiting == 0 && !closed) {
        wanted.await();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      moved.signalAll();
      wanted.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
