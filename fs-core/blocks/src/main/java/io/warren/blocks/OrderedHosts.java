package io.warren.blocks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.HostConfigManager;
import org.apache.hadoop.hdfs.server.blockmanagement.HostFileManager;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The host lists that the configuration names, and besides them what the store says of datanodes:
 * it is the same for all namenodes, where files lie on each one's machine. Thread-safe as far as
 * the lists are. Hadoop makes it by its name.
 */
public final class OrderedHosts extends HostConfigManager {
  private static final String LISTS_KEY = "warren.datanodes.hosts.provider";

  private @Nullable HostConfigManager lists;
  private volatile Map<String, ServiceOrder> orders = Map.of();

  /** A configuration with which Hadoop makes this, over the lists that it named before. */
  static Configuration over(Configuration conf) {
    Configuration own = new Configuration(conf);
    String provider = DFSConfigKeys.DFS_NAMENODE_HOSTS_PROVIDER_CLASSNAME_KEY;
    own.setClass(
        LISTS_KEY,
        conf.getClass(provider, HostFileManager.class, HostConfigManager.class),
        HostConfigManager.class);
    own.setClass(provider, OrderedHosts.class, HostConfigManager.class);
    return own;
  }

  /** What is ordered, by the datanodes' UUIDs. */
  Map<String, ServiceOrder> orders() {
    return orders;
  }

  void follow(Map<String, ServiceOrder> ordered) {
    orders = Map.copyOf(ordered);
  }

  @Override
  public void setConf(Configuration conf) {
    HostConfigManager known = lists;
    if (known == null) {
      lists =
          ReflectionUtils.newInstance(
              conf.getClass(LISTS_KEY, HostFileManager.class, HostConfigManager.class), conf);
    } else {
      known.setConf(conf);
    }
  }

  @Override
  public Configuration getConf() {
    return lists().getConf();
  }

  @Override
  public Iterable<InetSocketAddress> getIncludes() {
    return lists().getIncludes();
  }

  @Override
  public Iterable<InetSocketAddress> getExcludes() {
    return lists().getExcludes();
  }

  @Override
  public boolean isIncluded(DatanodeID datanode) {
    return lists().isIncluded(datanode);
  }

  @Override
  public boolean isExcluded(DatanodeID datanode) {
    ServiceOrder order = orders.get(datanode.getDatanodeUuid());
    boolean ordered = order != null && order.leave() == ServiceOrder.Leave.DECOMMISSION;
    return ordered || lists().isExcluded(datanode);
  }

  @Override
  public long getMaintenanceExpirationTimeInMS(DatanodeID datanode) {
    ServiceOrder order = orders.get(datanode.getDatanodeUuid());
    return order != null && order.leave() == ServiceOrder.Leave.MAINTENANCE
        ? order.untilMs()
        : lists().getMaintenanceExpirationTimeInMS(datanode);
  }

  @Override
  public void refresh() throws IOException {
    lists().refresh();
  }

  @Override
  public String getUpgradeDomain(DatanodeID datanode) {
    return lists().getUpgradeDomain(datanode);
  }

  private HostConfigManager lists() {
    HostConfigManager known = lists;
    if (known == null) {
      throw new IllegalStateException("Not configured yet");
    }
    return known;
  }
}
