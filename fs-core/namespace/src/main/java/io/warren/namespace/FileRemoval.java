package io.warren.namespace;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InvalidatedReplica;
import io.warren.model.LeasePathKey;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.policy.PolicySpace;
import io.warren.namespace.snapshot.SnapshotGarbage;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes a file out of the tree: its row, its blocks and its lease path. Replicas become rows of
 * invalidated_blocks, from which datanodes are told to delete them.
 */
public final class FileRemoval {
  /** Files with more blocks are detached first and emptied in several transactions. */
  public static final int BLOCKS_PER_TRANSACTION_MAX = 40;

  /** A group has up to fourteen internal blocks. */
  private static final int GROUPS_PER_TRANSACTION_MAX = 10;

  private static final int ROWS_PER_FILE_MAX = 10 * BLOCKS_PER_TRANSACTION_MAX;

  private FileRemoval() {}

  /**
   * Removes a file whose row is locked exclusively; the caller charges the quota. A file of many
   * blocks only leaves the tree here; {@code subtree.DetachedRemover} frees its blocks.
   */
  public static void remove(OperationTx tx, Inode file) {
    removeLease(tx.store(), file);
    if (tx.snapshots().keeps(file)) {
      retain(tx, file);
    } else if (removeBlocks(tx.store(), file.id())) {
      tx.inodes().delete(file);
    } else {
      detach(tx, file);
    }
  }

  /** Moves a row out of the tree, where only the remover finds it; the feed hears of a delete. */
  public static Inode detach(OperationTx tx, Inode inode) {
    return putAway(tx, inode, Partitioning.detachedKey(inode.id()));
  }

  /**
   * Moves the row of a deleted inode that snapshots hold to where they find it, with its blocks, or
   * with everything below it; the feed hears of a delete. It is freed with the last such snapshot.
   */
  public static Inode retain(OperationTx tx, Inode inode) {
    return putAway(tx, inode, Partitioning.retainedKey(inode.id()));
  }

  private static Inode putAway(OperationTx tx, Inode inode, InodeKey key) {
    Inode away =
        inode.toBuilder()
            .partitionId(key.partitionId())
            .parentId(key.parentId())
            .name(key.name())
            .subtreeLockOwner(0)
            .leaseHolder(null)
            .leaseMachine(null)
            .features(inode.features() & (Inode.TYPE_QUOTA | Inode.SNAPSHOTTABLE))
            .build();
    tx.inodes().delete(inode);
    tx.store().insert(Tables.INODES, away);
    return away;
  }

  /** Removes the lease path of a file that is open for writing. */
  public static void removeLease(Tx tx, Inode file) {
    String holder = file.leaseHolder();
    if (holder != null) {
      tx.delete(Tables.LEASE_PATHS, new LeasePathKey(holder, file.id()));
      if (holder.equals(Leases.RECOVERY_HOLDER) && file.keptSnapshot() != 0) {
        // Its last block may have been made from a former one that only this kept.
        SnapshotGarbage.noteCopied(tx, file.id());
      }
    }
  }

  /**
   * Removes blocks of a file, at most {@link #BLOCKS_PER_TRANSACTION_MAX}.
   *
   * @return whether none is left
   */
  public static boolean removeBlocks(Tx tx, long inodeId) {
    List<Block> blocks =
        tx.scan(
            Scan.prefix(Tables.BLOCKS, BLOCKS_PER_TRANSACTION_MAX + 1, inodeId)
                .locked(LockMode.EXCLUSIVE));
    if (blocks.isEmpty()) {
      return true;
    }
    ReadBatch batch = tx.batch();
    ReadBatch.Rows<Replica> replicas =
        batch.scan(Scan.prefix(Tables.REPLICAS, ROWS_PER_FILE_MAX, inodeId));
    ReadBatch.Rows<ReplicaUnderConstruction> pipelines =
        batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, ROWS_PER_FILE_MAX, inodeId));
    ReadBatch.Rows<CorruptReplica> corrupt =
        batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, ROWS_PER_FILE_MAX, inodeId));
    batch.execute();
    int most =
        BlockIds.isStriped(blocks.get(0).blockId())
            ? GROUPS_PER_TRANSACTION_MAX
            : BLOCKS_PER_TRANSACTION_MAX;
    boolean all = blocks.size() <= most;
    List<Block> now = all ? blocks : blocks.subList(0, most);
    long lastBlockId = BlockIds.last(now.get(now.size() - 1).blockId());
    now.forEach(block -> removeBlock(tx, block));
    Map<ReplicaKey, InvalidatedReplica> orders = new HashMap<>();
    for (Replica r : replicas.get()) {
      if (r.blockId() <= lastBlockId) {
        ReplicaRows.delete(tx, r);
        order(orders, r.key(), r.generationStamp(), r.lengthBytes());
      }
    }
    for (ReplicaUnderConstruction r : pipelines.get()) {
      if (r.blockId() <= lastBlockId) {
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
        order(orders, r.key(), r.generationStamp(), r.lengthBytes());
      }
    }
    for (CorruptReplica r : corrupt.get()) {
      if (r.blockId() <= lastBlockId) {
        tx.delete(Tables.CORRUPT_REPLICAS, r.key());
      }
    }
    orders.values().forEach(order -> tx.upsert(Tables.INVALIDATED_BLOCKS, order));
    return all;
  }

  private static void removeBlock(Tx tx, Block block) {
    tx.delete(Tables.BLOCKS, block.key());
    tx.delete(Tables.BLOCK_LOOKUP, block.blockId());
  }

  /** A datanode deletes a replica of the generation it is told, so the newest counts. */
  private static void order(
      Map<ReplicaKey, InvalidatedReplica> orders,
      ReplicaKey key,
      long generationStamp,
      long lengthBytes) {
    InvalidatedReplica order =
        new InvalidatedReplica(
            key.inodeId(), key.blockId(), key.storageId(), generationStamp, lengthBytes);
    orders.merge(key, order, (a, b) -> a.generationStamp() >= b.generationStamp() ? a : b);
  }

  /**
   * Space that a file is charged with: the length of its blocks, a block that is still being
   * written in full, times its replication.
   */
  public static PolicySpace charged(Tx tx, Inode file) {
    if (!file.isUnderConstruction()) {
      return PolicySpace.ofFile(file, file.sizeBytes());
    }
    long bytes = 0;
    for (Block block : tx.scan(Scan.prefix(Tables.BLOCKS, Scan.LIMIT_MAX, file.id()))) {
      bytes +=
          block.state().isOpen()
              ? Math.max(file.fullBlockBytes(), block.lengthBytes())
              : block.lengthBytes();
    }
    return PolicySpace.ofFile(file, bytes);
  }
}
