package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.blocks.BadBlocks;
import io.warren.blocks.BlockRecoveries;
import io.warren.blocks.Datanodes;
import io.warren.blocks.FullReports;
import io.warren.blocks.HashReports;
import io.warren.blocks.IncrementalReports;
import io.warren.blocks.Invalidations;
import io.warren.blocks.Leadership;
import io.warren.blocks.LiveNamenodes;
import io.warren.blocks.RedundancyCounts;
import io.warren.blocks.RedundancyManager;
import io.warren.blocks.RedundancySettings;
import io.warren.blocks.ReplicaChanges;
import io.warren.blocks.ReportCounts;
import io.warren.blocks.ReportHistory;
import io.warren.blocks.StockReports;
import io.warren.model.BlockReportKind;
import io.warren.model.RedundancyPriority;
import io.warren.namenode.election.LeaderService;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namespace.LeaderFence;
import io.warren.store.TransactionRunner;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** What one namenode knows and does about blocks, wired together. */
record BlockServices(
    Datanodes datanodes,
    ReplicaChanges changes,
    FullReports fullReports,
    StockReports stockReports,
    HashReports hashReports,
    Invalidations invalidations,
    IncrementalReports incrementalReports,
    BlockRecoveries recoveries,
    RedundancyManager redundancy,
    RedundancyCounts counts,
    BadBlocks badBlocks) {
  /** How long after the report that lacks it a replica may still be reported. */
  private static final String MISSING_GRACE_MS_KEY = "warren.block-report.missing.grace-ms";

  private static final long MISSING_GRACE_DEFAULT_MS = 60_000;

  /** How many block reports with hashes a namenode takes at once. */
  private static final String ACTIVE_MAX_KEY = "warren.block-report.active.max";

  private static final int ACTIVE_DEFAULT_MAX = 8;

  /** How long a storage may go without sending every replica. */
  private static final String FULL_INTERVAL_MS_KEY = "warren.block-report.full.interval-ms";

  private static final long FULL_INTERVAL_DEFAULT_MS = 86_400_000;

  /** How long a deletion that was ordered may go unreported before it is ordered again. */
  private static final String DELETION_RESEND_MS_KEY = "warren.deletion.resend-ms";

  private static final long DELETION_RESEND_DEFAULT_MS = 60_000;

  static BlockServices wire(
      TransactionRunner runner,
      Clock clock,
      Configuration conf,
      Datanodes datanodes,
      String clusterId,
      LiveNamenodes namenodes) {
    ReplicaChanges changes =
        new ReplicaChanges(
            runner,
            conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_KEY,
                DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_DEFAULT),
            clock,
            datanodes.storageIds(),
            namenodes.selfId(),
            datanodes);
    long graceMs = conf.getLong(MISSING_GRACE_MS_KEY, MISSING_GRACE_DEFAULT_MS);
    FullReports fullReports = new FullReports(runner, changes, clock, graceMs);
    Invalidations invalidations =
        new Invalidations(
            runner,
            clock,
            conf.getInt(
                DFSConfigKeys.DFS_BLOCK_INVALIDATE_LIMIT_KEY,
                DFSConfigKeys.DFS_BLOCK_INVALIDATE_LIMIT_DEFAULT),
            conf.getLong(DELETION_RESEND_MS_KEY, DELETION_RESEND_DEFAULT_MS));
    HashReports hashReports =
        new HashReports(
            clusterId,
            runner,
            datanodes,
            fullReports,
            changes,
            namenodes,
            clock,
            new HashReports.Settings(
                conf.getInt(ACTIVE_MAX_KEY, ACTIVE_DEFAULT_MAX),
                conf.getLong(FULL_INTERVAL_MS_KEY, FULL_INTERVAL_DEFAULT_MS)));
    return new BlockServices(
        datanodes,
        changes,
        fullReports,
        new StockReports(
            datanodes,
            fullReports,
            new ReportHistory(runner),
            hashReports.counts(),
            namenodes,
            clock),
        hashReports,
        invalidations,
        new IncrementalReports(datanodes, changes, invalidations, fullReports),
        new BlockRecoveries(datanodes, runner.store().durability()),
        new RedundancyManager(runner, datanodes, clock, RedundancySettings.read(conf), 2 * graceMs),
        new RedundancyCounts(runner),
        new BadBlocks(runner, datanodes, clock));
  }

  /** Blocks that are not stored as they should be; each namenode counts the same rows. */
  void registerGauges(NamenodeMetrics metrics) {
    for (RedundancyPriority priority : RedundancyPriority.values()) {
      metrics.gauge(
          "warren.blocks.under.replicated",
          Tags.of("priority", priority.name().toLowerCase(Locale.ROOT)),
          counts,
          c -> c.get().underReplicated().getOrDefault(priority, 0L));
    }
    metrics.gauge("warren.blocks.missing", Tags.empty(), counts, c -> c.get().missing());
    metrics.gauge("warren.replicas.corrupt", Tags.empty(), counts, c -> c.get().corruptReplicas());
    metrics.gauge(
        "warren.replicas.being.copied", Tags.empty(), counts, c -> c.get().copiesUnderWay());
    metrics.gauge("warren.replicas.surplus", Tags.empty(), counts, c -> c.get().surplusReplicas());
    metrics.gauge(
        "warren.replicas.deletions.waiting", Tags.empty(), counts, c -> c.get().deletionsWaiting());
    metrics.gauge(
        "warren.healing.safe.mode", Tags.empty(), counts, c -> c.get().hold() == null ? 0 : 1);
    registerReports(metrics);
  }

  private void registerReports(NamenodeMetrics metrics) {
    metrics.gauge("warren.block.reports.active", Tags.empty(), hashReports, HashReports::active);
    metrics.gauge("warren.block.reports.waiting", Tags.empty(), hashReports, HashReports::waiting);
    counter(metrics, "warren.block.report.turns.refused", ReportCounts::turnsRefused);
    counter(metrics, "warren.block.report.buckets.matching", ReportCounts::bucketsMatching);
    counter(metrics, "warren.block.report.buckets.mismatching", ReportCounts::bucketsMismatching);
    counter(metrics, "warren.block.report.replicas.differing", ReportCounts::replicasDiffering);
    counter(metrics, "warren.block.report.received.bytes", ReportCounts::bytesReceived);
    counter(metrics, "warren.block.report.saved.bytes", ReportCounts::bytesSaved);
    counter(metrics, "warren.block.report.duration.seconds", ReportCounts::durationSeconds);
    counter(metrics, "warren.block.reports.full", c -> c.finished(BlockReportKind.FULL));
    counter(metrics, "warren.block.reports.hashed", c -> c.finished(BlockReportKind.HASHED));
    metrics.counter("warren.block.report.hashes.corrected", hashReports, HashReports::corrections);
  }

  private void counter(NamenodeMetrics metrics, String name, ToDoubleFunction<ReportCounts> count) {
    metrics.counter(name, hashReports.counts(), count);
  }

  /** The leader's parts: mends replicas and forgets orders that were carried out; merges hashes. */
  List<LeaderService> leaderServices(Leadership leadership) {
    return List.of(replicaUpkeep(leadership), new BucketUpkeep(hashReports, datanodes));
  }

  private LeaderService replicaUpkeep(Leadership leadership) {
    return new LeaderService() {
      @Override
      public String name() {
        return "replica_upkeep";
      }

      @Override
      public void run(LeaderFence fence) {
        invalidations.round(fence::check);
        redundancy.round(fence::check, leadership.epoch());
      }

      @Override
      public void deposed() {
        invalidations.deposed();
        recoveries.reset();
        redundancy.deposed();
      }
    };
  }
}
