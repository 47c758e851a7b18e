package io.warren.compat;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The file system that Hadoop's tests are run against: named by system properties, and emptied for
 * each cluster that a test believes to start.
 */
public final class RunningCluster {
  /** {@code hdfs://HOST:PORT} of a namenode. */
  public static final String URI_PROPERTY = "warren.compat.uri";

  /** {@code HOST:PORT} at which the same namenode serves WebHDFS; may be absent. */
  public static final String HTTP_PROPERTY = "warren.compat.http";

  /**
   * {@code true} for Warren's client, with the policy at the root that keeps small files in rows.
   */
  public static final String SMALL_FILES_PROPERTY = "warren.compat.small-files";

  private static final String SMALL_FILES_CLASS = "io.warren.client.WarrenFileSystem";
  private static final String SMALL_FILES_POLICY = "DB";

  private static final FsPermission ROOT_PERMISSION = new FsPermission((short) 0755);

  private RunningCluster() {}

  /** Where it is. Throws IllegalStateException naming the property that is missing. */
  public static URI uri() {
    String uri = System.getProperty(URI_PROPERTY);
    if (uri == null) {
      throw new IllegalStateException(
          "Set -D" + URI_PROPERTY + "=hdfs://HOST:PORT: these tests start no namenode");
    }
    return URI.create(uri);
  }

  /** Points a test's settings at it. */
  public static void addTo(Configuration conf) {
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, uri().toString());
    conf.set(DFSConfigKeys.DFS_NAMENODE_RPC_ADDRESS_KEY, uri().getAuthority());
    String http = System.getProperty(HTTP_PROPERTY);
    if (http != null) {
      conf.set(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY, http);
    }
    // A test closes "its" file system, and the next cluster has the same address.
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    conf.setBoolean("fs.webhdfs.impl.disable.cache", true);
    if (Boolean.getBoolean(SMALL_FILES_PROPERTY)) {
      conf.set("fs.hdfs.impl", SMALL_FILES_CLASS);
      conf.set("fs.AbstractFileSystem.hdfs.impl", "io.warren.client.WarrenHdfs");
    }
  }

  /** Makes it as empty as a formatted one, as the user that the process belongs to. */
  public static void empty(Configuration conf) throws IOException {
    UserGroupInformation owner =
        UserGroupInformation.createRemoteUser(System.getProperty("user.name"));
    try {
      owner.doAs(
          (PrivilegedExceptionAction<Void>)
              () -> {
                emptyAsOwner(conf);
                return null;
              });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  private static void emptyAsOwner(Configuration conf) throws IOException {
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(uri(), new Configuration(conf))) {
      fs.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      dropSnapshots(fs);
      Path root = new Path("/");
      for (FileStatus child : fs.listStatus(root)) {
        fs.delete(child.getPath(), true);
      }
      fs.setQuota(root, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_RESET);
      fs.setPermission(root, ROOT_PERMISSION);
      if (Boolean.getBoolean(SMALL_FILES_PROPERTY)) {
        if (!fs.getClass().getName().equals(SMALL_FILES_CLASS)) {
          throw new IllegalStateException("The tests have another client: " + fs.getClass());
        }
        fs.setStoragePolicy(root, SMALL_FILES_POLICY);
      }
    }
  }

  private static void dropSnapshots(DistributedFileSystem fs) throws IOException {
    SnapshottableDirectoryStatus[] directories = fs.getSnapshottableDirListing();
    if (directories == null) {
      return;
    }
    for (SnapshottableDirectoryStatus directory : directories) {
      Path path = directory.getFullPath();
      for (SnapshotStatus snapshot : fs.getSnapshotListing(path)) {
        fs.deleteSnapshot(path, snapshot.getFullPath().getName());
      }
      // The client's file system refuses it where there is a trash.
      fs.getClient().disallowSnapshot(path.toUri().getPath());
    }
  }
}
