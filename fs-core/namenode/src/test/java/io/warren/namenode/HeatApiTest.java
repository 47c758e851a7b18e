package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.CallerContext;
import org.junit.jupiter.api.Test;

/** What GET /heat tells of stock clients' calls. */
class HeatApiTest {
  private static final Path HOME = new Path("/heat");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode heat(String query) throws Exception {
    HttpResponse<String> answer =
        RunningCluster.shared().admin("nn1", "GET", "/heat?" + query, null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode entry(String query, String key) throws Exception {
    for (JsonNode entry : heat(query + "&limit=100").get("entries")) {
      if (entry.get("key").asText().equals(key)) {
        return entry;
      }
    }
    throw new AssertionError(key + " is not told of by " + query);
  }

  @Test
  void aFloodOfListingsIsToldByUserDirectoryAndApplication() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      fs.mkdirs(new Path(HOME, "busy/below"));
      CallerContext.setCurrent(new CallerContext.Builder("nightly-42").build());
      for (int i = 0; i < 50; i++) {
        fs.listStatus(new Path(HOME, "busy"));
      }
    } finally {
      CallerContext.setCurrent(null);
    }
    String me = System.getProperty("user.name");
    assertThat(entry("by=user&window=10s", me).get("calls").asLong()).isGreaterThanOrEqualTo(50);
    JsonNode directory = entry("by=directory_user", "/heat/busy");
    assertThat(directory.get("of").asText()).isEqualTo(me);
    // The directory below it was made there.
    assertThat(directory.get("calls").asLong()).isEqualTo(51);
    assertThat(directory.get("rows").asLong()).isGreaterThanOrEqualTo(50);
    assertThat(directory.get("time_ms").asDouble()).isPositive();
    assertThat(directory.get("waited_ms").asDouble()).as("in the queue").isPositive();
    assertThat(directory.get("refused").asLong()).isZero();
    assertThat(entry("by=application", "nightly-42").get("calls").asLong()).isEqualTo(50);
    assertThat(entry("by=operation&window=1h", "getListing").get("of").isNull()).isTrue();
    assertThat(entry("by=address&window=10m", "127.0.0.1").get("rows").asLong()).isPositive();
  }

  @Test
  void allKindsAreRowsOfOneAnswer() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      fs.mkdirs(new Path(HOME, "rows"));
    }
    HttpResponse<String> answer =
        RunningCluster.shared().admin("nn1", "GET", "/rows/heat?window=10s", null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode page = JSON.readTree(answer.body());
    assertThat(page.get("window").asText()).isEqualTo("10s");
    assertThat(page.get("rows"))
        .extracting(row -> row.get("by").asText() + " " + row.get("key").asText())
        .contains("operation mkdirs", "path /heat/rows", "user " + System.getProperty("user.name"));
    assertThat(page.get("rows"))
        .filteredOn(row -> row.get("by").asText().equals("user_operation"))
        .allSatisfy(row -> assertThat(row.get("of").asText()).isNotEmpty());
    assertThat(page.get("rows"))
        .allSatisfy(
            row -> {
              assertThat(row.get("waited_ms").asDouble()).isNotNegative();
              assertThat(row.get("refused").asLong()).isNotNegative();
            });
    assertThat(
            RunningCluster.shared().admin("nn1", "GET", "/rows/heat?window=2s", null).statusCode())
        .isEqualTo(400);
  }

  @Test
  void aDirectoryIsInAShardWhoseLoadIsCounted() throws Exception {
    Path directory = new Path(HOME, "sharded/deep/down");
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      fs.mkdirs(directory);
      for (int i = 0; i < 20; i++) {
        fs.create(new Path(directory, "f" + i)).close();
      }
      fs.getFileStatus(HOME);
    }
    JsonNode entry = entry("by=directory&window=10s&shards=true", directory.toString());
    int shard = entry.get("shard").asInt(-1);
    JsonNode found = shards();
    assertThat(found.get("store").asText()).isEqualTo("embedded");
    assertThat(shard).isBetween(0, found.get("count").asInt() - 1);
    assertThat(writes(found, shard)).isGreaterThanOrEqualTo(20);
    assertThat(found.get("started_at_ms").asLong()).isLessThan(found.get("as_of_ms").asLong());
    // Its first levels are spread.
    JsonNode root = entry("by=directory&window=1h&shards=true", "/");
    assertThat(root.get("shard").isNull()).isTrue();
    assertThat(entry("by=directory&window=10s", directory.toString()).get("shard").isNull())
        .isTrue();
    assertThat(entry("by=user&shards=true", System.getProperty("user.name")).get("shard").isNull())
        .isTrue();
  }

  @Test
  void aDirectoryThatIsGoneIsInNoShard() throws Exception {
    Path directory = new Path(HOME, "brief/deep/down");
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      fs.mkdirs(new Path(directory, "child"));
      fs.delete(directory, true);
    }
    JsonNode entry = entry("by=directory&window=10s&shards=true", directory.toString());
    assertThat(entry.get("shard").isNull()).isTrue();
  }

  private static JsonNode shards() throws Exception {
    HttpResponse<String> answer = RunningCluster.shared().admin("nn1", "GET", "/heat/shards", null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static long writes(JsonNode found, int shard) {
    for (JsonNode load : found.get("loads")) {
      if (load.get("table").asText().equals("inodes") && load.get("shard").asInt() == shard) {
        return load.get("writes").asLong();
      }
    }
    return 0;
  }

  @Test
  void whatIsNotAWindowOrAKindIsRefused() throws Exception {
    for (String query :
        new String[] {"window=1d", "by=colour", "limit=0", "limit=101", "shards=7"}) {
      HttpResponse<String> answer =
          RunningCluster.shared().admin("nn1", "GET", "/heat?" + query, null);
      assertThat(answer.statusCode()).as(query).isEqualTo(400);
    }
  }
}
