package io.warren.namenode.service;

import io.warren.namespace.NamespaceConfig;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Warren's own settings of a namenode, read from the Hadoop configuration; stock settings
 * (dfs.blocksize, dfs.permissions.superusergroup, fs.trash.interval, …) keep their stock names and
 * meaning.
 *
 * @param heartbeatIntervalMs time between two election rounds
 * @param heartbeatMissesMax rounds after which a silent namenode counts as dead
 * @param rpcHandlers threads that serve RPC calls
 * @param bearableCalls clients' calls running at once, on average, up to which all are let in; 0
 *     for no bound
 * @param bearableLoadPercent busy part of the machine's processors up to which all are let in; 0
 *     for no bound
 * @param httpThreadsMax threads that serve HTTP
 * @param drainTimeoutMs how long a stop waits for running calls
 * @param drainedAloneMs how long nobody may serve before a drained namenode serves again
 * @param feedRetentionMs age at which the leader forgets changes of the feed
 * @param eventRetentionMs age at which the leader forgets cluster events
 * @param servicesIntervalMs time between two runs of the leader's background services
 * @param hashedLevels levels of new directories from the root on whose children are spread over
 *     partitions
 * @param hintsMax greatest number of inodes whose place is remembered
 * @param viewsBytesMax what remembered directories may take in memory
 */
