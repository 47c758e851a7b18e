package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.CorruptReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaKey;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replicas that clients and datanodes found corrupt by their checksums. They are kept and passed
 * over: readers get them only when no good replica is left. Thread-safe.
 */
public final class BadBlocks {
  private static final Logger LOG = LoggerFactory.getLogger(BadBlocks.class);
  private static final int REASON_CHARS_MAX = 200;

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;

  public BadBlocks(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  /**
   * Notes corrupt replicas; unknown blocks and storages are passed over, as in stock HDFS.
   *
   * @return how many replicas were newly noted
   */
  public int report(LocatedBlock[] blocks, String reason) {
    long namenodeId = datanodes.selfId();
    int noted = 0;
    for (LocatedBlock block : blocks) {
      DatanodeInfo[] locations = block.getLocations();
      String[] storages = block.getStorageIDs();
      for (int i = 0; i < locations.length; i++) {
        String uuid = storages != null && i < storages.length ? storages[i] : "";
        for (int storageId : candidates(locations[i], uuid)) {
          if (note(block.getBlock().getLocalBlock(), storageId, reason, namenodeId)) {
            noted++;
          }
        }
      }
    }
    return noted;
  }

  /** Clients name the datanode only; a datanode has a block on one of its storages. */
  private List<Integer> candidates(DatanodeInfo datanode, String storageUuid) {
    if (storageUuid.isEmpty()) {
      return datanodes.storagesOf(datanode.getDatanodeUuid());
    }
    Integer storageId = datanodes.storageIds().idOf(storageUuid);
    if (storageId == null) {
      LOG.warn("Corrupt replica reported on unknown storage {}", storageUuid);
      return List.of();
    }
    return List.of(storageId);
  }

  private boolean note(
      org.apache.hadoop.hdfs.protocol.Block bad, int storageId, String reason, long namenodeId) {
    return runner.run(
        TxOptions.write("report_bad_block"), tx -> note(tx, bad, storageId, reason, namenodeId));
  }

  private boolean note(
      Tx tx,
      org.apache.hadoop.hdfs.protocol.Block bad,
      int storageId,
      String reason,
      long namenodeId) {
    BlockLookup lookup =
        tx.get(Tables.BLOCK_LOOKUP, BlockIds.owner(bad.getBlockId()), LockMode.READ_COMMITTED);
    if (lookup == null) {
      return false;
    }
    ReplicaKey key = new ReplicaKey(lookup.inodeId(), bad.getBlockId(), storageId);
    Block block = tx.get(Tables.BLOCKS, key.block(), LockMode.EXCLUSIVE);
    Replica replica = tx.get(Tables.REPLICAS, key, LockMode.READ_COMMITTED);
    CorruptReplica before = tx.get(Tables.CORRUPT_REPLICAS, key, LockMode.READ_COMMITTED);
    if (block == null
        || replica == null
        || before != null
        || replica.generationStamp() != bad.getGenerationStamp()) {
      return false;
    }
    new ReportFence(namenodeId).require(tx);
    tx.insert(
        Tables.CORRUPT_REPLICAS,
        new CorruptReplica(
            key.inodeId(),
            key.blockId(),
            storageId,
            bad.getGenerationStamp(),
            reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX)),
            clock.millis()));
    ReplicaHistory.begin(
        tx, key, ReplicaEventKind.FOUND_CORRUPT, bad.getGenerationStamp(), reason, clock.millis());
    tx.upsert(
        Tables.REDUNDANCY_CHECKS,
        new RedundancyCheck(block.inodeId(), block.blockId(), clock.millis()));
    LOG.warn("Block {} is corrupt on storage {}: {}", bad, storageId, reason);
    return true;
  }
}
