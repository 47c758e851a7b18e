package io.warren.store.embedded;

import io.warren.store.testkit.DiskStall;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A disk that takes as long as a test wants. */
final class StalledDisk {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition resumed = lock.newCondition();
  private boolean stalled;

  /** Stands before a store's disk. */
  LogDisk before(LogDisk disk) {
    return () -> {
      awaitResume();
      disk.sync();
    };
  }

  private void awaitResume() {
    lock.lock();
    try {
      while (stalled) {
        resumed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** No sync ends that has not begun, until the answer is closed. */
  DiskStall stall() {
    set(true);
    return () -> set(false);
  }

  private void set(boolean now) {
    lock.lock();
    try {
      stalled = now;
      resumed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
