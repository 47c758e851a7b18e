package io.warren.blocks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.jspecify.annotations.Nullable;

/**
 * Block recoveries on their way to a datanode: the leader hands each to the datanode that has most
 * recently been heard of among those with a replica, in its next heartbeat answer. Only in memory:
 * the block's row says that a recovery is under way, and the lease monitor orders it again when it
 * does not end. Thread-safe.
 */
public final class BlockRecoveries {
  private static final int PENDING_MAX = 10_000;
  private static final int PER_HEARTBEAT_MAX = 100;

  /**
   * A block whose replicas must be brought to one length.
   *
   * @param recoveryId the generation stamp the block will have
   * @param truncates whether the replicas are to be cut to lengthBytes
   * @param storageIds storages that may have a replica
   */
  public record Recovery(
      long blockId,
      long generationStamp,
      long lengthBytes,
      long recoveryId,
      boolean truncates,
      List<Integer> storageIds) {
    public Recovery {
      storageIds = List.copyOf(storageIds);
    }
  }

  private record Pending(String primaryUuid, Recovery recovery) {}

  private final Datanodes datanodes;
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

  public BlockRecoveries(Datanodes datanodes) {
    this.datanodes = datanodes;
  }

  /**
   * Orders a recovery; replaces an older one of the same block that was not sent yet.
   *
   * @return false when no datanode with a replica is alive, or too much is pending: try later
   */
  public boolean order(Recovery recovery) {
    DatanodeDescriptor primary =
        recovery.storageIds().stream()
            .map(datanodes::liveStorage)
            .filter(s -> s != null)
            .map(DatanodeStorageInfo::getDatanodeDescriptor)
            .max(Comparator.comparingLong(DatanodeInfo::getLastUpdateMonotonic))
            .orElse(null);
    if (primary == null || pending.size() >= PENDING_MAX) {
      return false;
    }
    pending.merge(
        recovery.blockId(),
        new Pending(primary.getDatanodeUuid(), recovery),
        (old, now) -> old.recovery().recoveryId() > now.recovery().recoveryId() ? old : now);
    return true;
  }

  /** The recoveries that a datanode must lead now, or null for none. */
  public @Nullable BlockRecoveryCommand take(String datanodeUuid) {
    BlockRecoveryCommand command = new BlockRecoveryCommand();
    for (Map.Entry<Long, Pending> entry : pending.entrySet()) {
      boolean full = command.getRecoveringBlocks().size() >= PER_HEARTBEAT_MAX;
      if (!full
          && entry.getValue().primaryUuid().equals(datanodeUuid)
          && pending.remove(entry.getKey(), entry.getValue())) {
        add(command, entry.getValue().recovery());
      }
    }
    return command.getRecoveringBlocks().isEmpty() ? null : command;
  }

  private void add(BlockRecoveryCommand command, Recovery recovery) {
    List<DatanodeInfo> locations = new ArrayList<>();
    for (int storageId : recovery.storageIds()) {
      DatanodeStorageInfo storage = datanodes.liveStorage(storageId);
      if (storage != null) {
        locations.add(storage.getDatanodeDescriptor());
      }
    }
    if (!locations.isEmpty()) {
      command.add(recovering(recovery, locations.toArray(DatanodeInfo[]::new)));
    }
  }

  private RecoveringBlock recovering(Recovery recovery, DatanodeInfo[] locations) {
    Block present =
        new Block(recovery.blockId(), recovery.lengthBytes(), recovery.generationStamp());
    ExtendedBlock block = new ExtendedBlock(datanodes.blockPoolId(), present);
    if (!recovery.truncates()) {
      return new RecoveringBlock(block, locations, recovery.recoveryId());
    }
    Block cut = new Block(recovery.blockId(), recovery.lengthBytes(), recovery.recoveryId());
    return new RecoveringBlock(block, locations, cut);
  }

  /** Forgets everything: another namenode leads now. */
  public void reset() {
    pending.clear();
  }
}
