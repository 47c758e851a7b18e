package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.SnapshotAccessControlException;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.hdfs.protocol.SnapshotException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

/** Snapshots through the stock client, with real blocks. */
class SnapshotCallsTest {
  private static final Path TOP = new Path("/snapshot-calls");

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(DistributedFileSystem fs, Path path, byte[] content)
      throws IOException {
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(content);
    }
  }

  private static byte[] read(DistributedFileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private static String names(FileStatus[] statuses) {
    return String.join(" ", Arrays.stream(statuses).map(s -> s.getPath().getName()).toList());
  }

  /** A block of which a snapshot reads more is copied by the datanode that has it. */
  @Test
  void aTruncatedFileIsWholeInTheSnapshot() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    byte[] content = bytes(2 * RunningCluster.BLOCK_BYTES + 777, 3);
    byte[] later = bytes(5_000, 4);
    Path top = new Path(TOP, "truncated");
    Path file = new Path(top, "f");
    Path old = new Path(top, ".snapshot/s1/f");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn1");
        DistributedFileSystem other = (DistributedFileSystem) cluster.fs("nn2")) {
      write(fs, file, content);
      fs.allowSnapshot(top);
      fs.createSnapshot(top, "s1");
      assertThat(fs.truncate(file, 2L * RunningCluster.BLOCK_BYTES)).isTrue();
      assertThat(read(other, old)).isEqualTo(content);
      int cutBytes = RunningCluster.BLOCK_BYTES + 100;
      assertThat(fs.truncate(file, cutBytes)).isFalse();
      assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(content, cutBytes));
      HealingCluster.await("the truncation to end", () -> other.isFileClosed(file));
      assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(content, cutBytes));
      assertThat(read(other, old)).isEqualTo(content);
      try (FSDataOutputStream out = fs.append(file)) {
        out.write(later);
      }
      byte[] now = Arrays.copyOf(content, cutBytes + later.length);
      System.arraycopy(later, 0, now, cutBytes, later.length);
      assertThat(read(other, file)).isEqualTo(now);
      assertThat(read(fs, old)).isEqualTo(content);

      fs.createSnapshot(top, "s2");
      assertThat(fs.truncate(file, 7)).isFalse();
      HealingCluster.await("the second truncation to end", () -> other.isFileClosed(file));
      assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(content, 7));
      fs.deleteSnapshot(top, "s1");
      assertThat(read(fs, new Path(top, ".snapshot/s2/f"))).isEqualTo(now);
      assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(content, 7));
      fs.deleteSnapshot(top, "s2");
      assertThat(read(other, file)).isEqualTo(Arrays.copyOf(content, 7));
    }
  }

  @Test
  void whatWasDeletedAppendedOrOverwrittenIsReadAndRestored() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    byte[] content = bytes(2 * RunningCluster.BLOCK_BYTES + 777, 1);
    byte[] small = bytes(10_000, 2);
    Path top = new Path(TOP, "content");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn1");
        DistributedFileSystem other = (DistributedFileSystem) cluster.fs("nn2")) {
      write(fs, new Path(top, "gone/big"), content);
      write(fs, new Path(top, "log"), small);
      write(fs, new Path(top, "table"), small);
      assertThat(other.getFileStatus(top).isSnapshotEnabled()).isFalse();
      fs.allowSnapshot(top);
      assertThat(other.getFileStatus(top).isSnapshotEnabled()).isTrue();
      Path snapshot = fs.createSnapshot(top, "s1");
      assertThat(snapshot.toUri().getPath()).isEqualTo(top + "/.snapshot/s1");

      assertThat(other.delete(new Path(top, "gone"), true)).isTrue();
      try (FSDataOutputStream out = fs.append(new Path(top, "log"))) {
        out.write(content, 0, 5_000);
      }
      write(other, new Path(top, "table"), content);

      assertThat(read(other, new Path(snapshot, "gone/big"))).isEqualTo(content);
      assertThat(read(fs, new Path(snapshot, "log"))).isEqualTo(small);
      assertThat(fs.getFileStatus(new Path(top, "log")).getLen()).isEqualTo(15_000);
      assertThat(read(fs, new Path(snapshot, "table"))).isEqualTo(small);
      assertThat(fs.getContentSummary(snapshot).getLength()).isEqualTo(content.length + 20_000L);

      ContentSummary all = other.getContentSummary(top);
      assertThat(all.getSnapshotLength()).isEqualTo(content.length + 10_000L);
      assertThat(all.getSnapshotFileCount()).isEqualTo(2);
      assertThat(all.getSnapshotDirectoryCount()).isEqualTo(1);
      assertThat(all.getLength()).isEqualTo(2L * content.length + 25_000);

      Path restored = new Path(top, "restored");
      assertThat(
              FileUtil.copy(other, new Path(snapshot, "gone"), fs, restored, false, fs.getConf()))
          .isTrue();
      assertThat(read(fs, new Path(restored, "big"))).isEqualTo(content);

      fs.deleteSnapshot(top, "s1");
      assertThatThrownBy(() -> read(other, new Path(snapshot, "log")))
          .isInstanceOf(FileNotFoundException.class);
      assertThat(fs.getFileStatus(new Path(top, "log")).getLen()).isEqualTo(15_000);
    }
  }

  /** The client asks for pages until it has all; a directory of more children takes several. */
  @Test
  void differencesComeInPages() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path top = new Path(TOP, "pages");
    int directories = 1_200;
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs("nn1");
        DistributedFileSystem other = (DistributedFileSystem) cluster.fs("nn2")) {
      fs.mkdirs(new Path(top, "many"));
      write(fs, new Path(top, "kept/changed"), new byte[10]);
      fs.mkdirs(new Path(top, "from/moved/below"));
      fs.mkdirs(new Path(top, "to"));
      fs.allowSnapshot(top);
      fs.createSnapshot(top, "s1");
      for (int i = 0; i < directories; i++) {
        fs.mkdirs(new Path(top, "many/d" + i));
      }
      fs.rename(new Path(top, "from/moved"), new Path(top, "to/there"));
      fs.mkdirs(new Path(top, "to/there/below/new"));
      fs.setPermission(new Path(top, "kept/changed"), new FsPermission((short) 0600));
      fs.createSnapshot(top, "s2");

      SnapshotDiffReportListing page =
          fs.getClient().getSnapshotDiffReportListing(top.toString(), "s1", "s2", new byte[0], -1);
      assertThat(page.getLastPath()).isNotEmpty();
      SnapshotDiffReport report = other.getSnapshotDiffReport(top, "s1", "s2");
      List<String> lines = report.getDiffList().stream().map(Object::toString).toList();
      assertThat(lines).doesNotHaveDuplicates();
      assertThat(lines).filteredOn(line -> line.startsWith("+\t./many/d")).hasSize(directories);
      assertThat(lines)
          .filteredOn(line -> !line.startsWith("+\t./many/d"))
          .containsExactlyInAnyOrder(
              "M\t./many",
              "M\t./kept/changed",
              "M\t./from",
              "M\t./to",
              "R\t./from/moved -> ./to/there",
              "M\t./from/moved/below",
              "+\t./to/there/below/new");
      SnapshotDiffReport back = other.getSnapshotDiffReport(top, "s2", "s1");
      assertThat(back.toString()).contains("R\t./to/there -> ./from/moved", "-\t./many/d7");
      fs.deleteSnapshot(top, "s1");
      fs.deleteSnapshot(top, "s2");
    }
  }

  @Test
  void listingsReportsAndErrorsAreThoseOfStockHdfs() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path top = new Path(TOP, "lists");
    try (DistributedFileSystem fs = (DistributedFileSystem) cluster.fs()) {
      write(fs, new Path(top, "a"), new byte[1]);
      write(fs, new Path(top, "d/b"), new byte[1]);
      assertThatThrownBy(() -> fs.createSnapshot(top, "s1"))
          .isInstanceOf(SnapshotException.class)
          .hasMessageContaining("not a snapshottable directory");
      fs.allowSnapshot(top);
      fs.createSnapshot(top, "s1");
      fs.delete(new Path(top, "a"), false);
      fs.rename(new Path(top, "d"), new Path(top, "e"));
      write(fs, new Path(top, "new"), new byte[1]);
      fs.createSnapshot(top, "s2");

      assertThat(names(fs.listStatus(new Path(top, ".snapshot")))).isEqualTo("s1 s2");
      assertThat(names(fs.listStatus(new Path(top, ".snapshot/s1")))).isEqualTo("a d");
      assertThat(fs.getSnapshotListing(top)).hasSize(2);
      assertThat(fs.getSnapshottableDirListing())
          .anySatisfy(
              status -> {
                assertThat(status.getFullPath()).isEqualTo(top);
                assertThat(status.getSnapshotNumber()).isEqualTo(2);
              });
      SnapshotDiffReport report = fs.getSnapshotDiffReport(top, "s1", "s2");
      assertThat(report.toString()).contains("M\t.", "-\t./a", "+\t./new", "R\t./d -> ./e");
      assertThatThrownBy(() -> fs.delete(new Path(top, ".snapshot/s1/a"), false))
          .isInstanceOf(SnapshotAccessControlException.class);
      assertThatThrownBy(() -> fs.mkdirs(new Path(top, ".snapshot/s9/x")))
          .isInstanceOf(SnapshotAccessControlException.class);
      assertThatThrownBy(() -> fs.delete(top, true))
          .isInstanceOfSatisfying(
              RemoteException.class,
              e -> assertThat(e.getClassName()).isEqualTo(SnapshotException.class.getName()))
          .hasMessageContaining("already has snapshots");
      assertThatThrownBy(() -> fs.disallowSnapshot(top)).hasMessageContaining("has snapshot(s)");
      fs.renameSnapshot(top, "s2", "later");
      assertThat(names(fs.listStatus(new Path(top, ".snapshot")))).isEqualTo("later s1");
      fs.deleteSnapshot(top, "s1");
      fs.deleteSnapshot(top, "later");
      fs.disallowSnapshot(top);
      assertThat(fs.delete(top, true)).isTrue();
    }
  }
}
