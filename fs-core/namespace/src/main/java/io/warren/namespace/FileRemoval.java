package io.warren.namespace;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.InvalidatedReplica;
import io.warren.model.LeasePathKey;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * Takes a file out of the tree: its row, its blocks and its lease path. Replicas become rows of
 * invalidated_blocks, from which datanodes are told to delete them.
 */
public final class FileRemoval {
  /** Files with more blocks are detached first and emptied in several transactions. */
  public static final int BLOCKS_PER_TRANSACTION_MAX = 60;

  private static final int ROWS_PER_FILE_MAX = 10 * BLOCKS_PER_TRANSACTION_MAX;

  private FileRemoval() {}

  /**
   * Removes a file whose row is locked exclusively; the caller charges the quota. A file of many
   * blocks only leaves the tree here; {@code subtree.DetachedRemover} frees its blocks.
   */
  public static void remove(OperationTx tx, Inode file) {
    removeLease(tx.store(), file);
    if (removeBlocks(tx.store(), file.id())) {
      tx.inodes().delete(file);
    } else {
      detach(tx, file);
    }
  }

  /** Moves a row out of the tree, where only the remover finds it; the feed hears of a delete. */
  public static Inode detach(OperationTx tx, Inode inode) {
    Inode detached =
        inode.toBuilder()
            .partitionId(Partitioning.DETACHED_ID)
            .parentId(Partitioning.DETACHED_ID)
            .name(Partitioning.detachedKey(inode.id()).name())
            .subtreeLockOwner(0)
            .leaseHolder(null)
            .leaseMachine(null)
            .build();
    tx.inodes().delete(inode);
    tx.store().insert(Tables.INODES, detached);
    return detached;
  }

  /** Removes the lease path of a file that is open for writing. */
  public static void removeLease(Tx tx, Inode file) {
    String holder = file.leaseHolder();
    if (holder != null) {
      tx.delete(Tables.LEASE_PATHS, new LeasePathKey(holder, file.id()));
    }
  }

  /**
   * Removes blocks of a file, at most {@link #BLOCKS_PER_TRANSACTION_MAX}.
   *
   * @return whether none is left
   */
  public static boolean removeBlocks(Tx tx, long inodeId) {
    ReadBatch batch = tx.batch();
    ReadBatch.Rows<Block> blocks =
        batch.scan(Scan.prefix(Tables.BLOCKS, BLOCKS_PER_TRANSACTION_MAX + 1, inodeId));
    ReadBatch.Rows<Replica> replicas =
        batch.scan(Scan.prefix(Tables.REPLICAS, ROWS_PER_FILE_MAX, inodeId));
    ReadBatch.Rows<ReplicaUnderConstruction> pipelines =
        batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, ROWS_PER_FILE_MAX, inodeId));
    ReadBatch.Rows<CorruptReplica> corrupt =
        batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, ROWS_PER_FILE_MAX, inodeId));
    batch.execute();
    boolean all = blocks.get().size() <= BLOCKS_PER_TRANSACTION_MAX;
    List<Block> now = all ? blocks.get() : blocks.get().subList(0, BLOCKS_PER_TRANSACTION_MAX);
    if (!now.isEmpty()) {
      long lastBlockId = now.get(now.size() - 1).blockId();
      now.forEach(block -> removeBlock(tx, block));
      replicas.get().stream()
          .filter(r -> r.blockId() <= lastBlockId)
          .forEach(r -> invalidate(tx, r));
      pipelines.get().stream()
          .filter(r -> r.blockId() <= lastBlockId)
          .forEach(r -> invalidate(tx, r));
      corrupt.get().stream()
          .filter(r -> r.blockId() <= lastBlockId)
          .forEach(r -> tx.delete(Tables.CORRUPT_REPLICAS, r.key()));
    }
    return all;
  }

  private static void removeBlock(Tx tx, Block block) {
    tx.delete(Tables.BLOCKS, block.key());
    tx.delete(Tables.BLOCK_LOOKUP, block.blockId());
  }

  private static void invalidate(Tx tx, Replica replica) {
    tx.delete(Tables.REPLICAS, replica.key());
    tx.upsert(
        Tables.INVALIDATED_BLOCKS,
        new InvalidatedReplica(
            replica.inodeId(),
            replica.blockId(),
            replica.storageId(),
            replica.generationStamp(),
            replica.lengthBytes()));
  }

  private static void invalidate(Tx tx, ReplicaUnderConstruction replica) {
    tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, replica.key());
    tx.upsert(
        Tables.INVALIDATED_BLOCKS,
        new InvalidatedReplica(
            replica.inodeId(),
            replica.blockId(),
            replica.storageId(),
            replica.generationStamp(),
            replica.lengthBytes()));
  }

  /**
   * Space that a file is charged with: its length, or for a block that is still being written a
   * whole block, times its replication.
   */
  public static long chargedSpaceBytes(Tx tx, Inode file) {
    if (!file.isUnderConstruction()) {
      return file.sizeBytes() * file.replication();
    }
    List<Block> blocks = tx.scan(Scan.prefix(Tables.BLOCKS, Scan.LIMIT_MAX, file.id()));
    boolean writing =
        blocks.stream()
            .anyMatch(
                b ->
                    b.state() == BlockState.UNDER_CONSTRUCTION
                        || b.state() == BlockState.UNDER_RECOVERY);
    return (file.sizeBytes() + (writing ? file.blockSizeBytes() : 0)) * file.replication();
  }
}
