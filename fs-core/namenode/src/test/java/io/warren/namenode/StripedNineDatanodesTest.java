package io.warren.namenode;

import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The default code, RS-6-3, on the nine datanodes that it needs, which ask for block tokens. */
class StripedNineDatanodesTest {
  private static final int DATANODES = 9;
  private static final int CELL_BYTES = 1 << 20;
  private static final int GROUP_BYTES = 6 * CELL_BYTES;
  private static final Path HOME = new Path("/coded");

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new HealingCluster(
            DATANODES,
            StorageType.DISK,
            StorageType.DISK,
            Map.of("dfs.block.access.token.enable", "true"));
    try (DistributedFileSystem fs = cluster.fs()) {
      fs.mkdirs(HOME);
      fs.setErasureCodingPolicy(HOME, "RS-6-3-1024k");
    }
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private static FSDataOutputStream create(DistributedFileSystem fs, Path file) throws IOException {
    return fs.createFile(file).blockSize(CELL_BYTES).build();
  }

  private static void check(Path file, byte[] content) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(file)) {
      byte[] part = new byte[2 * CELL_BYTES];
      int from = GROUP_BYTES - CELL_BYTES - 3;
      in.readFully(from, part);
      assertThat(part).isEqualTo(Arrays.copyOfRange(content, from, from + part.length));
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
  }

  /** Waits until each unit with data is known, and on the disks once. */
  private static void awaitWhole(Path file) throws Exception {
    await(
        "each unit of " + file + " to be stored once",
        () -> {
          for (LocatedBlock group : cluster.blocks(file.toString())) {
            int units = 0;
            for (int unit = 0; unit < DATANODES; unit++) {
              boolean stored = unit > 5 || group.getBlockSize() > (long) unit * CELL_BYTES;
              long id = group.getBlock().getBlockId() + unit;
              if (cluster.replicasOnDisk(id).size() != (stored ? 1 : 0)) {
                return false;
              }
              units += stored ? 1 : 0;
            }
            if (group.getLocations().length != units) {
              return false;
            }
          }
          return true;
        });
    cluster.awaitQuiet();
  }

  @Test
  void threeDatanodesMayBeLostAndComeBack() throws Exception {
    Path file = new Path(HOME, "lost");
    byte[] content = bytes(GROUP_BYTES + 2 * CELL_BYTES + 11, "nine");
    try (DistributedFileSystem fs = cluster.fs();
        FSDataOutputStream out = create(fs, file)) {
      out.write(content);
    }
    awaitWhole(file);
    assertThat(cluster.blocks(file.toString())).hasSize(2);
    List<Integer> lost = List.of(0, 4, 8);
    lost.forEach(cluster::stop);
    check(file, content);
    for (int datanode : lost) {
      cluster.start(datanode);
    }
    awaitWhole(file);
    check(file, content);
  }

  @Test
  void aBrokenUnitIsReplacedWhereEveryDatanodeHasOne() throws Exception {
    Path file = new Path(HOME, "broken");
    byte[] content = bytes(GROUP_BYTES + CELL_BYTES + 7, "broken");
    try (DistributedFileSystem fs = cluster.fs();
        FSDataOutputStream out = create(fs, file)) {
      out.write(content);
    }
    awaitWhole(file);
    long broken = cluster.blocks(file.toString()).get(0).getBlock().getBlockId() + 2;
    java.nio.file.Path replica = cluster.replicasOnDisk(broken).get(0);
    byte[] good = Files.readAllBytes(replica);
    byte[] flipped = good.clone();
    flipped[77] ^= 1;
    Files.write(replica, flipped);
    await(
        "a good unit in place of the broken one",
        () -> {
          check(file, content);
          List<java.nio.file.Path> now = cluster.replicasOnDisk(broken);
          return now.size() == 1
              && Files.exists(now.get(0))
              && Arrays.equals(Files.readAllBytes(now.get(0)), good);
        });
    awaitWhole(file);
  }

  @Test
  void aDatanodeMayDieUnderAWriter() throws Exception {
    Path file = new Path(HOME, "written");
    byte[] content = bytes(3 * GROUP_BYTES, "written");
    try (DistributedFileSystem fs = cluster.fs();
        FSDataOutputStream out = create(fs, file)) {
      out.write(content, 0, GROUP_BYTES / 2);
      out.hflush();
      cluster.stop(3);
      out.write(content, GROUP_BYTES / 2, content.length - GROUP_BYTES / 2);
    }
    check(file, content);
    cluster.start(3);
    awaitWhole(file);
    check(file, content);
  }
}
