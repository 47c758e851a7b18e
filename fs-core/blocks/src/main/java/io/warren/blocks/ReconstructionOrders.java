package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.PendingReplication;
import io.warren.model.Replica;
import io.warren.model.Storage;
import io.warren.model.Striping;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand.BlockECReconstructionInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Units of block groups that a datanode must compute from the others; sent in its heartbeat
 * answers, as many as it may work on at a time. Only in memory: the rows of pending_replications
 * say what is under way, and what no datanode ends in time is begun again. Thread-safe.
 */
public final class ReconstructionOrders {
  private record Order(Block group, List<Replica> sources, List<PendingReplication> targets) {}

  private final Datanodes datanodes;
  private final int streamsMax;
  private final Map<String, Deque<Order>> byTarget = new ConcurrentHashMap<>();

  ReconstructionOrders(Datanodes datanodes, int streamsMax) {
    this.datanodes = datanodes;
    this.streamsMax = streamsMax;
  }

  /**
   * Queues a reconstruction whose rows are committed.
   *
   * @param sources a good replica of each unit that can be read
   * @param targets where the missing units go
   */
  void add(Block group, List<Replica> sources, List<PendingReplication> targets) {
    Storage worker = datanodes.storageIds().find(targets.get(0).storageId());
    if (worker != null) {
      byTarget.compute(
          worker.datanodeUuid(),
          (uuid, queue) -> {
            Deque<Order> orders = queue == null ? new ArrayDeque<>() : queue;
            orders.add(new Order(group, List.copyOf(sources), List.copyOf(targets)));
            return orders;
          });
    }
  }

  /**
   * The reconstructions that a datanode must begin now, or null for none.
   *
   * @param transfers how many transfers it has begun and not ended
   */
  public @Nullable BlockECReconstructionCommand take(String datanodeUuid, int transfers) {
    List<Order> orders = new ArrayList<>();
    byTarget.computeIfPresent(
        datanodeUuid,
        (uuid, queue) -> {
          while (orders.size() < streamsMax - transfers && !queue.isEmpty()) {
            orders.add(queue.remove());
          }
          return queue.isEmpty() ? null : queue;
        });
    List<BlockECReconstructionInfo> tasks =
        orders.stream().map(this::task).filter(Objects::nonNull).toList();
    return tasks.isEmpty()
        ? null
        : new BlockECReconstructionCommand(
            DatanodeProtocol.DNA_ERASURE_CODING_RECONSTRUCTION, tasks);
  }

  private @Nullable BlockECReconstructionInfo task(Order order) {
    Striping striping = order.group().striping();
    List<DatanodeInfo> sources = new ArrayList<>();
    List<Replica> read = new ArrayList<>();
    for (Replica replica : order.sources()) {
      DatanodeStorageInfo storage = datanodes.liveStorage(replica.storageId());
      if (storage != null) {
        sources.add(storage.getDatanodeDescriptor());
        read.add(replica);
      }
    }
    DatanodeStorageInfo[] targets =
        order.targets().stream()
            .map(target -> datanodes.liveStorage(target.storageId()))
            .filter(Objects::nonNull)
            .toArray(DatanodeStorageInfo[]::new);
    // The datanode gives its targets the missing units in their order, so none may be left out.
    if (striping == null || targets.length < order.targets().size()) {
      return null;
    }
    Block group = order.group();
    return new BlockECReconstructionInfo(
        new ExtendedBlock(
            datanodes.blockPoolId(), group.blockId(), group.lengthBytes(), group.generationStamp()),
        sources.toArray(DatanodeInfo[]::new),
        targets,
        units(read.stream().map(Replica::blockId).toList()),
        neither(striping, read, order.targets()),
        SystemErasureCodingPolicies.getByID((byte) striping.policyId()));
  }

  private static byte[] units(List<Long> internalIds) {
    byte[] units = new byte[internalIds.size()];
    for (int i = 0; i < units.length; i++) {
      units[i] = (byte) BlockIds.unit(internalIds.get(i));
    }
    return units;
  }

  /** Units that are not read and that nobody is to make, for they only cannot be reached now. */
  private static byte[] neither(
      Striping striping, List<Replica> read, List<PendingReplication> targets) {
    Set<Integer> left = new TreeSet<>();
    for (int unit = 0; unit < striping.units(); unit++) {
      left.add(unit);
    }
    read.forEach(replica -> left.remove(BlockIds.unit(replica.blockId())));
    targets.forEach(target -> left.remove(BlockIds.unit(target.blockId())));
    return units(left.stream().map(Integer::longValue).toList());
  }

  /** Forgets everything: another namenode leads now. */
  void reset() {
    byTarget.clear();
  }
}
