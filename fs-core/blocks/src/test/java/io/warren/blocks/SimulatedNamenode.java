package io.warren.blocks;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/** What a namenode does with reports. */
final class SimulatedNamenode implements AutoCloseable {
  private static final long GIB = 1L << 30;

  final Datanodes datanodes;
  final Invalidations invalidations;
  final FullReports fullReports;
  final IncrementalReports incremental;
  final HashReports hashReports;

  SimulatedNamenode(
      BlockFixture store, long id, List<Long> all, HashReports.Settings settings, long graceMs)
      throws IOException {
    datanodes =
        new Datanodes(new Configuration(), "BP-test", new StorageIds(store.runner), () -> id);
    ReplicaChanges changes =
        new ReplicaChanges(store.runner, 1, store.clock, store.storageIds, () -> id);
    invalidations = new Invalidations(store.runner, store.clock, 1_000, 60_000);
    fullReports = new FullReports(store.runner, changes, store.clock, graceMs);
    incremental = new IncrementalReports(datanodes, changes, invalidations, fullReports);
    hashReports =
        new HashReports(
            "CID-test",
            store.runner,
            datanodes,
            fullReports,
            changes,
            new LiveNamenodes(() -> id, () -> all),
            store.clock,
            settings);
  }

  void register(SimulatedDatanode datanode) throws IOException {
    datanodes.register(datanode.registration());
    StorageReport report =
        new StorageReport(datanode.storage(), false, 100 * GIB, GIB, 99 * GIB, GIB, 0);
    datanodes.heartbeat(
        datanode.registration(),
        new StorageReport[] {report},
        0,
        0,
        0,
        0,
        0,
        null,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
  }

  @Override
  public void close() {
    datanodes.close();
  }
}
