package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.Tx;
import java.util.List;

/** How an open file becomes a closed one. The caller holds the inode's exclusive lock. */
public final class FileClosing {
  private FileClosing() {}

  public static boolean allComplete(FileBlocks blocks) {
    return mayClose(blocks, 0);
  }

  /**
   * Whether all blocks are complete. The last ones say it: a file goes on only when what is before
   * them is stored.
   *
   * @param committedAllowed how many at the end may be committed only
   */
  static boolean mayClose(FileBlocks blocks, int committedAllowed) {
    int size = blocks.count();
    for (Block block : blocks.all()) {
      boolean committed =
          block.state() == BlockState.COMMITTED && block.index() >= size - committedAllowed;
      if (block.state() != BlockState.COMPLETE && !committed) {
        return false;
      }
    }
    return true;
  }

  /** Ends the lease and settles size and modification time. */
  public static Inode close(OperationTx tx, Inode file, FileBlocks blocks) {
    Leases.close(tx.store(), file);
    return tx.inodes()
        .update(
            file,
            file.toBuilder()
                .leaseHolder(null)
                .leaseMachine(null)
                .sizeBytes(blocks.lengthBytes())
                .mtimeMs(tx.nowMs())
                .build());
  }

  /**
   * Deletes the last block, which has no data anywhere, and closes the file if that allows it.
   *
   * @return the file's row as it is now: closed, or waiting for replicas of the blocks before
   */
  public static Inode dropLastAndClose(
      OperationTx tx, ResolvedPath found, Inode file, FileBlocks blocks) {
    Block last = blocks.last();
    if (last == null) {
      throw new IllegalStateException("The file has no block");
    }
    FileBlocks.discard(tx.store(), file.id(), List.of(last));
    tx.quota().chargeUnchecked(found, 0, FileBlocks.charged(file, last).negated());
    BlockPlaces.shrink(tx.store(), file.id(), blocks.count(), last.index());
    FileBlocks left = blocks.withoutLast();
    if (!allComplete(left)) {
      // Readers compare the size with the blocks, also while the rest is waited for.
      return tx.inodes().update(file, file.toBuilder().sizeBytes(left.lengthBytes()).build());
    }
    return close(tx, file, left);
  }

  /** A block with the rows about its replicas. */
  public static FileBlock withReplicas(Tx tx, Block block, long offsetBytes) {
    return AddBlockRules.read(tx, block, offsetBytes);
  }
}
