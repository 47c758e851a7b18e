package io.warren.namenode.rpc;

import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.operation.GetStatus;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

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

  /**
   * A path's attributes, null when it does not exist. A path through a file is refused, but does
   * not exist for a superuser: what clients of stock namenodes meet.
   */
  final @Nullable EntryStatus find(FsPath path) throws IOException {
    return find(path, GetStatus.Count.NONE);
  }

  /** As {@link #find(FsPath)}, with a directory's children counted. */
  final @Nullable EntryStatus find(FsPath path, GetStatus.Count count) throws IOException {
    CallContext caller = callers.current();
    try {
      return namespace.run(new GetStatus(path, count), caller).orElse(null);
    } catch (NamespaceException e) {
      if (e.code() == NamespaceException.Code.PARENT_NOT_DIRECTORY && caller.superuser()) {
        return null;
      }
      throw e;
    }
  }

  final <R> R run(Operation<R> operation) throws IOException {
    return namespace.run(operation, callers.current());
  }
}
