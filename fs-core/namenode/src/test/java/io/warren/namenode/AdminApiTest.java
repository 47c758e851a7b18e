package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The admin API as admin-api.yaml states it. */
class AdminApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode call(String method, String path, @Nullable String body) throws Exception {
    var answer = RunningCluster.shared().admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode problem(int status, String method, String path, @Nullable String body)
      throws Exception {
    var answer = RunningCluster.shared().admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    return JSON.readTree(answer.body());
  }

  private static String query(String path) {
    return "?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  @Test
  void onlyHealthIsOpenToAll() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String root = "http://" + cluster.http("nn1") + "/admin/v1";
    var health = cluster.get(root + "/health");
    assertThat(health.statusCode()).isEqualTo(200);
    assertThat(health.body()).isEqualTo("{\"name\":\"nn1\",\"state\":\"serving\"}");
    var refused = cluster.get(root + "/cluster");
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(JSON.readTree(refused.body()).get("code").textValue()).isEqualTo("unauthorized");
  }

  @Test
  void theClusterNamesItsPartsAndCountsBlocks() throws Exception {
    JsonNode cluster = call("GET", "/cluster", null);
    assertThat(cluster.get("store").textValue()).isEqualTo("embedded");
    assertThat(cluster.get("namenodes")).hasSize(2);
    assertThat(cluster.get("datanodes")).hasSize(1);
    assertThat(cluster.get("datanodes").get(0).get("state").textValue()).isEqualTo("live");
    assertThat(cluster.get("capacity_bytes").longValue()).isPositive();
  }

