package io.warren.namespace.operation;

import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import java.util.Optional;

/**
 * Where an inode is now; empty when it is not in the tree. Checks no rights: the caller only uses
 * the path for an operation that does.
 */
public record FindPath(long inodeId) implements InodeOperation<Optional<FsPath>> {
  @Override
  public String name() {
    return "find_path";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return inodeId;
  }

  @Override
  public Optional<FsPath> execute(OperationTx tx) {
    return Optional.ofNullable(tx.findById(inodeId)).map(ResolvedPath::path);
  }
}
