package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.namespace.file.FormerBlocks.Part;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Map;

/**
 * What snapshots read of a file that is being truncated, and where it goes. The caller holds the
 * exclusive lock of the file's row.
 */
public final class KeptByTruncation {
  /** Each block's rows are written anew, all in one transaction. */
  static final int BLOCKS_MAX = 1_000;

  private final OperationTx tx;
  private final Inode file;
  private final boolean all;
  private final List<InodeForm> forms;
  private final FormerBlocks former;
  private Map<Long, Long> bytesRead = Map.of();

  /** To be made before the file's blocks are locked. */
  public KeptByTruncation(OperationTx tx, Inode file) {
    this.tx = tx;
    this.file = file;
    this.all = tx.snapshots().keepsPresent(file);
    this.forms = tx.snapshots().forms(file);
    this.former =
        forms.isEmpty() ? new FormerBlocks(List.of()) : FormerBlocks.read(tx.store(), file.id());
  }

  /** Looks which of the file's blocks snapshots read. */
  public void look(FileBlocks present) {
    bytesRead = former.bytesRead(present, forms);
  }

  /** How many bytes of one of the file's blocks snapshots read. */
  public long bytesRead(Block block) {
    return all ? block.lengthBytes() : bytesRead.getOrDefault(block.blockId(), 0L);
  }

  /**
   * Takes blocks from the file and keeps them for the snapshots.
   *
   * @throws NamespaceException when they are too many for one transaction
   */
  void keep(FsPath path, List<Block> blocks) {
    if (blocks.size() > BLOCKS_MAX) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "Snapshots hold too many of the blocks behind the new end")
          .with("path", path)
          .with("blocks", blocks.size())
          .with("blocksMax", BLOCKS_MAX)
          .with("hint", "Truncate in several steps, the first at the end of a later block");
    }
    keepAll(blocks);
  }

  /** As {@link #keep}, however many there are. */
  public void keepAll(List<Block> blocks) {
    if (blocks.isEmpty()) {
      return;
    }
    long bytes = blocks.stream().mapToLong(Block::lengthBytes).sum();
    long snapshotId = newestSnapshot();
    Part newest = former.newest();
    Inode part;
    if (newest != null && newest.snapshotId() == snapshotId) {
      Inode before = newest.row();
      part = before.toBuilder().sizeBytes(before.sizeBytes() + bytes).build();
      tx.store().update(Tables.INODES, part);
    } else {
      part = FormerBlocks.row(file, snapshotId, tx.ids().next(IdKind.INODE), bytes);
      tx.store().insert(Tables.INODES, part);
    }
    BlockMoves.takeSome(tx.store(), blocks, part.id());
    // What the leader noted of the blocks is under the file; it looks at them anew.
    tx.store()
        .upsert(
            Tables.REDUNDANCY_CHECKS,
            new RedundancyCheck(part.id(), RedundancyCheck.ALL_BLOCKS, tx.nowMs()));
  }

  /** Numbers only rise, also when the newest snapshot that held the file is gone by now. */
  private long newestSnapshot() {
    long newest = all ? tx.snapshots().of(file) : 0;
    for (InodeForm form : forms) {
      newest = Math.max(newest, form.untilSnapshot());
    }
    Part part = former.newest();
    return part == null ? newest : Math.max(newest, part.snapshotId());
  }
}
