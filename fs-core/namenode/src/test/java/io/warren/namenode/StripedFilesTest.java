package io.warren.namenode;

import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.StringUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Erasure-coded files, written and read by stock clients. The tests share a cluster of four
 * datanodes with the smallest code, XOR-2-1, and leave it whole.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StripedFilesTest {
  private static final int DATANODES = 4;
  private static final int UNITS = 3;
  private static final int CELL_BYTES = 1 << 20;
  private static final int BLOCK_BYTES = 2 * CELL_BYTES;
  private static final int GROUP_BYTES = 2 * BLOCK_BYTES;
  private static final Path HOME = new Path("/striped");

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new HealingCluster(DATANODES);
    try (DistributedFileSystem fs = cluster.fs()) {
      fs.mkdirs(HOME);
      fs.enableErasureCodingPolicy("XOR-2-1-1024k");
      fs.setErasureCodingPolicy(HOME, "XOR-2-1-1024k");
    }
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  private static Path write(String name, byte[] content) throws IOException {
    Path path = new Path(HOME, name);
    try (DistributedFileSystem fs = cluster.fs();
        FSDataOutputStream out = fs.createFile(path).blockSize(BLOCK_BYTES).build()) {
      out.write(content);
    }
    return path;
  }

  private static byte[] read(Path path) throws IOException {
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(path)) {
      return in.readAllBytes();
    }
  }

  private static List<LocatedStripedBlock> groups(Path path) throws IOException {
    List<LocatedStripedBlock> groups = new ArrayList<>();
    for (LocatedBlock block : cluster.blocks(path.toString())) {
      groups.add((LocatedStripedBlock) block);
    }
    return groups;
  }

  private static long unitId(LocatedBlock group, int unit) {
    return group.getBlock().getBlockId() + unit;
  }

  /** Units of a group that the namenodes know to be on live datanodes. */
  private static Set<Byte> units(LocatedStripedBlock group) {
    Set<Byte> units = new HashSet<>();
    for (byte unit : group.getBlockIndices()) {
      units.add(unit);
    }
    return units;
  }

  private static void awaitWhole(Path path) throws Exception {
    await(
        "each unit of " + path + " to be once on the disks and known",
        () -> {
          for (LocatedStripedBlock group : groups(path)) {
            for (int unit = 0; unit < UNITS; unit++) {
              if (cluster.replicasOnDisk(unitId(group, unit)).size() != 1) {
                return false;
              }
            }
            if (units(group).size() != UNITS) {
              return false;
            }
          }
          return true;
        });
    cluster.awaitQuiet();
  }

  private static int holderOf(LocatedStripedBlock group, int place) {
    String uuid = group.getLocations()[place].getDatanodeUuid();
    for (int i = 0; i < DATANODES; i++) {
      if (cluster.datanode(i).getDatanodeUuid().equals(uuid)) {
        return i;
      }
    }
    throw new AssertionError("No running datanode has " + group);
  }

  @Test
  @Order(1)
  void filesOfEverySizeComeBack() throws Exception {
    for (int length :
        List.of(
            0, 10, CELL_BYTES, CELL_BYTES + 5, GROUP_BYTES, 2 * GROUP_BYTES + CELL_BYTES + 77)) {
      byte[] content = bytes(length, "size" + length);
      Path path = write("size-" + length, content);
      assertThat(read(path)).isEqualTo(content);
      try (DistributedFileSystem fs = cluster.fs()) {
        assertThat(fs.getFileStatus(path).getLen()).isEqualTo(length);
        assertThat(fs.getFileStatus(path).isErasureCoded()).isTrue();
        assertThat(fs.getErasureCodingPolicy(path).getName()).isEqualTo("XOR-2-1-1024k");
        assertThat(fs.getContentSummary(path).getErasureCodingPolicy()).isEqualTo("XOR-2-1-1024k");
        ContentSummary sums = fs.getContentSummary(path);
        // A parity cell for each two data cells, as long as the first of them.
        long parity =
            length / (2 * CELL_BYTES) * CELL_BYTES
                + Math.min(CELL_BYTES, length % (2 * CELL_BYTES));
        assertThat(sums.getSpaceConsumed()).isEqualTo(length + parity);
        assertThat(fs.setReplication(path, (short) 2)).isFalse();
      }
    }
  }

  @Test
  @Order(2)
  void eachUnitIsOnADatanodeOfItsOwn() throws Exception {
    byte[] content = bytes(2 * GROUP_BYTES, "units");
    Path path = write("units", content);
    awaitWhole(path);
    assertThat(groups(path)).hasSize(2);
    for (LocatedStripedBlock group : groups(path)) {
      assertThat(group.getBlock().getBlockId()).isNegative();
      assertThat(group.getBlock().getBlockId() & 15).isZero();
      assertThat(group.getLocations()).doesNotHaveDuplicates().hasSize(UNITS);
    }
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(path)) {
      byte[] part = new byte[CELL_BYTES + 99];
      for (int from : List.of(7, CELL_BYTES - 3, GROUP_BYTES - 500, GROUP_BYTES + 3)) {
        in.readFully(from, part);
        assertThat(part).isEqualTo(Arrays.copyOfRange(content, from, from + part.length));
      }
    }
  }

  @Test
  @Order(3)
  void reportsOfAllReplicasAgreeWithTheRows() throws Exception {
    awaitWhole(write("reported", bytes(2 * GROUP_BYTES, "reported")));
    long fromMs = System.currentTimeMillis();
    await(
        "hash reports of all storages without a difference",
        () -> {
          boolean agree = hashesAgree(fromMs);
          if (!agree) {
            // One report may be refused, or taken while a replica of another test is deleted.
            reportAll();
          }
          return agree;
        });
  }

  private static void reportAll() throws IOException {
    for (int i = 0; i < DATANODES; i++) {
      cluster
          .datanode(i)
          .triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
    }
  }

  private static boolean hashesAgree(long fromMs) throws Exception {
    int agreeing = 0;
    JsonNode all = new ObjectMapper().readTree(cluster.admin("nn1", "/block-reports"));
    for (JsonNode storage : all.get("storages")) {
      JsonNode last = storage.get("last");
      if (last.isObject()
          && last.get("started_at_ms").asLong() >= fromMs
          && last.get("kind").asText().equalsIgnoreCase("hashed")) {
        if (last.get("buckets_mismatching").asInt() > 0) {
          return false;
        }
        agreeing++;
      }
    }
    // One of the datanodes sends stock reports of its two storages.
    return agreeing == 2 * (DATANODES - 1);
  }

  @Test
  @Order(3)
  void aBlockGroupIsTold() throws Exception {
    Path path = write("told", bytes(GROUP_BYTES, "told"));
    awaitWhole(path);
    long id = unitId(groups(path).get(0), 1);
    JsonNode told = new ObjectMapper().readTree(cluster.admin("nn1", "/blocks/by-id/" + id));
    assertThat(told.get("replicas")).hasSize(UNITS);
    assertThat(told.get("wanted_replicas").asInt()).isEqualTo(UNITS);
    assertThat(told.get("good_replicas").asInt()).isEqualTo(UNITS);
    assertThat(told.get("replicas").findValues("unit").stream().map(JsonNode::asInt))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, UNITS).boxed().toList());
    assertThat(told.get("group").get("policy").asText()).isEqualTo("XOR-2-1-1024k");
    assertThat(told.get("group").get("missing")).isEmpty();
    long group = groups(path).get(0).getBlock().getBlockId();
    assertThat(told.get("block_id").asLong()).isEqualTo(group);
  }

  @Test
  @Order(4)
  void aDeadDatanodesUnitsAreComputedAndItsReturnLeavesNoSurplus() throws Exception {
    byte[] content = bytes(2 * GROUP_BYTES + CELL_BYTES, "death");
    Path path = write("death", content);
    await("all units to be known", () -> units(groups(path).get(0)).size() == UNITS);
    int victim = holderOf(groups(path).get(0), 0);
    String uuid = cluster.datanode(victim).getDatanodeUuid();
    cluster.stop(victim);
    assertThat(read(path)).isEqualTo(content);
    await(
        "the units of the dead datanode on others",
        () -> {
          for (LocatedStripedBlock group : groups(path)) {
            long stored = group.getBlockSize() > CELL_BYTES ? UNITS : 2;
            if (units(group).size() != stored
                || Arrays.stream(group.getLocations())
                    .anyMatch(l -> l.getDatanodeUuid().equals(uuid))) {
              return false;
            }
          }
          return true;
        });
    assertThat(read(path)).isEqualTo(content);
    cluster.start(victim);
    await(
        "each unit to be once on the disks",
        () -> {
          for (LocatedStripedBlock group : groups(path)) {
            for (int unit = 0; unit < UNITS; unit++) {
              boolean stored = group.getBlockSize() > CELL_BYTES || unit != 1;
              if (cluster.replicasOnDisk(unitId(group, unit)).size() != (stored ? 1 : 0)) {
                return false;
              }
            }
          }
          return true;
        });
    cluster.awaitQuiet();
    assertThat(read(path)).isEqualTo(content);
  }

  @Test
  @Order(5)
  void aFlippedBitIsReadAroundAndTheUnitReplaced() throws Exception {
    byte[] content = bytes(GROUP_BYTES, "corrupt");
    Path path = write("corrupt", content);
    awaitWhole(path);
    long broken = unitId(groups(path).get(0), 0);
    java.nio.file.Path replica = cluster.replicasOnDisk(broken).get(0);
    byte[] good = Files.readAllBytes(replica);
    try (RandomAccessFile file = new RandomAccessFile(replica.toFile(), "rw")) {
      file.seek(1_000);
      int before = file.read();
      file.seek(1_000);
      file.write(before ^ 4);
    }
    await(
        "a reader to meet the broken unit, and a good one in its place",
        () -> {
          assertThat(read(path)).isEqualTo(content);
          List<java.nio.file.Path> now = cluster.replicasOnDisk(broken);
          return now.size() == 1
              && Files.exists(now.get(0))
              && Arrays.equals(Files.readAllBytes(now.get(0)), good);
        });
    awaitWhole(path);
  }

  @Test
  @Order(6)
  void aDecommissionedDatanodesUnitsAreCopied() throws Exception {
    byte[] content = bytes(2 * GROUP_BYTES, "decommission");
    Path path = write("decommission", content);
    awaitWhole(path);
    int leaving = holderOf(groups(path).get(0), 1);
    String uuid = cluster.datanode(leaving).getDatanodeUuid();
    cluster.setAdminState(leaving, "DECOMMISSIONED");
    try {
      await(
          "the datanode not to be needed any more",
          () -> cluster.report("nn1", leaving).isDecommissioned());
      for (LocatedStripedBlock group : groups(path)) {
        assertThat(units(group)).hasSize(UNITS);
        assertThat(group.getLocations()).noneMatch(place -> place.getDatanodeUuid().equals(uuid));
      }
      assertThat(read(path)).isEqualTo(content);
    } finally {
      cluster.setAdminState(leaving, "NORMAL");
    }
    awaitWhole(path);
    assertThat(read(path)).isEqualTo(content);
  }

  @Test
  @Order(6)
  void checksumsFollowTheContent() throws Exception {
    Path one = write("sum-1", bytes(GROUP_BYTES + 9, "sum"));
    Path same = write("sum-2", bytes(GROUP_BYTES + 9, "sum"));
    Path other = write("sum-3", bytes(GROUP_BYTES + 9, "other"));
    try (FileSystem fs = cluster.fs()) {
      assertThat(fs.getFileChecksum(one)).isEqualTo(fs.getFileChecksum(same));
      assertThat(fs.getFileChecksum(one)).isNotEqualTo(fs.getFileChecksum(other));
    }
  }

  @Test
  @Order(7)
  void aWriterThatIsGoneLeavesWholeStripes() throws Exception {
    Path path = new Path(HOME, "gone");
    byte[] content = bytes(3 * GROUP_BYTES, "gone");
    try (DistributedFileSystem fs = cluster.fs();
        DistributedFileSystem other = cluster.fs()) {
      FSDataOutputStream out = fs.createFile(path).blockSize(BLOCK_BYTES).build();
      out.write(content, 0, GROUP_BYTES + 3 * CELL_BYTES);
      out.hflush();
      await("the file to be closed", () -> other.recoverLease(path));
      byte[] kept = read(path);
      assertThat(kept.length).isGreaterThanOrEqualTo(GROUP_BYTES);
      assertThat(kept).isEqualTo(Arrays.copyOf(content, kept.length));
      assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    }
  }

  @Test
  @Order(8)
  void whatStockHdfsRefusesIsRefused() throws Exception {
    Path path = write("refused", bytes(100, "refused"));
    Path second = write("refused-2", bytes(100, "refused"));
    try (DistributedFileSystem fs = cluster.fs()) {
      assertThatThrownBy(() -> fs.append(path)).hasMessageContaining("Append on EC file");
      assertThatThrownBy(() -> fs.truncate(path, 10)).hasMessageContaining("striped block");
      assertThatThrownBy(() -> fs.concat(path, new Path[] {second}))
          .hasMessageContaining("erasure-coded");
      assertThatThrownBy(
              () -> fs.createFile(new Path(HOME, "small")).blockSize(CELL_BYTES / 2).build())
          .hasMessageContaining("less than the cell size");
      assertThatThrownBy(() -> fs.createFile(new Path("/six")).ecPolicyName("RS-3-2-1024k").build())
          .hasMessageContaining("does not match any enabled erasure coding policy");
      try (FSDataOutputStream out = fs.createFile(new Path(HOME, "copies")).replicate().build()) {
        out.write(1);
      }
      assertThat(fs.getFileStatus(new Path(HOME, "copies")).isErasureCoded()).isFalse();
    }
  }

  @Test
  @Order(8)
  void aSnapshotKeepsTheUnitsOfADeletedFile() throws Exception {
    byte[] content = bytes(GROUP_BYTES, "kept");
    Path path = write("kept", content);
    awaitWhole(path);
    long id = unitId(groups(path).get(0), 0);
    try (DistributedFileSystem fs = cluster.fs()) {
      fs.allowSnapshot(HOME);
      fs.createSnapshot(HOME, "before");
      fs.delete(path, false);
      Path kept = new Path(HOME, ".snapshot/before/kept");
      assertThat(fs.getFileStatus(kept).isErasureCoded()).isTrue();
      assertThat(read(kept)).isEqualTo(content);
      fs.deleteSnapshot(HOME, "before");
      fs.disallowSnapshot(HOME);
    }
    await("the units to leave the disks", () -> gone(id, UNITS));
  }

  private static boolean gone(long firstUnitId, int units) throws Exception {
    for (int unit = 0; unit < units; unit++) {
      if (!cluster.replicasOnDisk(firstUnitId + unit).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Test
  @Order(8)
  void fourDatanodesAreTooFewForSixDataUnits() throws Exception {
    // Namenodes that have just started ask for patience first.
    await(
        "the refusal of stock HDFS",
        () -> {
          try (DistributedFileSystem fs = cluster.fs();
              FSDataOutputStream out =
                  fs.createFile(new Path("/six"))
                      .overwrite(true)
                      .ecPolicyName("RS-6-3-1024k")
                      .blockSize(CELL_BYTES)
                      .build()) {
            out.write(new byte[8 * CELL_BYTES]);
            out.hsync();
          } catch (IOException e) {
            return StringUtils.stringifyException(e)
                .contains("could only be written to 4 of the 6 required nodes");
          }
          throw new AssertionError("Four datanodes took six units");
        });
  }

  @Test
  @Order(9)
  void fsckCountsUnitsAndDeletedFilesLeaveTheDisks() throws Exception {
    assertThat(new DFSck(cluster.conf()).run(new String[] {HOME.toString(), "-files", "-blocks"}))
        .isZero();
    List<LocatedStripedBlock> groups = groups(new Path(HOME, "units"));
    assertThat(groups).hasSize(2);
    try (FileSystem fs = cluster.fs()) {
      fs.delete(HOME, true);
    }
    await(
        "the units to leave the disks",
        () -> gone(unitId(groups.get(0), 0), UNITS) && gone(unitId(groups.get(1), 0), UNITS));
  }
}
