package io.warren.namenode.rpc;

import io.warren.blocks.BadBlocks;
import io.warren.blocks.Datanodes;
import io.warren.blocks.RedundancyCounts;
import io.warren.namenode.service.StoragePolicies;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ECBlockGroupStats;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.ReplicatedBlockStats;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStatistics;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;

/** ClientProtocol calls about datanodes, capacity and storage policies. */
final class DatanodeCalls {
  /** What stock namenodes put where they do not count. */
  private static final long NOT_COUNTED = -1;

  private final Datanodes datanodes;
  private final BadBlocks badBlocks;
  private final StoragePolicies policies;
  private final RedundancyCounts redundancy;

  DatanodeCalls(
      Datanodes datanodes,
      BadBlocks badBlocks,
      RedundancyCounts redundancy,
      StoragePolicies policies) {
    this.policies = policies;
    this.datanodes = datanodes;
    this.badBlocks = badBlocks;
    this.redundancy = redundancy;
  }

  /** Capacity in bytes, and how many blocks are not stored as they should be. */
  public long[] getStats() {
    long[] stats = new long[ClientProtocol.STATS_ARRAY_LENGTH];
    Arrays.fill(stats, NOT_COUNTED);
    DatanodeStatistics totals = datanodes.totals();
    stats[ClientProtocol.GET_STATS_CAPACITY_IDX] = totals.getCapacityTotal();
    stats[ClientProtocol.GET_STATS_USED_IDX] = totals.getCapacityUsed();
    stats[ClientProtocol.GET_STATS_REMAINING_IDX] = totals.getCapacityRemaining();
    RedundancyCounts.Counts counts = redundancy.get();
    stats[ClientProtocol.GET_STATS_UNDER_REPLICATED_IDX] = counts.allUnderReplicated();
    stats[ClientProtocol.GET_STATS_LOW_REDUNDANCY_IDX] = counts.allUnderReplicated();
    stats[ClientProtocol.GET_STATS_CORRUPT_BLOCKS_IDX] = counts.corruptReplicas();
    stats[ClientProtocol.GET_STATS_MISSING_BLOCKS_IDX] = counts.missing();
    stats[ClientProtocol.GET_STATS_PENDING_DELETION_BLOCKS_IDX] = counts.deletionsWaiting();
    return stats;
  }

  public ReplicatedBlockStats getReplicatedBlockStats() {
    RedundancyCounts.Counts counts = redundancy.get();
    return new ReplicatedBlockStats(
        counts.allUnderReplicated(),
        counts.corruptReplicas(),
        counts.missing(),
        0,
        NOT_COUNTED,
        counts.deletionsWaiting());
  }

  /** There are no erasure-coded blocks. */
  public ECBlockGroupStats getECBlockGroupStats() {
    return new ECBlockGroupStats(0, 0, 0, 0, 0);
  }

  public DatanodeInfo[] getDatanodeReport(DatanodeReportType type) {
    return datanodes.report(type);
  }

  public DatanodeStorageReport[] getDatanodeStorageReport(DatanodeReportType type) {
    return datanodes.storageReport(type);
  }

  public DatanodeInfo[] getSlowDatanodeReport() {
    return datanodes.slowReport();
  }

  public BlockStoragePolicy[] getStoragePolicies() {
    return policies.all().toArray(BlockStoragePolicy[]::new);
  }

  public void reportBadBlocks(LocatedBlock[] blocks) {
    badBlocks.report(blocks, "a client found a wrong checksum");
  }
}
