package io.warren.store;

/** How a row is read. A lock is held to the end of the transaction; absent rows are locked too. */
public enum LockMode {
  /** The latest committed version, no lock. */
  READ_COMMITTED,
  SHARED,
  EXCLUSIVE
}
