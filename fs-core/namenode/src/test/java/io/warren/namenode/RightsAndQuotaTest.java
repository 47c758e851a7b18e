package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

/** Permissions and quotas as stock clients meet them. */
class RightsAndQuotaTest {
  private static final Path HOME = new Path("/rights-test");

  @Test
  void aStrangerIsRefusedInTheWordsOfHdfs() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(HOME, "private");
    try (FileSystem owner = cluster.fs();
        FileSystem stranger = cluster.fsAs("stranger")) {
      owner.mkdirs(folder);
      owner.setPermission(folder, new FsPermission((short) 0700));
      assertThatThrownBy(() -> stranger.listStatus(folder))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("Permission denied: user=stranger, access=READ_EXECUTE, inode=\"")
          .hasMessageContaining("drwx------");
      assertThatThrownBy(() -> stranger.setPermission(folder, new FsPermission((short) 0777)))
          .isInstanceOf(AccessControlException.class)
          .hasMessageContaining("is not the owner of inode=/rights-test/private");
    }
  }

  @Test
  void aQuotaRefusesWhatWouldExceedIt() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(HOME, "limited");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs()) {
      fs.mkdirs(new Path(folder, "one"));
      fs.setQuota(folder, 3, HdfsConstants.QUOTA_DONT_SET);
      fs.mkdirs(new Path(folder, "two"));
      assertThatThrownBy(() -> fs.mkdirs(new Path(folder, "three")))
          .isInstanceOf(NSQuotaExceededException.class)
          .hasMessageContaining("of directory /rights-test/limited is exceeded: quota=3");
      assertThat(fs.getQuotaUsage(folder).getQuota()).isEqualTo(3);
      assertThat(fs.getQuotaUsage(folder).getFileAndDirectoryCount()).isEqualTo(3);
      fs.setQuota(folder, HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_DONT_SET);
      assertThat(fs.mkdirs(new Path(folder, "three"))).isTrue();
    }
  }
}
