package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
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
  public static Inode close(OperationTx tx, ResolvedPath found, Inode file, FileBlocks blocks) {
    if (!file.inDatabase()) {
      return end(tx, file, blocks.lengthBytes(), false);
    }
    if (blocks.lengthBytes() < file.sizeBytes()) {
      // Whoever moved the bytes into blocks did not come to the end: the rows are the file.
      dropBlocks(tx, found, file);
      return end(tx, file, file.sizeBytes(), true);
    }
    FileContents.remove(tx.store(), file);
    PolicySpace rows = PolicySpace.ofFile(file, file.sizeBytes());
    tx.quota().chargeUnchecked(found, 0, rows.negated());
    return end(tx, file, blocks.lengthBytes(), false);
  }

  private static void dropBlocks(OperationTx tx, ResolvedPath found, Inode file) {
    FileBlocks blocks = FileBlocks.read(tx.store(), file.id(), LockMode.EXCLUSIVE);
    FileBlocks.discard(tx.store(), file.id(), blocks.all());
    BlockPlaces.shrink(tx.store(), file.id(), blocks.count(), 0);
    for (Block block : blocks.all()) {
      tx.quota().chargeUnchecked(found, 0, FileBlocks.charged(file, block).negated());
    }
  }

  /** Closes a file whose bytes are settled. */
  static Inode end(OperationTx tx, Inode file, long sizeBytes, boolean inDatabase) {
    Leases.close(tx.store(), file);
    return tx.inodes()
        .update(
            file,
            file.toBuilder()
                .leaseHolder(null)
                .leaseMachine(null)
                .sizeBytes(sizeBytes)
                .feature(Inode.IN_DATABASE, inDatabase)
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
      return file.inDatabase()
          ? file
          : tx.inodes().update(file, file.toBuilder().sizeBytes(left.lengthBytes()).build());
    }
    return close(tx, found, file, left);
  }

  /** A block with the rows about its replicas. */
  public static FileBlock withReplicas(Tx tx, Block block, long offsetBytes) {
    return AddBlockRules.read(tx, block, offsetBytes);
  }
}
