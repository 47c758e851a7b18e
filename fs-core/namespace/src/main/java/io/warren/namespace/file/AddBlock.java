package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commits a file's last block and adds another one. A repeated call answers the block that the
 * first one added. A block group is added only where the one before it ends with a full stripe.
 *
 * @param fileId 0 when the client did not send one
 * @param previous the file's last block as the client wrote it; null for the first block
 * @param targetStorageIds where the new block's replicas go, in the order of the pipeline
 */
public record AddBlock(
    FsPath path,
    long fileId,
    String holder,
    @Nullable BlockRef previous,
    List<Integer> targetStorageIds,
    FileSettings settings)
    implements InodeOperation<FileBlock> {
  /** A place of a block group's pipeline whose datanode failed. */
  public static final int NO_STORAGE = 0;

  public AddBlock {
    targetStorageIds = List.copyOf(targetStorageIds);
  }

  @Override
  public String name() {
    return "add_block";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  @Override
  public FileBlock execute(OperationTx tx) {
    OpenFile file = OpenFile.lock(tx, path, fileId, holder);
    FileBlocks blocks = FileTail.readSettled(tx.store(), file.inode());
    if (AddBlockRules.isRetry(file, blocks, previous)) {
      return retried(tx.store(), blocks);
    }
    AddBlockRules.checkProgress(file, blocks, settings);
    Block last = blocks.last();
    if (last != null && previous != null) {
      blocks =
          blocks.with(BlockCommit.commit(tx, file, last, previous, settings.replicasToComplete()));
    }
    StripedFiles.refuseAfter(file.inode(), file.path(), blocks.last());
    long offsetBytes = blocks.lengthBytes();
    Inode inode = file.resize(tx, offsetBytes);
    Block added = allocate(tx, inode, blocks.count());
    BlockPlaces.grow(tx.store(), blocks, List.of(added));
    tx.quota().charge(file.found(), 0, FileBlocks.charged(inode, added));
    return new FileBlock(
        added, offsetBytes, List.of(), expect(tx.store(), added, targetStorageIds), List.of());
  }

  private FileBlock retried(Tx tx, FileBlocks blocks) {
    FileBlock present = AddBlockRules.present(tx, blocks);
    if (!present.pipeline().isEmpty()) {
      return present;
    }
    Block block = present.block();
    return new FileBlock(
        block, present.offsetBytes(), List.of(), expect(tx, block, targetStorageIds), List.of());
  }

  private static Block allocate(OperationTx tx, Inode inode, int index) {
    Striping striping = inode.striping();
    long blockId =
        striping == null
            ? tx.ids().next(IdKind.BLOCK)
            : BlockIds.group(striping.policyId(), tx.ids().next(IdKind.BLOCK_GROUP));
    long generationStamp = tx.ids().next(IdKind.GENERATION_STAMP);
    Block block =
        new Block(inode.id(), blockId, index, generationStamp, 0, BlockState.UNDER_CONSTRUCTION, 0);
    tx.store().insert(Tables.BLOCKS, block);
    tx.store().insert(Tables.BLOCK_LOOKUP, new BlockLookup(blockId, inode.id()));
    return block;
  }

  /**
   * Writes a block's pipeline.
   *
   * @param storageIds by unit for a block group, {@link #NO_STORAGE} for units that nobody writes
   */
  static List<ReplicaUnderConstruction> expect(Tx tx, Block block, List<Integer> storageIds) {
    List<ReplicaUnderConstruction> pipeline = new ArrayList<>();
    for (int position = 0; position < storageIds.size(); position++) {
      int storageId = storageIds.get(position);
      if (storageId == NO_STORAGE) {
        continue;
      }
      ReplicaUnderConstruction expected =
          new ReplicaUnderConstruction(
              block.inodeId(),
              BlockIds.inPipeline(block.blockId(), position),
              storageId,
              position,
              block.generationStamp(),
              block.lengthBytes(),
              ReplicaState.RBW);
      tx.upsert(Tables.REPLICAS_UNDER_CONSTRUCTION, expected);
      pipeline.add(expected);
    }
    return pipeline;
  }
}
