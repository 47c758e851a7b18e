package io.warren.namenode.jmx;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.blocks.Datanodes;
import io.warren.blocks.RedundancyCounts;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * What tools for HDFS read of a namenode, with the names that they know. The figures are those of
 * {@code hdfs dfsadmin -report}. What Warren does not count is absent: all blocks, and all files.
 */
public final class NamenodeBeans {
  private static final String DOMAIN = "Hadoop:service=NameNode,name=";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double PERCENT = 100.0;

  /**
   * Whose beans they are.
   *
   * @param rpcAddress HOST:PORT
   * @param isOpen whether it serves clients
   * @param isReadOnly whether safe mode was turned on
   */
  public record Parts(
      String clusterId,
      String blockPoolId,
      String version,
      Supplier<String> rpcAddress,
      Supplier<Boolean> isOpen,
      Supplier<Boolean> isReadOnly,
      Datanodes datanodes,
      RedundancyCounts redundancy) {}

  private final Parts parts;
  private final Datanodes datanodes;
  private final RedundancyCounts redundancy;

  private NamenodeBeans(Parts parts) {
    this.parts = parts;
    datanodes = parts.datanodes();
    redundancy = parts.redundancy();
  }

  /** A bean server of these beans alone. */
  public static MBeanServer server(Parts parts) {
    NamenodeBeans beans = new NamenodeBeans(parts);
    MBeanServer server = MBeanServerFactory.newMBeanServer("Hadoop");
    beans.register(server, "NameNodeInfo", "The namenode and its cluster", beans.info());
    beans.register(server, "NameNodeStatus", "The state of the namenode", beans.status());
    beans.register(server, "FSNamesystemState", "Capacity, datanodes, blocks", beans.state());
    beans.register(server, "FSNamesystem", "Blocks that are not as they should be", beans.blocks());
    return server;
  }

  private void register(
      MBeanServer server, String name, String description, Map<String, Supplier<?>> facts) {
    try {
      server.registerMBean(new FactsBean(description, facts), new ObjectName(DOMAIN + name));
    } catch (JMException e) {
      throw new IllegalStateException("A bean of a new server could not be registered", e);
    }
  }

  private Map<String, Supplier<?>> info() {
    Map<String, Supplier<?>> facts = new LinkedHashMap<>();
    facts.put("ClusterId", parts::clusterId);
    facts.put("BlockPoolId", parts::blockPoolId);
    facts.put("Version", () -> "Warren " + parts.version());
    facts.put("SoftwareVersion", parts::version);
    facts.put("Total", () -> datanodes.totals().getCapacityTotal());
    facts.put("Used", () -> datanodes.totals().getCapacityUsed());
    facts.put("Free", () -> datanodes.totals().getCapacityRemaining());
    facts.put("NonDfsUsedSpace", () -> datanodes.totals().getCapacityUsedNonDFS());
    facts.put("PercentUsed", () -> (double) datanodes.totals().getCapacityUsedPercent());
    facts.put("PercentRemaining", () -> (double) datanodes.totals().getCapacityRemainingPercent());
    facts.put("BlockPoolUsedSpace", () -> datanodes.totals().getBlockPoolUsed());
    facts.put("NumberOfMissingBlocks", () -> redundancy.get().missing());
    facts.put("Safemode", this::safeMode);
    facts.put("LiveNodes", () -> nodes(datanodes.live(), node -> true));
    facts.put("DeadNodes", () -> nodes(datanodes.dead(), node -> true));
    facts.put(
        "DecomNodes", () -> nodes(datanodes.live(), DatanodeDescriptor::isDecommissionInProgress));
    facts.put(
        "EnteringMaintenanceNodes",
        () -> nodes(datanodes.live(), DatanodeDescriptor::isEnteringMaintenance));
    facts.put("NNStartedTimeInMillis", () -> ManagementFactory.getRuntimeMXBean().getStartTime());
    facts.put("Threads", () -> ManagementFactory.getThreadMXBean().getThreadCount());
    return facts;
  }

  private String safeMode() {
    if (!parts.isOpen().get()) {
      return "The namenode does not serve yet";
    }
    return parts.isReadOnly().get()
        ? "Safe mode is ON. It was turned on manually. Use \"hdfs dfsadmin -safemode leave\" to turn"
            + " safe mode off."
        : "";
  }

  /** Every namenode that serves is active. */
  private Map<String, Supplier<?>> status() {
    return Map.of(
        "NNRole",
        () -> "NameNode",
        "State",
        () -> parts.isOpen().get() ? "active" : "initializing",
        "HostAndPort",
        parts.rpcAddress(),
        "SecurityEnabled",
        UserGroupInformation::isSecurityEnabled,
        "SlowPeersReport",
        datanodes::slowPeersJson,
        "SlowDisksReport",
        datanodes::slowDisksJson);
  }

