package io.warren.namenode.peers;

import io.warren.namespace.WriteBarrier;
import io.warren.store.WritesUnderWay;

/** The writes of a process that has its store to itself: its namenodes are all there are. */
public final class LocalWrites implements WriteBarrier {
  /** Longer than a transaction waits for a row. */
  static final long TIMEOUT_MS = 3_000;

  private final WritesUnderWay writes;

  public LocalWrites(WritesUnderWay writes) {
    this.writes = writes;
  }

  @Override
  public boolean await() {
    return writes.awaitPresent(TIMEOUT_MS);
  }
}
