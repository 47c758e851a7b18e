package io.warren.namespace.file;

import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;

/**
 * The file that a client writes to; refused without its lease. For choosing additional datanodes of
 * a pipeline.
 */
public record GetOpenFile(FsPath path, long fileId, String holder)
    implements InodeOperation<EntryStatus> {
  @Override
  public String name() {
    return "get_open_file";
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
  public EntryStatus execute(OperationTx tx) {
    OpenFile file = OpenFile.peek(tx, path, fileId, holder);
    return tx.status(file.found(), file.inode(), 0);
  }
}
