package io.warren.blocks;

import io.warren.model.PendingReplication;
import io.warren.model.Storage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Copies on their way to the datanode that has the source; sent in its heartbeat answers, as many
 * as it may send at a time. Only in memory: the rows of pending_replications say what is under way,
 * and a new leader fills this again from them. They need not wait until their rows are durable: a
 * copy that no row knows any more takes nothing away. Thread-safe.
 */
public final class ReplicationOrders {
  private final Datanodes datanodes;
  private final int streamsMax;
  private final Map<String, Deque<PendingReplication>> bySource = new ConcurrentHashMap<>();

  public ReplicationOrders(Datanodes datanodes, int streamsMax) {
    this.datanodes = datanodes;
    this.streamsMax = streamsMax;
  }

  /** Queues a copy whose row is committed. */
  void add(PendingReplication order) {
    // What is computed instead of copied has no source: 0 is no storage's number.
    Storage source = datanodes.storageIds().find(order.sourceStorageId());
    if (source != null) {
      bySource.compute(
          source.datanodeUuid(),
          (uuid, queue) -> {
            Deque<PendingReplication> orders = queue == null ? new ArrayDeque<>() : queue;
            orders.add(order);
            return orders;
          });
    }
  }

  /** How many copies wait for a datanode. */
  int waiting(String datanodeUuid) {
    Queue<PendingReplication> queue = bySource.get(datanodeUuid);
    return queue == null ? 0 : queue.size();
  }

  /**
   * The copies that a datanode must begin now, or null for none.
   *
   * @param transfers how many it has begun and not ended
   */
  public @Nullable BlockCommand take(String datanodeUuid, int transfers) {
    List<PendingReplication> orders = new ArrayList<>();
    bySource.computeIfPresent(
        datanodeUuid,
        (uuid, queue) -> {
          while (orders.size() < streamsMax - transfers && !queue.isEmpty()) {
            orders.add(queue.remove());
          }
          return queue.isEmpty() ? null : queue;
        });
    return command(orders);
  }

  private @Nullable BlockCommand command(List<PendingReplication> orders) {
    List<Block> blocks = new ArrayList<>();
    List<DatanodeInfo[]> targets = new ArrayList<>();
    List<StorageType[]> types = new ArrayList<>();
    List<String[]> ids = new ArrayList<>();
    for (PendingReplication order : orders) {
      DatanodeStorageInfo target = datanodes.liveStorage(order.storageId());
      if (target != null) {
        blocks.add(new Block(order.blockId(), order.lengthBytes(), order.generationStamp()));
        targets.add(new DatanodeInfo[] {target.getDatanodeDescriptor()});
        types.add(new StorageType[] {target.getStorageType()});
        ids.add(new String[] {target.getStorageID()});
      }
    }
    return blocks.isEmpty()
        ? null
        : new BlockCommand(
            DatanodeProtocol.DNA_TRANSFER,
            datanodes.blockPoolId(),
            blocks.toArray(Block[]::new),
            targets.toArray(DatanodeInfo[][]::new),
            types.toArray(StorageType[][]::new),
            ids.toArray(String[][]::new));
  }

  /** Forgets everything: another namenode leads now. */
  void reset() {
    bySource.clear();
  }
}
