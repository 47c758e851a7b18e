package io.warren.blocks;

import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdmin;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one namenode sees of the storages by their datanodes' heartbeats. Thread-safe. */
final class StorageSights {
  private static final Logger LOG = LoggerFactory.getLogger(StorageSights.class);
  private static final int HEARTBEATS_MISSED = 10;

  /**
   * A storage as it is seen now.
   *
   * @param state AVAILABLE, LOST, or the admin state of its datanode
   * @param rack of its datanode, empty when that was never seen
   */
  record Sight(StorageState state, String rack, String datanode) {}

  private final DatanodeManager manager;
  private final StorageIds storageIds;
  private final long startedNanos = System.nanoTime();
  private final long deadAfterMs;

  StorageSights(DatanodeManager manager, StorageIds storageIds, Configuration conf) {
    this.manager = manager;
    this.storageIds = storageIds;
    long heartbeatS =
        conf.getTimeDuration(
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
            DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
            TimeUnit.SECONDS);
    long recheckMs =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
            DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT);
    deadAfterMs = 2 * recheckMs + TimeUnit.SECONDS.toMillis(HEARTBEATS_MISSED * heartbeatS);
  }

  /** Storages of all datanodes that were ever heard of here. */
  Set<Integer> known() {
    Set<Integer> known = new TreeSet<>();
    List<DatanodeDescriptor> all = new ArrayList<>();
    manager.fetchDatanodes(all, all, false);
    for (DatanodeDescriptor datanode : all) {
      for (DatanodeStorageInfo storage : datanode.getStorageInfos()) {
        Integer id = storageIds.idOf(storage.getStorageID());
        if (id != null) {
          known.add(id);
        }
      }
    }
    return known;
  }

  /** How a storage is seen; null while its datanode may just not have found this namenode yet. */
  @Nullable Sight see(int storageId) {
    Storage stored = storageIds.find(storageId);
    DatanodeDescriptor datanode =
        stored == null ? null : manager.getDatanode(stored.datanodeUuid());
    if (stored == null || datanode == null) {
      boolean settled =
          System.nanoTime() - startedNanos > TimeUnit.MILLISECONDS.toNanos(deadAfterMs);
      return settled ? new Sight(StorageState.LOST, "", "a datanode never seen") : null;
    }
    DatanodeStorageInfo[] storages = datanode.getStorageInfos();
    if (storages.length == 0 && datanode.isAlive()) {
      return null;
    }
    boolean present =
        Arrays.stream(storages)
            .anyMatch(s -> s.getStorageID().equals(stored.uuid()) && DatanodeAdmin.isServing(s));
    return new Sight(state(datanode, present), datanode.getNetworkLocation(), datanode.toString());
  }

  private static StorageState state(DatanodeDescriptor datanode, boolean present) {
    if (datanode.isInMaintenance()) {
      return StorageState.IN_MAINTENANCE;
    }
    if (!datanode.isAlive() || !present) {
      return StorageState.LOST;
    }
    if (datanode.isDecommissionInProgress() || datanode.isDecommissioned()) {
      return StorageState.DECOMMISSIONING;
    }
    return datanode.isEnteringMaintenance()
        ? StorageState.ENTERING_MAINTENANCE
        : StorageState.AVAILABLE;
  }

  /** Takes over what the leader has found about datanodes that are leaving. */
  void adopt(TransactionRunner runner) {
    List<DatanodeDescriptor> all = new ArrayList<>();
    manager.fetchDatanodes(all, null, false);
    for (DatanodeDescriptor datanode : all) {
      if (datanode.isDecommissionInProgress()
          && allAre(runner, datanode, StorageState.DECOMMISSIONED)) {
        LOG.info("No block needs datanode {} any more", datanode);
        DatanodeAdmin.setDecommissioned(manager, datanode);
      } else if (datanode.isEnteringMaintenance()
          && allAre(runner, datanode, StorageState.IN_MAINTENANCE)) {
        LOG.info("Datanode {} may be taken down for its maintenance", datanode);
        DatanodeAdmin.setInMaintenance(manager, datanode);
      }
    }
  }

  private boolean allAre(
      TransactionRunner runner, DatanodeDescriptor datanode, StorageState wanted) {
    List<Integer> ids =
        Arrays.stream(datanode.getStorageInfos())
            .filter(DatanodeAdmin::isServing)
            .map(s -> storageIds.idOf(s.getStorageID()))
            .filter(Objects::nonNull)
            .toList();
    return !ids.isEmpty()
        && runner.run(
            TxOptions.read("read_storage_conditions"),
            tx -> {
              ReadBatch batch = tx.batch();
              List<ReadBatch.Row<StorageCondition>> rows =
                  ids.stream().map(id -> batch.get(Tables.STORAGE_CONDITIONS, id)).toList();
              batch.execute();
              return rows.stream()
                  .map(ReadBatch.Row::get)
                  .allMatch(c -> c != null && c.state() == wanted);
            });
  }
}
