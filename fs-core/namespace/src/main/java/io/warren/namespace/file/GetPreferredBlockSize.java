package io.warren.namespace.file;

import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;

/** The block size that a file was made with, in bytes. */
public record GetPreferredBlockSize(FsPath path) implements InodeOperation<Long> {
  @Override
  public String name() {
    return "get_preferred_block_size";
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
  public Long execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    return found.requireFile().blockSizeBytes();
  }
}
