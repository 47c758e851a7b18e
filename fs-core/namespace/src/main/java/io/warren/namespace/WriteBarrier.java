package io.warren.namespace;

/** Waits for the writes of all namenodes; given by the namenode. */
@FunctionalInterface
public interface WriteBarrier {
  /** It is never known what the others do. */
  WriteBarrier NONE = () -> false;

  /**
   * Waits until every writing transaction has ended, on whichever namenode, that had begun when
   * this was called. The caller has no transaction open.
   *
   * @return false when that is not known for certain, or took too long
   */
  boolean await();
}
