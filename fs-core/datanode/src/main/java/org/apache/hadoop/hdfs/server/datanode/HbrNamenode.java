package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The stock calls to a namenode, but for full reports: it never asks for permission to send one,
 * and one that is sent nevertheless (dfsadmin -triggerBlockReport) is a wish for a report of
 * hashes.
 */
@NullMarked
final class HbrNamenode extends DatanodeProtocolClientSideTranslatorPB {
  private final Runnable wish;

  HbrNamenode(InetSocketAddress address, Configuration conf, Runnable wish) throws IOException {
    super(address, conf);
    this.wish = wish;
  }

  @Override
  public DatanodeRegistration registerDatanode(DatanodeRegistration registration)
      throws IOException {
    DatanodeRegistration registered = super.registerDatanode(registration);
    wish.run();
    return registered;
  }

  @Override
  public HeartbeatResponse sendHeartbeat(
      DatanodeRegistration registration,
      StorageReport[] reports,
      long cacheCapacityBytes,
      long cacheUsedBytes,
      int transfers,
      int xceivers,
      int failedVolumes,
      @Nullable VolumeFailureSummary failures,
      boolean wantsFullReport,
      SlowPeerReports slowPeers,
      SlowDiskReports slowDisks)
      throws IOException {
    return super.sendHeartbeat(
        registration,
        reports,
        cacheCapacityBytes,
        cacheUsedBytes,
        transfers,
        xceivers,
        failedVolumes,
        failures,
        false,
        slowPeers,
        slowDisks);
  }

  @Override
  public @Nullable DatanodeCommand blockReport(
      DatanodeRegistration registration,
      String poolId,
      StorageBlockReport[] reports,
      BlockReportContext context) {
    wish.run();
    return null;
  }
}
