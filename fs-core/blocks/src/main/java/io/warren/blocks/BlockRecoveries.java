package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.Striping;
import io.warren.store.Durability;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * Block recoveries on their way to datanodes: the leader hands each to a datanode with a replica,
 * in its next heartbeat answer. Only in memory: the block's row says that a recovery is under way,
 * and the lease monitor orders it again when it does not end.
 *
 * <p>A recovery changes replicas for good, and a truncation cuts them. So an order is kept back
 * until the row that it rests on can't be undone by a loss of power any more. Thread-safe.
 */
public final class BlockRecoveries {
  private static final int PENDING_MAX = 10_000;
  private static final int PER_HEARTBEAT_MAX = 100;

  /** Below this many datanodes that heartbeat in time, stale ones are asked as well. */
  private static final int FRESH_MIN = 2;

  /**
   * A block whose replicas must be brought to one length.
   *
   * @param recoveryId the generation stamp the block will have
   * @param truncates whether the replicas are to be cut to lengthBytes
   * @param storageIds storages that may have a replica
   * @param cutStorageIds those of them where it has been cut already
   * @param copyBlockId the block that is made from the replicas' first lengthBytes, and they are
   *     left as they are; 0 when they are cut themselves
   * @param striping of a block group; null for a contiguous block
   */
  public record Recovery(
      long blockId,
      long generationStamp,
      long lengthBytes,
      long recoveryId,
      boolean truncates,
      List<Integer> storageIds,
      List<Integer> cutStorageIds,
      long copyBlockId,
      @Nullable Striping striping) {
    public Recovery {
      storageIds = List.copyOf(storageIds);
      cutStorageIds = List.copyOf(cutStorageIds);
    }
  }

  /**
   * @param mark covers the rows that the recovery rests on
   */
  private record Pending(String primaryUuid, Recovery recovery, long mark) {}

  private final Datanodes datanodes;
  private final Durability durability;
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final Map<Long, String> leadingUuids = new ConcurrentHashMap<>();

  public BlockRecoveries(Datanodes datanodes, Durability durability) {
    this.datanodes = datanodes;
    this.durability = durability;
  }

  /**
   * Orders a recovery whose rows are committed; replaces an older one of the same block. It goes to
   * the datanode that was heard of most recently, but not to the one that led the last attempt if
   * there is another.
   *
   * @return false when no datanode with a replica is alive, or too much is pending: try later
   */
  public boolean order(Recovery recovery) {
    long blockId = recovery.blockId();
    Pending unsent = pending.get(blockId);
    String former = unsent == null ? leadingUuids.get(blockId) : unsent.primaryUuid();
    DatanodeDescriptor primary =
        places(recovery).stream()
            .max(
                Comparator.comparing((DatanodeDescriptor d) -> !d.getDatanodeUuid().equals(former))
                    .thenComparingLong(DatanodeInfo::getLastUpdateMonotonic))
            .orElse(null);
    if (primary == null || pending.size() >= PENDING_MAX) {
      return false;
    }
    pending.merge(
        blockId,
        new Pending(primary.getDatanodeUuid(), recovery, durability.mark()),
        (old, now) -> old.recovery().recoveryId() > now.recovery().recoveryId() ? old : now);
    return true;
  }

  /**
   * The datanodes that take part, each once: the rows may know two of its disks, and it refuses a
   * recovery that it has just taken. Of a truncation that was cut short either those that have cut
   * their replica or the others, whichever are more: replicas of two lengths are refused.
   */
  private Set<DatanodeDescriptor> places(Recovery recovery) {
    Set<DatanodeDescriptor> cut = live(recovery.cutStorageIds());
    Set<DatanodeDescriptor> others = live(recovery.storageIds());
    others.removeAll(cut);
    Set<DatanodeDescriptor> live = cut.size() >= others.size() ? cut : others;
    Set<DatanodeDescriptor> fresh = new LinkedHashSet<>(live);
    fresh.removeIf(datanodes::isStale);
    return fresh.size() >= FRESH_MIN ? fresh : live;
  }

  private Set<DatanodeDescriptor> live(List<Integer> storageIds) {
    Set<DatanodeDescriptor> live = new LinkedHashSet<>();
    for (int storageId : storageIds) {
      DatanodeStorageInfo storage = datanodes.liveStorage(storageId);
      if (storage != null) {
        live.add(storage.getDatanodeDescriptor());
      }
    }
    return live;
  }

  /** The recoveries that a datanode must lead now, or null for none. */
  public @Nullable BlockRecoveryCommand take(String datanodeUuid) {
    BlockRecoveryCommand command = new BlockRecoveryCommand();
    for (Map.Entry<Long, Pending> entry : pending.entrySet()) {
      Pending order = entry.getValue();
      boolean full = command.getRecoveringBlocks().size() >= PER_HEARTBEAT_MAX;
      if (!full && order.primaryUuid().equals(datanodeUuid) && isDurable(entry.getKey(), order)) {
        // Before it leaves the pending ones, so that it is always known to be under way.
        leadingUuids.put(entry.getKey(), datanodeUuid);
        if (pending.remove(entry.getKey(), order)) {
          add(command, order.recovery());
        }
      }
    }
    return command.getRecoveringBlocks().isEmpty() ? null : command;
  }

  /**
   * One that may have lost its rows is forgotten: the lease monitor orders it again by its rows.
   */
  private boolean isDurable(long blockId, Pending order) {
    return switch (durability.state(order.mark())) {
      case DURABLE -> true;
      case PENDING -> false;
      case VOID -> {
        leadingUuids.remove(blockId);
        pending.remove(blockId, order);
        yield false;
      }
    };
  }

  private void add(BlockRecoveryCommand command, Recovery recovery) {
    if (BlockIds.isStriped(recovery.blockId())) {
      StripedRecoveries.add(command, datanodes, recovery);
      return;
    }
    Set<DatanodeDescriptor> places = places(recovery);
    if (!places.isEmpty()) {
      command.add(recovering(recovery, places.toArray(DatanodeInfo[]::new)));
    }
  }

  private RecoveringBlock recovering(Recovery recovery, DatanodeInfo[] locations) {
    Block present =
        new Block(recovery.blockId(), recovery.lengthBytes(), recovery.generationStamp());
    ExtendedBlock block = new ExtendedBlock(datanodes.blockPoolId(), present);
    if (!recovery.truncates()) {
      return new RecoveringBlock(block, locations, recovery.recoveryId());
    }
    long copyId = recovery.copyBlockId();
    long madeId = copyId == 0 ? recovery.blockId() : copyId;
    Block cut = new Block(madeId, recovery.lengthBytes(), recovery.recoveryId());
    return new RecoveringBlock(block, locations, cut);
  }

  /** Whether a datanode that lives has the order, or will get it with its next heartbeat. */
  public boolean isUnderWay(long blockId) {
    Pending unsent = pending.get(blockId);
    String uuid = unsent == null ? leadingUuids.get(blockId) : unsent.primaryUuid();
    return uuid != null && datanodes.isLive(uuid);
  }

  /** A datanode that registers has started anew, or was out of reach: its orders are lost. */
  void registered(String datanodeUuid) {
    leadingUuids.values().removeIf(datanodeUuid::equals);
  }

  /** Forgets the recoveries of all other blocks. */
  public void retain(Set<Long> blockIds) {
    pending.keySet().retainAll(blockIds);
    leadingUuids.keySet().retainAll(blockIds);
  }

  /** Forgets everything: another namenode leads now. */
  public void reset() {
    pending.clear();
    leadingUuids.clear();
  }
}