public record NamenodeSettings(
    int heartbeatIntervalMs,
    int heartbeatMissesMax,
    int rpcHandlers,
    int bearableCalls,
    int bearableLoadPercent,
    int httpThreadsMax,
    int drainTimeoutMs,
    long drainedAloneMs,
    long feedRetentionMs,
    long eventRetentionMs,
    int servicesIntervalMs,
    int hashedLevels,
    long hintsMax,
    long viewsBytesMax) {
  private static final double PERCENT = 100;

  /**
   * A setting as operators see it.
   *
   * @param key its name in hdfs-site.xml
   */
  public record Setting(String key, long defaultValue, long min, long max, String doc) {
    /** The value, checked. */
    public long read(Configuration conf) {
      long value;
      try {
        value = conf.getLong(key, defaultValue);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(key + " must be a whole number: " + conf.get(key), e);
      }
      if (value < min || value > max) {
        throw new IllegalArgumentException(
            key + " must be " + min + " to " + max + ", but is " + value);
      }
      return value;
    }
  }

  public static final Setting HEARTBEAT_INTERVAL_MS =
      new Setting(
          "warren.namenode.heartbeat.interval-ms",
          500,
          10,
          60_000,
          "Milliseconds between two heartbeats of a namenode in the leader election.");
  public static final Setting HEARTBEAT_MISSES_MAX =
      new Setting(
          "warren.namenode.heartbeat.misses-max",
          6,
          2,
          100,
          "Heartbeats that a namenode may miss before it counts as dead.");
  public static final Setting RPC_HANDLERS =
      new Setting("warren.namenode.rpc.handlers", 16, 1, 1_000, "Threads that serve RPC calls.");
  public static final Setting BEARABLE_CALLS =
      new Setting(
          "warren.namenode.rpc.bearable-calls",
          0,
          0,
          100_000,
          "Clients' calls running at once, on average, above which a user who took more than his"
              + " part of their time is told to come again; 0 for no bound.");
  public static final Setting BEARABLE_LOAD_PERCENT =
      new Setting(
          "warren.namenode.rpc.bearable-load-percent",
          0,
          0,
          100,
          "Busy part of the machine's processors, on average, above which a user who took more than"
              + " his part of what calls take of them is told to come again; 0 for no bound.");
  public static final Setting HTTP_THREADS_MAX =
      new Setting(
          "warren.namenode.http.threads-max", 64, 8, 1_000, "Most threads that serve HTTP.");
  public static final Setting DRAIN_TIMEOUT_MS =
      new Setting(
          "warren.namenode.drain-timeout-ms",
          5_000,
          0,
          300_000,
          "Milliseconds that a stop waits for running calls.");
  public static final Setting DRAINED_ALONE_MS =
      new Setting(
          "warren.namenode.drained.alone-ms",
          30_000,
          1_000,
          24L * 3_600_000,
          "Milliseconds that no namenode may serve before a drained one does again by itself.");
  public static final Setting FEED_RETENTION_MS =
      new Setting(
          "warren.feed.retention-ms",
          7L * 24 * 3_600_000,
          60_000,
          365L * 24 * 3_600_000,
          "Milliseconds that changes are kept in the change feed.");
  public static final Setting EVENT_RETENTION_MS =
      new Setting(
          "warren.events.retention-ms",
          30L * 24 * 3_600_000,
          60_000,
          365L * 24 * 3_600_000,
          "Milliseconds that events of namenodes, leaders and subtree locks are kept.");
  public static final Setting SERVICES_INTERVAL_MS =
      new Setting(
          "warren.leader.services.interval-ms",
          1_000,
          10,
          60_000,
          "Milliseconds between two runs of the leader's background services.");
  public static final Setting HASHED_LEVELS =
      new Setting(
          "warren.namespace.hashed-levels",
          NamespaceConfig.HASHED_LEVELS_DEFAULT,
          1,
          10,
          "Levels of directories, the root's included, whose children are spread over partitions by"
              + " their names. Decides for directories made from then on.");

  public static final Setting HINTS_MAX =
      new Setting(
          "warren.namenode.hints-max",
          500_000,
          0,
          100_000_000,
          "Inodes whose place in the store is remembered. 0 makes every operation walk its paths.");

  public static final Setting VIEWS_BYTES_MAX =
      new Setting(
          "warren.namenode.views-bytes-max",
          NamespaceConfig.VIEWS_BYTES_MAX_DEFAULT,
          0,
          16L << 30,
          "Bytes of memory for directories that are remembered over NDB, so that a path costs the"
              + " reading of its last component. 0 makes every operation read all of them.");

  /** Every setting, for the reference page. */
  public static final List<Setting> ALL =
      List.of(
          HEARTBEAT_INTERVAL_MS,
          HEARTBEAT_MISSES_MAX,
          RPC_HANDLERS,
          BEARABLE_CALLS,
          BEARABLE_LOAD_PERCENT,
          HTTP_THREADS_MAX,
          DRAIN_TIMEOUT_MS,
          DRAINED_ALONE_MS,
          FEED_RETENTION_MS,
          EVENT_RETENTION_MS,
          SERVICES_INTERVAL_MS,
          HASHED_LEVELS,
          HINTS_MAX,
          VIEWS_BYTES_MAX);

  /** How much may run before calls are refused. */
  public CallShares.Bounds callBounds() {
    return new CallShares.Bounds(bearableCalls, bearableLoadPercent / PERCENT, rpcHandlers);
  }

  /**
   * Reads and checks the settings.
   *
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  public static NamenodeSettings read(Configuration conf) {
    return new NamenodeSettings(
        (int) HEARTBEAT_INTERVAL_MS.read(conf),
        (int) HEARTBEAT_MISSES_MAX.read(conf),
        (int) RPC_HANDLERS.read(conf),
        (int) BEARABLE_CALLS.read(conf),
        (int) BEARABLE_LOAD_PERCENT.read(conf),
        (int) HTTP_THREADS_MAX.read(conf),
        (int) DRAIN_TIMEOUT_MS.read(conf),
        DRAINED_ALONE_MS.read(conf),
        FEED_RETENTION_MS.read(conf),
        EVENT_RETENTION_MS.read(conf),
        (int) SERVICES_INTERVAL_MS.read(conf),
        (int) HASHED_LEVELS.read(conf),
        HINTS_MAX.read(conf),
        VIEWS_BYTES_MAX.read(conf));
  }
}
