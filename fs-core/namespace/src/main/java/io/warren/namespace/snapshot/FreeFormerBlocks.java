package io.warren.namespace.snapshot;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.file.FormerBlocks;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * Frees former blocks that no snapshot reads any more, a bounded number. Answers whether there are
 * more. The file's lock, wherever its row is, keeps truncations and other sweeps away; when the
 * file is gone, the lock of the blocks' row does.
 */
record FreeFormerBlocks(InodeKey part) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "sweep_snapshots";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return part.partitionId();
  }

  @Override
  public Boolean execute(OperationTx tx) {
    Inode seen = tx.store().get(Tables.INODES, part, LockMode.READ_COMMITTED);
    if (seen == null) {
      return false;
    }
    Inode file = InodeRows.find(tx.store(), FormerBlocks.fileIdOf(seen));
    if (file != null) {
      Inode locked = tx.store().get(Tables.INODES, file.key(), LockMode.EXCLUSIVE);
      if (locked == null || locked.id() != file.id()) {
        throw tx.restart();
      }
    }
    Inode row = tx.store().get(Tables.INODES, part, LockMode.EXCLUSIVE);
    if (row == null) {
      return false;
    }
    List<Block> unread = FormerBlocks.unread(tx.store(), row);
    int most = Math.min(unread.size(), FileRemoval.BLOCKS_PER_TRANSACTION_MAX);
    if (most > 0) {
      // From the end: the first block that is left tells where the part begins.
      FormerBlocks.free(tx.store(), row, unread.subList(unread.size() - most, unread.size()));
    }
    return most < unread.size();
  }
}
