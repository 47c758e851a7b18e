package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
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
  private static HealingFiles files;

  @BeforeAll
  static void start() throws Exception {
    cluster = new HealingCluster(DATANODES);
    files = new HealingFiles(cluster, DATANODES);
  }

  @AfterAll
  static void close() {
    cluster.close();
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
    files.write("/setrep", content);
    cluster.awaitHealed("/setrep", 3);
    try (FileSystem fs = cluster.fs()) {
      fs.setReplication(new org.apache.hadoop.fs.Path("/setrep"), (short) 4);
      cluster.awaitHealed("/setrep", 4);
      files.awaitOnDisk("/setrep", 4);
      fs.setReplication(new org.apache.hadoop.fs.Path("/setrep"), (short) 2);
      cluster.awaitHealed("/setrep", 2);
      files.awaitOnDisk("/setrep", 2);
    }
    cluster.awaitQuiet();
    assertThat(files.read("/setrep")).isEqualTo(content);
  }

  @Test
  @Order(2)
  void aDeadDatanodesBlocksAreCopiedAndItsReturnLeavesNoSurplus() throws Exception {
    byte[] content = bytes(3 * BLOCK_BYTES, "death");
    files.write("/death", content);
    cluster.awaitHealed("/death", 3);
    int victim = files.holderOf(cluster.blocks("/death").get(0));
    cluster.stop(victim);
    awaitCopies("/death", victim);
    cluster.awaitQuiet();
    cluster.start(victim);
    files.awaitOnDisk("/death", 3);
    cluster.awaitHealed("/death", 3);
    cluster.awaitQuiet();
    assertThat(files.read("/death")).isEqualTo(content);
  }

  @Test
  @Order(3)
  void aFlippedBitIsFoundByAReaderAndTheReplicaReplaced() throws Exception {
    byte[] content = bytes(BLOCK_BYTES, "corrupt");
    files.write("/corrupt", content);
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
          assertThat(files.read("/corrupt")).isEqualTo(content);
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
  @Order(6)
  void theNextLeaderGoesOnWithTheCopies() throws Exception {
    byte[] content = bytes(8 * BLOCK_BYTES, "leader");
    files.write("/leader", content);
    cluster.awaitHealed("/leader", 3);
    int victim = files.holderOf(cluster.blocks("/leader").get(0));
    cluster.stop(victim);
    await(
        "the datanode to count as dead",
        () -> cluster.blocks("/leader").stream().anyMatch(b -> b.getLocations().length < 3));
    cluster.process().crash("nn1");
    awaitCopies("/leader", victim);
    cluster.process().start("nn1");
    cluster.start(victim);
    files.awaitOnDisk("/leader", 3);
    cluster.awaitQuiet();
    assertThat(files.read("/leader")).isEqualTo(content);
  }

  @Test
  @Order(7)
  void aLostDisksBlocksAreCopied() throws Exception {
    byte[] content = bytes(8 * BLOCK_BYTES, "disk");
    files.write("/disk", content);
    cluster.awaitHealed("/disk", 3);
    int victim = files.holderOf(cluster.blocks("/disk").get(0));
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
    assertThat(files.read("/disk")).isEqualTo(content);
  }

  @Test
  @Order(8)
  void aReplicationThatWasLoweredWhileItsFileWasOpenHoldsOnceItIsClosed() throws Exception {
    byte[] content = bytes(BLOCK_BYTES / 2, "lowered");
    files.write("/lowered", Arrays.copyOf(content, BLOCK_BYTES / 4));
    files.write("/looked-at-after", content);
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
    files.awaitOnDisk("/lowered", 2);
    cluster.awaitQuiet();
    assertThat(files.read("/lowered")).isEqualTo(content);
  }

  @Test
  @Order(9)
  void whatOnlyASnapshotHoldsIsHealedAndKeptUntilTheSnapshotGoes() throws Exception {
    org.apache.hadoop.fs.Path top = new org.apache.hadoop.fs.Path("/snapped");
    byte[] alone = bytes(2 * BLOCK_BYTES, "alone");
    byte[] below = bytes(BLOCK_BYTES + 1, "below");
    files.write("/snapped/alone", alone);
    files.write("/snapped/tree/below", below);
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

      int victim = files.holderOf(blocks.get(0));
      cluster.stop(victim);
      for (String path : held) {
        awaitCopies(path, victim);
      }
      cluster.awaitQuiet();
      // It comes back with replicas of blocks that no path of the tree leads to, and reports them.
      cluster.start(victim);
      for (String path : held) {
        files.awaitOnDisk(path, 3);
        cluster.awaitHealed(path, 3);
      }
      cluster.awaitQuiet();
      assertThat(files.read(held.get(0))).isEqualTo(alone);
      assertThat(files.read(held.get(1))).isEqualTo(below);

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
