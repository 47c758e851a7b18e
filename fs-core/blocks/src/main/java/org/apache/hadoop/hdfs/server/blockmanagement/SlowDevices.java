package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports.DiskOp;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;

/**
 * The datanodes and disks that are much slower than others, as datanodes tell with their heartbeats
 * and Hadoop's trackers keep it: each report for three intervals of dfs.datanode.outliers.report,
 * at most one for each pair of datanodes, and of disks the five slowest. What the trackers answer
 * only their own package may read.
 */
@org.jspecify.annotations.NullMarked
public final class SlowDevices {
  /**
   * A datanode to which others send slowly.
   *
   * @param latencyMs of a packet on its way to it, a mean; the worst that was told
   * @param limitMs what the one who told it bears, by what it measures at its other peers
   * @param reporters datanodes that told it
   */
  public record SlowPeer(double latencyMs, double limitMs, int reporters) {}

  /**
   * A disk that is slower than the others of its datanode; means, null where it is not.
   *
   * @param disk its folder
   */
  public record SlowDisk(
      String disk,
      @Nullable Double metadataMs,
      @Nullable Double readMs,
      @Nullable Double writeMs) {}

  private final boolean watchesPeers;
  private final Map<String, SortedSet<SlowPeerLatencyWithReportingNode>> peers;
  private final @Nullable SlowDiskTracker diskTracker;

  private SlowDevices(SlowPeerTracker peerTracker, @Nullable SlowDiskTracker diskTracker) {
    watchesPeers = peerTracker.isSlowPeerTrackerEnabled();
    peers = watchesPeers ? peerTracker.getReportsForAllDataNodes() : Map.of();
    this.diskTracker = diskTracker;
  }

  /** As of now; disks as of when they were asked for before. */
  public static SlowDevices of(DatanodeManager manager) {
    SlowDiskTracker disks = manager.getSlowDiskTracker();
    if (disks != null) {
      // By itself it only looks at what came once in an interval.
      disks.updateSlowDiskReportAsync(Time.monotonicNow());
    }
    return new SlowDevices(manager.getSlowPeerTracker(), disks);
  }

  /** Whether dfs.datanode.peer.stats.enabled is set. */
  public boolean watchesPeers() {
    return watchesPeers;
  }

  /** Whether dfs.datanode.fileio.profiling.sampling.percentage is above 0. */
  public boolean watchesDisks() {
    return diskTracker != null;
  }

  /** What others tell of a datanode, or null. */
  public @Nullable SlowPeer peer(DatanodeDescriptor datanode) {
    // Writers name their peers by the address of their pages.
    return Stream.of(datanode.getInfoSecureAddr(), datanode.getInfoAddr())
        .map(peers::get)
        .filter(Objects::nonNull)
        .map(SlowDevices::worst)
        .findFirst()
        .orElse(null);
  }

  private static SlowPeer worst(SortedSet<SlowPeerLatencyWithReportingNode> reports) {
    SlowPeerLatencyWithReportingNode worst =
        reports.stream()
            .max(Comparator.comparingDouble(SlowPeerLatencyWithReportingNode::getReportedLatency))
            .orElseThrow();
    return new SlowPeer(worst.getReportedLatency(), worst.getUpperLimitLatency(), reports.size());
  }

  /** The slow disks that a datanode tells of. */
  public List<SlowDisk> disks(DatanodeDescriptor datanode) {
    List<SlowDisk> found = new ArrayList<>();
    if (diskTracker != null) {
      String ofDatanode = SlowDiskTracker.getSlowDiskIDForReport(datanode.getIpcAddr(false), "");
      for (SlowDiskTracker.DiskLatency disk : diskTracker.getSlowDisksReport()) {
        if (disk.getSlowDiskID().startsWith(ofDatanode)) {
          found.add(
              new SlowDisk(
                  disk.getSlowDiskID().substring(ofDatanode.length()),
                  disk.getLatency(DiskOp.METADATA),
                  disk.getLatency(DiskOp.READ),
                  disk.getLatency(DiskOp.WRITE)));
        }
      }
    }
    return found;
  }
}
