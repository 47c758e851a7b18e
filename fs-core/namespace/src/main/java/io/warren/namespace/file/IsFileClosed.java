package io.warren.namespace.file;

import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;

/** Whether nobody writes to a file. */
public record IsFileClosed(FsPath path) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "is_file_closed";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    return !found.requireFile().isUnderConstruction();
  }
}
