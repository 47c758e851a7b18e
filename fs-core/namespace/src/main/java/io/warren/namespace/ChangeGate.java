package io.warren.namespace;

import io.warren.model.NamespaceException;

/** Whether files may be changed now; given by the namenode. Thread-safe. */
@FunctionalInterface
public interface ChangeGate {
  /** They always may. */
  ChangeGate OPEN = () -> {};

  /**
   * Asked in each transaction that changes files: after it is registered with {@link
   * io.warren.store.WritesUnderWay}, and again right before its commit.
   *
   * @throws NamespaceException SAFE_MODE when nothing may be changed
   */
  void check();
}
