package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.protocol.OutlierMetrics;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports.DiskOp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What datanodes tell with their heartbeats of slow peers and slow disks. */
class SlowDevicesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DISK = "/disks/7";

  @SuppressWarnings("NullAway.Init")
  private static RunningCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "dfs.datanode.peer.stats.enabled",
                "true",
                "dfs.datanode.fileio.profiling.sampling.percentage",
                "10",
                "dfs.datanode.outliers.report.interval",
                "1s"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static JsonNode page(RunningCluster asked, String namenode) throws Exception {
    return JSON.readTree(asked.admin(namenode, "GET", "/datanodes", null).body());
  }

  private static boolean isTold(String namenode) {
    try {
      JsonNode datanode = page(cluster, namenode).at("/datanodes/0");
      return datanode.get("slow_peer").isObject() && datanode.get("slow_disks").size() == 1;
    } catch (Exception e) {
      throw new AssertionError("No datanodes from " + namenode, e);
    }
  }

  @Test
  void everyNamenodeTellsWhoIsSlow() throws Exception {
    JsonNode before = page(cluster, "nn1");
    assertThat(before.get("peers_watched").asBoolean()).isTrue();
    assertThat(before.get("disks_watched").asBoolean()).isTrue();
    assertThat(before.at("/datanodes/0/slow_peer").isNull()).isTrue();
    String peer = cluster.datanode().getDatanodeId().getInfoAddr();
    cluster
        .datanode()
        .getPeerMetrics()
        .setTestOutliers(Map.of(peer, new OutlierMetrics(2.0, 0.5, 9.0, 41.5)));
    cluster
        .datanode()
        .getDiskMetrics()
        .addSlowDiskForTesting(DISK, Map.of(DiskOp.WRITE, 123.5, DiskOp.READ, 77.0));
    for (String namenode : new String[] {"nn1", "nn2"}) {
      RunningCluster.await("the reports to come", () -> isTold(namenode));
      JsonNode datanode = page(cluster, namenode).at("/datanodes/0");
      assertThat(datanode.at("/slow_peer/latency_ms").asDouble()).isEqualTo(41.5);
      assertThat(datanode.at("/slow_peer/limit_ms").asDouble()).isEqualTo(9.0);
      assertThat(datanode.at("/slow_peer/reporters").asInt()).isEqualTo(1);
      JsonNode disk = datanode.at("/slow_disks/0");
      assertThat(disk.get("disk").asText()).isEqualTo(DISK);
      assertThat(disk.get("write_ms").asDouble()).isEqualTo(123.5);
      assertThat(disk.get("read_ms").asDouble()).isEqualTo(77.0);
      assertThat(disk.get("metadata_ms").isNull()).isTrue();
      try (FileSystem fs = cluster.fs(namenode)) {
        assertThat(((DistributedFileSystem) fs).getSlowDatanodeStats())
            .extracting(DatanodeInfo::getDatanodeUuid)
            .containsExactly(cluster.datanode().getDatanodeUuid());
      }
      String jmx = cluster.get("http://" + cluster.http(namenode) + "/jmx").body();
      assertThat(jmx).contains("SlowPeersReport", peer, "SlowDisksReport", DISK);
    }
  }

  @Test
  void whereNothingIsComparedNothingIsTold() throws Exception {
    JsonNode page = page(RunningCluster.shared(), "nn1");
    assertThat(page.get("peers_watched").asBoolean()).isFalse();
    assertThat(page.get("disks_watched").asBoolean()).isFalse();
    assertThat(page.at("/datanodes/0/slow_peer").isNull()).isTrue();
    assertThat(page.at("/datanodes/0/slow_disks")).isEmpty();
  }
}
