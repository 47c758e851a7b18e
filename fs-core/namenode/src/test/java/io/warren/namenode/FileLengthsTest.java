package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;

/** Files that grow, shrink and merge under stock clients and a stock datanode. */
class FileLengthsTest {
  private static final int BLOCK_BYTES = RunningCluster.BLOCK_BYTES;

  private static DistributedFileSystem open() throws Exception {
    return (DistributedFileSystem) RunningCluster.shared().fs();
  }

  private static byte[] content(int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    for (int i = 0; i < lengthBytes; i++) {
      bytes[i] = (byte) (i % 251);
    }
    return bytes;
  }

  private static Path write(FileSystem fs, String path, byte[] bytes) throws IOException {
    Path file = new Path(path);
    try (OutputStream out = fs.create(file)) {
      out.write(bytes);
    }
    return file;
  }

  private static byte[] read(FileSystem fs, Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  private static boolean isClosed(DistributedFileSystem fs, Path file) {
    try {
      return fs.isFileClosed(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void truncateInsideABlockCutsTheReplica() throws Exception {
    byte[] bytes = content(2 * BLOCK_BYTES + 10);
    try (DistributedFileSystem fs = open()) {
      Path file = write(fs, "/lengths/truncated", bytes);
      int cutBytes = BLOCK_BYTES + 700;
      assertThat(fs.truncate(file, cutBytes)).isFalse();
      assertThat(fs.getFileStatus(file).getLen()).isEqualTo(cutBytes);
      RunningCluster.await("the replica to be cut", () -> isClosed(fs, file));
      assertThat(read(fs, file)).isEqualTo(Arrays.copyOf(bytes, cutBytes));
      try (OutputStream out = fs.append(file)) {
        out.write(7);
      }
      assertThat(read(fs, file)).hasSize(cutBytes + 1).endsWith(7);
    }
  }

  @Test
  void concatenatedFilesReadAsOne() throws Exception {
    try (DistributedFileSystem fs = open()) {
      Path target = write(fs, "/lengths/concat/target", content(100));
      Path full = write(fs, "/lengths/concat/full", content(BLOCK_BYTES));
      Path rest = write(fs, "/lengths/concat/rest", content(50));
      fs.concat(target, new Path[] {full, rest});
      byte[] all = read(fs, target);
      assertThat(all).hasSize(BLOCK_BYTES + 150);
      assertThat(Arrays.copyOfRange(all, 100, 100 + BLOCK_BYTES)).isEqualTo(content(BLOCK_BYTES));
      assertThat(fs.listStatus(new Path("/lengths/concat"))).hasSize(1);
      try (OutputStream out = fs.append(target)) {
        out.write(content(3));
      }
      assertThat(read(fs, target)).hasSize(BLOCK_BYTES + 153);
      assertThatThrownBy(() -> fs.concat(target, new Path[] {target}))
          .hasMessageContaining("the same with the target file");
    }
  }

  @Test
  void readersSeeWhatAWriterFlushed() throws Exception {
    try (DistributedFileSystem fs = open();
        FSDataOutputStream out = fs.create(new Path("/lengths/flushed"))) {
      Path file = new Path("/lengths/flushed");
      out.write(content(300));
      out.hflush();
      assertThat(read(fs, file)).hasSize(300);
      out.write(content(BLOCK_BYTES));
      out.hsync();
      assertThat(read(fs, file)).hasSize(BLOCK_BYTES + 300);
      RemoteIterator<OpenFileEntry> listed =
          fs.listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), "/lengths/flushed");
      assertThat(listed.next().getFilePath()).isEqualTo("/lengths/flushed");
      assertThat(listed.hasNext()).isFalse();
    }
  }

  @Test
  void anInodeIsReachedByItsId() throws Exception {
    try (DistributedFileSystem fs = open()) {
      Path file = write(fs, "/lengths/by-id/f", content(5));
      long id = fs.getClient().getFileInfo("/lengths/by-id/f").getFileId();
      Path byId = new Path("/.reserved/.inodes/" + id);
      fs.rename(file, new Path("/lengths/by-id/g"));
      assertThat(read(fs, byId)).isEqualTo(content(5));
      long parent = fs.getClient().getFileInfo("/lengths/by-id").getFileId();
      assertThat(fs.listStatus(new Path("/.reserved/.inodes/" + parent))).hasSize(1);
      assertThat(fs.exists(new Path("/.reserved/.inodes/" + parent + "/g"))).isTrue();
      assertThat(fs.exists(new Path("/.reserved/raw/lengths/by-id/g"))).isTrue();
      assertThatThrownBy(() -> fs.getClient().getFileInfo("/.reserved/.inodes/999999999"))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void severalDirectoriesAreListedInOneCall() throws Exception {
    try (DistributedFileSystem fs = open()) {
      List<Path> directories = new ArrayList<>();
      for (String directory : List.of("a", "b", "c")) {
        directories.add(new Path("/lengths/batched/" + directory));
        // More than one page of the test's namenodes.
        for (int i = 0; i < 12; i++) {
          fs.mkdirs(new Path("/lengths/batched/" + directory + "/" + i));
        }
      }
      directories.add(new Path("/lengths/batched/absent"));
      RemoteIterator<PartialListing<LocatedFileStatus>> listing =
          fs.batchedListLocatedStatusIterator(directories);
      int found = 0;
      int refused = 0;
      while (listing.hasNext()) {
        PartialListing<LocatedFileStatus> part = listing.next();
        try {
          found += part.get().size();
        } catch (FileNotFoundException e) {
          refused++;
        }
      }
      assertThat(found).isEqualTo(36);
      assertThat(refused).isEqualTo(1);
    }
  }

  @Test
  void safeModeLetsReadersInAndHoldsWritersOffAtEveryNamenode() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    try (DistributedFileSystem first = (DistributedFileSystem) cluster.fs("nn1");
        DistributedFileSystem second = (DistributedFileSystem) cluster.fs("nn2")) {
      Path file = write(first, "/lengths/safe", content(5));
      assertThat(first.setSafeMode(SafeModeAction.GET)).isFalse();
      try {
        assertThat(first.setSafeMode(SafeModeAction.ENTER)).isTrue();
        assertThat(second.setSafeMode(SafeModeAction.GET)).isTrue();
        for (DistributedFileSystem each : List.of(first, second)) {
          assertThatThrownBy(() -> each.mkdirs(new Path("/lengths/unsafe")))
              .isInstanceOf(SafeModeException.class);
          assertThat(read(each, file)).hasSize(5);
        }
      } finally {
        assertThat(second.setSafeMode(SafeModeAction.LEAVE)).isFalse();
      }
      assertThat(first.delete(file, false)).isTrue();
    }
  }

  @Test
  void refusalsHaveTheClassesOfStockHdfs() throws Exception {
    try (DistributedFileSystem fs = open()) {
      Path below = new Path(write(fs, "/lengths/file", content(1)), "below");
      assertThatThrownBy(() -> fs.mkdirs(below)).isInstanceOf(ParentNotDirectoryException.class);
      assertThatThrownBy(() -> fs.getFileStatus(below)).isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(() -> fs.listStatus(below)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> fs.delete(new Path("/"), false))
          .isInstanceOf(PathIsNotEmptyDirectoryException.class);
      assertThatThrownBy(() -> fs.getClient().createSymlink("/lengths/file", "/lengths/link", true))
          .hasMessageContaining("Symlinks not supported");
    }
  }
}
