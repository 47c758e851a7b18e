package io.warren.namenode;

import static io.warren.namenode.HealingCluster.BLOCK_BYTES;
import static io.warren.namenode.HealingCluster.await;
import static io.warren.namenode.HealingCluster.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Datanodes are taken out of service and come back: nothing is lost, and nothing keeps them longer
 * than it must. The tests share one cluster and leave it whole.
 */
class LeavingDatanodesTest {
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

  @Test
  void aDecommissionedDatanodeIsNotNeededAnyMoreAndMayComeBack() throws Exception {
    byte[] content = bytes(3 * BLOCK_BYTES, "decommission");
    files.write("/decommission", content);
    cluster.awaitHealed("/decommission", 3);
    int leaving = files.holderOf(cluster.blocks("/decommission").get(0));
    cluster.setAdminState(leaving, "DECOMMISSIONED");
    awaitState(leaving, AdminStates.DECOMMISSIONED);
    assertThat(isElsewhere("/decommission", leaving, 3)).isTrue();
    cluster.setAdminState(leaving, "NORMAL");
    files.awaitOnDisk("/decommission", 3);
    cluster.awaitQuiet();
    assertThat(files.read("/decommission")).isEqualTo(content);
  }

  @Test
  void aDatanodeInMaintenanceMayBeAwayWithoutCopies() throws Exception {
    byte[] content = bytes(2 * BLOCK_BYTES, "maintenance");
    files.write("/maintenance", content);
    cluster.awaitHealed("/maintenance", 3);
    LocatedBlock first = cluster.blocks("/maintenance").get(0);
    int away = files.holderOf(first);
    cluster.setAdminState(away, "IN_MAINTENANCE");
    await(
        "the datanode to be in maintenance",
        () -> cluster.report("nn1", away).getAdminState() == AdminStates.IN_MAINTENANCE);
    assertThat(cluster.replicasOnDisk(first.getBlock().getBlockId())).hasSize(3);
    cluster.setAdminState(away, "NORMAL");
    cluster.awaitHealed("/maintenance", 3);
    cluster.awaitQuiet();
    assertThat(files.read("/maintenance")).isEqualTo(content);
  }

  /** Takes a datanode out of service, or back, at the first namenode; the answer's status. */
  private static int order(int datanode, String service, String end) throws Exception {
    String body = "{\"service\": \"" + service + "\", \"by\": \"ann\"" + end + "}";
    return cluster.order("nn1", cluster.datanode(datanode).getDatanodeUuid(), body).statusCode();
  }

  /** Whether the disks of the other datanodes have so many replicas of each block. */
  private static boolean isElsewhere(String path, int leaving, int replicas) throws Exception {
    for (LocatedBlock block : cluster.blocks(path)) {
      long blockId = block.getBlock().getBlockId();
      int there = cluster.replicasOnDisk(leaving, blockId).size();
      if (cluster.replicasOnDisk(blockId).size() - there != replicas) {
        return false;
      }
    }
    return true;
  }

  private static void awaitState(int datanode, AdminStates wanted) throws Exception {
    for (String namenode : List.of("nn1", "nn2")) {
      await(
          namenode + " to call the datanode " + wanted,
          () -> cluster.report(namenode, datanode).getAdminState() == wanted);
    }
  }

