package io.warren.namenode.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets calls in while a namenode serves, and knows when the last one has left. Thread-safe. */
public final class ServiceGate {
  /** Life cycle of a namenode, as the admin API names it. */
  public enum State {
    STARTING,
    SERVING,
    DRAINING,
    STOPPED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private volatile State state = State.STARTING;
  private int inside;

  public State state() {
    return state;
  }

  public void open() {
    state = State.SERVING;
  }

  /** Whether the call may go on; when so, {@link #leave} must follow. */
  public boolean enter() {
    lock.lock();
    try {
      if (state != State.SERVING) {
        return false;
      }
      inside++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  public void leave() {
    lock.lock();
    try {
      inside--;
      if (inside == 0) {
        left.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Lets nobody in any more and waits for those inside.
   *
   * @return whether all have left in time
   */
  public boolean drain(long timeoutMs) throws InterruptedException {
    lock.lock();
    try {
      state = State.DRAINING;
      long leftNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
      while (inside > 0) {
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = left.awaitNanos(leftNanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  public void close() {
    state = State.STOPPED;
  }
}
