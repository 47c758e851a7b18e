package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.RecoveryInterruption;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Truncations whose leading datanode dies: they end without the client's help. */
class RecoveryTest {
  private static final int DATANODES = 3;
  private static final int CUT_BYTES = 10_000;
  private static final long BEGIN_WAIT_MS = 60_000;

  private static HealingCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new HealingCluster(DATANODES);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @Test
  void theDatanodeThatLeadsDiesBeforeItBegins() throws Exception {
    truncate("/before", false);
  }

  @Test
  void theDatanodeThatLeadsDiesWhenOneReplicaIsCutAndTheOthersAreNot() throws Exception {
    truncate("/halfway", true);
  }

  private static void truncate(String name, boolean halfway) throws Exception {
    Path path = new Path(name);
    byte[] content = bytes(BLOCK_BYTES, name);
    try (DistributedFileSystem fs = cluster.fs()) {
      try (FSDataOutputStream out = fs.create(path)) {
        out.write(content);
      }
      cluster.awaitHealed(name, DATANODES);
      LocatedBlock whole = cluster.blocks(name).get(0);
      try (RecoveryInterruption interruption = new RecoveryInterruption()) {
        assertThat(fs.truncate(path, CUT_BYTES)).isFalse();
        assertThat(interruption.awaitBegun(BEGIN_WAIT_MS)).as("a recovery to begin").isTrue();
        int leading =
            IntStream.range(0, DATANODES)
                .filter(i -> interruption.isLedBy(cluster.datanode(i)))
                .findFirst()
                .orElseThrow();
        if (halfway) {
          cut(cluster.datanode(leading), whole);
        }
        cluster.stop(leading);
        cluster.start(leading);
        await("the truncation of " + name + " to end", () -> fs.isFileClosed(path));
      }
      assertThat(fs.getFileStatus(path).getLen()).isEqualTo(CUT_BYTES);
      // A replica that took no part goes when a block report tells of it.
      for (int number = 0; number < DATANODES; number++) {
        cluster
            .datanode(number)
            .triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
      }
      cluster.awaitHealed(name, DATANODES);
      cluster.awaitQuiet();
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOf(content, CUT_BYTES));
      }
    }
  }

  /** Does to a datanode's replica what the first steps of a recovery do. */
  private static void cut(DataNode datanode, LocatedBlock located) throws Exception {
    ExtendedBlock whole = located.getBlock();
    long stamp = whole.getGenerationStamp() + 1;
    Block shorter = new Block(whole.getBlockId(), CUT_BYTES, stamp);
    DatanodeInfo[] places = located.getLocations();
    datanode.initReplicaRecovery(new RecoveringBlock(whole, places, shorter));
    datanode.updateReplicaUnderRecovery(whole, stamp, whole.getBlockId(), CUT_BYTES);
  }
}
