package io.warren.namespace;

import io.warren.store.TransactionRunner.Committed;
import org.jspecify.annotations.Nullable;

/**
 * An operation that is one store transaction: lock rows by paths, decide, write. {@link #execute}
 * may run several times (a stale hint, a deadlock), so it changes nothing but its transaction.
 */
public interface InodeOperation<R> extends Operation<R> {
  /** Locks, decides and writes. The caller flushes quota deltas, changes and the retry entry. */
  R execute(OperationTx tx);

  /** Whether it is done also while files are read-only, since it changes none. */
  default boolean runsInSafeMode() {
    return false;
  }

  /** The partition of the row that matters most, to begin the transaction there. */
  default long partition(PartitionGuess guess) {
    return PartitionGuess.NONE;
  }

  /** The answer as the retry cache keeps it; at most 2000 bytes. Only for at-most-once ones. */
  default byte @Nullable [] encode(R result) {
    throw new UnsupportedOperationException(name() + " has no retry answer");
  }

  /**
   * The answer of an earlier execution.
   *
   * @param tx may read what the answer needs besides the payload
   */
  default R decode(byte @Nullable [] payload, OperationTx tx) {
    throw new UnsupportedOperationException(name() + " has no retry answer");
  }

  @Override
  default Committed<R> perform(Namespace namespace, CallContext call) {
    return namespace.inTransaction(this, call);
  }
}
