package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.rights.Access;
import io.warren.store.schema.Tables;

/**
 * Sets how often a file's blocks shall be stored; needs write access. False for a directory.
 *
 * @param replication 1 to {@link #REPLICATION_MAX}
 */
public record SetReplication(FsPath path, int replication) implements InodeOperation<Boolean> {
  /** Greatest replication, as stock HDFS has it by default. */
  public static final int REPLICATION_MAX = 512;

  @Override
  public String name() {
    return "set_replication";
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
    if (replication < 1 || replication > REPLICATION_MAX) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT, "The replication must be 1 to 512")
          .with("path", path)
          .with("replication", replication);
    }
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode file = found.requireLast();
    tx.permissions().last(found, Access.WRITE);
    if (!file.isFile() || file.striping() != null) {
      return false;
    }
    if (file.replication() != replication) {
      Inode after = file.toBuilder().replication(replication).build();
      PolicySpace charged = FileRemoval.charged(tx.store(), file);
      tx.quota().charge(found, 0, FileRemoval.charged(tx.store(), after).minus(charged));
      tx.inodes().update(file, after);
      tx.store()
          .upsert(
              Tables.REDUNDANCY_CHECKS,
              new RedundancyCheck(file.id(), RedundancyCheck.ALL_BLOCKS, tx.nowMs()));
    }
    return true;
  }
}
