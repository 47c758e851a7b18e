package io.warren.blocks;

import io.warren.model.Storage;
import io.warren.store.StoreException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.UnregisteredNodeException;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdmin;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStatistics;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.SlowDevices;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NamenodeRole;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.KeyUpdateCommand;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One namenode's view of the datanodes: membership, liveness, load, topology and placement by
 * Hadoop's own classes. Every namenode keeps its own view, because every datanode sends its
 * heartbeats to all of them. Several instances may live in one JVM. Thread-safe.
 */
public final class Datanodes implements AutoCloseable, SeenStorages {
  private static final Logger LOG = LoggerFactory.getLogger(Datanodes.class);
  private static final long DEATH_CHECK_MS = 5_000;
  // A stock DataNode that lost its namenode tries again every five seconds.
  private static final long WARM_UP_MS = 20_000;
  private static boolean metricsMade;

  private final NoNamesystem namesystem = new NoNamesystem();
  private final BlockTokens tokens;
  private final BlockManager blocks;
  private final DatanodeManager manager;
  private final StorageIds storageIds;
  private final StorageSights sights;
  private final ServiceOrders orders;
  private final DeletionHints deletionHints = new DeletionHints(Clock.systemUTC());
  private final String blockPoolId;
  private final ScheduledExecutorService deathCheck;
  private final long staleIntervalMs;
  private final long startedNanos = System.nanoTime();
  private final LongSupplier selfId;

  /** This namenode's id when each datanode registered. */
  private final Map<String, Long> registeredUnder = new ConcurrentHashMap<>();

