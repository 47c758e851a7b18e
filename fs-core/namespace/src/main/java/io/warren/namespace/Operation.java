package io.warren.namespace;

import io.warren.store.TransactionRunner.Committed;

/**
 * Something a client asks of the namespace, as a small immutable type. Run through {@link
 * Namespace#run}; R is what it answers.
 */
public interface Operation<R> {
  /** Name for metrics and audit, in snake case. */
  String name();

  boolean mutates();

  /**
   * Whether a repetition of the same call must answer what the first execution answered, without
   * executing again.
   */
  default boolean atMostOnce() {
    return false;
  }

  /** Does it. Called by {@link Namespace} alone. */
  Committed<R> perform(Namespace namespace, CallContext call);
}
