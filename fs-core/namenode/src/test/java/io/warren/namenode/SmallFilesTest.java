package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.client.WarrenFileSystem;
import io.warren.client.WarrenHdfs;
import io.warren.model.RowBlockIds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warren's file system with small files in the database, beside the stock one. */
class SmallFilesTest {
  private static final int LIMIT_BYTES = 64 << 10;

  private static RunningCluster cluster;

  private DistributedFileSystem ours;
  private DistributedFileSystem stock;
  private Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of("warren.namenode.small-file.bytes-max", Integer.toString(LIMIT_BYTES)));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    ours = (DistributedFileSystem) FileSystem.get(conf);
    stock = (DistributedFileSystem) cluster.fs();
    folder = new Path("/small-" + System.nanoTime());
    ours.mkdirs(folder);
    ours.setStoragePolicy(folder, "DB");
  }

  @AfterEach
  void close() throws IOException {
    ours.delete(folder, true);
    ours.close();
    stock.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path path = new Path(folder, name);
    try (FSDataOutputStream out = ours.create(path)) {
      out.write(bytes);
    }
    return path;
  }

  private byte[] read(FileSystem fs, Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  /** Whether the file is in the database: the stock client is told of a block that there isn't. */
  private boolean isSmall(Path path) throws IOException {
    LocatedBlocks blocks = stock.getClient().getLocatedBlocks(path.toUri().getPath(), 0);
    return blocks.locatedBlockCount() > 0
        && RowBlockIds.isOne(blocks.get(0).getBlock().getBlockId());
  }

  @Test
  void fileContextsWriteAndReadThem() throws Exception {
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.AbstractFileSystem.hdfs.impl", WarrenHdfs.class, AbstractFileSystem.class);
    FileContext context = FileContext.getFileContext(conf);
    Path path = new Path(folder, "f");
    EnumSet<CreateFlag> fresh = EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE);
    for (int length : new int[] {LIMIT_BYTES, 10, LIMIT_BYTES + 1}) {
      try (FSDataOutputStream out = context.create(path, fresh)) {
        out.write(bytes(length));
      }
      assertThat(isSmall(path)).isEqualTo(length <= LIMIT_BYTES);
      try (FSDataInputStream in = context.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(bytes(length));
      }
      assertThat(context.getFileChecksum(path)).isEqualTo(ours.getFileChecksum(path));
      assertThat(context.getFileBlockLocations(path, 0, length)).hasSize(1);
      assertThat(context.listLocatedStatus(folder).next().getBlockLocations()).hasSize(1);
    }
    try (FSDataOutputStream out = context.create(path, fresh)) {
      out.write(bytes(100));
    }
    try (FSDataOutputStream out = context.create(path, EnumSet.of(CreateFlag.APPEND))) {
      out.write(bytes(50));
    }
    assertThat(read(ours, path)).startsWith(bytes(100)).endsWith(bytes(50)).hasSize(150);
    try (FSDataOutputStream out = context.create(path, fresh)) {
      out.write(bytes(100));
    }
    context.truncate(path, 30);
    RunningCluster.await("the end of the truncation", () -> length(path) == 30);
    assertThat(read(ours, path)).isEqualTo(Arrays.copyOf(bytes(100), 30));
    context.setXAttr(path, "user.a", bytes(3));
    assertThat(context.getXAttr(path, "user.a")).isEqualTo(bytes(3));
  }

  private long length(Path path) {
    try {
      return stock.getFileStatus(path).getLen();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** distcp -update compares copies by it, wherever their bytes are. */
  @ParameterizedTest
  @CsvSource({
    "MD5MD5CRC, CRC32C",
    "MD5MD5CRC, CRC32",
    "COMPOSITE_CRC, CRC32C",
    "COMPOSITE_CRC, CRC32",
  })
  void checksumsAreThoseOfBlocksWithTheSameBytes(String mode, String type) throws IOException {
    Configuration conf = new Configuration(ours.getConf());
    conf.set("dfs.checksum.combine.mode", mode);
    conf.set("dfs.checksum.type", type);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    Path outside = new Path(folder + "-blocks");
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(conf)) {
      fs.mkdirs(outside);
      for (int length : new int[] {1, 511, 512, 513, 10_000, LIMIT_BYTES}) {
        for (long blockBytes : new long[] {1 << 20, 4096}) {
          Path small = new Path(folder, "f" + length + "-" + blockBytes);
          Path large = new Path(outside, "f" + length + "-" + blockBytes);
          for (Path path : new Path[] {small, large}) {
            try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, blockBytes)) {
              out.write(bytes(length));
            }
          }
          // A sum of several blocks depends on where they end, so such a file is not in rows.
          assertThat(isSmall(small)).isEqualTo(length <= blockBytes);
          assertThat(isSmall(large)).isFalse();
          for (long first : new long[] {Long.MAX_VALUE, length, length / 2 + 1}) {
            assertThat(fs.getFileChecksum(small, first))
                .as("%d bytes, the first %d, blocks of %d", length, first, blockBytes)
                .isEqualTo(fs.getFileChecksum(large, first));
          }
        }
      }
    } finally {
      ours.delete(outside, true);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1024, 4096, 10_000, LIMIT_BYTES})
  void smallFilesStayInTheDatabase(int length) throws IOException {
    Path path = write("f", bytes(length));
    assertThat(isSmall(path)).isTrue();
    assertThat(read(ours, path)).isEqualTo(bytes(length));
    assertThat(stock.getFileStatus(path).getLen()).isEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, LIMIT_BYTES + 1, 3 << 20})
  void othersGoThroughThePipeline(int length) throws IOException {
    Path path = write("f", bytes(length));
    assertThat(isSmall(path)).isFalse();
    assertThat(read(ours, path)).isEqualTo(bytes(length));
    assertThat(read(stock, path)).isEqualTo(bytes(length));
  }

  @Test
  void withoutThePolicyNothingIsKept() throws IOException {
    Path path = new Path(folder, "hot");
    ours.mkdirs(path);
    ours.setStoragePolicy(path, "HOT");
    Path file = write("hot/f", bytes(100));
    assertThat(isSmall(file)).isFalse();
    assertThat(read(stock, file)).isEqualTo(bytes(100));
  }

  @Test
  void flushedBytesAreSeenAndTheFileGoesOn() throws IOException {
    Path path = new Path(folder, "f");
    try (FSDataOutputStream out = ours.create(path)) {
      out.write(bytes(100));
      out.hflush();
      assertThat(read(ours, path)).isEqualTo(bytes(100));
      out.write(bytes(100));
      out.hsync();
      out.write(7);
    }
    assertThat(isSmall(path)).isFalse();
    byte[] all = read(ours, path);
    assertThat(all).hasSize(201).startsWith(bytes(100)).endsWith(7);
  }

  @Test
  void manySmallWritesBecomeOneFile() throws IOException {
    Path path = new Path(folder, "f");
    byte[] all = bytes(70_000);
    try (FSDataOutputStream out = ours.create(path)) {
      for (int at = 0; at < all.length; at += 1_000) {
        out.write(all, at, 1_000);
        assertThat(out.getPos()).isEqualTo(at + 1_000);
      }
    }
    assertThat(read(stock, path)).isEqualTo(all);
  }

  @Test
  void appendMovesTheBytesIntoBlocks() throws IOException {
    Path path = write("f", bytes(5_000));
    try (FSDataOutputStream out = ours.append(path)) {
      out.write(bytes(300));
      out.hflush();
      assertThat(read(ours, path)).hasSize(5_300);
    }
    byte[] all = read(stock, path);
    assertThat(all).hasSize(5_300).startsWith(bytes(5_000)).endsWith(bytes(300));
  }

  @Test
  void truncateAndConcatWorkOnSmallFiles() throws Exception {
    Path path = write("f", bytes(5_000));
    ours.truncate(path, 100);
    cluster.await("the cut block", () -> isClosed(path));
    Path other = write("g", bytes(50));
    ours.concat(path, new Path[] {other});
    assertThat(read(stock, path)).hasSize(150).startsWith(Arrays.copyOf(bytes(5_000), 100));
    assertThat(ours.exists(other)).isFalse();
  }

  private boolean isClosed(Path path) {
    try {
      return ours.isFileClosed(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void readersSeekAndPlanAsWithBlocks() throws IOException {
    Path path = write("f", bytes(5_000));
    try (FSDataInputStream in = ours.open(path)) {
      in.seek(4_000);
      assertThat(in.read()).isEqualTo(bytes(5_000)[4_000] & 0xFF);
      byte[] some = new byte[10];
      in.readFully(100, some);
      assertThat(some).isEqualTo(Arrays.copyOfRange(bytes(5_000), 100, 110));
      assertThat(in.getPos()).isEqualTo(4_001);
      assertThatThrownBy(() -> in.seek(5_001)).isInstanceOf(IOException.class);
    }
    LocatedFileStatus listed = ours.listLocatedStatus(folder).next();
    assertThat(listed.getBlockLocations()).hasSize(1);
    assertThat(listed.getBlockLocations()[0].getLength()).isEqualTo(5_000);
    assertThat(ours.getFileBlockLocations(path, 0, 5_000)).hasSize(1);
    assertThat(stock.listLocatedStatus(folder).next().getLen()).isEqualTo(5_000);
  }

  @Test
  void onlyWhoMayReadGetsTheBytes() throws Exception {
    Path path = write("f", bytes(100));
    ours.setPermission(path, new FsPermission("600"));
    try (FileSystem others = oursAs("mallory")) {
      assertThatThrownBy(() -> others.open(path)).isInstanceOf(AccessControlException.class);
      assertThatThrownBy(() -> others.open(new Path(folder, "none")))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void whoMayWriteAloneMayAppend() throws Exception {
    Path path = write("f", bytes(100));
    ours.setPermission(path, new FsPermission("602"));
    try (FileSystem others = oursAs("mallory");
        FSDataOutputStream out = others.append(path)) {
      out.write(7);
    }
    assertThat(read(stock, path)).hasSize(101).startsWith(bytes(100));
  }

  private static FileSystem oursAs(String user) throws Exception {
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    PrivilegedExceptionAction<FileSystem> open = () -> FileSystem.get(conf);
    return UserGroupInformation.createRemoteUser(user).doAs(open);
  }

  @Test
  void aNamenodeMayGoAway() throws Exception {
    Path path = write("f", bytes(100));
    FSDataOutputStream out = ours.create(new Path(folder, "g"));
    out.write(bytes(200));
    cluster.process().stop("nn1");
    try {
      out.close();
      assertThat(read(ours, path)).isEqualTo(bytes(100));
      assertThat(read(ours, new Path(folder, "g"))).isEqualTo(bytes(200));
    } finally {
      cluster.process().start("nn1");
    }
  }

  @Test
  void overwritingAndReplicationWork() throws IOException {
    Path path = write("f", bytes(100));
    write("f", bytes(2_000));
    assertThat(read(ours, path)).isEqualTo(bytes(2_000));
    assertThat(ours.setReplication(path, (short) 2)).isTrue();
    assertThat(ours.getContentSummary(path).getSpaceConsumed()).isEqualTo(4_000);
  }

  @Test
  void thePolicyIsListed() throws IOException {
    assertThat(stock.getAllStoragePolicies()).anyMatch(each -> each.getName().equals("DB"));
    assertThat(stock.getStoragePolicy(folder).getName()).isEqualTo("DB");
  }

  @Test
  void stockClientsWriteAndReadBesideIt() throws IOException {
    Path path = new Path(folder, "stock");
    try (FSDataOutputStream out = stock.create(path)) {
      out.write(bytes(1_000));
    }
    assertThat(read(ours, path)).isEqualTo(bytes(1_000));
    LocatedBlocks blocks = stock.getClient().getLocatedBlocks(path.toUri().getPath(), 0, 1_000);
    assertThat(blocks.locatedBlockCount()).isEqualTo(1);
  }
}
