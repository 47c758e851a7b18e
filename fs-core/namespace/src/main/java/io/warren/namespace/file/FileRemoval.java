package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockPlace;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.LeasePathKey;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ReplicaRemoval;
import io.warren.namespace.SweepNotes;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Takes a file out of the tree: its row, its blocks and its lease path. Replicas become rows of
 * invalidated_blocks, from which datanodes are told to delete them.
 */
public final class FileRemoval {
  /** Files with more blocks are detached first and emptied in several transactions. */
  public static final int BLOCKS_PER_TRANSACTION_MAX = 40;

  /** A group has up to fourteen internal blocks. */
  private static final int GROUPS_PER_TRANSACTION_MAX = 10;

  /** A replica that goes costs four rows; what is left takes another transaction. */
  private static final int REPLICAS_PER_PAGE = 200;

  private static final int PLACES_PER_TRANSACTION_MAX = 10 * BLOCKS_PER_TRANSACTION_MAX;

  /** Features of an inode out of the tree: they tell which rows go with it. */
  private static final int STILL_TOLD = Inode.TYPE_QUOTA | Inode.SNAPSHOTTABLE | Inode.IN_DATABASE;

  private FileRemoval() {}

  /**
   * Removes a file whose row is locked exclusively; the caller charges the quota. A file of many
   * blocks only leaves the tree here; {@code subtree.DetachedRemover} frees its blocks.
   */
  public static void remove(OperationTx tx, Inode file) {
    removeLease(tx.store(), file);
    if (tx.snapshots().keeps(file)) {
      retain(tx, file);
    } else if (removeData(tx.store(), file)) {
      tx.inodes().delete(file);
    } else {
      detach(tx, file, 0);
    }
  }

  /**
   * Moves a row out of the tree, where only the remover finds it; the feed hears of a delete.
   *
   * @param freedBy id of the namenode that frees what is below, which the leader leaves alone while
   *     that one lives; 0 for the leader
   */
  public static Inode detach(OperationTx tx, Inode inode, long freedBy) {
    return putAway(tx, inode, Partitioning.detachedKey(inode.id()), freedBy);
  }

  /**
   * Moves the row of a deleted inode that snapshots hold to where they find it, with its blocks, or
   * with everything below it; the feed hears of a delete. It is freed with the last such snapshot.
   */
  public static Inode retain(OperationTx tx, Inode inode) {
    return putAway(tx, inode, Partitioning.retainedKey(inode.id()), 0);
  }

