package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Blocks that are not stored as they should be, over the admin API of each namenode. */
class BlocksApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode get(String namenode, String path) throws Exception {
    var response = RunningCluster.shared().admin(namenode, "GET", path, null);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static JsonNode find(JsonNode page, String path) {
    for (JsonNode block : page.get("blocks")) {
      if (path.equals(block.get("path").asText())) {
        return block;
      }
    }
    return JSON.nullNode();
  }

  @Test
  void aBlockThatCannotHaveItsSecondReplicaIsListedUntilItIsNotWanted() throws Exception {
    Path path = new Path("/blocks-api-test/file");
    try (FileSystem fs = RunningCluster.shared().fs()) {
      try (FSDataOutputStream out = fs.create(path, true)) {
        out.write(new byte[5_000]);
      }
      fs.setReplication(path, (short) 2);
      for (String namenode : new String[] {"nn1", "nn2"}) {
        RunningCluster.await(
            "the block to be listed by " + namenode,
            () -> !find(list(namenode), path.toString()).isNull());
      }
      JsonNode listed = find(list("nn1"), path.toString());
      assertThat(listed.get("priority").asText()).isEqualTo("highest");
      assertThat(listed.get("live_replicas").asInt()).isEqualTo(1);
      assertThat(listed.get("wanted_replicas").asInt()).isEqualTo(2);
      JsonNode block = get("nn2", "/blocks/by-id/" + listed.get("block_id").asLong());
      assertThat(block.get("path").asText()).isEqualTo(path.toString());
      assertThat(block.get("state").asText()).isEqualTo("complete");
      assertThat(block.get("replicas")).hasSize(1);
      JsonNode replica = block.get("replicas").get(0);
      assertThat(replica.get("state").asText()).isEqualTo("finalized");
      assertThat(replica.get("length_bytes").asLong()).isEqualTo(5_000);
      assertThat(replica.get("storage").get("storage_state").asText()).isEqualTo("available");
      fs.setReplication(path, (short) 1);
      RunningCluster.await(
          "the block to be well", () -> find(list("nn1"), path.toString()).isNull());
    }
  }

  private static JsonNode list(String namenode) {
    try {
      return get(namenode, "/blocks/under-replicated?limit=200");
    } catch (Exception e) {
      throw new AssertionError("No list from " + namenode, e);
    }
  }

  @Test
  void countsAndStoragesAreToldAndMistakesAreRefused() throws Exception {
    JsonNode health = get("nn1", "/blocks/health");
    assertThat(health.get("missing").asLong()).isZero();
    assertThat(health.get("under_replicated").has("highest")).isTrue();
    RunningCluster.await("the storage to be judged", () -> storages().size() == 1);
    assertThat(storages().get(0).get("state").asText()).isEqualTo("available");
    assertThat(get("nn2", "/blocks/missing").get("blocks")).isEmpty();
    assertThat(get("nn2", "/blocks/corrupt").get("blocks")).isEmpty();
    RunningCluster cluster = RunningCluster.shared();
    assertThat(cluster.admin("nn1", "GET", "/blocks/by-id/1", null).statusCode()).isEqualTo(404);
    assertThat(cluster.admin("nn1", "GET", "/blocks/by-id/x", null).statusCode()).isEqualTo(400);
    assertThat(cluster.admin("nn1", "GET", "/blocks/corrupt?cursor=1", null).statusCode())
        .isEqualTo(400);
  }

  private static JsonNode storages() {
    try {
      return get("nn1", "/storages").get("storages");
    } catch (Exception e) {
      throw new AssertionError("No storages", e);
    }
  }
}
