package io.warren.checker;

import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;

/** The id of the inode that a path names, as whoever starts a job on it finds it. */
record SubtreeRoot(FsPath path) implements InodeOperation<Long> {
  @Override
  public String name() {
    return "subtree_root";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Long execute(OperationTx tx) {
    tx.permissions().superuser();
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    return found.requireLast().id();
  }
}