  private static Inode putAway(OperationTx tx, Inode inode, InodeKey key, long freedBy) {
    Inode away =
        inode.toBuilder()
            .partitionId(key.partitionId())
            .parentId(key.parentId())
            .name(key.name())
            .subtreeLockOwner(freedBy)
            .leaseHolder(null)
            .leaseMachine(null)
            .features(inode.features() & STILL_TOLD)
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
        SweepNotes.copied(tx, file.id());
      }
    }
  }

  /**
   * Removes blocks of a file, and its bytes in the database with the last of them.
   *
   * @return whether nothing is left
   */
  public static boolean removeData(Tx tx, Inode file) {
    if (!removeBlocks(tx, file.id())) {
      return false;
    }
    FileContents.remove(tx, file);
    return true;
  }

  /**
   * Removes blocks of a file, at most {@link #BLOCKS_PER_TRANSACTION_MAX}, and fewer when they have
   * many replicas. With the last block go rows about replicas that are left of others.
   *
   * @return whether none is left
   */
  private static boolean removeBlocks(Tx tx, long inodeId) {
    List<Block> blocks =
        tx.scan(
            Scan.prefix(Tables.BLOCKS, BLOCKS_PER_TRANSACTION_MAX + 1, inodeId)
                .locked(LockMode.EXCLUSIVE));
    if (blocks.isEmpty()) {
      return true;
    }
    boolean allLocked = blocks.size() <= BLOCKS_PER_TRANSACTION_MAX;
    Scan<ReplicaKey, Replica> scan = settled(Tables.REPLICAS, inodeId, allLocked);
    Scan<ReplicaKey, ReplicaUnderConstruction> expectedScan =
        settled(Tables.REPLICAS_UNDER_CONSTRUCTION, inodeId, allLocked);
    Scan<ReplicaKey, CorruptReplica> corruptScan =
        settled(Tables.CORRUPT_REPLICAS, inodeId, allLocked);
    ReadBatch batch = tx.batch();
    ReadBatch.Rows<Replica> replicas = batch.scan(scan);
    ReadBatch.Rows<ReplicaUnderConstruction> expected = batch.scan(expectedScan);
    ReadBatch.Rows<CorruptReplica> corrupt = batch.scan(corruptScan);
    ReadBatch.Rows<BlockPlace> places =
        batch.scan(
            Scan.prefix(Tables.BLOCK_PLACES, PLACES_PER_TRANSACTION_MAX, inodeId)
                .settledUnderLock());
    batch.execute();
    places.get().forEach(place -> tx.delete(Tables.BLOCK_PLACES, place.key()));
    List<Block> now = removedNow(blocks, replicas.get());
    boolean all = now.size() == blocks.size();
    long last = all ? Long.MAX_VALUE : BlockIds.last(now.get(now.size() - 1).blockId());
    now.forEach(block -> removeBlock(tx, block));
    ReplicaRemoval.remove(
        tx,
        upTo(tx, last, scan, replicas.get(), Replica::blockId),
        upTo(tx, last, expectedScan, expected.get(), ReplicaUnderConstruction::blockId),
        upTo(tx, last, corruptScan, corrupt.get(), CorruptReplica::blockId));
    return all && places.get().size() < PLACES_PER_TRANSACTION_MAX;
  }

  /**
   * Rows about replicas. Whoever held a block's lock before may not have made them all visible yet.
   *
   * @param allLocked whether the transaction has locked all blocks of the file
   */
  private static <R> Scan<ReplicaKey, R> settled(
      Table<ReplicaKey, R> table, long inodeId, boolean allLocked) {
    Scan<ReplicaKey, R> scan = Scan.prefix(table, REPLICAS_PER_PAGE, inodeId);
    return allLocked ? scan.settledUnderLock() : scan.locked(LockMode.SETTLED);
  }

  /** The blocks whose replicas one transaction removes, at least one. */
  private static List<Block> removedNow(List<Block> blocks, List<Replica> firstReplicas) {
    int most =
        BlockIds.isStriped(blocks.get(0).blockId())
            ? GROUPS_PER_TRANSACTION_MAX
            : BLOCKS_PER_TRANSACTION_MAX;
    if (firstReplicas.size() == REPLICAS_PER_PAGE) {
      long unread = BlockIds.owner(firstReplicas.get(REPLICAS_PER_PAGE - 1).blockId());
      int read = (int) blocks.stream().filter(block -> block.blockId() < unread).count();
      most = Math.max(1, Math.min(read, most));
    }
    return blocks.subList(0, Math.min(most, blocks.size()));
  }

  /** All rows of blocks up to one. */
  private static <R> List<R> upTo(
      Tx tx, long lastBlockId, Scan<ReplicaKey, R> scan, List<R> first, ToLongFunction<R> idOf) {
    return Scans.fromWhile(tx, scan, first, row -> idOf.applyAsLong(row) <= lastBlockId).stream()
        .filter(row -> idOf.applyAsLong(row) <= lastBlockId)
        .toList();
  }

  private static void removeBlock(Tx tx, Block block) {
    tx.delete(Tables.BLOCKS, block.key());
    tx.delete(Tables.BLOCK_LOOKUP, block.blockId());
  }

  /**
   * Space that a file is charged with: the length of its blocks, a block that is still being
   * written in full, times its replication. Bytes in the database count as if they were in blocks.
   */
  public static PolicySpace charged(Tx tx, Inode file) {
    if (!file.isUnderConstruction()) {
      return PolicySpace.ofFile(file, file.sizeBytes());
    }
    FileBlocks blocks = FileTail.read(tx, file, LockMode.READ_COMMITTED);
    Block last = blocks.last();
    long bytes = blocks.lengthBytes() + (file.inDatabase() ? file.sizeBytes() : 0);
    if (last != null && last.state().isOpen()) {
      bytes += Math.max(0, file.fullBlockBytes() - last.lengthBytes());
    }
    return PolicySpace.ofFile(file, bytes);
  }
}
