package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of calls, set through the admin API and met by stock clients. */
class LimitsApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String APPLICATION = "limited-job";
  private static final Duration LEARNED_WITHIN = Duration.ofSeconds(5);

  private static HttpResponse<String> call(
      String namenode, String method, String rest, @Nullable String body) throws Exception {
    return RunningCluster.shared().admin(namenode, method, "/limits" + rest, body);
  }

  private static JsonNode limits(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body()).get("limits");
  }

  private static JsonNode limits(String namenode) throws Exception {
    return limits(call(namenode, "GET", "", null));
  }

  private static String change(String kind, String name, int calls, String more) {
    return "{\"kind\":\""
        + kind
        + "\",\"name\":\""
        + name
        + "\",\"calls_per_second\":"
        + calls
        + ",\"reason\":\"it floods\",\"set_by\":\"ann\""
        + more
        + "}";
  }

  private static void awaitLimits(String namenode, int number) throws Exception {
    Instant end = Instant.now().plus(LEARNED_WITHIN);
    while (limits(namenode).size() != number) {
      assertThat(Instant.now()).as("known by " + namenode).isBefore(end);
      Thread.sleep(100);
    }
  }

  @AfterEach
  void lift() throws Exception {
    for (JsonNode limit : limits("nn1")) {
      call(
          "nn1",
          "DELETE",
          "?kind=" + limit.get("kind").asText() + "&name=" + limit.get("name").asText(),
          null);
    }
    awaitLimits("nn2", 0);
  }

  @Test
  void anApplicationIsHeldToItsLimitAtEveryNamenodeUntilItIsLifted() throws Exception {
    JsonNode set = limits(call("nn1", "PUT", "", change("application", APPLICATION, 3, "")));
    assertThat(set.get(0).get("set_by").asText()).isEqualTo("ann");
    assertThat(set.get(0).get("expires_at_ms").isNull()).isTrue();
    awaitLimits("nn2", 1);
    for (String namenode : new String[] {"nn1", "nn2"}) {
      try (FileSystem fs = RunningCluster.shared().fs(namenode)) {
        CallerContext.setCurrent(new CallerContext.Builder(APPLICATION).build());
        assertThatThrownBy(() -> look(fs, 10))
            .hasMessageContaining("application limited-job is limited to 3 calls a second")
            .hasMessageContaining("it floods");
        CallerContext.setCurrent(new CallerContext.Builder("another-job").build());
        look(fs, 30);
      } finally {
        CallerContext.setCurrent(null);
      }
      assertThat(limits(namenode).get(0).get("refused").asLong()).isEqualTo(1);
      assertThat(limits(namenode).get(0).get("admitted").asLong()).isBetween(1L, 9L);
    }
    RunningCluster cluster = RunningCluster.shared();
    assertThat(cluster.get("http://" + cluster.http("nn1") + "/metrics").body())
        .contains("warren_rpc_calls_refused_total{cause=\"limit\"")
        .contains("warren_rpc_calls_limits");
    assertThat(limits(call("nn2", "DELETE", "?kind=application&name=" + APPLICATION, null)))
        .isEmpty();
    awaitLimits("nn1", 0);
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      CallerContext.setCurrent(new CallerContext.Builder(APPLICATION).build());
      look(fs, 30);
    } finally {
      CallerContext.setCurrent(null);
    }
  }

  @Test
  void whatIsRefusedIsNoHeatAndToldBesideIt() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    call("nn1", "PUT", "", change("application", "no-heat", 1, ""));
    int refused = 0;
    try (FileSystem fs = cluster.fs("nn1")) {
      CallerContext.setCurrent(new CallerContext.Builder("no-heat").build());
      for (int i = 0; i < 20; i++) {
        try {
          fs.getFileStatus(new Path("/"));
        } catch (IOException e) {
          refused++;
        }
      }
    } finally {
      CallerContext.setCurrent(null);
    }
    assertThat(refused).isPositive();
    long counted = 0;
    long told = 0;
    Instant end = Instant.now().plus(LEARNED_WITHIN);
    while (counted == 0 && Instant.now().isBefore(end)) {
      Thread.sleep(300);
      JsonNode heat =
          JSON.readTree(
              cluster.admin("nn1", "GET", "/heat?by=application&window=10m", null).body());
      for (JsonNode entry : heat.get("entries")) {
        if (entry.get("key").asText().equals("no-heat")) {
          counted = entry.get("calls").asLong();
          told = entry.get("refused").asLong();
        }
      }
    }
    assertThat(counted).isEqualTo(20 - refused);
    assertThat(told).isEqualTo(refused);
  }

  private static void look(FileSystem fs, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      fs.getFileStatus(new Path("/"));
    }
  }

  @Test
  void aLimitEndsByItself() throws Exception {
    long soonMs = System.currentTimeMillis() + 1_500;
    String more = ",\"expires_at_ms\":" + soonMs;
    assertThat(limits(call("nn1", "PUT", "", change("user", "nobody-known", 3, more)))).hasSize(1);
    awaitLimits("nn1", 0);
    assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(soonMs);
  }

  @Test
  void aChangeTakesThePlaceOfTheLimitBefore() throws Exception {
    call("nn1", "PUT", "", change("address", "10.0.0.1", 3, ""));
    JsonNode changed = limits(call("nn1", "PUT", "", change("address", "10.0.0.1", 7, "")));
    assertThat(changed).hasSize(1);
    assertThat(changed.get(0).get("calls_per_second").asInt()).isEqualTo(7);
  }

  @Test
  void whatIsNoLimitIsRefused() throws Exception {
    for (String body :
        new String[] {
          change("colour", "red", 3, ""),
          change("user", "", 3, ""),
          change("user", "ann", 0, ""),
          change("user", "a".repeat(256), 3, ""),
          change("user", "ann", 3, ",\"expires_at_ms\":1"),
        }) {
      assertThat(call("nn1", "PUT", "", body).statusCode()).as(body).isEqualTo(400);
    }
    assertThat(call("nn1", "DELETE", "?kind=user&name=ann", null).statusCode()).isEqualTo(404);
    assertThat(limits("nn1")).isEmpty();
  }

  @Test
  void oneLimitMoreThanThereMayBeIsRefused() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(call("nn1", "PUT", "", change("user", "u" + i, 3, "")).statusCode())
          .isEqualTo(200);
    }
    assertThat(call("nn1", "PUT", "", change("user", "u100", 3, "")).statusCode()).isEqualTo(400);
    assertThat(call("nn1", "PUT", "", change("user", "u99", 4, "")).statusCode()).isEqualTo(200);
  }
}
