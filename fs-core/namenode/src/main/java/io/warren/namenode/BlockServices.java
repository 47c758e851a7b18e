package io.warren.namenode;

import io.warren.blocks.BadBlocks;
import io.warren.blocks.BlockRecoveries;
import io.warren.blocks.Datanodes;
import io.warren.blocks.FullReports;
import io.warren.blocks.IncrementalReports;
import io.warren.blocks.Invalidations;
import io.warren.blocks.ReplicaChanges;
import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import io.warren.store.TransactionRunner;
import java.time.Clock;
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
    BadBlocks badBlocks) {
  /** A replica may be reported this much after the report that lacks it was made. */
  private static final long MISSING_GRACE_MS = 60_000;

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
    FullReports fullReports = new FullReports(runner, changes, clock, MISSING_GRACE_MS);
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
        new BadBlocks(runner, datanodes, clock));
  }

  /** The leader's part: judges missing replicas and forgets orders that were carried out. */
  LeaderService leaderService() {
    return new LeaderService() {
      @Override
      public String name() {
        return "replica_upkeep";
      }

      @Override
      public void run(LeaderFence fence) {
        fullReports.judge();
        invalidations.trim(true);
      }

      @Override
      public void deposed() {
        fullReports.reset();
        invalidations.trim(false);
        recoveries.reset();
      }
    };
  }
}