  private Map<String, Supplier<?>> state() {
    Map<String, Supplier<?>> facts = new LinkedHashMap<>();
    capacity(facts);
    facts.put("FSState", () -> safeMode().isEmpty() ? "Operational" : "safeMode");
    facts.put("NumLiveDataNodes", () -> datanodes.live().size());
    facts.put("NumDeadDataNodes", () -> datanodes.dead().size());
    facts.put("NumStaleDataNodes", datanodes::staleCount);
    facts.put(
        "NumInServiceLiveDataNodes",
        () -> count(datanodes.live(), DatanodeDescriptor::isInService));
    facts.put(
        "NumDecommissioningDataNodes",
        () -> count(datanodes.live(), DatanodeDescriptor::isDecommissionInProgress));
    facts.put(
        "NumDecomLiveDataNodes",
        () -> count(datanodes.live(), DatanodeDescriptor::isDecommissioned));
    facts.put(
        "NumDecomDeadDataNodes",
        () -> count(datanodes.dead(), DatanodeDescriptor::isDecommissioned));
    facts.put(
        "NumEnteringMaintenanceDataNodes",
        () -> count(datanodes.live(), DatanodeDescriptor::isEnteringMaintenance));
    facts.put(
        "NumInMaintenanceLiveDataNodes",
        () -> count(datanodes.live(), DatanodeDescriptor::isInMaintenance));
    facts.put(
        "VolumeFailuresTotal",
        () -> datanodes.live().stream().mapToInt(DatanodeDescriptor::getVolumeFailures).sum());
    facts.put(
        "TotalLoad",
        () -> datanodes.live().stream().mapToInt(DatanodeDescriptor::getXceiverCount).sum());
    facts.put("UnderReplicatedBlocks", () -> redundancy.get().allUnderReplicated());
    facts.put("LowRedundancyBlocks", () -> redundancy.get().allUnderReplicated());
    facts.put("PendingReplicationBlocks", () -> redundancy.get().copiesUnderWay());
    facts.put("PendingReconstructionBlocks", () -> redundancy.get().copiesUnderWay());
    facts.put("PendingDeletionBlocks", () -> redundancy.get().deletionsWaiting());
    return facts;
  }

  private Map<String, Supplier<?>> blocks() {
    Map<String, Supplier<?>> facts = new LinkedHashMap<>();
    capacity(facts);
    facts.put("tag.HAState", () -> parts.isOpen().get() ? "active" : "initializing");
    facts.put("MissingBlocks", () -> redundancy.get().missing());
    facts.put("CorruptBlocks", () -> redundancy.get().corruptReplicas());
    facts.put("UnderReplicatedBlocks", () -> redundancy.get().allUnderReplicated());
    facts.put("LowRedundancyBlocks", () -> redundancy.get().allUnderReplicated());
    facts.put("PendingReplicationBlocks", () -> redundancy.get().copiesUnderWay());
    facts.put("PendingDeletionBlocks", () -> redundancy.get().deletionsWaiting());
    facts.put("ExcessBlocks", () -> redundancy.get().surplusReplicas());
    return facts;
  }

  private void capacity(Map<String, Supplier<?>> facts) {
    facts.put("CapacityTotal", () -> datanodes.totals().getCapacityTotal());
    facts.put("CapacityUsed", () -> datanodes.totals().getCapacityUsed());
    facts.put("CapacityRemaining", () -> datanodes.totals().getCapacityRemaining());
  }

  private static int count(
      Collection<DatanodeDescriptor> nodes, Predicate<DatanodeDescriptor> wanted) {
    return Math.toIntExact(nodes.stream().filter(wanted).count());
  }

  /** A JSON object by host name and port, as tools expect it inside of a string. */
  private static String nodes(
      Collection<DatanodeDescriptor> nodes, Predicate<DatanodeDescriptor> wanted) {
    Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
    nodes.stream()
        .filter(wanted)
        .forEach(node -> byName.put(node.getHostName() + ":" + node.getXferPort(), facts(node)));
    try {
      return JSON.writeValueAsString(byName);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Facts of datanodes could not be written as JSON", e);
    }
  }

  private static Map<String, Object> facts(DatanodeDescriptor node) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("infoAddr", node.getInfoAddr());
    facts.put("infoSecureAddr", node.getInfoSecureAddr());
    facts.put("xferaddr", node.getXferAddr());
    facts.put("location", node.getNetworkLocation());
    facts.put("uuid", node.getDatanodeUuid());
    facts.put("lastContact", (System.currentTimeMillis() - node.getLastUpdate()) / 1000);
    facts.put("adminState", node.getAdminState().toString());
    facts.put("capacity", node.getCapacity());
    facts.put("used", node.getDfsUsed());
    facts.put("usedSpace", node.getDfsUsed());
    facts.put("nonDfsUsedSpace", node.getNonDfsUsed());
    facts.put("remaining", node.getRemaining());
    facts.put("blockPoolUsed", node.getBlockPoolUsed());
    facts.put("blockPoolUsedPercent", (double) node.getBlockPoolUsedPercent());
    facts.put(
        "usedPercent",
        node.getCapacity() == 0 ? 0.0 : PERCENT * node.getDfsUsed() / node.getCapacity());
    facts.put("volfails", node.getVolumeFailures());
    facts.put("version", node.getSoftwareVersion());
    return facts;
  }
}
