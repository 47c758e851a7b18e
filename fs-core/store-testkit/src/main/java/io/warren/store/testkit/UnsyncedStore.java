package io.warren.store.testkit;

import io.warren.store.Durability;
import io.warren.store.Store;
import io.warren.store.Tx;

/**
 * A store whose commits are visible at once and durable when the test says so, as when the disk
 * stands still. Thread-safe.
 */
public final class UnsyncedStore extends ForwardingStore {
  private long marks = 1;
  private long firstMark = 1;
  private long durableThrough;
  private boolean stalled;
  private int incarnation;

  public UnsyncedStore(Store inner) {
    super(inner);
  }

  /** Nothing that is seen from now on is durable, until {@link #sync()}. */
  public synchronized void stall() {
    stalled = true;
  }

  /** Everything is durable that was seen so far; what comes is not when the disk is stalled. */
  public synchronized void sync() {
    durableThrough = marks++;
  }

  /** The disk works again. */
  public synchronized void resume() {
    stalled = false;
    sync();
  }

  /** The store was out of reach, and may have been set back. */
  public synchronized void reconnect() {
    firstMark = ++marks;
    incarnation++;
  }

  @Override
  public synchronized int incarnation(Tx tx) {
    return incarnation;
  }

  /** What this one loses was not durable. */
  @Override
  public boolean incarnationsAreCopies() {
    return false;
  }

  @Override
  public Durability durability() {
    return new Durability() {
      @Override
      public long mark() {
        synchronized (UnsyncedStore.this) {
          return marks;
        }
      }

      @Override
      public State state(long mark) {
        synchronized (UnsyncedStore.this) {
          if (mark < firstMark) {
            return State.VOID;
          }
          return !stalled || mark <= durableThrough ? State.DURABLE : State.PENDING;
        }
      }
    };
  }
}
