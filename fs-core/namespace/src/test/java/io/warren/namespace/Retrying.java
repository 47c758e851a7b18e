package io.warren.namespace;

import io.warren.model.NamespaceException;
import java.util.concurrent.locks.LockSupport;

/** A client that tries again, bounded, while a subtree operation is in its way. */
final class Retrying {
  private static final int ATTEMPTS_MAX = 2_000;
  private static final long PAUSE_NANOS = 1_000_000;

  private Retrying() {}

  static <R> R run(TestCluster.Namenode namenode, Operation<R> operation, CallContext call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return namenode.run(operation, call);
      } catch (NamespaceException e) {
        if (e.code() != NamespaceException.Code.SUBTREE_LOCKED || attempt >= ATTEMPTS_MAX) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
