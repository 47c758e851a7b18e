package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** A stopped namenode costs clients nothing but a moment. */
class FailoverTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void clientsGoOnWhileEachNamenodeInTurnIsStoppedAndStarted() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path path = new Path("/failover-test/file");
    try (FileSystem fs = cluster.fs()) {
      try (FSDataOutputStream out = fs.create(path)) {
        out.writeLong(1);
        out.hflush();
        restart(cluster, "nn1", "nn2", fs, path);
        out.writeLong(2);
      }
      restart(cluster, "nn2", "nn1", fs, path);
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.readLong()).isEqualTo(1);
        assertThat(in.readLong()).isEqualTo(2);
      }
    }
  }

  private static void restart(
      RunningCluster cluster, String stopped, String other, FileSystem fs, Path path)
      throws Exception {
    var answer = cluster.admin(other, "POST", "/process/namenodes/" + stopped + "/stop", null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(JSON.readTree(answer.body()).get("state").textValue()).isEqualTo("stopped");
    assertThat(fs.exists(path)).isTrue();
    long epoch = leaderEpoch(cluster, other);
    assertThat(cluster.admin(other, "POST", "/process/namenodes/" + other + "/stop", null))
        .extracting(r -> r.statusCode())
        .isEqualTo(409);
    answer = cluster.admin(other, "POST", "/process/namenodes/" + stopped + "/start", null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(leaderEpoch(cluster, other)).isGreaterThanOrEqualTo(epoch);
    assertThat(fs.exists(path)).isTrue();
    writeThroughBoth(cluster, path.suffix("-" + stopped));
  }

  /** Datanodes may not have found the restarted namenode yet; its clients must not notice. */
  private static void writeThroughBoth(RunningCluster cluster, Path prefix) throws Exception {
    for (int client = 0; client < 4; client++) {
      Path path = prefix.suffix("-" + client);
      try (FileSystem fs = cluster.fs()) {
        try (FSDataOutputStream out = fs.create(path)) {
          out.writeLong(client);
        }
        try (FSDataInputStream in = fs.open(path)) {
          assertThat(in.readLong()).isEqualTo(client);
        }
      }
    }
  }

  /** Waits until the namenode that stayed leads. */
  private static long leaderEpoch(RunningCluster cluster, String leader) throws Exception {
    JsonNode[] last = new JsonNode[1];
    RunningCluster.await(
        leader + " to lead",
        () -> {
          try {
            last[0] = JSON.readTree(cluster.admin(leader, "GET", "/cluster", null).body());
          } catch (Exception e) {
            throw new AssertionError(e);
          }
          return leader.equals(last[0].get("leader").asText());
        });
    return last[0].get("namenodes").get(0).get("epoch").longValue();
  }
}
