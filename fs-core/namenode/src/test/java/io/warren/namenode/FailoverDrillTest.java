package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader is killed, with the heartbeats that operators get by default. */
class FailoverDrillTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Three to four seconds by the default heartbeats; a busy machine takes some times as long. */
  private static final long TAKEOVER_MAX_MS = 15_000;

  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init")
  private NamenodeProcess process;

  @SuppressWarnings("NullAway.Init")
  private Path home;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    home = folder;
    Configuration conf = new HdfsConfiguration(false);
    process =
        NamenodeProcess.start(
            home,
            conf,
            List.of(
                NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"),
                NamenodeSpec.parse("nn2,127.0.0.1:0,127.0.0.1:0")),
            EmbeddedOptions.withoutSync(),
            Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    process.close();
  }

  @Test
  void anotherNamenodeLeadsWithinFiveSecondsAndTheEventsTellWhy() throws Exception {
    assertThat(get("nn2", "/cluster").get("leader").textValue()).isEqualTo("nn1");
    long killedNanos = System.nanoTime();
    post("/process/namenodes/nn1/crash");
    JsonNode change = awaitEvent("leader_changed", e -> e.get("subject").asText().equals("nn2"));
    long elapsedMs = (System.nanoTime() - killedNanos) / 1_000_000;
    System.out.println("leader takeover after " + elapsedMs + " ms");
    assertThat(elapsedMs).isLessThan(TAKEOVER_MAX_MS);
    assertThat(change.get("cause").textValue()).isEqualTo("leader_evicted");
    assertThat(change.get("related").textValue()).isEqualTo("nn1");
    assertThat(change.get("effective_at_ms").longValue() - change.get("started_at_ms").longValue())
        .isBetween(1L, TAKEOVER_MAX_MS);
    JsonNode evicted = awaitEvent("namenode_evicted", e -> true);
    assertThat(evicted.get("cause").textValue()).isEqualTo("missed_heartbeats");
    assertThat(evicted.get("missed_heartbeats").intValue()).isPositive();
    assertThat(namenode("nn1").get("state").textValue()).isEqualTo("dead");
    assertThat(namenode("nn2").get("role").textValue()).isEqualTo("leader");
    assertThat(body("nn2", "GET", "/metrics", ""))
        .contains("warren_leader_takeover_seconds_count{namenode=\"nn2\"} 1")
        .contains("kind=\"namenode_evicted\"");
    JsonNode back = post("/process/namenodes/nn1/start");
    assertThat(back.get("state").textValue()).isEqualTo("live");
    assertThat(namenode("nn1").get("id").longValue()).isEqualTo(back.get("id").longValue());
  }

  @Test
  void aStopIsToldAsALeaveAndPagesHoldEveryEventOnce() throws Exception {
    post("/process/namenodes/nn1/stop");
    awaitEvent("leader_changed", e -> e.get("cause").asText().equals("leader_left"));
    assertThat(namenode("nn1").get("state").textValue()).isEqualTo("stopped");
    List<Long> ids = new ArrayList<>();
    String cursor = "";
    while (cursor != null) {
      JsonNode page = get("nn2", "/cluster/events?limit=2" + cursor);
      page.get("events").forEach(event -> ids.add(event.get("id").longValue()));
      cursor =
          page.get("next_cursor").isNull()
              ? null
              : "&cursor=" + page.get("next_cursor").textValue();
    }
    assertThat(ids).isSortedAccordingTo((a, b) -> Long.compare(b, a)).doesNotHaveDuplicates();
    assertThat(ids.get(ids.size() - 1)).isEqualTo(1);
    assertThat(status("/cluster/events?kind=earthquake")).isEqualTo(400);
    assertThat(status("/cluster/events?cursor=-1")).isEqualTo(400);
    assertThat(get("nn2", "/subtree-operations").get("operations")).isEmpty();
  }

  private JsonNode awaitEvent(String kind, Predicate<JsonNode> wanted) throws Exception {
    JsonNode[] found = new JsonNode[1];
    RunningCluster.await(
        kind,
        () -> {
          for (JsonNode event : events(kind)) {
            if (wanted.test(event)) {
              found[0] = event;
              return true;
            }
          }
          return false;
        });
    return found[0];
  }

  private JsonNode events(String kind) {
    try {
      return get("nn2", "/cluster/events?kind=" + kind).get("events");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode namenode(String name) throws Exception {
    for (JsonNode each : get("nn2", "/cluster").get("namenodes")) {
      if (each.get("name").textValue().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("No namenode " + name + " in " + get("nn2", "/cluster"));
  }

  private JsonNode get(String namenode, String path) throws Exception {
    return JSON.readTree(body(namenode, "GET", "/admin/v1", path));
  }

  private JsonNode post(String path) throws Exception {
    return JSON.readTree(body("nn2", "POST", "/admin/v1", path));
  }

  private String body(String namenode, String method, String root, String path) throws Exception {
    HttpResponse<String> answer = call(namenode, method, root + path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private int status(String path) throws Exception {
    return call("nn2", "GET", "/admin/v1" + path).statusCode();
  }

  private HttpResponse<String> call(String namenode, String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + process.address(namenode).http() + path))
            .timeout(Duration.ofSeconds(40))
            .header(
                "Authorization", "Bearer " + Files.readString(home.resolve("secrets/admin-token")))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
