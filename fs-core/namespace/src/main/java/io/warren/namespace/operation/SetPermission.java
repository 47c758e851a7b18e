package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.acl.AclRows;

/**
 * Sets the permission bits of a path; its owner and the superuser may. True when they changed.
 *
 * @param mode bits 0 to 01777
 */
public record SetPermission(FsPath path, int mode) implements InodeOperation<Boolean> {
  private static final int MODE_MASK = 01777;

  @Override
  public String name() {
    return "set_permission";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    tx.permissions().owner(found);
    return AclRows.writeMode(tx, inode, mode & MODE_MASK);
  }
}
