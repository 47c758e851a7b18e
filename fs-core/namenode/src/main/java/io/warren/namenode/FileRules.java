package io.warren.namenode;

import io.warren.namespace.FileSettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** Reads the rules of files from stock HDFS settings. */
final class FileRules {
  /**
   * Stock HDFS keeps access times to the hour. Here each kept time would be a change in the feed,
   * so they are kept only where dfs.namenode.accesstime.precision asks for it.
   */
  private static final long NO_ACCESS_TIMES = 0;

  /** Greatest length in bytes of a file that may stay in the database; 0 for none. */
  private static final String SMALL_FILE_BYTES_MAX_KEY = "warren.namenode.small-file.bytes-max";

  private static final int NO_SMALL_FILES = 0;

  private FileRules() {}

  static FileSettings read(Configuration conf) {
    int replicationMin =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_KEY,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MIN_DEFAULT);
    return new FileSettings(
        conf.getLongBytes(
            DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY,
            DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_DEFAULT),
        replicationMin,
        conf.getInt(
            DFSConfigKeys.DFS_REPLICATION_MAX_KEY, DFSConfigKeys.DFS_REPLICATION_MAX_DEFAULT),
        replicationMin,
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_FILE_CLOSE_NUM_COMMITTED_ALLOWED_KEY,
            DFSConfigKeys.DFS_NAMENODE_FILE_CLOSE_NUM_COMMITTED_ALLOWED_DEFAULT),
        (int)
            conf.getLong(
                DFSConfigKeys.DFS_NAMENODE_MAX_BLOCKS_PER_FILE_KEY,
                DFSConfigKeys.DFS_NAMENODE_MAX_BLOCKS_PER_FILE_DEFAULT),
        HdfsConstants.LEASE_SOFTLIMIT_PERIOD,
        1_000
            * conf.getLong(
                DFSConfigKeys.DFS_LEASE_HARDLIMIT_KEY, DFSConfigKeys.DFS_LEASE_HARDLIMIT_DEFAULT),
        conf.getLong(DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY, NO_ACCESS_TIMES),
        conf.getInt(SMALL_FILE_BYTES_MAX_KEY, NO_SMALL_FILES));
  }
}
