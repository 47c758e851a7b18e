package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.FileSettings;
import io.warren.store.BlockScans;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/** When a file gets another block, with the rules of stock HDFS (analyzeFileState). */
final class AddBlockRules {
  private AddBlockRules() {}

  /**
   * Whether an earlier call with the same previous block did its work but its answer was lost.
   *
   * @throws NamespaceException CONFLICT when the client's last block is not the file's
   */
  static boolean isRetry(OpenFile file, FileBlocks blocks, @Nullable BlockRef previous) {
    Block last = blocks.last();
    boolean inStep = last == null ? previous == null : previous != null && previous.matches(last);
    if (inStep) {
      return false;
    }
    if (last == null) {
      throw outOfStep(file, null, previous);
    }
    boolean appendsAtBoundary =
        previous == null
            && last.state() == BlockState.COMPLETE
            && last.lengthBytes() >= file.inode().blockSizeBytes();
    if (appendsAtBoundary) {
      return false;
    }
    Block before = blocks.penultimate();
    boolean previousIsBefore =
        before == null ? previous == null : previous != null && previous.matches(before);
    boolean untouched = last.state() == BlockState.UNDER_CONSTRUCTION && last.lengthBytes() == 0;
    if (previousIsBefore && untouched) {
      return true;
    }
    throw outOfStep(file, last, previous);
  }

  private static NamespaceException outOfStep(
      OpenFile file, @Nullable Block last, @Nullable BlockRef previous) {
    return new NamespaceException(
            Code.CONFLICT, "The previous block is not the last block of the file")
        .with("path", file.path())
        .with("previous", String.valueOf(previous))
        .with("last", String.valueOf(last));
  }

  /**
   * The last block but one must be stored before the file goes on.
   *
   * @throws NamespaceException NOT_REPLICATED_YET; INVALID_ARGUMENT for too many blocks
   */
  static void checkProgress(OpenFile file, FileBlocks blocks, FileSettings settings) {
    int waiting = Math.min(settings.committedAllowed(), FileTail.BLOCKS - 2);
    Block checked = blocks.at(blocks.count() - 2 - waiting);
    if (checked != null && checked.state() != BlockState.COMPLETE) {
      throw new NamespaceException(
              Code.NOT_REPLICATED_YET, "An earlier block is not stored often enough yet")
          .with("path", file.path())
          .with("blockId", checked.blockId());
    }
    if (blocks.count() >= settings.blocksPerFileMax()) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "The file has too many blocks")
          .with("path", file.path())
          .with("blocksMax", settings.blocksPerFileMax())
          .with("hint", "Write with a greater block size");
    }
  }

  /** The last block with its pipeline. */
  static FileBlock present(Tx tx, FileBlocks blocks) {
    Block last = blocks.last();
    if (last == null) {
      throw new IllegalStateException("The file has no block");
    }
    return read(tx, last, blocks.lengthBytes() - last.lengthBytes());
  }

  /** A block with the rows about its replicas. */
  static FileBlock read(Tx tx, Block block, long offsetBytes) {
    ReadBatch batch = tx.batch();
    var replicas =
        batch.scan(BlockScans.replicas(Tables.REPLICAS, block.inodeId(), block.blockId()));
    var pipeline =
        batch.scan(
            BlockScans.replicas(
                Tables.REPLICAS_UNDER_CONSTRUCTION, block.inodeId(), block.blockId()));
    var corrupt =
        batch.scan(BlockScans.replicas(Tables.CORRUPT_REPLICAS, block.inodeId(), block.blockId()));
    batch.execute();
    long id = block.blockId();
    return new FileBlock(
        block,
        offsetBytes,
        BlockScans.ofBlock(replicas.get(), id, Replica::blockId),
        BlockScans.ofBlock(pipeline.get(), id, ReplicaUnderConstruction::blockId),
        BlockScans.ofBlock(corrupt.get(), id, CorruptReplica::blockId));
  }
}
