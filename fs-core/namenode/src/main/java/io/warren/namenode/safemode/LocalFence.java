package io.warren.namenode.safemode;

import io.warren.store.WritesUnderWay;

/** Of a process that has its store to itself: its namenodes share what they know of the row. */
public record LocalFence(WritesUnderWay writes) implements ReadOnlyFence {
  /** Longer than a commit whose outcome is unknown may still take. */
  private static final long ENDED_MAX_MS = 12_000;

  @Override
  public boolean await(long committedAtNanos) {
    return writes.awaitPresent(ENDED_MAX_MS);
  }
}
