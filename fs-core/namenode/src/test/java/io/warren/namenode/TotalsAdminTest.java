package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Totals of directories over the admin API: their state, checks, and recounts. */
class TotalsAdminTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TREE = "/totals-admin";

  private static RunningCluster cluster;

  @BeforeAll
  static void aTree() throws Exception {
    cluster = RunningCluster.shared();
    try (FileSystem fs = cluster.fs()) {
      for (int d = 0; d < 5; d++) {
        fs.create(new Path(TREE + "/d" + d + "/f")).close();
      }
    }
  }

  private static JsonNode call(int status, String method, String path, @Nullable String body)
      throws Exception {
    var answer = cluster.admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return JSON.readTree(answer.body());
  }

  private static JsonNode step(String kind, @Nullable String cursor, int limit) throws Exception {
    var body = JSON.createObjectNode().put("path", TREE).put("cursor", cursor).put("limit", limit);
    return call(200, "POST", "/totals/" + kind, body.toString());
  }

  @Test
  void theStateIsTold() throws Exception {
    JsonNode state = call(200, "GET", "/totals", null);
    assertThat(state.get("counted").booleanValue()).isTrue();
    assertThat(state.get("inodes_passed").longValue()).isZero();
    assertThat(cluster.get("http://" + cluster.http("nn1") + "/metrics").body())
        .contains("warren_directory_totals_inodes_passed{");
    RunningCluster.await(
        "changes to be added",
        () -> {
          try {
            return call(200, "GET", "/totals", null).get("changes_waiting").longValue() == 0;
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void aTreeIsCheckedInSteps() throws Exception {
    long directories = 0;
    String cursor = null;
    int steps = 0;
    do {
      JsonNode step = step("checks", cursor, 4);
      assertThat(step.get("wrong_count").longValue()).as(step.toString()).isZero();
      directories += step.get("directories").longValue();
      cursor = step.get("cursor").textValue();
      steps++;
    } while (cursor != null);
    assertThat(directories).isEqualTo(6);
    assertThat(steps).isGreaterThan(1);
  }

  @Test
  void listingsAndEntriesTellWhatIsInDirectoriesWhenThatIsAsked() throws Exception {
    String path = "?path=" + TREE;
    JsonNode plain = call(200, "GET", "/namespace/children" + path, null).get("entries");
    assertThat(plain).allSatisfy(entry -> assertThat(entry.path("content").isNull()).isTrue());
    JsonNode entries = call(200, "GET", "/namespace/children" + path + "&totals=true", null);
    assertThat(entries.get("entries"))
        .hasSize(5)
        .allSatisfy(
            entry -> {
              assertThat(entry.get("content").get("files").longValue()).isEqualTo(1);
              assertThat(entry.get("content").get("directories").longValue()).isZero();
            });
    JsonNode entry = call(200, "GET", "/namespace/stat" + path + "&totals=true", null);
    assertThat(entry.get("content").get("directories").longValue()).isEqualTo(5);
    assertThat(entry.get("content").get("files").longValue()).isEqualTo(5);
    JsonNode file = call(200, "GET", "/namespace/stat" + path + "/d0/f&totals=true", null);
    assertThat(file.path("content").isNull()).isTrue();
  }

  @Test
  void badInputIsRefused() throws Exception {
    assertThat(call(400, "POST", "/totals/checks", "{}").get("detail").textValue())
        .contains("path");
    call(400, "POST", "/totals/checks", "{\"path\": \"relative\"}");
    call(400, "POST", "/totals/checks", "{\"path\": \"/\", \"cursor\": \"x\"}");
    call(404, "POST", "/totals/recounts", "{\"path\": \"/not/there\"}");
    call(404, "GET", "/totals/checks", null);
  }
}
