package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

/** Files through the stock client, real RPC and a stock DataNode. */
class FilesTest {
  private static final Path HOME = new Path("/files-test");

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void write(FileSystem fs, Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true)) {
      out.write(content);
    }
  }

  private static byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  @Test
  void aFileOfSeveralBlocksComesBackAsItWasWrittenThroughEachNamenode() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    byte[] content = bytes(3 * RunningCluster.BLOCK_BYTES + 12_345, 1);
    Path path = new Path(HOME, "several-blocks");
    try (FileSystem first = cluster.fs("nn1");
        FileSystem second = cluster.fs("nn2")) {
      write(first, path, content);
      assertThat(read(second, path)).isEqualTo(content);
      assertThat(read(first, path)).isEqualTo(content);
      FileStatus status = second.getFileStatus(path);
      assertThat(status.getLen()).isEqualTo(content.length);
      assertThat(status.getBlockSize()).isEqualTo(RunningCluster.BLOCK_BYTES);
      BlockLocation[] blocks = second.getFileBlockLocations(status, 0, status.getLen());
      assertThat(blocks).hasSize(4);
      assertThat(blocks[3].getHosts()).hasSize(1);
      assertThat(first.getFileChecksum(path)).isEqualTo(second.getFileChecksum(path));
    }
  }

  @Test
  void appendingTruncatingAndFlushing() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    byte[] content = bytes(RunningCluster.BLOCK_BYTES + 1000, 2);
    byte[] more = bytes(5_000, 3);
    Path path = new Path(HOME, "appended");
    try (FileSystem fs = cluster.fs();
        FileSystem other = cluster.fs("nn2")) {
      write(fs, path, content);
      try (FSDataOutputStream out = fs.append(path)) {
        out.write(more);
        out.hflush();
        try (FSDataInputStream reader = other.open(path)) {
          assertThat(reader.readAllBytes()).hasSize(content.length + more.length);
        }
      }
      byte[] both = read(other, path);
      assertThat(both).startsWith(content).endsWith(more).hasSize(content.length + more.length);
      assertThat(fs.truncate(path, RunningCluster.BLOCK_BYTES)).isTrue();
      assertThat(other.getFileStatus(path).getLen()).isEqualTo(RunningCluster.BLOCK_BYTES);
    }
  }

  @Test
  void namesKeepEveryCharacter() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    List<String> names =
        List.of(
            "new\nline", "a b+c%2F;x=1", "ünï漢字🦫", "x".repeat(255), "tab\tquote\"'", ".hidden");
    Path folder = new Path(HOME, "names");
    try (FileSystem fs = cluster.fs();
        FileSystem other = cluster.fs("nn2")) {
      for (String name : names) {
        write(fs, new Path(folder, name), name.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      }
      List<String> listed = new ArrayList<>();
      for (FileStatus status : other.listStatus(folder)) {
        listed.add(status.getPath().getName());
        assertThat(read(other, status.getPath())).hasSize((int) status.getLen());
      }
      assertThat(listed).containsExactlyInAnyOrderElementsOf(names);
      assertThatThrownBy(() -> write(fs, new Path(folder, "y".repeat(256)), new byte[0]))
          .hasMessageContaining("255 bytes");
    }
  }

  @Test
  void listingsComeInPagesAndWithLocations() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(HOME, "listed");
    List<String> wanted = new ArrayList<>();
    try (FileSystem fs = cluster.fs()) {
      for (int i = 0; i < 35; i++) {
        String name = String.format("entry-%02d", i);
        wanted.add(name);
        if (i % 5 == 0) {
          write(fs, new Path(folder, name), bytes(100, i));
        } else {
          fs.mkdirs(new Path(folder, name));
        }
      }
      List<String> listed = new ArrayList<>();
      RemoteIterator<LocatedFileStatus> entries = fs.listLocatedStatus(folder);
      while (entries.hasNext()) {
        LocatedFileStatus entry = entries.next();
        listed.add(entry.getPath().getName());
        if (entry.isFile()) {
          assertThat(entry.getBlockLocations()).hasSize(1);
        }
      }
      assertThat(listed).isEqualTo(wanted);
    }
  }

  @Test
  void renamingDeletingAndAttributes() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path(HOME, "moved");
    Path file = new Path(folder, "sub/file");
    try (FileSystem fs = cluster.fs();
        FileSystem other = cluster.fs("nn2")) {
      write(fs, file, bytes(10, 4));
      Path target = new Path(HOME, "moved-away");
      assertThat(fs.rename(folder, target)).isTrue();
      assertThat(other.exists(file)).isFalse();
      Path moved = new Path(target, "sub/file");
      other.setPermission(moved, new FsPermission((short) 0640));
      other.setOwner(moved, "ann", "analysts");
      other.setReplication(moved, (short) 2);
      other.setTimes(moved, 1_000, 2_000);
      FileStatus status = fs.getFileStatus(moved);
      assertThat(status.getPermission().toShort()).isEqualTo((short) 0640);
      assertThat(status.getOwner()).isEqualTo("ann");
      assertThat(status.getGroup()).isEqualTo("analysts");
      assertThat(status.getReplication()).isEqualTo((short) 2);
      assertThat(status.getModificationTime()).isEqualTo(1_000);
      assertThat(fs.getContentSummary(target).getFileCount()).isEqualTo(1);
      assertThat(fs.getContentSummary(target).getLength()).isEqualTo(10);
      assertThatThrownBy(() -> fs.delete(target, false))
          .isInstanceOf(PathIsNotEmptyDirectoryException.class);
      assertThat(fs.delete(target, true)).isTrue();
      assertThat(other.exists(target)).isFalse();
      assertThat(fs.delete(target, true)).isFalse();
    }
  }

  @Test
  void errorsAreThoseOfStockHdfs() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      Path file = new Path(HOME, "errors/file");
      write(fs, file, new byte[1]);
      assertThatThrownBy(() -> fs.open(new Path(HOME, "errors/none")))
          .isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(() -> fs.create(file, false))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> fs.mkdirs(new Path(file, "below"))).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> ((DistributedFileSystem) fs).addCachePool(new CachePoolInfo("pool")))
          .satisfies(
              e ->
                  assertThat(((RemoteException) e).getClassName())
                      .isEqualTo(UnsupportedOperationException.class.getName()))
          .hasMessageContaining("addCachePool is not supported by this file system");
      assertThat(((DistributedFileSystem) fs).getServerDefaults().getReplication())
          .isEqualTo((short) 1);
    }
  }
}
