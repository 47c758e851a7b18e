package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;

/**
 * Sets the times of a path; needs write access to it. True when something changed.
 *
 * @param mtimeMs {@link #KEEP} to keep it
 * @param atimeMs {@link #KEEP} to keep it
 */
public record SetTimes(FsPath path, long mtimeMs, long atimeMs) implements InodeOperation<Boolean> {
  /** Leaves a time as it is. */
  public static final long KEEP = -1;

  @Override
  public String name() {
    return "set_times";
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
    tx.permissions().last(found, Access.WRITE);
    Inode after =
        inode.toBuilder()
            .mtimeMs(mtimeMs >= 0 ? mtimeMs : inode.mtimeMs())
            .atimeMs(atimeMs >= 0 ? atimeMs : inode.atimeMs())
            .build();
    if (after.equals(inode)) {
      return false;
    }
    tx.inodes().update(inode, after);
    return true;
  }
}
