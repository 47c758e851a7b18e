package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.FrequentScans;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What nobody tells the leader: datanodes that change racks, and bits that change on disks. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RacksAndScannerTest {
  private static final int DATANODES = 4;
  private static final int BLOCKS = 6;
  private static final String SCAN_PERIOD_MS = "2000";

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    FrequentScans.allow();
    cluster =
        new HealingCluster(
            DATANODES,
            StorageType.DISK,
            StorageType.DISK,
            Map.of(
                "net.topology.node.switch.mapping.impl",
                TestRacks.class.getName(),
                FrequentScans.PERIOD_MS_KEY,
                SCAN_PERIOD_MS));
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private static void write(String path, byte[] content) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path(path), true)) {
      out.write(content);
    }
  }

  private static byte[] read(String path) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path(path))) {
      return in.readAllBytes();
    }
  }

  private static boolean isOnTwoRacks(LocatedBlock block) {
    List<String> racks =
        Arrays.stream(block.getLocations()).map(d -> d.getNetworkLocation()).distinct().toList();
    return block.getLocations().length == 3 && racks.size() == 2;
  }

  @Test
  @Order(1)
  void theScannerFindsAFlippedBitThatNobodyReads() throws Exception {
    byte[] content = bytes(BLOCK_BYTES, "scanned");
    write("/scanned", content);
    cluster.awaitHealed("/scanned", 3);
    long blockId = cluster.blocks("/scanned").get(0).getBlock().getBlockId();
    Path replica = cluster.replicasOnDisk(blockId).get(0);
    try (RandomAccessFile file = new RandomAccessFile(replica.toFile(), "rw")) {
      file.seek(2_000);
      int before = file.read();
      file.seek(2_000);
      file.write(before ^ 1);
    }
    await("three good replicas again", () -> areGood(blockId, content));
    cluster.awaitHealed("/scanned", 3);
    cluster.awaitQuiet();
  }

  private static boolean areGood(long blockId, byte[] content) throws IOException {
    List<Path> replicas = cluster.replicasOnDisk(blockId);
    for (Path path : replicas) {
      if (!Files.exists(path) || !Arrays.equals(Files.readAllBytes(path), content)) {
        return false;
      }
    }
    return replicas.size() == 3;
  }

  @Test
  @Order(2)
  void blocksMoveToASecondRackAndBackWithTheDatanodesThatChangeTheirs() throws Exception {
    byte[] content = bytes(BLOCKS * BLOCK_BYTES, "racks");
    write("/racks", content);
    cluster.awaitHealed("/racks", 3);
    move(3, "/second");
    await(
        "a replica of each block on each rack",
        () -> cluster.blocks("/racks").stream().allMatch(RacksAndScannerTest::isOnTwoRacks));
    cluster.awaitQuiet();
    move(2, "/second");
    move(3, "/default-rack");
    await(
        "a replica of each block on each rack after the datanodes have changed theirs",
        () -> cluster.blocks("/racks").stream().allMatch(RacksAndScannerTest::isOnTwoRacks));
    cluster.awaitQuiet();
    assertThat(read("/racks")).isEqualTo(content);
  }

  private static void move(int number, String rack) throws Exception {
    TestRacks.put(HealingCluster.nameOf(number), rack);
    cluster.stop(number);
    cluster.start(number);
    for (String namenode : List.of("nn1", "nn2")) {
      await(
          namenode + " to know datanode " + number + "'s rack",
          () ->
              cluster.find(namenode, number).stream()
                  .anyMatch(d -> d.getNetworkLocation().equals(rack)));
    }
  }
}
