package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.blocks.ServiceOrder;
import io.warren.model.StorageCondition;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.SlowDevices;
import org.apache.hadoop.hdfs.server.blockmanagement.SlowDevices.SlowDisk;
import org.apache.hadoop.hdfs.server.blockmanagement.SlowDevices.SlowPeer;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.jspecify.annotations.Nullable;

/**
 * The datanodes as this namenode sees them, with their storages. GET /datanodes, /datanodes/UUID,
 * PUT /datanodes/UUID/service.
 */
final class DatanodesResource implements AdminServlet.Resource {
  /** What one type of storage holds, over all datanodes that are not dead. */
  record TypeUsage(
      String type,
      int storages,
      int failedStorages,
      long capacityBytes,
      long usedBytes,
      long remainingBytes) {}

  /** Disks that a datanode has lost since it was started. */
  record FailedVolumes(
      int count, List<String> locations, @Nullable Long lastFailedAtMs, long capacityLostBytes) {}

  /**
   * @param condition as the leader last judged it
   * @param blocks by the rows of its replicas, at most some seconds old
   */
  record StorageView(
      @Nullable Integer storageId,
      String uuid,
      String type,
      String state,
      String condition,
      @Nullable Long conditionSinceMs,
      boolean checking,
      long insufficient,
      long capacityBytes,
      long usedBytes,
      long nonDfsUsedBytes,
      long remainingBytes,
      long blocks) {}

  record DatanodeView(
      String uuid,
      String hostname,
      String address,
      String httpAddress,
      String ipcAddress,
      String rack,
      String state,
      String adminState,
      long lastHeartbeatMs,
      String version,
      int transfers,
      long capacityBytes,
      long usedBytes,
      long nonDfsUsedBytes,
      long remainingBytes,
      long blocks,
      FailedVolumes failedVolumes,
      @Nullable SlowPeer slowPeer,
      List<SlowDisk> slowDisks,
      DatanodeServiceCalls.@Nullable OrderView ordered,
      List<StorageView> storages) {}

  record DatanodeAnswer(DatanodeView datanode, long asOfMs) {}

  /**
   * @param peersWatched whether datanodes compare each other, and so disksWatched their disks
   */
  record Page(
      List<DatanodeView> datanodes,
      Map<String, Integer> states,
      List<TypeUsage> usage,
      boolean peersWatched,
      boolean disksWatched,
      @Nullable String nextCursor,
      long asOfMs) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final ReplicaCounts counts;
  private final DatanodeServiceCalls service;
  private final long staleAfterMs;
  private final Clock clock;

  /**
   * @param staleAfterMs age of a datanode's last heartbeat from which it counts as stale
   */
  DatanodesResource(
      TransactionRunner runner,
      Datanodes datanodes,
      ReplicaCounts counts,
      long staleAfterMs,
      Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.counts = counts;
    this.service = new DatanodeServiceCalls(datanodes, clock);
    this.staleAfterMs = staleAfterMs;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> segments = request.segments();
    if (request.method().equals("PUT") && segments.size() == 3) {
      service.order(known(segments.get(1)), request);
      return one(segments.get(1));
    }
    if (!request.method().equals("GET") || segments.size() > 2) {
      throw AdminServlet.noSuchCall();
    }
    if (segments.size() == 2) {
      return one(segments.get(1));
    }
    DatanodeList asked = new DatanodeList(request);
    List<DatanodeDescriptor> all = all();
    List<DatanodeDescriptor> found =
        asked.next(
            all.stream().filter(d -> asked.matches(d, stateOf(d), adminStateOf(d))).toList());
    List<DatanodeDescriptor> shown = found.subList(0, Math.min(asked.limit(), found.size()));
    Map<String, Integer> states = new TreeMap<>();
    for (String state : List.of("live", "stale", "dead")) {
      states.put(state, 0);
    }
    all.forEach(d -> states.merge(stateOf(d), 1, Integer::sum));
    SlowDevices slow = datanodes.slowDevices();
    return new Page(
        views(shown, slow),
        states,
        usage(all),
        slow.watchesPeers(),
        slow.watchesDisks(),
        found.size() > asked.limit() ? asked.cursor(shown.get(asked.limit() - 1)) : null,
        clock.millis());
  }

  private DatanodeAnswer one(String uuid) {
    return new DatanodeAnswer(
        views(List.of(known(uuid)), datanodes.slowDevices()).get(0), clock.millis());
  }

  private DatanodeDescriptor known(String uuid) {
    DatanodeDescriptor datanode = datanodes.find(uuid);
    if (datanode == null) {
      throw new Problem.ProblemException(
          Problem.of(
              404,
              "not_found",
              "This namenode has not heard of such a datanode",
              "uuid: " + uuid + "; a datanode is known by its first heartbeat"));
    }
    return datanode;
  }

  /** Every datanode that was heard of. */
  private List<DatanodeDescriptor> all() {
    List<DatanodeDescriptor> all = new ArrayList<>(datanodes.live());
    all.addAll(datanodes.dead());
    return all;
  }

  private String stateOf(DatanodeDescriptor datanode) {
    if (!datanode.isAlive()) {
      return "dead";
    }
    return datanode.isStale(staleAfterMs) ? "stale" : "live";
  }

  private static String adminStateOf(DatanodeDescriptor datanode) {
    return switch (datanode.getAdminState()) {
      case NORMAL -> "in_service";
      case DECOMMISSION_INPROGRESS -> "decommissioning";
      case DECOMMISSIONED -> "decommissioned";
      case ENTERING_MAINTENANCE -> "entering_maintenance";
      case IN_MAINTENANCE -> "in_maintenance";
    };
  }

