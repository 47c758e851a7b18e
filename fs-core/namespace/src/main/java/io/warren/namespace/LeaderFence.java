package io.warren.namespace;

import io.warren.store.Tx;

/** Keeps a namenode that is no longer the leader from committing the leader's work. */
@FunctionalInterface
public interface LeaderFence {
  /** For work that every namenode may do, of its own accord. */
  LeaderFence NONE = tx -> {};

  /**
   * Reads the leader's epoch in the transaction, with a lock, and throws when it is not this
   * namenode's any more.
   */
  void check(Tx tx);
}
