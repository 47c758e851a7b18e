package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namenode.admin.AdminHolder;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Namenodes of one process that are drained by an order in the store, and come back. */
class DrainedNamenodesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Far more than what a busy machine leaves between two heartbeats. */
  private static final int ALONE_MS = 4_000;

  private final HttpClient http = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init")
  private NamenodeProcess process;

  @SuppressWarnings("NullAway.Init")
  private Path home;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    home = folder;
    process = start();
  }

  private NamenodeProcess start() throws Exception {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    conf.setInt("warren.namenode.drained.alone-ms", ALONE_MS);
    return NamenodeProcess.start(
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
  void oneIsDrainedByTheOtherAndServesAgainWhenThatIsOrderedNoMore() throws Exception {
    URI before = URI.create("http://" + process.address("nn1").http() + "/metrics");
    HttpResponse<String> ordered = order(AdminHolder.WORKER, "nn2", "nn1", "drained");
    assertThat(ordered.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(ordered.body()).get("state").textValue()).isEqualTo("draining");
    awaitState("nn2", "nn1", "drained");
    JsonNode drained = seen("nn2", "nn1");
    assertThat(drained.get("drained").get("by").textValue()).isEqualTo("alice smith");
    assertThat(drained.get("drained").get("since_ms").longValue()).isPositive();
    assertThat(drained.get("rpc_address").textValue()).contains("127.0.0.1:");
    assertThat(reached(before)).isFalse();

    // Long after it might think itself alone: the other one serves.
    Thread.sleep(ALONE_MS + 1_500);
    assertThat(seen("nn2", "nn1").get("state").textValue()).isEqualTo("drained");

    assertThat(order(AdminHolder.WORKER, "nn2", "nn1", "in_service").statusCode()).isEqualTo(200);
    awaitState("nn2", "nn1", "live");
    assertThat(seen("nn1", "nn1").get("drained").isNull()).isTrue();
  }

  @Test
  void theLastThatServesStaysAndBadOrdersAreRefused() throws Exception {
    assertThat(order(AdminHolder.WORKER, "nn1", "nn3", "drained").statusCode()).isEqualTo(404);
    assertThat(order(AdminHolder.WORKER, "nn1", "nn3", "in_service").statusCode()).isEqualTo(404);
    assertThat(order(AdminHolder.WORKER, "nn1", "nn2", "asleep").statusCode()).isEqualTo(400);
    assertThat(order(AdminHolder.WEB, "nn1", "nn2", "drained").statusCode()).isEqualTo(403);
    assertThat(order(AdminHolder.WORKER, "nn1", "nn2", "drained").statusCode()).isEqualTo(200);
    HttpResponse<String> last = order(AdminHolder.WORKER, "nn1", "nn1", "drained");
    assertThat(last.statusCode()).isEqualTo(409);
    assertThat(last.body()).contains("No other namenode serves");
    assertThat(seen("nn1", "nn1").get("state").textValue()).isEqualTo("live");
  }

  @Test
  void aDrainedOneStaysSoWhenItsProcessBeginsAnew() throws Exception {
    order(AdminHolder.WORKER, "nn1", "nn2", "drained");
    awaitState("nn1", "nn2", "drained");
    process.close();
    process = start();
    assertThat(seen("nn1", "nn2").get("state").textValue()).isEqualTo("drained");
    Thread.sleep(ALONE_MS + 1_500);
    assertThat(seen("nn1", "nn2").get("state").textValue()).isEqualTo("drained");
    process.start("nn2");
    assertThat(seen("nn1", "nn2").get("state").textValue()).isEqualTo("live");
    assertThat(seen("nn1", "nn2").get("drained").isNull()).isTrue();
  }

  @Test
  void drainedOnesServeAgainWhenNobodyElseDoes() throws Exception {
    order(AdminHolder.WORKER, "nn1", "nn2", "drained");
    awaitState("nn1", "nn2", "drained");
    process.close();
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    conf.setInt("warren.namenode.drained.alone-ms", 1_500);
    process =
        NamenodeProcess.start(
            home,
            conf,
            List.of(NamenodeSpec.parse("nn2,127.0.0.1:0,127.0.0.1:0")),
            EmbeddedOptions.withoutSync(),
            Clock.systemUTC());
    assertThat(process.stopped()).hasSize(1);
    RunningCluster.await("nn2 to serve", () -> process.stopped().isEmpty());
    awaitState("nn2", "nn2", "live");
  }

  private void awaitState(String asked, String name, String state) throws Exception {
    RunningCluster.await(
        name + " " + state,
        () -> {
          try {
            return seen(asked, name).get("state").textValue().equals(state);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private JsonNode seen(String asked, String name) throws Exception {
    HttpResponse<String> answer = call(AdminHolder.WEB, asked, "GET", "/cluster", "");
    for (JsonNode each : JSON.readTree(answer.body()).get("namenodes")) {
      if (each.get("name").textValue().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("No namenode " + name + " in " + answer.body());
  }

  private HttpResponse<String> order(AdminHolder holder, String asked, String name, String service)
      throws Exception {
    String body = "{\"service\":\"" + service + "\",\"by\":\"alice smith\"}";
    return call(holder, asked, "PUT", "/namenodes/" + name + "/service", body);
  }

  private HttpResponse<String> call(
      AdminHolder holder, String asked, String method, String path, String body) throws Exception {
    String token = Files.readString(home.resolve("secrets").resolve(holder.fileName()));
    URI uri = URI.create("http://" + process.address(asked).http() + "/admin/v1" + path);
    return http.send(
        HttpRequest.newBuilder(uri)
            .header("Authorization", "Bearer " + token)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private boolean reached(URI uri) throws Exception {
    try {
      http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }
}