  private static List<TypeUsage> usage(List<DatanodeDescriptor> all) {
    Map<String, TypeUsage> byType = new TreeMap<>();
    for (DatanodeDescriptor datanode : all) {
      if (datanode.isAlive()) {
        for (StorageReport report : datanode.getStorageReports()) {
          String type = report.getStorage().getStorageType().name();
          byType.merge(type, usage(type, report), DatanodesResource::sum);
        }
      }
    }
    return List.copyOf(byType.values());
  }

  private static TypeUsage usage(String type, StorageReport report) {
    boolean failed = report.getStorage().getState() == DatanodeStorage.State.FAILED;
    return failed
        ? new TypeUsage(type, 1, 1, 0, 0, 0)
        : new TypeUsage(
            type, 1, 0, report.getCapacity(), report.getDfsUsed(), report.getRemaining());
  }

  private static TypeUsage sum(TypeUsage one, TypeUsage other) {
    return new TypeUsage(
        one.type(),
        one.storages() + other.storages(),
        one.failedStorages() + other.failedStorages(),
        one.capacityBytes() + other.capacityBytes(),
        one.usedBytes() + other.usedBytes(),
        one.remainingBytes() + other.remainingBytes());
  }

  // One datanode

  private List<DatanodeView> views(List<DatanodeDescriptor> shown, SlowDevices slow) {
    Map<String, Integer> ids = new HashMap<>();
    for (DatanodeDescriptor datanode : shown) {
      for (StorageReport report : datanode.getStorageReports()) {
        String uuid = report.getStorage().getStorageID();
        Integer id = datanodes.storageIds().idOf(uuid);
        if (id != null) {
          ids.put(uuid, id);
        }
      }
    }
    Map<Integer, StorageCondition> conditions = conditions(ids);
    Map<String, ServiceOrder> orders =
        datanodes.orders().of(shown.stream().map(DatanodeDescriptor::getDatanodeUuid).toList());
    return shown.stream()
        .map(
            datanode ->
                view(datanode, ids, conditions, slow, orders.get(datanode.getDatanodeUuid())))
        .toList();
  }

  private Map<Integer, StorageCondition> conditions(Map<String, Integer> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return runner.run(
        TxOptions.read("read_storage_conditions"),
        tx -> {
          ReadBatch batch = tx.batch();
          List<ReadBatch.Row<StorageCondition>> rows =
              ids.values().stream().map(id -> batch.get(Tables.STORAGE_CONDITIONS, id)).toList();
          batch.execute();
          Map<Integer, StorageCondition> found = new HashMap<>();
          for (ReadBatch.Row<StorageCondition> row : rows) {
            StorageCondition condition = row.get();
            if (condition != null) {
              found.put(condition.storageId(), condition);
            }
          }
          return found;
        });
  }

  private DatanodeView view(
      DatanodeDescriptor datanode,
      Map<String, Integer> ids,
      Map<Integer, StorageCondition> conditions,
      SlowDevices slow,
      @Nullable ServiceOrder order) {
    List<StorageView> storages = new ArrayList<>();
    for (StorageReport report : datanode.getStorageReports()) {
      Integer id = ids.get(report.getStorage().getStorageID());
      storages.add(view(report, id, id == null ? null : conditions.get(id)));
    }
    storages.sort(Comparator.comparing(StorageView::uuid));
    return new DatanodeView(
        datanode.getDatanodeUuid(),
        datanode.getHostName(),
        datanode.getXferAddr(),
        datanode.getInfoAddr(),
        datanode.getIpcAddr(false),
        datanode.getNetworkLocation(),
        stateOf(datanode),
        adminStateOf(datanode),
        datanode.getLastUpdate(),
        String.valueOf(datanode.getSoftwareVersion()),
        datanode.getXceiverCount(),
        datanode.getCapacity(),
        datanode.getDfsUsed(),
        datanode.getNonDfsUsed(),
        datanode.getRemaining(),
        storages.stream().mapToLong(StorageView::blocks).sum(),
        failedVolumes(datanode),
        slow.peer(datanode),
        slow.disks(datanode),
        DatanodeServiceCalls.OrderView.of(order),
        storages);
  }

  private static FailedVolumes failedVolumes(DatanodeDescriptor datanode) {
    VolumeFailureSummary failures = datanode.getVolumeFailureSummary();
    if (failures == null) {
      return new FailedVolumes(datanode.getVolumeFailures(), List.of(), null, 0);
    }
    return new FailedVolumes(
        datanode.getVolumeFailures(),
        Arrays.asList(failures.getFailedStorageLocations()),
        failures.getLastVolumeFailureDate() == 0 ? null : failures.getLastVolumeFailureDate(),
        failures.getEstimatedCapacityLostTotal());
  }

  private StorageView view(
      StorageReport report, @Nullable Integer id, @Nullable StorageCondition condition) {
    DatanodeStorage storage = report.getStorage();
    return new StorageView(
        id,
        storage.getStorageID(),
        storage.getStorageType().name(),
        StorageStates.text(storage.getState()),
        condition == null ? "unknown" : condition.state().name().toLowerCase(Locale.ROOT),
        condition == null ? null : condition.sinceMs(),
        condition != null && condition.checking(),
        condition == null ? 0 : condition.insufficient(),
        report.getCapacity(),
        report.getDfsUsed(),
        report.getNonDfsUsed(),
        report.getRemaining(),
        id == null ? 0 : counts.of(id));
  }
}