  @Test
  void whatOneNamenodeIsOrderedAllFollow() throws Exception {
    byte[] content = bytes(2 * BLOCK_BYTES, "ordered");
    files.write("/ordered", content);
    cluster.awaitHealed("/ordered", 3);
    int leaving = files.holderOf(cluster.blocks("/ordered").get(0));
    assertThat(order(leaving, "decommissioned", "")).isEqualTo(200);
    awaitState(leaving, AdminStates.DECOMMISSIONED);
    String uuid = cluster.datanode(leaving).getDatanodeUuid();
    assertThat(cluster.admin("nn2", "/datanodes/" + uuid))
        .contains("\"ordered\":{\"service\":\"decommissioned\",\"until_ms\":null")
        .contains("\"by\":\"ann\"");
    assertThat(isElsewhere("/ordered", leaving, 3)).isTrue();
    assertThat(order(leaving, "in_service", "")).isEqualTo(200);
    awaitState(leaving, AdminStates.NORMAL);

    long untilMs = System.currentTimeMillis() + 20_000;
    assertThat(order(leaving, "in_maintenance", ", \"until_ms\": " + untilMs)).isEqualTo(200);
    awaitState(leaving, AdminStates.IN_MAINTENANCE);
    awaitState(leaving, AdminStates.NORMAL);
    assertThat(System.currentTimeMillis()).as("it ends by itself").isGreaterThan(untilMs);
    cluster.awaitHealed("/ordered", 3);
    cluster.awaitQuiet();
    assertThat(files.read("/ordered")).isEqualTo(content);
  }

  @Test
  void anOrderThatMakesNoSenseIsRefused() throws Exception {
    assertThat(order(0, "away", "")).isEqualTo(400);
    assertThat(order(0, "in_maintenance", "")).isEqualTo(400);
    assertThat(order(0, "in_maintenance", ", \"until_ms\": 1")).isEqualTo(400);
    assertThat(order(0, "decommissioned", ", \"until_ms\": 9999999999999")).isEqualTo(400);
    assertThat(cluster.order("nn1", "nobody", "{}").statusCode()).isEqualTo(404);
  }

  /** Nobody writes on, or closes them: only the end of their lease would. */
  @Test
  void filesThatAreBeingWrittenElsewhereTooKeepNoDatanode() throws Exception {
    files.write("/appended", bytes(BLOCK_BYTES / 2, "appended"));
    cluster.awaitHealed("/appended", 3);
    int leaving = files.holderOf(cluster.blocks("/appended").get(0));
    try (FileSystem fs = cluster.fs();
        FSDataOutputStream full =
            fs.create(new Path("/full"), true, 4_096, (short) DATANODES, BLOCK_BYTES);
        FSDataOutputStream appended = fs.append(new Path("/appended"))) {
      full.write(bytes(BLOCK_BYTES, "full"));
      full.hflush();
      appended.write(1);
      appended.hflush();
      cluster.setAdminState(leaving, "IN_MAINTENANCE");
      awaitState(leaving, AdminStates.IN_MAINTENANCE);
      cluster.setAdminState(leaving, "NORMAL");
      awaitState(leaving, AdminStates.NORMAL);
      cluster.setAdminState(leaving, "DECOMMISSIONED");
      awaitState(leaving, AdminStates.DECOMMISSIONED);
    }
    await(
        "copies elsewhere of what is written to the end",
        () -> isElsewhere("/appended", leaving, 3));
    cluster.setAdminState(leaving, "NORMAL");
    cluster.awaitHealed("/full", DATANODES);
    cluster.awaitHealed("/appended", 3);
    cluster.awaitQuiet();
    // It has to be on each datanode, so that none could leave for good.
    try (FileSystem fs = cluster.fs()) {
      fs.delete(new Path("/full"), false);
    }
  }

  /** The leader has found that the datanode may go before the replica was there to be found. */
  @Test
  void aReplicaThatIsFinishedOnADatanodeThatHasLeftIsCopied() throws Exception {
    byte[] content = bytes(BLOCK_BYTES / 2, "late");
    try (FileSystem fs = cluster.fs()) {
      int leaving;
      try (FSDataOutputStream late =
          fs.create(new Path("/late"), true, 4_096, (short) 1, BLOCK_BYTES)) {
        late.write(content);
        late.hflush();
        leaving = files.holderOf(cluster.lastBlock("/late"));
        cluster.setAdminState(leaving, "DECOMMISSIONED");
        awaitState(leaving, AdminStates.DECOMMISSIONED);
      }
      await("a copy of what was finished late", () -> isElsewhere("/late", leaving, 1));
      cluster.setAdminState(leaving, "NORMAL");
    }
    cluster.awaitHealed("/late", 1);
    cluster.awaitQuiet();
    assertThat(files.read("/late")).isEqualTo(content);
  }
}
