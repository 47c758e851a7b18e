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

  private static double metric(String nameAndLabels) {
    try {
      String text = cluster.get("http://" + cluster.http("nn1") + "/metrics").body();
      Matcher line =
          Pattern.compile("^" + Pattern.quote(nameAndLabels) + " (\\S+)$", Pattern.MULTILINE)
              .matcher(text);
      assertThat(line.find()).as(nameAndLabels).isTrue();
      return Double.parseDouble(line.group(1));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCountEndsWhenItsClientHasTimedOut() throws Exception {
    Configuration impatient = new Configuration(cluster.conf());
    impatient.setInt("ipc.client.rpc-timeout.ms", 500);
    impatient.setInt("ipc.ping.interval", 500);
    try (FileSystem fs = FileSystem.get(cluster.rpc("nn1"), impatient)) {
      assertThatThrownBy(() -> fs.getContentSummary(new Path("/")))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("SocketTimeoutException");
    }
    RunningCluster.await(
        "the count to end", () -> metric("warren_walks_abandoned_total{namenode=\"nn1\"}") == 1);
    assertThat(metric("warren_walks{namenode=\"nn1\",state=\"waiting\"}")).isZero();
    assertThat(metric("warren_walks_refused_total{namenode=\"nn1\"}")).isZero();
  }
}
