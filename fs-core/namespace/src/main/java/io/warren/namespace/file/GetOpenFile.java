package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/**
 * The file that a client writes to; refused without its lease, and when the block is not the one
 * that it writes. For choosing additional datanodes of a pipeline.
 */
public record GetOpenFile(FsPath path, long fileId, String holder, long blockId)
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
    return guess.ofFileRows(path, fileId);
  }

  @Override
  public EntryStatus execute(OperationTx tx) {
    OpenFile file = OpenFile.peek(tx, path, fileId, holder);
    BlockKey key = new BlockKey(file.inode().id(), blockId);
    Block block = tx.store().get(Tables.BLOCKS, key, LockMode.READ_COMMITTED);
    if (block == null || block.state() != BlockState.UNDER_CONSTRUCTION) {
      throw new NamespaceException(Code.CONFLICT, "The block is not being written")
          .with("path", path)
          .with("blockId", blockId)
          .with("block", String.valueOf(block));
    }
    return tx.status(file.found(), file.inode(), 0);
  }
}
