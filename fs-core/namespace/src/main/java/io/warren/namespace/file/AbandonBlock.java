package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import java.util.List;

/** Takes back a block that its writer could not begin. */
public record AbandonBlock(FsPath path, long fileId, String holder, long blockId)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "abandon_block";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  /** Whether the block was there; an absent one was abandoned before. */
  @Override
  public Boolean execute(OperationTx tx) {
    OpenFile file = OpenFile.lock(tx, path, fileId, holder);
    FileBlocks blocks = FileTail.readSettled(tx.store(), file.inode());
    Block last = blocks.last();
    if (last == null || last.blockId() != blockId || last.state() == BlockState.COMPLETE) {
      return false;
    }
    Block locked = BlockCommit.lock(tx.store(), last);
    FileBlocks.discard(tx.store(), file.inode().id(), List.of(locked));
    BlockPlaces.shrink(tx.store(), file.inode().id(), blocks.count(), locked.index());
    tx.quota().chargeUnchecked(file.found(), 0, FileBlocks.charged(file.inode(), locked).negated());
    file.resize(tx, blocks.lengthBytes() - locked.lengthBytes());
    return true;
  }
}
