package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that give up a count, at namenodes where no count may begin. */
class AbandonedCountTest {
  private static RunningCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        RunningCluster.start(
            Map.of(
                "warren.namenode.walks.running-max", "0",
                "warren.namenode.walks.waiting-max", "1"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static double metric(String namenode, String name, String state) {
    try {
      String text = cluster.get("http://" + cluster.http(namenode) + "/metrics").body();
      String labels =
          "{namenode=\"" + namenode + (state.isEmpty() ? "" : "\",state=\"" + state) + "\"}";
      Matcher line =
          Pattern.compile("^" + Pattern.quote(name + labels) + " (\\S+)$", Pattern.MULTILINE)
              .matcher(text);
      assertThat(line.find()).as(name + labels).isTrue();
      return Double.parseDouble(line.group(1));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theAdminApiIsToldWhenOthersWaitAlready() throws Exception {
    try (FileSystem fs = FileSystem.get(cluster.rpc("nn2"), cluster.conf())) {
      Thread patient =
          new Thread(
              () -> {
                try {
                  fs.getContentSummary(new Path("/"));
                } catch (IOException e) {
                  // It is interrupted in the end.
                }
              });
      patient.start();
      RunningCluster.await(
          "the count to wait", () -> metric("nn2", "warren_walks", "waiting") == 1);
      var answer = cluster.admin("nn2", "GET", "/namespace/summary?path=/", null);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("could not be counted in time");
      patient.interrupt();
      patient.join();
    }
  }

  @FunctionalInterface
  private interface Counting {
    void count(FileSystem fs) throws IOException;
  }

  @Test
  void aCountEndsWhenItsClientHasTimedOut() throws Exception {
    endsWhenItsClientHasTimedOut(fs -> fs.getContentSummary(new Path("/")));
  }

  /** Of what has no quota, usage is counted. */
  @Test
  void soDoesTheCountOfUsage() throws Exception {
    endsWhenItsClientHasTimedOut(fs -> fs.getQuotaUsage(new Path("/")));
  }

  private static void endsWhenItsClientHasTimedOut(Counting counting) throws Exception {
    double before = metric("nn1", "warren_walks_abandoned_total", "");
    Configuration impatient = new Configuration(cluster.conf());
    impatient.setInt("ipc.client.rpc-timeout.ms", 500);
    impatient.setInt("ipc.ping.interval", 500);
    try (FileSystem fs = FileSystem.get(cluster.rpc("nn1"), impatient)) {
      assertThatThrownBy(() -> counting.count(fs))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("SocketTimeoutException");
    }
    RunningCluster.await(
        "the count to end", () -> metric("nn1", "warren_walks_abandoned_total", "") == before + 1);
    assertThat(metric("nn1", "warren_walks", "waiting")).isZero();
    assertThat(metric("nn1", "warren_walks_refused_total", "")).isZero();
  }
}
