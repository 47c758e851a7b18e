package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the admin API tells of quotas to who plans a change. */
class QuotaLooksTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TREE = "/quota-looks";
  private static final int FILES = 3;
  private static final int BYTES = 100;

  private static RunningCluster cluster;

  @BeforeAll
  static void aTreeWithAQuota() throws Exception {
    cluster = RunningCluster.shared();
    try (FileSystem fs = cluster.fs()) {
      for (int i = 0; i < FILES; i++) {
        Path file = new Path(TREE + "/one/f" + i);
        try (var out = fs.create(file, true, 4096, (short) 1, 1 << 20)) {
          out.write(new byte[BYTES]);
        }
      }
    }
    String job = "\"job\":\"quota-looks\",\"epoch\":1";
    call("POST", "/subtree/epochs", "{" + job + "}");
    String limit = ",\"step\":1,\"space_quota_bytes\":1048576}";
    call("PUT", "/namespace/quota", "{\"inode_id\":" + id(TREE) + "," + job + limit);
  }

  private static JsonNode call(String method, String path, @Nullable String body) throws Exception {
    var answer = cluster.admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static long id(String path) throws Exception {
    return call("GET", "/namespace/stat?path=" + path, null).get("inode_id").longValue();
  }

  @Test
  void quotasAboveAPathAreToldWhetherItIsThereOrNot() throws Exception {
    for (String below : List.of(TREE + "/one", TREE + "/none/x", TREE + "/one/f0/x")) {
      JsonNode above = call("GET", "/namespace/quotas?path=" + below, null);
      assertThat(above.get("directories")).hasSize(1);
      assertThat(above.at("/directories/0/path").textValue()).isEqualTo(TREE);
      assertThat(above.at("/directories/0/inode_id").longValue()).isEqualTo(id(TREE));
      assertThat(above.get("storage_policy").intValue()).isZero();
    }
    JsonNode itself = call("GET", "/namespace/quotas?path=" + TREE, null);
    assertThat(itself.get("directories")).isEmpty();
  }

  @Test
  void aDryRunTellsWhatTheyWouldGain() throws Exception {
    String root = "{\"inode_id\":" + id(TREE) + ",\"dry_run\":true,\"operation\":";
    JsonNode copies =
        call("POST", "/subtree/steps", root + "\"set_replication\",\"replication\":3}");
    assertThat(copies.get("quotas")).hasSize(1);
    assertThat(copies.at("/quotas/0/path").textValue()).isEqualTo(TREE);
    assertThat(copies.at("/quotas/0/space_bytes").longValue()).isEqualTo(FILES * BYTES * 2L);
    JsonNode cold =
        call(
            "POST", "/subtree/steps", root + "\"set_storage_policy\",\"storage_policy\":\"COLD\"}");
    assertThat(cold.at("/quotas/0/space_bytes").longValue()).isZero();
    assertThat(cold.at("/quotas/0/archive_bytes").longValue()).isEqualTo((long) FILES * BYTES);
    assertThat(cold.at("/quotas/0/types_exact").booleanValue()).isTrue();
    JsonNode owner = call("POST", "/subtree/steps", root + "\"set_owner\",\"owner\":\"eve\"}");
    assertThat(owner.get("quotas")).isEmpty();
    assertThat(owner.get("changed").intValue()).isEqualTo(FILES + 2);
  }
}
