package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.server.namenode.UnsupportedActionException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quotas by type, the reserved directory and metasave, as a stock client meets them. */
class StockWordsTest {
  private static final Path TOP = new Path("/stock-words");

  private static List<String> names(FileStatus[] statuses) {
    return Arrays.stream(statuses).map(s -> s.getPath().toUri().getPath()).toList();
  }

  @Test
  void aQuotaByTypeIsSetMetAndTold() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(TOP, "typed");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs()) {
      fs.mkdirs(folder);
      fs.setStoragePolicy(folder, "HOT");
      fs.setQuotaByStorageType(folder, StorageType.DISK, 2L * RunningCluster.BLOCK_BYTES);
      try (FSDataOutputStream out = fs.create(new Path(folder, "f"))) {
        out.write(new byte[1000]);
      }
      assertThat(fs.getQuotaUsage(folder).getTypeConsumed(StorageType.DISK)).isEqualTo(1000);
      assertThat(fs.getQuotaUsage(folder).getTypeQuota(StorageType.DISK))
          .isEqualTo(2L * RunningCluster.BLOCK_BYTES);
      assertThat(fs.getQuotaUsage(folder).getTypeQuota(StorageType.SSD)).isEqualTo(-1);
      ContentSummary summary = fs.getContentSummary(folder);
      assertThat(summary.getTypeConsumed(StorageType.DISK)).isEqualTo(1000);
      assertThat(summary.getTypeQuota(StorageType.DISK)).isPositive();
      assertThatThrownBy(
              () -> {
                try (FSDataOutputStream out = fs.create(new Path(folder, "g"))) {
                  out.write(new byte[2 * RunningCluster.BLOCK_BYTES + 1]);
                }
              })
          .isInstanceOf(QuotaByStorageTypeExceededException.class)
          .hasMessageContaining("Quota by storage type : DISK on path : /stock-words/typed");
      fs.setQuotaByStorageType(folder, StorageType.DISK, HdfsConstants.QUOTA_RESET);
      assertThat(fs.getQuotaUsage(folder).getTypeQuota(StorageType.DISK)).isEqualTo(-1);
    }
  }

  @Test
  void theRootHasAQuotaOfNamesAlways() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      assertThat(fs.getQuotaUsage(new Path("/")).getQuota()).isEqualTo(Long.MAX_VALUE);
      fs.setQuota(new Path("/"), HdfsConstants.QUOTA_RESET, HdfsConstants.QUOTA_DONT_SET);
      assertThat(fs.getContentSummary(new Path("/")).getQuota()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void theReservedDirectoryIsShown() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      assertThat(fs.getFileStatus(new Path("/.reserved")).isDirectory()).isTrue();
      assertThat(names(fs.listStatus(new Path("/.reserved"))))
          .containsExactly("/.reserved/.inodes", "/.reserved/raw");
      assertThat(names(fs.listStatus(new Path("/")))).doesNotContain("/.reserved");
      assertThatThrownBy(() -> fs.mkdirs(new Path("/.reserved/x"))).isNotNull();
      assertThatThrownBy(() -> fs.mkdirs(new Path("/.reserved")))
          .hasMessageContaining("\".reserved\" is reserved");
      assertThatThrownBy(() -> fs.delete(new Path("/.reserved"), true))
          .hasMessageContaining("Invalid path name /.reserved");
    }
  }

  @Test
  void theRootAlwaysHasAListOfSnapshots() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      assertThat(fs.getFileStatus(new Path("/.snapshot")).isDirectory()).isTrue();
      assertThat(fs.listStatus(new Path("/.snapshot"))).isEmpty();
      assertThat(fs.exists(new Path("/.snapshot/none"))).isFalse();
    }
  }

  @Test
  void aMissingPathIsToldInTheWordsOfEachCall() throws Exception {
    Path missing = new Path(TOP, "missing");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      assertThatThrownBy(() -> fs.getQuotaUsage(missing))
          .hasMessageContaining("File/Directory does not exist: " + missing);
      assertThatThrownBy(() -> fs.setTimes(missing, 1, 1))
          .hasMessageContaining("File/Directory " + missing + " does not exist.");
      assertThatThrownBy(() -> fs.access(missing, FsAction.READ))
          .hasMessageContaining("Path not found: " + missing);
      assertThatThrownBy(() -> fs.open(missing))
          .hasMessageContaining("File does not exist: " + missing);
    }
  }

  @Test
  void filesWithUnreadableBlocksAreListedForTheSuperuser() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    try (FileSystem fs = cluster.fs();
        FileSystem stranger = cluster.fsAs("stranger")) {
      fs.create(new Path(TOP, "sound")).close();
      assertThat(fs.listCorruptFileBlocks(TOP).hasNext()).isFalse();
      assertThatThrownBy(() -> stranger.listCorruptFileBlocks(TOP))
          .hasMessageContaining("Superuser privilege is required");
    }
  }

  @Test
  void aStickyDirectoryIsNamedInTheRefusal() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(TOP, "sticky");
    Path file = new Path(folder, "f");
    try (FileSystem fs = cluster.fs();
        FileSystem stranger = cluster.fsAs("stranger")) {
      fs.mkdirs(folder);
      fs.setPermission(folder, new FsPermission((short) 01777));
      fs.create(file).close();
      assertThatThrownBy(() -> stranger.delete(file, false))
          .hasMessageContaining("Permission denied by sticky bit: user=stranger, path=\"" + file)
          .hasMessageContaining("parent=\"" + folder + "\"");
    }
  }

  @Test
  void anAppendMayBeginABlockBehindAPartOfOne() throws Exception {
    Path file = new Path(TOP, "new-block");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      try (FSDataOutputStream out = fs.create(file)) {
        out.write(new byte[100]);
      }
      EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.APPEND, CreateFlag.NEW_BLOCK);
      try (FSDataOutputStream out = fs.append(file, flags, 4096, null)) {
        out.write(new byte[50]);
      }
      assertThat(fs.getFileBlockLocations(file, 0, 150))
          .extracting(BlockLocation::getLength)
          .containsExactly(100L, 50L);
    }
  }

  @Test
  void metasaveWritesItsFile(@TempDir java.nio.file.Path logs) throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String before = System.getProperty("hadoop.log.dir");
    System.setProperty("hadoop.log.dir", logs.toString());
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn1");
        DistributedFileSystem stranger = (DistributedFileSystem) cluster.fsAs("stranger")) {
      fs.metaSave("saved.txt");
      assertThat(Files.readString(logs.resolve("saved.txt")))
          .contains(
              "Live Datanodes: 1",
              "Dead Datanodes: 0",
              "Metasave: Blocks waiting for reconstruction: ",
              "Metasave: Blocks currently missing: ",
              "Metasave: Blocks being reconstructed: ",
              "waiting deletion from",
              "Corrupt Blocks:",
              "Metasave: Number of datanodes: 1");
      assertThatThrownBy(() -> fs.metaSave("../elsewhere"))
          .hasMessageContaining("without a folder");
      assertThatThrownBy(() -> stranger.metaSave("theirs"))
          .hasMessageContaining("Superuser privilege is required");
      HdfsAdmin admin = new HdfsAdmin(cluster.rpc("nn1"), cluster.conf());
      assertThatThrownBy(() -> admin.satisfyStoragePolicy(TOP))
          .isInstanceOfSatisfying(
              RemoteException.class,
              e ->
                  assertThat(e.getClassName())
                      .isEqualTo(UnsupportedActionException.class.getName()))
          .hasMessageContaining("storage policy satisfier feature has been disabled by admin");
    } finally {
      if (before == null) {
        System.clearProperty("hadoop.log.dir");
      } else {
        System.setProperty("hadoop.log.dir", before);
      }
    }
  }
}
