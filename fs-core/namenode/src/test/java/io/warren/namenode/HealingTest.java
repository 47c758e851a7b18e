package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The cluster heals by itself, whatever happens to its replicas: shown with stock DataNodes and the
 * files on their disks. The tests share one cluster and leave it whole.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HealingTest {
  private static final int DATANODES = 4;

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new HealingCluster(DATANODES);
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

  private static int holderOf(LocatedBlock block) {
    String uuid = block.getLocations()[0].getDatanodeUuid();
    for (int i = 0; i < DATANODES; i++) {
      if (cluster.datanode(i).getDatanodeUuid().equals(uuid)) {
        return i;
      }
    }
    throw new AssertionError("No running datanode has " + block);
  }

  /** Waits until the disks, too, have what is wanted. */
  private static void awaitOnDisk(String path, int replicas) throws Exception {
    await(
        path + " to be " + replicas + " times on the disks",
        () -> {
          for (LocatedBlock block : cluster.blocks(path)) {
            if (cluster.replicasOnDisk(block.getBlock().getBlockId()).size() != replicas) {
              return false;
            }
          }
          return true;
        });
  }

  /** Waits until live datanodes have three replicas of each block, on disk and by the namenode. */
  private static void awaitCopies(String path, int dead) throws Exception {
    await(
        "a copy of each block of " + path + " that the dead datanode had",
        () -> {
          for (LocatedBlock block : cluster.blocks(path)) {
            long blockId = block.getBlock().getBlockId();
            int there = cluster.replicasOnDisk(dead, blockId).size();
            if (cluster.replicasOnDisk(blockId).size() - there != 3
                || block.getLocations().length != 3) {
              return false;
            }
          }
          return true;
        });
  }

  @Test
  @Order(1)
  void settingTheReplicationMakesAndDeletesReplicas() throws Exception {
    byte[] content = bytes(2 * BLOCK_BYTES + 100, "setrep");
    write("/setrep", content);
    cluster.awaitHealed("/setrep", 3);
    try (FileSystem fs = cluster.fs()) {
      fs.setReplication(new org.apache.hadoop.fs.Path("/setrep"), (short) 4);
      cluster.awaitHealed("/setrep", 4);
      awaitOnDisk("/setrep", 4);
      fs.setReplication(new org.apache.hadoop.fs.Path("/setrep"), (short) 2);
      cluster.awaitHealed("/setrep", 2);
      awaitOnDisk("/setrep", 2);
    }
    cluster.awaitQuiet();
    assertThat(read("/setrep")).isEqualTo(content);
  }

  @Test
  @Order(2)
  void aDeadDatanodesBlocksAreCopiedAndItsReturnLeavesNoSurplus() throws Exception {
    byte[] content = bytes(3 * BLOCK_BYTES, "death");
    write("/death", content);
    cluster.awaitHealed("/death", 3);
    int victim = holderOf(cluster.blocks("/death").get(0));
    cluster.stop(victim);
    awaitCopies("/death", victim);
    cluster.awaitQuiet();
    cluster.start(victim);
    awaitOnDisk("/death", 3);
    cluster.awaitHealed("/death", 3);
    cluster.awaitQuiet();
    assertThat(read("/death")).isEqualTo(content);
  }

  @Test
  @Order(3)
  void aFlippedBitIsFoundByAReaderAndTheReplicaReplaced() throws Exception {
    byte[] content = bytes(BLOCK_BYTES, "corrupt");
    write("/corrupt", content);
    cluster.awaitHealed("/corrupt", 3);
    long blockId = cluster.blocks("/corrupt").get(0).getBlock().getBlockId();
    Path replica = cluster.replicasOnDisk(blockId).get(0);
    try (RandomAccessFile file = new RandomAccessFile(replica.toFile(), "rw")) {
      file.seek(1_000);
      int before = file.read();
      file.seek(1_000);
      file.write(before ^ 4);
    }
    await(
        "a reader to meet the broken replica, and three good ones",
        () -> {
          assertThat(read("/corrupt")).isEqualTo(content);
          List<Path> replicas = cluster.replicasOnDisk(blockId);
          int good = 0;
          for (Path path : replicas) {
            if (Files.exists(path) && Arrays.equals(Files.readAllBytes(path), content)) {
              good++;
            }
          }
          return good == 3 && replicas.size() == 3;
        });
    cluster.awaitHealed("/corrupt", 3);
    cluster.awaitQuiet();
  }

  @Test
  @Order(4)
  void aDecommissionedDatanodeIsNotNeededAnyMoreAndMayComeBack() throws Exception {
    byte[] content = bytes(3 * BLOCK_BYTES, "decommission");
    write("/decommission", content);
    cluster.awaitHealed("/decommission", 3);
    int leaving = holderOf(cluster.blocks("/decommission").get(0));
    cluster.setAdminState(leaving, "DECOMMISSIONED");
    awaitState(leaving, AdminStates.DECOMMISSIONED);
    assertCopiedElsewhere("/decommission", leaving);
    cluster.setAdminState(leaving, "NORMAL");
    awaitOnDisk("/decommission", 3);
    cluster.awaitQuiet();
    assertThat(read("/decommission")).isEqualTo(content);
  }

  @Test
  @Order(5)
  void aDatanodeInMaintenanceMayBeAwayWithoutCopies() throws Exception {
    byte[] content = bytes(2 * BLOCK_BYTES, "maintenance");
    write("/maintenance", content);
    cluster.awaitHealed("/maintenance", 3);
    LocatedBlock first = cluster.blocks("/maintenance").get(0);
    int away = holderOf(first);
    cluster.setAdminState(away, "IN_MAINTENANCE");
    await(
        "the datanode to be in maintenance",
        () -> cluster.report("nn1", away).getAdminState() == AdminStates.IN_MAINTENANCE);
    assertThat(cluster.replicasOnDisk(first.getBlock().getBlockId())).hasSize(3);
    cluster.setAdminState(away, "NORMAL");
    cluster.awaitHealed("/maintenance", 3);
    cluster.awaitQuiet();
    assertThat(read("/maintenance")).isEqualTo(content);
  }

  /** Takes a datanode out of service, or back, at the first namenode; the answer's status. */
  private static int order(int datanode, String service, String end) throws Exception {
    String body = "{\"service\": \"" + service + "\", \"by\": \"ann\"" + end + "}";
    return cluster.order("nn1", cluster.datanode(datanode).getDatanodeUuid(), body).statusCode();
  }

  /** The disks of the other datanodes have all three replicas of each block. */
  private static void assertCopiedElsewhere(String path, int leaving) throws Exception {
    for (LocatedBlock block : cluster.blocks(path)) {
      long blockId = block.getBlock().getBlockId();
      int there = cluster.replicasOnDisk(leaving, blockId).size();
      assertThat(cluster.replicasOnDisk(blockId).size() - there).isEqualTo(3);
    }
  }

  private static void awaitState(int datanode, AdminStates wanted) throws Exception {
    for (String namenode : List.of("nn1", "nn2")) {
      await(
          namenode + " to call the datanode " + wanted,
          () -> cluster.report(namenode, datanode).getAdminState() == wanted);
    }
  }

  @Test
  @Order(5)
  void whatOneNamenodeIsOrderedAllFollow() throws Exception {
    byte[] content = bytes(2 * BLOCK_BYTES, "ordered");
    write("/ordered", content);
    cluster.awaitHealed("/ordered", 3);
    int leaving = holderOf(cluster.blocks("/ordered").get(0));
    assertThat(order(leaving, "decommissioned", "")).isEqualTo(200);
    awaitState(leaving, AdminStates.DECOMMISSIONED);
    String uuid = cluster.datanode(leaving).getDatanodeUuid();
    assertThat(cluster.admin("nn2", "/datanodes/" + uuid))
        .contains("\"ordered\":{\"service\":\"decommissioned\",\"until_ms\":null")
        .contains("\"by\":\"ann\"");
    assertCopiedElsewhere("/ordered", leaving);
    assertThat(order(leaving, "in_service", "")).isEqualTo(200);
    awaitState(leaving, AdminStates.NORMAL);

    long untilMs = System.currentTimeMillis() + 20_000;
    assertThat(order(leaving, "in_maintenance", ", \"until_ms\": " + untilMs)).isEqualTo(200);
    awaitState(leaving, AdminStates.IN_MAINTENANCE);
    awaitState(leaving, AdminStates.NORMAL);
    assertThat(System.currentTimeMillis()).as("it ends by itself").isGreaterThan(untilMs);
    cluster.awaitHealed("/ordered", 3);
    cluster.awaitQuiet();
    assertThat(read("/ordered")).isEqualTo(content);
  }

  @Test
  @Order(5)
  void anOrderThatMakesNoSenseIsRefused() throws Exception {
    assertThat(order(0, "away", "")).isEqualTo(400);
    assertThat(order(0, "in_maintenance", "")).isEqualTo(400);
    assertThat(order(0, "in_maintenance", ", \"until_ms\": 1")).isEqualTo(400);
    assertThat(order(0, "decommissioned", ", \"until_ms\": 9999999999999")).isEqualTo(400);
    assertThat(cluster.order("nn1", "nobody", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  @Order(6)
  void theNextLeaderGoesOnWithTheCopies() throws Exception {
    byte[] content = bytes(8 * BLOCK_BYTES, "leader");
    write("/leader", content);
    cluster.awaitHealed("/leader", 3);
    int victim = holderOf(cluster.blocks("/leader").get(0));
    cluster.stop(victim);
    await(
        "the datanode to count as dead",
        () -> cluster.blocks("/leader").stream().anyMatch(b -> b.getLocations().length < 3));
    cluster.process().crash("nn1");
    awaitCopies("/leader", victim);
    cluster.process().start("nn1");
    cluster.start(victim);
    awaitOnDisk("/leader", 3);
    cluster.awaitQuiet();
    assertThat(read("/leader")).isEqualTo(content);
  }

  @Test
  @Order(7)
  void aLostDisksBlocksAreCopied() throws Exception {
    byte[] content = bytes(8 * BLOCK_BYTES, "disk");
    write("/disk", content);
    cluster.awaitHealed("/disk", 3);
    int victim = holderOf(cluster.blocks("/disk").get(0));
    DataNode datanode = cluster.datanode(victim);
    Path lost = null;
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getBaseURI().equals(cluster.folder(victim, 0).toUri())
            || Path.of(volume.getBaseURI()).equals(cluster.folder(victim, 0))) {
          lost = cluster.folder(victim, 0);
          Files.move(lost, lost.resolveSibling("broken"));
          Files.createFile(lost);
          datanode.checkDiskErrorAsync(volume);
        }
      }
    }
    assertThat(Objects.requireNonNull(lost)).isRegularFile();
    await(
        "the datanode to give up the disk",
        () -> datanode.getFSDataset().getNumFailedVolumes() == 1);
    await(
        "three replicas on working disks",
        () -> {
          for (LocatedBlock block : cluster.blocks("/disk")) {
            if (block.getLocations().length != 3
                || cluster.replicasOnDisk(block.getBlock().getBlockId()).size() != 3) {
              return false;
            }
          }
          return true;
        });
    cluster.awaitQuiet();
    assertThat(read("/disk")).isEqualTo(content);
  }

  @Test
  @Order(8)
  void aReplicationThatWasLoweredWhileItsFileWasOpenHoldsOnceItIsClosed() throws Exception {
    byte[] content = bytes(BLOCK_BYTES / 2, "lowered");
    write("/lowered", Arrays.copyOf(content, BLOCK_BYTES / 4));
    write("/looked-at-after", content);
    cluster.awaitHealed("/lowered", 3);
    cluster.awaitHealed("/looked-at-after", 3);
    org.apache.hadoop.fs.Path lowered = new org.apache.hadoop.fs.Path("/lowered");
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream out = fs.append(lowered)) {
      out.write(content, BLOCK_BYTES / 4, BLOCK_BYTES / 4);
      out.hflush();
      fs.setReplication(lowered, (short) 2);
      // The leader takes wishes in order, so it has looked at the open block by then.
      fs.setReplication(new org.apache.hadoop.fs.Path("/looked-at-after"), (short) 2);
      cluster.awaitHealed("/looked-at-after", 2);
    }
    cluster.awaitHealed("/lowered", 2);
    awaitOnDisk("/lowered", 2);
    cluster.awaitQuiet();
    assertThat(read("/lowered")).isEqualTo(content);
  }

  @Test
  @Order(9)
  void whatOnlyASnapshotHoldsIsHealedAndKeptUntilTheSnapshotGoes() throws Exception {
    org.apache.hadoop.fs.Path top = new org.apache.hadoop.fs.Path("/snapped");
    byte[] alone = bytes(2 * BLOCK_BYTES, "alone");
    byte[] below = bytes(BLOCK_BYTES + 1, "below");
    write("/snapped/alone", alone);
    write("/snapped/tree/below", below);
    List<String> held = List.of("/snapped/.snapshot/s/alone", "/snapped/.snapshot/s/tree/below");
    try (DistributedFileSystem fs = cluster.fs()) {
      fs.allowSnapshot(top);
      fs.createSnapshot(top, "s");
      assertThat(fs.delete(new org.apache.hadoop.fs.Path(top, "alone"), false)).isTrue();
      assertThat(fs.delete(new org.apache.hadoop.fs.Path(top, "tree"), true)).isTrue();
      List<LocatedBlock> blocks = new ArrayList<>();
      for (String path : held) {
        cluster.awaitHealed(path, 3);
        blocks.addAll(cluster.blocks(path));
      }
      assertThat(blocks).hasSize(4);

      int victim = holderOf(blocks.get(0));
      cluster.stop(victim);
      for (String path : held) {
        awaitCopies(path, victim);
      }
      cluster.awaitQuiet();
      // It comes back with replicas of blocks that no path of the tree leads to, and reports them.
      cluster.start(victim);
      for (String path : held) {
        awaitOnDisk(path, 3);
        cluster.awaitHealed(path, 3);
      }
      cluster.awaitQuiet();
      assertThat(read(held.get(0))).isEqualTo(alone);
      assertThat(read(held.get(1))).isEqualTo(below);

      fs.deleteSnapshot(top, "s");
      await(
          "the replicas to be deleted with the snapshot",
          () -> {
            for (LocatedBlock block : blocks) {
              if (!cluster.replicasOnDisk(block.getBlock().getBlockId()).isEmpty()) {
                return false;
              }
            }
            return true;
          });
      fs.disallowSnapshot(top);
    }
  }
}
