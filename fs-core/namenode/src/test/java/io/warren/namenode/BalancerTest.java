package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.balancer.StockBalancer;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Hadoop's balancer and mover, unmodified, against several active namenodes. */
class BalancerTest {
  private static final int BLOCKS = 48;
  private static final long VOLUME_BYTES = 8L << 20;

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new HealingCluster(1, StorageType.DISK, StorageType.ARCHIVE);
    shrink(0);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  /** A datanode of which a few files take a share that the balancer notices. */
  private static void shrink(int number) throws Exception {
    try (FsDatasetSpi.FsVolumeReferences volumes =
        cluster.datanode(number).getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        ((FsVolumeImpl) volume).setCapacityForTesting(VOLUME_BYTES);
      }
    }
    for (String namenode : List.of("nn1", "nn2")) {
      await(
          namenode + " to hear of datanode " + number + "'s size",
          () -> hasItsSize(namenode, number));
    }
  }

  /** False, too, while the namenode has not heard of the datanode: each hears for itself. */
  private static boolean hasItsSize(String namenode, int number) throws Exception {
    return cluster
        .find(namenode, number)
        .filter(report -> report.getCapacity() == 2 * VOLUME_BYTES)
        .isPresent();
  }

  private static Configuration toolConf() {
    Configuration conf = cluster.conf();
    conf.setLong("dfs.balancer.getBlocks.min-block-size", 1);
    conf.set("dfs.heartbeat.interval", "1s");
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.mover.retry.max.attempts", 5);
    return conf;
  }

  private static long blocksOn(int number) throws Exception {
    String uuid = cluster.datanode(number).getDatanodeUuid();
    return blocks().stream()
        .flatMap(b -> Arrays.stream(b.getLocations()))
        .filter(d -> d.getDatanodeUuid().equals(uuid))
        .count();
  }

  @Test
  void theBalancerEvensOutAndTheMoverFollowsThePolicy() throws Exception {
    byte[] content = bytes(BLOCKS * BLOCK_BYTES, "balance");
    Path file = new Path("/cold/below/balance");
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK_BYTES)) {
      out.write(content);
    }
    await("every block to be reported", () -> blocksOn(0) == BLOCKS);
    cluster.start(1);
    await("the second datanode", () -> live() == 2);
    shrink(1);

    assertThat(StockBalancer.run(toolConf(), "-threshold", "2")).isZero();

    await("every block to be in one place", () -> replicas() == BLOCKS);
    cluster.awaitQuiet();
    assertThat(blocksOn(1)).isBetween(BLOCKS / 3L, 2L * BLOCKS / 3);
    assertThat(blocksOn(0) + blocksOn(1)).isEqualTo(BLOCKS);

    try (DistributedFileSystem fs = cluster.fs()) {
      fs.setStoragePolicy(new Path("/cold"), "COLD");
    }
    assertThat(ToolRunner.run(toolConf(), new Mover.Cli(), new String[] {"-p", "/cold"})).isZero();
    await("every block to be on archive disks", BalancerTest::isArchived);
    cluster.awaitQuiet();
    assertThat(replicas()).isEqualTo(BLOCKS);
    try (FileSystem fs = cluster.fs();
        FSDataInputStream in = fs.open(file)) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void theBandwidthOfBalancingReachesTheDatanodes() throws Exception {
    long bytesPerSecond = 3 << 20;
    String[] command = {"-setBalancerBandwidth", Long.toString(bytesPerSecond)};
    // Again and again: a datanode that has just started does not know yet who leads.
    await(
        "the limit to arrive",
        () ->
            ToolRunner.run(new DFSAdmin(cluster.conf()), command) == 0
                && cluster.datanode(0).getBalancerBandwidth() == bytesPerSecond);
  }

  private static boolean isArchived() throws Exception {
    List<LocatedBlock> blocks = blocks();
    return blocks.stream()
        .allMatch(b -> Arrays.stream(b.getStorageTypes()).allMatch(StorageType.ARCHIVE::equals));
  }

  private static int replicas() throws Exception {
    return blocks().stream().mapToInt(b -> b.getLocations().length).sum();
  }

  /** All of the file's blocks; without a length a client asks for the first few. */
  private static List<LocatedBlock> blocks() throws Exception {
    try (DistributedFileSystem fs = cluster.fs()) {
      return fs.getClient()
          .getLocatedBlocks("/cold/below/balance", 0, (long) BLOCKS * BLOCK_BYTES)
          .getLocatedBlocks();
    }
  }

  private static int live() throws Exception {
    try (DistributedFileSystem fs = cluster.fs()) {
      return fs.getDataNodeStats(DatanodeReportType.LIVE).length;
    }
  }
}
