package io.warren.blocks;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * How eagerly the leader heals; the stock settings where stock HDFS has one.
 *
 * @param workPerDatanode copies begun per round and live datanode
 * @param streamsMax copies that one datanode sends at a time
 * @param streamsHardMax copies waiting for one datanode at most
 * @param pendingTimeoutMs when a copy that was ordered is given up
 * @param minMaintenanceReplicas replicas each block keeps outside datanodes in maintenance
 * @param followMs after how long all namenodes know that a datanode shall leave
 * @param recheckIntervalMs how often the blocks of a leaving storage are looked through again
 * @param sweepIntervalMs how often leftovers are looked for
 * @param leftoverAgeMs how long a finished block may wait for a replica of its pipeline
 * @param safeMode when a leader that has just begun may heal
 */
public record RedundancySettings(
    int workPerDatanode,
    int streamsMax,
    int streamsHardMax,
    long pendingTimeoutMs,
    int minMaintenanceReplicas,
    long followMs,
    long recheckIntervalMs,
    long sweepIntervalMs,
    long leftoverAgeMs,
    HealingSafeMode.Settings safeMode) {
  /** After how long all namenodes know that a datanode shall leave; each looks every 5 s. */
  public static final String FOLLOW_MS_KEY = "warren.redundancy.follow.ms";

  /** How often the blocks of a leaving storage are looked through again. */
  public static final String RECHECK_INTERVAL_MS_KEY = "warren.redundancy.recheck.interval-ms";

  /** How often leftovers of pipelines, copies and deletions are looked for. */
  public static final String SWEEP_INTERVAL_MS_KEY = "warren.redundancy.sweep.interval-ms";

  /** How long a finished block may wait for a replica of its pipeline. */
  public static final String LEFTOVER_AGE_MS_KEY = "warren.redundancy.leftover.age-ms";

  private static final int PENDING_TIMEOUT_DEFAULT_S = 300;

  /** Reads the settings of a namenode. */
  public static RedundancySettings read(Configuration conf) {
    long timeoutS =
        conf.getLong(
            DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY,
            DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_DEFAULT);
    return new RedundancySettings(
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION_DEFAULT),
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_KEY,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_DEFAULT),
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_KEY,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_STREAMS_HARD_LIMIT_DEFAULT),
        TimeUnit.SECONDS.toMillis(timeoutS > 0 ? timeoutS : PENDING_TIMEOUT_DEFAULT_S),
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_MAINTENANCE_REPLICATION_MIN_KEY,
            DFSConfigKeys.DFS_NAMENODE_MAINTENANCE_REPLICATION_MIN_DEFAULT),
        conf.getLong(FOLLOW_MS_KEY, 10_000),
        conf.getLong(RECHECK_INTERVAL_MS_KEY, 10_000),
        conf.getLong(SWEEP_INTERVAL_MS_KEY, 10_000),
        conf.getLong(LEFTOVER_AGE_MS_KEY, 30_000),
        HealingSafeMode.Settings.read(conf));
  }
}
