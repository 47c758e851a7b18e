package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AclException;
import org.apache.hadoop.hdfs.protocol.SnapshotException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the configuration of stock HDFS can turn off, refused in its words. */
class SwitchesTest {
  private static final Path TOP = new Path("/switches");
  private static RunningCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "dfs.namenode.acls.enabled", "false",
                "dfs.namenode.xattrs.enabled", "false",
                "dfs.storage.policy.enabled", "false",
                "dfs.quota.by.storage.type.enabled", "false",
                "dfs.permissions.enabled", "false",
                "dfs.namenode.snapshot.max.limit", "1",
                "dfs.namenode.snapshotdiff.allow.snap-root-descendant", "false"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void attributesAndPoliciesAreRefused() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs()) {
      fs.mkdirs(TOP);
      assertThatThrownBy(() -> fs.getAclStatus(TOP))
          .isInstanceOf(AclException.class)
          .hasMessageContaining("dfs.namenode.acls.enabled to false");
      assertThatThrownBy(() -> fs.removeAcl(TOP)).isInstanceOf(AclException.class);
      assertThatThrownBy(() -> fs.setXAttr(TOP, "user.a", new byte[1]))
          .hasMessageContaining("dfs.namenode.xattrs.enabled to false");
      assertThatThrownBy(() -> fs.listXAttrs(TOP)).hasMessageContaining("has been disabled");
      assertThatThrownBy(() -> fs.setStoragePolicy(TOP, "COLD"))
          .hasMessageContaining("since dfs.storage.policy.enabled is set to false");
      assertThatThrownBy(() -> fs.setQuotaByStorageType(TOP, StorageType.SSD, 10))
          .hasMessageContaining("dfs.quota.by.storage.type.enabled is set to false");
    }
  }

  @Test
  void withoutPermissionsEverybodyMay() throws Exception {
    Path mine = new Path(TOP, "mine");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs();
        DistributedFileSystem stranger = (DistributedFileSystem) cluster.fsAs("stranger")) {
      fs.mkdirs(mine);
      fs.setPermission(mine, new FsPermission((short) 0));
      assertThat(stranger.mkdirs(new Path(mine, "deeper"))).isTrue();
      assertThat(stranger.listStatus(mine))
          .singleElement()
          .satisfies(status -> assertThat(status.getOwner()).isEqualTo("stranger"));
    }
  }

  @Test
  void snapshotsAreLimited() throws Exception {
    Path top = new Path(TOP, "snapshots");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs()) {
      fs.mkdirs(new Path(top, "sub"));
      fs.allowSnapshot(top);
      fs.createSnapshot(top, "one");
      assertThatThrownBy(() -> fs.createSnapshot(top, "two"))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("there are already 1 snapshot(s)")
          .hasMessageContaining("the per directory snapshot limit is 1");
      assertThat(fs.getSnapshotDiffReport(top, "one", "").getDiffList()).isEqualTo(List.of());
      assertThatThrownBy(() -> fs.getSnapshotDiffReport(new Path(top, "sub"), "one", ""))
          .hasMessageContaining("not a snapshottable directory");
    }
  }
}
