package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.store.schema.Tables;
import java.util.List;

/** Blocks that datanodes make from the beginning of a former one ({@link FormerBlocks}). */
public final class BlockCopies {
  private BlockCopies() {}

  /**
   * A last block that is to be made.
   *
   * @param copy its row
   * @param source the former block with its replicas
   */
  public record Copy(Block copy, FileBlock source) {}

  /** Gives a file a new last block, in the place and with the beginning of one that it had. */
  static Block begin(OperationTx tx, long fileId, Block source, long lengthBytes) {
    long stamp = GenerationStamps.above(tx, source.generationStamp());
    Block copy =
        new Block(
            fileId,
            tx.ids().next(IdKind.BLOCK),
            source.index(),
            stamp,
            lengthBytes,
            BlockState.UNDER_TRUNCATION,
            stamp);
    tx.store().insert(Tables.BLOCKS, copy);
    tx.store().insert(Tables.BLOCK_LOOKUP, new BlockLookup(copy.blockId(), fileId));
    return copy;
  }

  /**
   * Finds what a file's last block is made from.
   *
   * @param anew whether to begin again with another block, so that nothing of the attempt that was
   *     cut short is in the way on any datanode
   */
  public static Copy find(OperationTx tx, Block copied, boolean anew) {
    Block source = FormerBlocks.read(tx.store(), copied.inodeId()).sourceOf(copied);
    if (source == null) {
      throw new IllegalStateException("What a block is copied from is gone: " + copied);
    }
    Block copy = copied;
    if (anew) {
      FileBlocks.discard(tx.store(), copied.inodeId(), List.of(copied));
      copy = begin(tx, copied.inodeId(), source, copied.lengthBytes());
      BlockPlaces.replace(tx.store(), copy);
    }
    return new Copy(copy, FileClosing.withReplicas(tx.store(), source, 0));
  }
}