  @Test
  void theFeedTellsCreationRenameAndDeletion() throws Exception {
    String head = call("GET", "/feed?limit=5000", null).get("head").textValue();
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/feed-test/a"));
      fs.rename(new Path("/feed-test/a"), new Path("/feed-test/b"));
      fs.delete(new Path("/feed-test/b"), true);
    }
    List<String> told = new ArrayList<>();
    for (JsonNode event : call("GET", "/feed?wait_ms=1000&after=" + head, null).get("events")) {
      String name = event.get("name").textValue();
      if (name.equals("a") || name.equals("b")) {
        told.add(event.get("operation").textValue() + " " + name);
        if (event.get("operation").textValue().equals("rename")) {
          assertThat(event.get("before").get("name").textValue()).isEqualTo("a");
        } else {
          assertThat(event.get("before").isNull()).isTrue();
        }
        assertThat(event.get("schema").textValue()).isEqualTo("warren.change.v2");
      }
    }
    assertThat(told).containsExactly("create a", "rename b", "delete b");
    assertThat(problem(400, "GET", "/feed?after=xyz", null).get("code").textValue())
        .isEqualTo("invalid_argument");
    String ofAnother = (head.charAt(0) == '0' ? "1" : "0") + head.substring(1);
    assertThat(problem(410, "GET", "/feed?after=" + ofAnother, null).get("code").textValue())
        .isEqualTo("feed_trimmed");
    String ahead = head.substring(0, head.indexOf('-')) + "-" + Long.MAX_VALUE;
    assertThat(problem(410, "GET", "/feed?after=" + ahead, null).get("code").textValue())
        .isEqualTo("feed_trimmed");
  }

  @Test
  void everyInodeIsWalkedInIdOrder() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 7; i++) {
        fs.mkdirs(new Path("/walk-test/d" + i));
      }
    }
    List<String> names = new ArrayList<>();
    long after = 0;
    long before = 0;
    while (true) {
      JsonNode page = call("GET", "/inodes?limit=3&after_id=" + after, null);
      for (JsonNode inode : page.get("inodes")) {
        assertThat(inode.get("inode_id").longValue()).isGreaterThan(before);
        before = inode.get("inode_id").longValue();
        names.add(inode.get("name").textValue());
      }
      assertSameAsColumns(page, call("GET", "/inodes/columns?limit=3&after_id=" + after, null));
      if (page.get("next_after_id").isNull()) {
        break;
      }
      after = page.get("next_after_id").longValue();
    }
    assertThat(names).startsWith("").contains("walk-test", "d0", "d3", "d6");
  }

  private static void assertSameAsColumns(JsonNode page, JsonNode columns) {
    JsonNode inodes = page.get("inodes");
    assertThat(columns.get("next_after_id")).isEqualTo(page.get("next_after_id"));
    JsonNode ids = columns.get("inode_id");
    assertThat(ids).hasSameSizeAs(inodes);
    List<String> members = new ArrayList<>();
    columns.fieldNames().forEachRemaining(members::add);
    members.removeAll(List.of("next_after_id", "as_of_ms"));
    for (int i = 0; i < inodes.size(); i++) {
      // Another test may have changed the inode between the two calls, or removed it.
      if (ids.get(i).equals(inodes.get(i).get("inode_id"))
          && columns.get("logical_time").get(i).equals(inodes.get(i).get("logical_time"))) {
        assertThat(members).hasSize(inodes.get(i).size());
        for (String member : members) {
          assertThat(columns.get(member).get(i)).as(member).isEqualTo(inodes.get(i).get(member));
        }
      }
    }
  }

  @Test
  void pathsAreReadWithTheRightsOfAUser() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/stat-test/x y/z"));
      fs.setPermission(
          new Path("/stat-test/x y"),
          new org.apache.hadoop.fs.permission.FsPermission((short) 0700));
    }
    JsonNode entry = call("GET", "/namespace/stat" + query("/stat-test/x y"), null);
    assertThat(entry.get("path").textValue()).isEqualTo("/stat-test/x y");
    assertThat(entry.get("children_count").intValue()).isEqualTo(1);
    assertThat(entry.get("mode").intValue()).isEqualTo(0700);
    JsonNode page = call("GET", "/namespace/children" + query("/stat-test/x y"), null);
    assertThat(page.get("entries").get(0).get("path").textValue()).isEqualTo("/stat-test/x y/z");
    assertThat(page.get("next_cursor").isNull()).isTrue();
    String denied = "/namespace/stat" + query("/stat-test/x y/z") + "&as_user=stranger";
    assertThat(problem(403, "GET", denied, null).get("code").textValue())
        .isEqualTo("access_denied");
    assertThat(problem(404, "GET", "/namespace/stat" + query("/none"), null).get("code").asText())
        .isEqualTo("not_found");
    assertThat(problem(400, "GET", "/namespace/stat" + query("none"), null).get("code").asText())
        .isEqualTo("invalid_path");
  }

  @Test
  void childrenComeInPages() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 5; i++) {
        fs.mkdirs(new Path("/pages-test/p" + i));
      }
    }
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          call(
              "GET",
              "/namespace/children" + query("/pages-test") + "&limit=2&cursor=" + cursor,
              null);
      page.get("entries").forEach(e -> names.add(e.get("name").textValue()));
      cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").textValue();
    } while (cursor != null);
    assertThat(names).containsExactly("p0", "p1", "p2", "p3", "p4");
  }

  @Test
  void aSubtreeIsChangedStepByStep() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 6; i++) {
        fs.create(new Path("/steps-test/d/f" + i)).close();
      }
    }
    JsonNode dry = steps("\"operation\":\"set_owner\",\"owner\":\"eve\",\"dry_run\":true");
    assertThat(dry.get("changed").intValue()).isEqualTo(8);
    JsonNode real = steps("\"operation\":\"set_owner\",\"owner\":\"eve\"");
    assertThat(real.get("changed").intValue()).isEqualTo(8);
    JsonNode again = steps("\"operation\":\"set_owner\",\"owner\":\"eve\"");
    assertThat(again.get("changed").intValue()).isZero();
    JsonNode moved =
        call("POST", "/namespace/trash", "{\"path\":\"/steps-test/d\",\"user\":\"eve\"}");
    assertThat(moved.get("trash_path").textValue())
        .isEqualTo("/user/eve/.Trash/Current/steps-test/d");
    assertThat(problem(400, "POST", "/subtree/steps", "{\"operation\":\"boil\"}").get("code"))
        .hasToString("\"invalid_argument\"");
  }

  /** Runs steps of three inodes to the end and adds up what they changed. */
  private static JsonNode steps(String members) throws Exception {
    var total = JSON.createObjectNode().put("changed", 0);
    String cursor = "null";
    do {
      JsonNode step =
          call(
              "POST",
              "/subtree/steps",
              "{\"path\":\"/steps-test\",\"limit\":3," + members + ",\"cursor\":" + cursor + "}");
      assertThat(step.get("errors")).isEmpty();
      total.put("changed", total.get("changed").intValue() + step.get("changed").intValue());
      cursor = step.get("cursor").isNull() ? null : step.get("cursor").toString();
    } while (cursor != null);
    return total;
  }

  @Test
  void quotasAreSetReadAndCleared() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/quota-test/one"));
    }
    String path = "{\"path\":\"/quota-test\",";
    JsonNode set = call("PUT", "/namespace/quota", path + "\"namespace_quota\":10}");
    assertThat(set.get("before").get("namespace_quota").isNull()).isTrue();
    assertThat(set.get("after").get("namespace_quota").intValue()).isEqualTo(10);
    assertThat(set.get("after").get("namespace_used").intValue()).isEqualTo(2);
    JsonNode summary = call("GET", "/namespace/summary" + query("/quota-test"), null);
    assertThat(summary.get("namespace_quota").intValue()).isEqualTo(10);
    JsonNode cleared = call("PUT", "/namespace/quota", path + "\"namespace_quota\":null}");
    assertThat(cleared.get("after").get("namespace_quota").isNull()).isTrue();
    assertThat(problem(400, "PUT", "/namespace/quota", path + "\"namespace_quota\":0}").get("code"))
        .hasToString("\"invalid_argument\"");
  }

  @Test
  void metricsSpeakPrometheus() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    cluster.fs("nn1").exists(new Path("/"));
    String text = cluster.get("http://" + cluster.http("nn1") + "/metrics").body();
    assertThat(text)
        .contains("warren_operation_seconds_count{")
        .contains("warren_store_round_trips_total{")
        .contains("warren_leader_epoch{")
        .contains("warren_capacity_bytes{kind=\"total\"");
  }

  @Test
  void aDirectoryIsRepartitionedWhileItIsInUse() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      for (int i = 0; i < 30; i++) {
        fs.mkdirs(new Path("/partitioning-test/d/c" + i));
      }
      JsonNode before =
          call("GET", "/directories/partitioning" + query("/partitioning-test/d"), null);
      assertThat(before.get("children").textValue()).isEqualTo("by_parent");
      assertThat(before.get("changing").booleanValue()).isFalse();
      assertThat(before.get("children_counted").longValue()).isEqualTo(30);
      assertThat(before.get("work").isNull()).isTrue();
      String change = "{\"path\":\"/partitioning-test/d\",\"children\":\"hashed\"}";
      JsonNode now = call("PUT", "/directories/partitioning", change);
      assertThat(now.get("children").textValue()).isEqualTo("hashed");
      long deadlineNanos = System.nanoTime() + 20_000_000_000L;
      while (now.get("changing").booleanValue() && System.nanoTime() < deadlineNanos) {
        assertThat(fs.listStatus(new Path("/partitioning-test/d"))).hasSize(30);
        now = call("GET", "/directories/partitioning" + query("/partitioning-test/d"), null);
      }
      assertThat(now.get("changing").booleanValue()).isFalse();
      assertThat(fs.listStatus(new Path("/partitioning-test/d"))).hasSize(30);
    }
    String wrong = "{\"path\":\"/partitioning-test\",\"children\":\"sideways\"}";
    assertThat(problem(400, "PUT", "/directories/partitioning", wrong).get("code").textValue())
        .isEqualTo("invalid_argument");
    problem(404, "GET", "/directories/partitioning" + query("/partitioning-test/none"), null);
  }
}
