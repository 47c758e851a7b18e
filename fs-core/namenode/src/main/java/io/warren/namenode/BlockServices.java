package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.blocks.BadBlocks;
import io.warren.blocks.BlockRecoveries;
import io.warren.blocks.Datanodes;
import io.warren.blocks.FullReports;
import io.warren.blocks.IncrementalReports;
import io.warren.blocks.Invalidations;
import io.warren.blocks.Leadership;
import io.warren.blocks.RedundancyCounts;
import io.warren.blocks.RedundancyManager;
import io.warren.blocks.RedundancySettings;
import io.warren.blocks.ReplicaChanges;
import io.warren.model.RedundancyPriority;
import io.warren.namenode.election.LeaderService;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namespace.LeaderFence;
import io.warren.store.TransactionRunner;
import java.time.Clock;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** What one namenode knows and does about blocks, wired together. */
record BlockServices(
    Datanodes datanodes,
    ReplicaChanges changes,
    FullReports fullReports,
    Invalidations invalidations,
    IncrementalReports incrementalReports,
    BlockRecoveries recoveries,
    RedundancyManager redundancy,
    RedundancyCounts counts,
    BadBlocks badBlocks) {
  /** How long after the report that lacks it a replica may still be reported. */
  private static final String MISSING_GRACE_MS_KEY = "warren.block-report.missing.grace-ms";

  private static final long MISSING_GRACE_DEFAULT_MS = 60_000;

  private static final long INVALIDATION_RESEND_MS = 60_000;

  static BlockServices wire(
      TransactionRunner runner, Clock clock, Configuration conf, Datanodes datanodes) {
    ReplicaChanges changes =
        new ReplicaChanges(
            runner,
            conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_KEY,
                DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_DEFAULT),
            clock);
    long graceMs = conf.getLong(MISSING_GRACE_MS_KEY, MISSING_GRACE_DEFAULT_MS);
    FullReports fullReports = new FullReports(runner, changes, clock, graceMs);
    Invalidations invalidations =
        new Invalidations(
            runner,
            clock,
            conf.getInt(
                DFSConfigKeys.DFS_BLOCK_INVALIDATE_LIMIT_KEY,
                DFSConfigKeys.DFS_BLOCK_INVALIDATE_LIMIT_DEFAULT),
            INVALIDATION_RESEND_MS);
    return new BlockServices(
        datanodes,
        changes,
        fullReports,
        invalidations,
        new IncrementalReports(datanodes, changes, invalidations, fullReports),
        new BlockRecoveries(datanodes),
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
    metrics.gauge("warren.replicas.corrupt", Tags.empty(), counts, c -> c.get().corruptReplicas());
    metrics.gauge(
        "warren.replicas.being.copied", Tags.empty(), counts, c -> c.get().copiesUnderWay());
    metrics.gauge("warren.replicas.surplus", Tags.empty(), counts, c -> c.get().surplusReplicas());
    metrics.gauge(
        "warren.replicas.deletions.waiting", Tags.empty(), counts, c -> c.get().deletionsWaiting());
  }

  /** The leader's part: judges missing replicas and forgets orders that were carried out. */
  LeaderService leaderService(Leadership leadership) {
    return new LeaderService() {
      @Override
      public String name() {
        return "replica_upkeep";
      }

      @Override
      public void run(LeaderFence fence) {
        fullReports.judge();
        invalidations.trim(true);
        redundancy.round(fence::check, leadership.epoch());
      }

      @Override
      public void deposed() {
        fullReports.reset();
        invalidations.trim(false);
        recoveries.reset();
        redundancy.deposed();
      }
    };
  }
}
