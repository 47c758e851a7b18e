package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashSet;
import java.util.Set;

/** The end of a block's writing: its length and generation stamp are settled. */
final class BlockCommit {
  private static final int REPLICAS_MAX = 1_000;

  private BlockCommit() {}

  /**
   * Commits the last block of a file, and completes it when enough fitting replicas are known.
   * Nothing happens to a block that is complete already.
   *
   * @param file locked
   * @return the block as it is now
   */
  static Block commit(OperationTx tx, OpenFile file, Block last, BlockRef told, int toComplete) {
    Block block = lock(tx.store(), last);
    if (block.state() == BlockState.COMPLETE) {
      return block;
    }
    if (block.state().isRecovering()) {
      throw new NamespaceException(
              Code.RECOVERY_IN_PROGRESS, "The block is being recovered and can't be committed")
          .with("path", file.path())
          .with("blockId", block.blockId());
    }
    if (!told.matches(block) || told.lengthBytes() < 0) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The committed block is not the file's last block")
          .with("path", file.path())
          .with("blockId", told.blockId())
          .with("generationStamp", told.generationStamp())
          .with("lastBlockId", block.blockId())
          .with("lastGenerationStamp", block.generationStamp());
    }
    Block committed = block;
    if (block.state() == BlockState.UNDER_CONSTRUCTION) {
      committed = block.withLength(told.lengthBytes()).withState(BlockState.COMMITTED);
      PolicySpace before = FileBlocks.charged(file.inode(), block);
      PolicySpace after = FileBlocks.charged(file.inode(), committed);
      tx.quota().chargeUnchecked(file.found(), 0, after.minus(before));
    }
    Striping striping = file.inode().striping();
    Block settled =
        striping == null
            ? settle(tx.store(), committed, toComplete, file.inode().replication(), tx.nowMs())
            : StripedCommit.settle(tx.store(), committed, striping, tx.nowMs());
    if (!settled.equals(block)) {
      tx.store().update(Tables.BLOCKS, settled);
    }
    return settled;
  }

  /** Locks a block's row; the inode's lock keeps it from going away. */
  static Block lock(Tx tx, Block block) {
    Block row =
        tx.get(Tables.BLOCKS, new BlockKey(block.inodeId(), block.blockId()), LockMode.EXCLUSIVE);
    if (row == null) {
      throw new IllegalStateException("A block of a locked file is gone: " + block);
    }
    return row;
  }

  /** Sorts the replicas that were reported before the commit by whether they fit it. */
  private static Block settle(Tx tx, Block committed, int toComplete, int replication, long nowMs) {
    ReadBatch batch = tx.batch();
    Object[] prefix = {committed.inodeId(), committed.blockId()};
    var replicas = batch.scan(Scan.prefix(Tables.REPLICAS, REPLICAS_MAX, prefix));
    var pipeline =
        batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, REPLICAS_MAX, prefix));
    batch.execute();
    int good = 0;
    Set<Integer> promised = new HashSet<>();
    pipeline.get().forEach(expected -> promised.add(expected.storageId()));
    Set<Integer> there = new HashSet<>();
    for (Replica replica : replicas.get()) {
      if (replica.generationStamp() != committed.generationStamp()) {
        // It missed the end of the write; its datanode's next full report has it deleted.
        ReplicaRows.delete(tx, replica);
      } else if (replica.lengthBytes() != committed.lengthBytes()) {
        tx.upsert(
            Tables.CORRUPT_REPLICAS,
            new CorruptReplica(
                replica.inodeId(),
                replica.blockId(),
                replica.storageId(),
                replica.generationStamp(),
                "has another length than its writer committed",
                nowMs));
      } else {
        good++;
        there.add(replica.storageId());
      }
    }
    promised.addAll(there);
    // A wish to look at the block that came while it was written was passed over.
    if (promised.size() != replication) {
      tx.upsert(
          Tables.REDUNDANCY_CHECKS,
          new RedundancyCheck(committed.inodeId(), committed.blockId(), nowMs));
    }
    if (good < toComplete) {
      return committed;
    }
    for (ReplicaUnderConstruction expected : pipeline.get()) {
      if (there.contains(expected.storageId())) {
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
      }
    }
    return committed.withState(BlockState.COMPLETE);
  }
}
