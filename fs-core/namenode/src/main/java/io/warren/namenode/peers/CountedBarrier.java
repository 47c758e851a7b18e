package io.warren.namenode.peers;

import io.warren.namespace.WriteBarrier;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often writes were waited for, with which result, and how long. */
public final class CountedBarrier implements WriteBarrier {
  private final WriteBarrier inner;
  private final LongAdder passed = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();

  public CountedBarrier(WriteBarrier inner) {
    this.inner = inner;
  }

  @Override
  public boolean await() {
    long began = System.nanoTime();
    boolean ended = inner.await();
    waitedNanos.add(System.nanoTime() - began);
    (ended ? passed : unknown).increment();
    return ended;
  }

  /** How often all writes were known to have ended. */
  public long passed() {
    return passed.sum();
  }

  /** How often that was not known, so that rows were locked instead. */
  public long unknown() {
    return unknown.sum();
  }

  public double waitedSeconds() {
    return waitedNanos.sum() / 1e9;
  }
}
