package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/**
 * Reaches the parts of Hadoop's decommissioning that only its own package may call. The stock
 * monitor looks through the block manager's blocks, which are none here; the leader looks through
 * the store's rows instead, and this class takes over what it found.
 */
@org.jspecify.annotations.NullMarked
public final class DatanodeAdmin {
  private DatanodeAdmin() {}

  /** Makes the host lists' admin states work, without the stock monitor. */
  public static void activate(DatanodeManager manager, Configuration conf) {
    Configuration passive = new Configuration(conf);
    passive.setClass(
        DFSConfigKeys.DFS_NAMENODE_DECOMMISSION_MONITOR_CLASS,
        PassiveMonitor.class,
        DatanodeAdminMonitorInterface.class);
    manager.getDatanodeAdminManager().activate(passive);
  }

  /**
   * Brings a datanode into the state that the host lists want of it, as reading them again does.
   */
  public static void follow(DatanodeManager manager, DatanodeDescriptor datanode) {
    DatanodeAdminManager admin = manager.getDatanodeAdminManager();
    HostConfigManager hosts = manager.getHostConfigManager();
    long untilMs = hosts.getMaintenanceExpirationTimeInMS(datanode);
    if (DatanodeDescriptor.maintenanceNotExpired(untilMs)) {
      admin.startMaintenance(datanode, untilMs);
    } else if (hosts.isExcluded(datanode)) {
      admin.startDecommission(datanode);
    } else {
      admin.stopMaintenance(datanode);
      admin.stopDecommission(datanode);
    }
  }

  /** No block needs this datanode any more. */
  public static void setDecommissioned(DatanodeManager manager, DatanodeDescriptor datanode) {
    manager.getDatanodeAdminManager().setDecommissioned(datanode);
  }

  /** Each block has enough replicas for as long as this datanode is away. */
  public static void setInMaintenance(DatanodeManager manager, DatanodeDescriptor datanode) {
    manager.getDatanodeAdminManager().setInMaintenance(datanode);
  }

  /** Whether a storage's disk works, as its datanode reports. */
  public static boolean isServing(DatanodeStorageInfo storage) {
    return storage.getState() != DatanodeStorage.State.FAILED;
  }

  /** Follows nothing. */
  public static final class PassiveMonitor implements DatanodeAdminMonitorInterface {
    @Override
    public void run() {}

    @Override
    public void stopTrackingNode(DatanodeDescriptor datanode) {}

    @Override
    public void startTrackingNode(DatanodeDescriptor datanode) {}

    @Override
    public int getPendingNodeCount() {
      return 0;
    }

    @Override
    public int getTrackedNodeCount() {
      return 0;
    }

    @Override
    public int getNumNodesChecked() {
      return 0;
    }

    @Override
    public Queue<DatanodeDescriptor> getPendingNodes() {
      return new ArrayDeque<>();
    }

    @Override
    public Queue<DatanodeDescriptor> getCancelledNodes() {
      return new ArrayDeque<>();
    }

    @Override
    public void setBlockManager(BlockManager blocks) {}

    @Override
    public void setDatanodeAdminManager(DatanodeAdminManager admin) {}

    @Override
    public void setNameSystem(Namesystem namesystem) {}

    @Override
    public int getPendingRepLimit() {
      return 0;
    }

    @Override
    public void setPendingRepLimit(int limit) {}

    @Override
    public int getBlocksPerLock() {
      return 0;
    }

    @Override
    public void setBlocksPerLock(int blocks) {}
  }
}
