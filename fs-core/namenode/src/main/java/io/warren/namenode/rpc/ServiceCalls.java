package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BatchedRemoteIterator.BatchedEntries;
import org.apache.hadoop.fs.BatchedRemoteIterator.BatchedListEntries;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveEntry;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolEntry;
import org.apache.hadoop.hdfs.protocol.EncryptionZone;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.protocol.RollingUpgradeInfo;
import org.apache.hadoop.hdfs.protocol.ZoneReencryptionStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Lists;
import org.jspecify.annotations.Nullable;

/**
 * ClientProtocol calls about the service as a whole: defaults, states, and the honest empty answers
 * for features of stock HDFS that this file system does not have.
 */
final class ServiceCalls {
  private final Callers callers;
  private final FsServerDefaults defaults;

  ServiceCalls(Callers callers, Configuration conf) {
    this.callers = callers;
    this.defaults = defaults(conf);
  }

  private static FsServerDefaults defaults(Configuration conf) {
    return new FsServerDefaults(
        conf.getLongBytes(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT),
        conf.getInt(
            DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_KEY, DFSConfigKeys.DFS_BYTES_PER_CHECKSUM_DEFAULT),
        conf.getInt(
            HdfsClientConfigKeys.DFS_CLIENT_WRITE_PACKET_SIZE_KEY,
            HdfsClientConfigKeys.DFS_CLIENT_WRITE_PACKET_SIZE_DEFAULT),
        (short)
            conf.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT),
        conf.getInt(
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
            CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT),
        conf.getBoolean(
            DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_KEY,
            DFSConfigKeys.DFS_ENCRYPT_DATA_TRANSFER_DEFAULT),
        conf.getLong(
            CommonConfigurationKeys.FS_TRASH_INTERVAL_KEY,
            CommonConfigurationKeys.FS_TRASH_INTERVAL_DEFAULT),
        DataChecksum.Type.valueOf(
            conf.get(DFSConfigKeys.DFS_CHECKSUM_TYPE_KEY, DFSConfigKeys.DFS_CHECKSUM_TYPE_DEFAULT)),
        "",
        (byte) 0);
  }

  public FsServerDefaults getServerDefaults() {
    return defaults;
  }

  public HAServiceState getHAServiceState() {
    return HAServiceState.ACTIVE;
  }

  public void msync() {
    // Every namenode reads the store itself, so each answer is as new as the last commit.
  }

  public boolean upgradeStatus() {
    return true;
  }

  public void finalizeUpgrade() throws IOException {
    requireSuperuser();
  }

  public @Nullable RollingUpgradeInfo rollingUpgrade(RollingUpgradeAction action) {
    if (action != RollingUpgradeAction.QUERY) {
      throw new UnsupportedOperationException(
          "rollingUpgrade(" + action + ") is not supported by this file system");
    }
    return null;
  }

  private void requireSuperuser() throws IOException {
    var caller = callers.current();
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
  }

  // Encryption zones: none.

  public @Nullable EncryptionZone getEZForPath(String src) {
    return null;
  }

  public BatchedEntries<EncryptionZone> listEncryptionZones(long prevId) {
    return none();
  }

  public BatchedEntries<ZoneReencryptionStatus> listReencryptionStatus(long prevId) {
    return none();
  }

  // Central cache: none.

  public BatchedEntries<CacheDirectiveEntry> listCacheDirectives(
      long prevId, CacheDirectiveInfo filter) {
    return none();
  }

  public BatchedEntries<CachePoolEntry> listCachePools(String prevPool) {
    return none();
  }

  private static <E> BatchedEntries<E> none() {
    return new BatchedListEntries<>(Lists.newArrayList(), false);
  }

  /** Without encryption zones and snapshots every path belongs to the root. */
  public Path getEnclosingRoot(String src) {
    return new Path("/");
  }
}
