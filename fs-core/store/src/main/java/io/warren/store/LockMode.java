package io.warren.store;

/**
 * How a row is read. A lock is held to the end of the transaction.
 *
 * <p>Some stores can't lock a row that does not exist. What every adapter guarantees: of two
 * transactions that read the same absent key under a lock and then write it, one commits, and the
 * other waits for it or fails with a retriable error (LOCK_TIMEOUT, DEADLOCK or CONFLICT). A lock
 * on an absent key whose row is not written holds nobody back: don't build on it.
 */
public enum LockMode {
  /** The latest committed version, no lock. */
  READ_COMMITTED,
  SHARED,
  EXCLUSIVE
}
