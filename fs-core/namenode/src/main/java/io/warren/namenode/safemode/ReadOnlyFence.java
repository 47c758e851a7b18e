package io.warren.namenode.safemode;

/** Waits until every namenode goes by a row of {@link ReadOnlyRow} that was just committed. */
@FunctionalInterface
public interface ReadOnlyFence {
  /**
   * Returns when no namenode goes by an earlier row any more, and what had begun under one has
   * ended: also on namenodes that can't be asked.
   *
   * @param committedAtNanos a moment after the row's commit
   * @return false when writes that had begun before did not end in time, or the thread was
   *     interrupted
   */
  boolean await(long committedAtNanos);
}
