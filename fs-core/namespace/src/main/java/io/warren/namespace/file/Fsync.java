package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.store.schema.Tables;

/**
 * Records how long the block being written is, so that readers and listings see it.
 *
 * @param lastBlockLengthBytes 0 or less when the client only wants the file's rows to be durable,
 *     which they always are
 */
public record Fsync(FsPath path, long fileId, String holder, long lastBlockLengthBytes)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "fsync";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  /** Whether a length was recorded. */
  @Override
  public Boolean execute(OperationTx tx) {
    OpenFile file = OpenFile.lock(tx, path, fileId, holder);
    if (lastBlockLengthBytes <= 0) {
      return false;
    }
    FileBlocks blocks = FileTail.readSettled(tx.store(), file.inode());
    Block last = blocks.last();
    if (last == null || last.state() != BlockState.UNDER_CONSTRUCTION) {
      return false;
    }
    Block locked = BlockCommit.lock(tx.store(), last);
    if (locked.lengthBytes() >= lastBlockLengthBytes) {
      return false;
    }
    Block longer = locked.withLength(lastBlockLengthBytes);
    tx.store().update(Tables.BLOCKS, longer);
    file.resize(tx, blocks.with(longer).lengthBytes());
    return true;
  }
}