  /**
   * @param selfId this namenode's id now, 0 while it has none
   */
  public Datanodes(
      Configuration conf, String blockPoolId, StorageIds storageIds, LongSupplier selfId)
      throws IOException {
    makeMetrics(conf);
    this.selfId = selfId;
    this.blockPoolId = blockPoolId;
    this.storageIds = storageIds;
    tokens = new BlockTokens(conf, blockPoolId);
    blocks = new BlockManager(namesystem, true, OrderedHosts.over(tokens.withoutOwnKeys(conf)));
    blocks.setBlockPoolId(blockPoolId);
    manager = blocks.getDatanodeManager();
    DatanodeAdmin.activate(manager, conf);
    sights = new StorageSights(manager, storageIds, conf);
    orders = new ServiceOrders(storageIds.runner(), Clock.systemUTC());
    staleIntervalMs =
        conf.getLong(
            DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
            DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT);
    deathCheck =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "datanode-death-check");
              thread.setDaemon(true);
              return thread;
            });
    long periodMs =
        Math.min(
            DEATH_CHECK_MS,
            conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY,
                DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_DEFAULT));
    deathCheck.scheduleWithFixedDelay(this::removeDead, periodMs, periodMs, TimeUnit.MILLISECONDS);
  }

  /** Hadoop's block manager counts into static metrics that must exist once in a JVM. */
  private static synchronized void makeMetrics(Configuration conf) {
    if (!metricsMade) {
      if (NameNode.getNameNodeMetrics() == null) {
        NameNode.initMetrics(conf, NamenodeRole.NAMENODE);
        // Nobody counts calls there: a bean of zeros would pass for an idle namenode.
        DefaultMetricsSystem.instance().unregisterSource("NameNodeActivity");
      }
      metricsMade = true;
    }
  }

  // Membership

  /** Adds or renews a datanode; fills in the address it was seen from. */
  public void register(DatanodeRegistration registration) throws IOException {
    long namenodeId = selfId.getAsLong();
    learnOrder(registration.getDatanodeUuid());
    manager.registerDatanode(registration);
    registeredUnder.put(registration.getDatanodeUuid(), namenodeId);
    tokens.register(registration);
  }

  /**
   * Takes a heartbeat.
   *
   * @return stock commands, among them the order to register when the datanode is unknown here
   */
  public DatanodeCommand[] heartbeat(
      DatanodeRegistration registration,
      StorageReport[] reports,
      long cacheCapacityBytes,
      long cacheUsedBytes,
      int xceivers,
      int transfers,
      int failedVolumes,
      @Nullable VolumeFailureSummary failures,
      SlowPeerReports slowPeers,
      SlowDiskReports slowDisks)
      throws IOException {
    if (registeredElsewhen(registration.getDatanodeUuid())) {
      return new DatanodeCommand[] {RegisterCommand.REGISTER};
    }
    DatanodeCommand[] stock =
        manager.handleHeartbeat(
            registration,
            reports,
            blockPoolId,
            cacheCapacityBytes,
            cacheUsedBytes,
            xceivers,
            transfers,
            failedVolumes,
            failures,
            slowPeers,
            slowDisks);
    for (StorageReport report : reports) {
      storageIds.idOf(
          report.getStorage().getStorageID(),
          registration.getDatanodeUuid(),
          report.getStorage().getStorageType().name());
    }
    return withKeys(registration.getDatanodeUuid(), stock);
  }

  private DatanodeCommand[] withKeys(String datanodeUuid, DatanodeCommand[] stock) {
    List<DatanodeCommand> commands = new ArrayList<>(Arrays.asList(stock));
    commands.removeIf(KeyUpdateCommand.class::isInstance);
    KeyUpdateCommand keys = tokens.update(datanodeUuid);
    if (keys != null) {
      commands.add(keys);
    }
    return commands.toArray(DatanodeCommand[]::new);
  }

  /** Signs for clients what they may do at datanodes. */
  public BlockTokens tokens() {
    return tokens;
  }

  /** Forgets a datanode that can't serve any more, until it registers again. */
  public void remove(DatanodeID datanode) throws UnregisteredNodeException {
    manager.removeDatanode(datanode);
  }

  private void removeDead() {
    try {
      List<DatanodeDescriptor> dead = new ArrayList<>();
      manager.fetchDatanodes(null, dead, false);
      for (DatanodeDescriptor datanode : dead) {
        if (datanode.isAlive()) {
          LOG.warn("Datanode {} sends no heartbeats any more", datanode);
          manager.removeDatanode(datanode);
        }
      }
      followOrders();
      sights.adopt(storageIds.runner());
    } catch (IOException | RuntimeException e) {
      LOG.error("Looking for dead and leaving datanodes failed", e);
    }
  }

  /** Which datanodes shall leave service, by all namenodes' will. */
  public ServiceOrders orders() {
    return orders;
  }

  /**
   * Has a datanode begin as it is ordered: one that has left must not get blocks after each start
   * of a namenode, until that looks. Without the store it registers all the same.
   */
  private synchronized void learnOrder(String datanodeUuid) {
    if (!(manager.getHostConfigManager() instanceof OrderedHosts hosts)) {
      return;
    }
    try {
      Map<String, ServiceOrder> known = new HashMap<>(hosts.orders());
      known.remove(datanodeUuid);
      known.putAll(orders.of(List.of(datanodeUuid)));
      hosts.follow(known);
    } catch (StoreException e) {
      LOG.warn("Whether datanode {} shall serve is not known yet", datanodeUuid, e);
    }
  }

  /**
   * Looks for what is ordered of the datanodes, and has those that it concerns begin to leave or
   * come back. Each namenode does so by itself every few seconds.
   */
  public synchronized void followOrders() {
    if (!(manager.getHostConfigManager() instanceof OrderedHosts hosts)) {
      return;
    }
    List<DatanodeDescriptor> all = new ArrayList<>();
    manager.fetchDatanodes(all, all, false);
    Map<String, ServiceOrder> before = hosts.orders();
    Map<String, ServiceOrder> now =
        orders.of(all.stream().map(DatanodeDescriptor::getDatanodeUuid).toList());
    hosts.follow(now);
    for (DatanodeDescriptor datanode : all) {
      String uuid = datanode.getDatanodeUuid();
      if (!Objects.equals(before.get(uuid), now.get(uuid))) {
        LOG.info("Datanode {} is ordered: {}", datanode, now.get(uuid));
        DatanodeAdmin.follow(manager, datanode);
      }
    }
  }

  /** Reads the lists of hosts again that may, must not or shall not serve any more. */
  public void refreshNodes(Configuration conf) throws IOException {
    manager.refreshNodes(conf);
  }

  /**
   * Tells all datanodes with their next heartbeats what balancing may take, in bytes per second.
   */
  public void limitBalancing(long bytesPerSecond) throws IOException {
    manager.setBalancerBandwidth(bytesPerSecond);
  }

  /** The datanode that registered with this UUID, or null. */
  public @Nullable DatanodeDescriptor find(String datanodeUuid) {
    return manager.getDatanode(datanodeUuid);
  }

  /**
   * Whether a datanode is registered here and its heartbeats arrive. What it told a namenode that
   * has been evicted since does not count: it registers anew, forgets what it has not told yet and
   * reports what it has.
   */
  public boolean isLive(String datanodeUuid) {
    DatanodeDescriptor datanode = find(datanodeUuid);
    return datanode != null && datanode.isAlive() && !registeredElsewhen(datanodeUuid);
  }

  /** This namenode's id now, 0 while it has none. */
  long selfId() {
    return selfId.getAsLong();
  }

  /** This namenode's id when a datanode registered here; its present one for unknown datanodes. */
  long registeredUnder(String datanodeUuid) {
    Long id = registeredUnder.get(datanodeUuid);
    return id == null ? selfId.getAsLong() : id;
  }

  private boolean registeredElsewhen(String datanodeUuid) {
    Long id = registeredUnder.get(datanodeUuid);
    return id != null && id != selfId.getAsLong();
  }

  /** Permission for one full block report, 0 for "not now". */
  public long grantReport(DatanodeRegistration registration) {
    return blocks.requestBlockReportLeaseId(registration);
  }

  /** Whether a report comes under a permission of this namenode. */
  public boolean mayReport(DatanodeRegistration registration, BlockReportContext context)
      throws IOException {
    return blocks.checkBlockReportLease(context, registration);
  }

  /** Ends the permission after a report's last part. */
  public void reportDone(DatanodeRegistration registration, BlockReportContext context)
      throws IOException {
    blocks.removeBRLeaseIfNeeded(registration, context);
  }

  // Views

  /** Reports as ClientProtocol gives them; each is a copy. */
  public DatanodeInfo[] report(DatanodeReportType type) {
    return manager.getDatanodeListForReport(type).stream()
        .map(d -> new DatanodeInfo.DatanodeInfoBuilder().setFrom(d).build())
        .toArray(DatanodeInfo[]::new);
  }

  public DatanodeStorageReport[] storageReport(DatanodeReportType type) {
    return manager.getDatanodeStorageReport(type);
  }

  /** Datanodes whose heartbeats arrive, by stock rules. */
  public List<DatanodeDescriptor> live() {
    List<DatanodeDescriptor> live = new ArrayList<>();
    manager.fetchDatanodes(live, null, false);
    return live;
  }

  /** Whether the namenode has started so lately that datanodes may not have found it yet. */
  public boolean isWarmingUp() {
    return System.nanoTime() - startedNanos < TimeUnit.MILLISECONDS.toNanos(WARM_UP_MS);
  }

  /** Datanodes that were heard of but are gone, by stock rules. */
  public List<DatanodeDescriptor> dead() {
    List<DatanodeDescriptor> dead = new ArrayList<>();
    manager.fetchDatanodes(null, dead, false);
    return dead;
  }

  /** Datanodes and disks that are slower than others. */
  public SlowDevices slowDevices() {
    return SlowDevices.of(manager);
  }

  /** Datanodes to which others send slowly; each is a copy. */
  public DatanodeInfo[] slowReport() {
    SlowDevices slow = slowDevices();
    return live().stream()
        .filter(datanode -> slow.peer(datanode) != null)
        .map(d -> new DatanodeInfo.DatanodeInfoBuilder().setFrom(d).build())
        .toArray(DatanodeInfo[]::new);
  }

  /** As {@code /jmx} tells it: JSON of Hadoop's own form; null while peers are not watched. */
  public @Nullable String slowPeersJson() {
    return manager.getSlowPeersReport();
  }

  /** As the other one, of disks. */
  public @Nullable String slowDisksJson() {
    return manager.getSlowDisksReport();
  }

  /** Whether a datanode's last heartbeat is older than dfs.namenode.stale.datanode.interval. */
  boolean isStale(DatanodeDescriptor datanode) {
    return datanode.isStale(staleIntervalMs);
  }

  /** Live datanodes whose last heartbeat is older than dfs.namenode.stale.datanode.interval. */
  public int staleCount() {
    return (int) live().stream().filter(this::isStale).count();
  }

  /** Capacity, usage and load over all live datanodes, in bytes and counts. */
  public DatanodeStatistics totals() {
    return manager.getDatanodeStatistics();
  }

  public BlockStoragePolicy[] storagePolicies() {
    return blocks.getStoragePolicies();
  }

  /** A stock storage policy by name, or null. */
  public @Nullable BlockStoragePolicy storagePolicy(String name) {
    return blocks.getStoragePolicy(name);
  }

  // Placement

  /**
   * Chooses targets for a new block with the configured placement policy.
   *
   * @throws IOException when fewer than dfs.namenode.replication.min targets can take it
   */
  public List<Target> choose(PlacementRequest request) throws IOException {
    DatanodeStorageInfo[] chosen =
        blocks.chooseTarget4NewBlock(
            request.path(),
            request.replicas(),
            clientNode(request.clientMachine()),
            new HashSet<>(request.excluded()),
            request.blockSizeBytes(),
            request.favoured(),
            storagePolicyOf(request.storagePolicy()).getId(),
            BlockType.CONTIGUOUS,
            null,
            request.flags());
    return targets(chosen);
  }

  /**
   * Chooses targets for the internal blocks of a new block group, each on another datanode.
   *
   * @throws IOException when fewer targets than data units can take one
   */
  public List<Target> chooseStriped(PlacementRequest request, ErasureCodingPolicy policy)
      throws IOException {
    return targets(
        blocks.chooseTarget4NewBlock(
            request.path(),
            request.replicas(),
            clientNode(request.clientMachine()),
            new HashSet<>(request.excluded()),
            request.blockSizeBytes(),
            request.favoured(),
            storagePolicyOf(request.storagePolicy()).getId(),
            BlockType.STRIPED,
            policy,
            request.flags()));
  }

  /** Chooses further targets for internal blocks of a group; leaves out the existing ones. */
  List<Target> chooseAdditionalStriped(
      PlacementRequest request, List<DatanodeStorageInfo> existing) {
    return chooseAdditional(request, existing, BlockType.STRIPED);
  }

  /** Chooses further targets for a pipeline; the answer leaves out the existing ones. */
  public List<Target> chooseAdditional(
      PlacementRequest request, List<DatanodeStorageInfo> existing) {
    return chooseAdditional(request, existing, BlockType.CONTIGUOUS);
  }

  private List<Target> chooseAdditional(
      PlacementRequest request, List<DatanodeStorageInfo> existing, BlockType type) {
    DatanodeStorageInfo[] chosen =
        blocks.chooseTarget4AdditionalDatanode(
            request.path(),
            request.replicas(),
            clientNode(request.clientMachine()),
            new ArrayList<>(existing),
            new HashSet<>(request.excluded()),
            request.blockSizeBytes(),
            storagePolicyOf(request.storagePolicy()).getId(),
            type);
    return targets(chosen).stream().filter(t -> !existing.contains(t.storage())).toList();
  }

  /** Chooses one datanode that a WebHDFS client should write to, or null when none can. */
  public @Nullable DatanodeInfo chooseForWebHdfs(PlacementRequest request) {
    DatanodeStorageInfo[] chosen =
        blocks.chooseTarget4WebHDFS(
            request.path(),
            manager.getDatanodeByHost(request.clientMachine()),
            new HashSet<>(request.excluded()),
            request.blockSizeBytes());
    return chosen.length == 0 ? null : chosen[0].getDatanodeDescriptor();
  }

  private List<Target> targets(DatanodeStorageInfo[] chosen) {
    return Arrays.stream(chosen).map(s -> new Target(idOf(s), s)).toList();
  }

  private @Nullable Node clientNode(String clientMachine) {
    if (clientMachine.isEmpty()) {
      return null;
    }
    Node node = manager.getDatanodeByHost(clientMachine);
    if (node == null) {
      List<String> rack = manager.resolveNetworkLocation(List.of(clientMachine));
      if (rack != null && !rack.isEmpty()) {
        node = new NodeBase(rack.get(0) + NodeBase.PATH_SEPARATOR_STR + clientMachine);
      }
    }
    return node;
  }

  // Storages

  private int idOf(DatanodeStorageInfo storage) {
    return storageIds.idOf(
        storage.getStorageID(),
        storage.getDatanodeDescriptor().getDatanodeUuid(),
        storage.getStorageType().name());
  }

  /** A storage on a live datanode, or null. */
  public @Nullable DatanodeStorageInfo liveStorage(int storageId) {
    Storage stored = storageIds.find(storageId);
    if (stored == null) {
      return null;
    }
    DatanodeDescriptor datanode = manager.getDatanode(stored.datanodeUuid());
    if (datanode == null || !datanode.isAlive()) {
      return null;
    }
    DatanodeStorageInfo storage = datanode.getStorageInfo(stored.uuid());
    return storage != null && DatanodeAdmin.isServing(storage) ? storage : null;
  }

  /** Whether storages are on the same datanode as this one. */
  IntPredicate isBeside(int storageId) {
    Storage one = storageIds.find(storageId);
    return otherId -> {
      Storage other = storageIds.find(otherId);
      return one != null && other != null && one.datanodeUuid().equals(other.datanodeUuid());
    };
  }

  @Override
  public boolean isHeard(int storageId) {
    DatanodeStorageInfo storage = liveStorage(storageId);
    return storage != null && !isStale(storage.getDatanodeDescriptor());
  }

  @Override
  public boolean isInService(int storageId) {
    Storage storage = storageIds.find(storageId);
    DatanodeDescriptor datanode = storage == null ? null : find(storage.datanodeUuid());
    return datanode == null || datanode.isInService();
  }

  /** Numbers of the storages that a datanode reported here. */
  public List<Integer> storagesOf(String datanodeUuid) {
    DatanodeDescriptor datanode = find(datanodeUuid);
    return datanode == null
        ? List.of()
        : Arrays.stream(datanode.getStorageInfos()).map(this::idOf).toList();
  }

  /** Puts the locations nearest to a client first; stale and leaving datanodes come last. */
  public void sort(String clientMachine, List<LocatedBlock> located) {
    manager.sortLocatedBlocks(clientMachine, located);
  }

  /** The stock policy with this number, the default one for 0 and for unknown ones. */
  BlockStoragePolicy storagePolicyOf(int id) {
    BlockStoragePolicy policy = blocks.getStoragePolicySuite().getPolicy((byte) id);
    return policy == null ? blocks.getStoragePolicySuite().getDefaultPolicy() : policy;
  }

  /** Numbers of the storages of all datanodes that were ever heard of here. */
  public Set<Integer> knownStorages() {
    return sights.known();
  }

  /** Which surplus replicas shall go. */
  DeletionHints deletionHints() {
    return deletionHints;
  }

  /** The storages as this namenode sees them. */
  StorageSights sights() {
    return sights;
  }

  /** Hadoop's block manager, for its placement policy. */
  BlockManager library() {
    return blocks;
  }

  public String blockPoolId() {
    return blockPoolId;
  }

  public StorageIds storageIds() {
    return storageIds;
  }

  @Override
  public void close() {
    namesystem.stop();
    deathCheck.shutdownNow();
    blocks.close();
  }
}
