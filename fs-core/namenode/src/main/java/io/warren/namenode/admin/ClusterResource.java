package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.namenode.safemode.ReadOnlyRow;
import io.warren.namenode.safemode.ReadOnlySwitch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.Nullable;

/** GET /cluster: namenodes, datanodes and capacity, as this namenode sees them. */
final class ClusterResource implements AdminServlet.Resource {
  record StorageView(
      String id,
      String type,
      String state,
      long capacityBytes,
      long usedBytes,
      long remainingBytes) {}

  record DatanodeView(
      String uuid,
      String hostname,
      String address,
      String state,
      long capacityBytes,
      long usedBytes,
      long remainingBytes,
      long blockCount,
      long lastHeartbeatMs,
      String version,
      List<StorageView> storages) {}

  /**
   * That nothing can be changed.
   *
   * @param sinceMs null when that is not known
   * @param by null when that is not known
   */
  record ReadOnlyView(@Nullable Long sinceMs, @Nullable String by) {
    static @Nullable ReadOnlyView of(@Nullable ReadOnlyRow row) {
      return row == null
          ? null
          : new ReadOnlyView(
              row.sinceMs() == 0 ? null : row.sinceMs(), row.by().isEmpty() ? null : row.by());
    }
  }

  record ClusterView(
      long asOfMs,
      @Nullable String leader,
      String store,
      @Nullable ReadOnlyView readOnly,
      List<NamenodeViews.NamenodeView> namenodes,
      List<DatanodeView> datanodes,
      long capacityBytes,
      long usedBytes,
      long remainingBytes) {}

  /**
   * What the answers are made from.
   *
   * @param staleAfterMs age of a datanode's last heartbeat from which it counts as stale
   */
  record Sources(
      Datanodes datanodes,
      NamenodeViews namenodes,
      ReadOnlySwitch readOnly,
      String storeKind,
      long staleAfterMs,
      Clock clock) {}

  private final Sources sources;
  private final ReplicaCounts counts;

  ClusterResource(Sources sources, ReplicaCounts counts) {
    this.sources = sources;
    this.counts = counts;
  }

  @Override
  public Object handle(AdminRequest request) {
    if (!request.method().equals("GET") || request.segments().size() != 1) {
      throw AdminServlet.noSuchCall();
    }
    List<NamenodeViews.NamenodeView> namenodes = sources.namenodes().now();
    List<DatanodeView> datanodes = datanodes();
    List<DatanodeView> serving = datanodes.stream().filter(d -> !d.state().equals("dead")).toList();
    return new ClusterView(
        sources.clock().millis(),
        namenodes.stream()
            .filter(namenode -> namenode.role().equals("leader"))
            .map(NamenodeViews.NamenodeView::name)
            .findFirst()
            .orElse(null),
        sources.storeKind(),
        ReadOnlyView.of(sources.readOnly().now()),
        namenodes,
        datanodes,
        serving.stream().mapToLong(DatanodeView::capacityBytes).sum(),
        serving.stream().mapToLong(DatanodeView::usedBytes).sum(),
        serving.stream().mapToLong(DatanodeView::remainingBytes).sum());
  }

  private List<DatanodeView> datanodes() {
    List<DatanodeView> all = new ArrayList<>();
    for (DatanodeDescriptor live : sources.datanodes().live()) {
      all.add(view(live, live.isStale(sources.staleAfterMs()) ? "stale" : "live"));
    }
    for (DatanodeDescriptor dead : sources.datanodes().dead()) {
      all.add(view(dead, "dead"));
    }
    all.sort(Comparator.comparing(DatanodeView::hostname).thenComparing(DatanodeView::uuid));
    return all;
  }

  private DatanodeView view(DatanodeDescriptor datanode, String state) {
    List<StorageView> storages = new ArrayList<>();
    for (StorageReport report : datanode.getStorageReports()) {
      storages.add(view(report));
    }
    long blocks =
        sources.datanodes().storagesOf(datanode.getDatanodeUuid()).stream()
            .mapToLong(counts::of)
            .sum();
    return new DatanodeView(
        datanode.getDatanodeUuid(),
        datanode.getHostName(),
        datanode.getXferAddr(),
        state,
        datanode.getCapacity(),
        datanode.getDfsUsed(),
        datanode.getRemaining(),
        blocks,
        datanode.getLastUpdate(),
        String.valueOf(datanode.getSoftwareVersion()),
        storages);
  }

  private static StorageView view(StorageReport report) {
    DatanodeStorage storage = report.getStorage();
    return new StorageView(
        storage.getStorageID(),
        storage.getStorageType().name(),
        StorageStates.text(storage.getState()),
        report.getCapacity(),
        report.getDfsUsed(),
        report.getRemaining());
  }
}
