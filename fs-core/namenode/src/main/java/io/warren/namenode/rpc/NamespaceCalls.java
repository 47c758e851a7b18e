package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import java.io.IOException;

/** Base of the delegates that run namespace operations for the present caller. */
abstract class NamespaceCalls {
  private final Namespace namespace;
  private final Callers callers;

  NamespaceCalls(Namespace namespace, Callers callers) {
    this.namespace = namespace;
    this.callers = callers;
  }

  final Namespace namespace() {
    return namespace;
  }

  final Callers callers() {
    return callers;
  }

  final <R> R run(Operation<R> operation) throws IOException {
    return namespace.run(operation, callers.current());
  }
}
