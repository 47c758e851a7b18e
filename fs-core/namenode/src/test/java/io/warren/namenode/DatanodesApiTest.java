package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** The datanodes over the admin API of each namenode. */
class DatanodesApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode get(String namenode, String path) throws Exception {
    var response = RunningCluster.shared().admin(namenode, "GET", path, null);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static boolean isJudged(String namenode) {
    try {
      JsonNode page = get(namenode, "/datanodes");
      return page.at("/datanodes/0/storages/0/condition").asText().equals("available");
    } catch (Exception e) {
      throw new AssertionError("No datanodes from " + namenode, e);
    }
  }

  private static int status(String path) throws Exception {
    return RunningCluster.shared().admin("nn1", "GET", path, null).statusCode();
  }

  @Test
  void everyNamenodeTellsOfTheDatanodeAndItsStorages() throws Exception {
    for (String namenode : new String[] {"nn1", "nn2"}) {
      RunningCluster.await("the storage to be judged", () -> isJudged(namenode));
      JsonNode page = get(namenode, "/datanodes?limit=1");
      assertThat(page.get("next_cursor").isNull()).isTrue();
      assertThat(page.at("/states/live").asInt()).isEqualTo(1);
      JsonNode datanode = page.at("/datanodes/0");
      assertThat(datanode.get("state").asText()).isEqualTo("live");
      assertThat(datanode.get("admin_state").asText()).isEqualTo("in_service");
      assertThat(datanode.at("/failed_volumes/count").asInt()).isZero();
      JsonNode storage = datanode.at("/storages/0");
      assertThat(storage.get("state").asText()).isEqualTo("normal");
      assertThat(storage.get("capacity_bytes").asLong()).isPositive();
      JsonNode usage = page.at("/usage/0");
      assertThat(usage.get("type").asText()).isEqualTo(storage.get("type").asText());
      assertThat(usage.get("capacity_bytes").asLong())
          .isEqualTo(datanode.get("capacity_bytes").asLong());
      JsonNode alone = get(namenode, "/datanodes/" + datanode.get("uuid").asText());
      assertThat(alone.at("/datanode/address")).isEqualTo(datanode.get("address"));
    }
  }

  @Test
  void pagesEndAndMistakesAreRefused() throws Exception {
    JsonNode behind = get("nn1", "/datanodes?cursor=0%20~");
    assertThat(behind.get("datanodes")).isEmpty();
    assertThat(behind.at("/states/live").asInt()).as("counted over all pages").isEqualTo(1);
    assertThat(status("/datanodes/nobody")).isEqualTo(404);
    assertThat(status("/datanodes/a/b")).isEqualTo(404);
    assertThat(status("/datanodes?limit=0")).isEqualTo(400);
    assertThat(status("/datanodes?cursor=x")).isEqualTo(400);
    assertThat(status("/datanodes?sort=color")).isEqualTo(400);
    assertThat(status("/datanodes?direction=up")).isEqualTo(400);
  }

  @Test
  void filtersAndOrdersAreThoseOfTheCall() throws Exception {
    for (String found : new String[] {"state=live", "admin_state=in_service", "hostname=127"}) {
      assertThat(get("nn1", "/datanodes?" + found).get("datanodes")).as(found).hasSize(1);
    }
    for (String none : new String[] {"state=dead", "admin_state=in_maintenance", "hostname=~"}) {
      JsonNode page = get("nn1", "/datanodes?" + none);
      assertThat(page.get("datanodes")).as(none).isEmpty();
      assertThat(page.at("/states/live").asInt()).as("counted over all").isEqualTo(1);
    }
    for (String sort : new String[] {"fullness", "used_bytes", "last_heartbeat"}) {
      String asked = "/datanodes?direction=asc&sort=" + sort;
      assertThat(get("nn1", asked).get("datanodes")).hasSize(1);
      assertThat(get("nn1", asked + "&cursor=-1%20a").get("datanodes")).hasSize(1);
      String behind = asked + "&cursor=" + Long.MAX_VALUE + "%20a";
      assertThat(get("nn1", behind).get("datanodes")).isEmpty();
    }
  }

  @Test
  void theLastDatanodeStaysInService() throws Exception {
    String uuid = get("nn1", "/datanodes").at("/datanodes/0/uuid").asText();
    String body = "{\"service\": \"decommissioned\", \"by\": \"ann\"}";
    var refused =
        RunningCluster.shared().admin("nn1", "PUT", "/datanodes/" + uuid + "/service", body);
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(JSON.readTree(refused.body()).get("code").asText()).isEqualTo("last_datanode");
    assertThat(get("nn1", "/datanodes/" + uuid).at("/datanode/ordered").isNull()).isTrue();
  }

  @Test
  void aStorageTellsOfItsBlockReports() throws Exception {
    RunningCluster.await("the first block report", DatanodesApiTest::hasReported);
    JsonNode storage = get("nn2", "/block-reports").at("/storages/0");
    JsonNode history = get("nn1", "/block-reports/" + storage.get("storage_id").asInt());
    assertThat(history.get("storage_uuid")).isEqualTo(storage.get("storage_uuid"));
    assertThat(history.get("reports")).isNotEmpty();
    JsonNode newest = history.at("/reports/0");
    assertThat(newest.get("kind").asText()).isIn("full", "hashed");
    assertThat(newest.get("namenode").asText()).isIn("nn1", "nn2");
    assertThat(newest.get("bytes_received").asLong()).isNotNegative();
    assertThat(status("/block-reports/999")).isEqualTo(404);
    assertThat(status("/block-reports/x")).isEqualTo(400);
  }

  private static boolean hasReported() {
    try {
      return get("nn1", "/block-reports").at("/storages/0/last").isObject();
    } catch (Exception e) {
      throw new AssertionError("No block reports", e);
    }
  }
}
