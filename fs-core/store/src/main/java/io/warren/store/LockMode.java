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
  /**
   * As READ_COMMITTED, but waits for a transaction that holds the row exclusively, and keeps no
   * lock. Some stores show the rows of one commit one after the other: a row that was read like
   * this is not older than what was seen before of the same commit. Allowed in read-only
   * transactions.
   */
  SETTLED,
  SHARED,
  EXCLUSIVE;

  /** Whether the row stays locked. */
  public boolean locks() {
    return this == SHARED || this == EXCLUSIVE;
  }
}
