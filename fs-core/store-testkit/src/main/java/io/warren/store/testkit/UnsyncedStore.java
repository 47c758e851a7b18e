package io.warren.store.testkit;

import io.warren.store.ChangeFeed;
import io.warren.store.Durability;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;

/**
 * A store whose commits are visible at once and durable when the test says so, as when the disk
 * stands still. Thread-safe.
 */
public final class UnsyncedStore implements Store {
  private final Store inner;
  private long marks = 1;
  private long firstMark = 1;
  private long durableThrough;
  private boolean stalled;

  public UnsyncedStore(Store inner) {
    this.inner = inner;
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

  @Override
  public Tx begin(TxOptions options) {
    return inner.begin(options);
  }

  @Override
  public ChangeFeed feed() {
    return inner.feed();
  }

  @Override
  public String kind() {
    return inner.kind();
  }

  @Override
  public boolean snapshotReads() {
    return inner.snapshotReads();
  }

  @Override
  public long moment() {
    return inner.moment();
  }

  @Override
  public boolean settled(long moment) {
    return inner.settled(moment);
  }

  @Override
  public void close() {
    inner.close();
  }
}
