package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.PendingReplication;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.BlockScans;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the leader needs to judge how often one block is stored.
 *
 * @param rows null when the block does not exist
 * @param file null when it, or the block, does not exist
 * @param noted the block's row in under_replicated_blocks
 * @param policies of the files that this transaction looks at
 */
record BlockLook(
    BlockKey key,
    @Nullable BlockRows rows,
    @Nullable Inode file,
    List<PendingReplication> pending,
    @Nullable UnderReplicatedBlock noted,
    HeldPolicies policies) {

  /** Reads without locks. */
  static List<BlockLook> read(Tx tx, Collection<BlockKey> keys) {
    ReadBatch batch = tx.batch();
    Map<BlockKey, ReadBatch.Row<Block>> rows = new HashMap<>();
    keys.forEach(key -> rows.put(key, batch.get(Tables.BLOCKS, key)));
    batch.execute();
    Map<BlockKey, Block> blocks = new HashMap<>();
    for (Map.Entry<BlockKey, ReadBatch.Row<Block>> row : rows.entrySet()) {
      Block block = row.getValue().get();
      if (block != null) {
        blocks.put(row.getKey(), block);
      }
    }
    return complete(tx, sorted(keys), blocks);
  }

  /**
   * Locks the blocks, and the wishes to look at them, so that no wish is lost that comes while they
   * are judged.
   */
  static List<BlockLook> lock(Tx tx, Collection<BlockKey> keys) {
    List<BlockKey> sorted = sorted(keys);
    Map<BlockKey, Block> blocks = new HashMap<>();
    for (BlockKey key : sorted) {
      Block block = tx.get(Tables.BLOCKS, key, LockMode.EXCLUSIVE);
      if (block != null) {
        blocks.put(key, block);
      }
      tx.get(Tables.REDUNDANCY_CHECKS, key, LockMode.EXCLUSIVE);
    }
    return complete(tx, sorted, blocks);
  }

  /** Blocks are locked in the order of their keys. */
  private static List<BlockKey> sorted(Collection<BlockKey> keys) {
    TreeSet<BlockKey> sorted =
        new TreeSet<>(
            java.util.Comparator.comparingLong(BlockKey::inodeId)
                .thenComparingLong(BlockKey::blockId));
    sorted.addAll(keys);
    return new ArrayList<>(sorted);
  }

  private record Reads(
      BlockRows.Pending rows,
      ReadBatch.Rows<PendingReplication> pending,
      ReadBatch.Row<UnderReplicatedBlock> noted) {}

  private static List<BlockLook> complete(Tx tx, List<BlockKey> keys, Map<BlockKey, Block> blocks) {
    ReadBatch batch = tx.batch();
    List<Reads> reads = new ArrayList<>();
    for (BlockKey key : keys) {
      reads.add(
          new Reads(
              BlockRows.Pending.add(batch, key.inodeId(), key.blockId()),
              batch.scan(
                  BlockScans.replicas(Tables.PENDING_REPLICATIONS, key.inodeId(), key.blockId())),
              batch.get(Tables.UNDER_REPLICATED_BLOCKS, key)));
    }
    batch.execute();
    Map<Long, Optional<Inode>> files = new HashMap<>();
    HeldPolicies policies = new HeldPolicies();
    List<BlockLook> looks = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      BlockKey key = keys.get(i);
      Block block = blocks.get(key);
      // A file that is renamed just now must be found: to miss it would end every wish for it.
      Inode file =
          block == null
              ? null
              : files
                  .computeIfAbsent(key.inodeId(), id -> Optional.ofNullable(InodeRows.find(tx, id)))
                  .orElse(null);
      looks.add(
          new BlockLook(
              key,
              block == null ? null : reads.get(i).rows().of(block),
              file,
              BlockScans.ofBlock(
                  reads.get(i).pending().get(), key.blockId(), PendingReplication::blockId),
              reads.get(i).noted().get(),
              policies));
    }
    return looks;
  }

  /** Whether the block is written to the end, so that its number of replicas can be judged. */
  boolean isJudged() {
    BlockRows present = rows;
    return present != null && file != null && present.block().state() == BlockState.COMPLETE;
  }

  /**
   * The id of the storage policy that holds for the file, its own or an inherited one; reads the
   * rows above the file. Empty while no path leads to it.
   */
  OptionalInt policy(Tx tx) {
    return policies.of(tx, Objects.requireNonNull(file));
  }

  /**
   * As {@link #policy}, and the default while no path leads to the file: a copy that is lost is
   * made again wherever it fits.
   */
  int policyOrDefault(Tx tx) {
    return policy(tx).orElse(0);
  }

  /** Whether this is a block group of an erasure-coded file. */
  boolean isStriped() {
    return BlockIds.isStriped(key.blockId());
  }

  /** Whether the block's writer is done but no datanode has reported it. */
  boolean isCommitted() {
    BlockRows present = rows;
    return present != null && present.block().state() == BlockState.COMMITTED;
  }
}
