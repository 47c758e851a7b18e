package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namenode.admin.AdminContract;
import io.warren.namenode.admin.AdminHolder;
import io.warren.namenode.admin.AdminScope;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call of the admin API's contract, with the token of each process. */
class AdminScopesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource(AdminHolder.class)
  void aTokenDoesWhatItIsForAndNothingElse(AdminHolder holder) throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    for (AdminContract.Operation operation : AdminContract.operations()) {
      AdminScope scope = AdminScope.valueOf(operation.scope().toUpperCase(Locale.ROOT));
      var answer =
          cluster.admin(holder, "nn1", operation.method(), operation.example(), null, Map.of());
      JsonNode body = JSON.readTree(answer.body());
      String said = operation + " as " + holder + ": " + answer.body();
      if (holder.may(scope)) {
        assertThat(answer.statusCode()).as(said).isNotIn(401, 403, 500);
        assertThat(body.path("title").asText())
            .as(said)
            .isNotEqualTo("The admin API has no such call");
      } else {
        assertThat(answer.statusCode()).as(said).isEqualTo(403);
        assertThat(body.get("code").textValue()).isEqualTo("insufficient_scope");
        assertThat(body.get("facts").get("scope_needed").textValue()).isEqualTo(operation.scope());
        assertThat(body.get("detail").textValue()).contains("scope " + operation.scope());
      }
    }
  }

  @Test
  void noProcessButTheOperatorAdministersAndOnlyTheWorkerTakesSteps() {
    assertThat(AdminHolder.values())
        .filteredOn(h -> h.may(AdminScope.ADMINISTER))
        .containsExactly(AdminHolder.OPERATOR);
    assertThat(AdminHolder.values())
        .filteredOn(h -> h.may(AdminScope.STEPS))
        .containsExactly(AdminHolder.OPERATOR, AdminHolder.WORKER);
  }

  @Test
  void aCallThatTheContractLacksIsNotServed() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    for (String call :
        List.of(
            "DELETE /namespace/stat", "GET /process/namenodes/nn1/stop", "GET /", "HEAD /feed")) {
      String[] parts = call.split(" ");
      assertThat(cluster.admin("nn1", parts[0], parts[1], null).statusCode())
          .as(call)
          .isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ann%0Aallowed=true", "%20", "", "a%E2%80%AEb", "%FF", "%ZZ"})
  void anActorsNameThatIsNoneIsRefused(String name) throws Exception {
    var answer = stat(Map.of("X-Warren-Actor", name));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(answer.body()).get("detail").textValue()).contains("X-Warren-Actor");
  }

  @Test
  void anActorsNameIsBounded() throws Exception {
    assertThat(stat(Map.of("X-Warren-Actor", "a".repeat(150))).statusCode()).isEqualTo(200);
    assertThat(stat(Map.of("X-Warren-Actor", "a".repeat(151))).statusCode()).isEqualTo(400);
    assertThat(stat(Map.of("X-Warren-Actor", "J%C3%BCrgen%20O%27Neil")).statusCode())
        .isEqualTo(200);
  }

  private static HttpResponse<String> stat(Map<String, String> headers) throws Exception {
    return RunningCluster.shared()
        .admin(AdminHolder.WEB, "nn1", "GET", "/namespace/stat?path=/", null, headers);
  }

  @Test
  void theWorkersTokenChangesWhatTheWebsCannot() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path path = new Path("/scopes-quota");
    try (FileSystem fs = cluster.fs()) {
      fs.mkdirs(path);
      long id = ((HdfsFileStatus) fs.getFileStatus(path)).getFileId();
      String job = "\"job\":\"scopes-test\",\"epoch\":1";
      String body = "{\"inode_id\":" + id + ",\"namespace_quota\":7," + job + ",\"step\":1}";
      Map<String, String> actor = Map.of("X-Warren-Actor", "ann");
      cluster.admin(AdminHolder.WORKER, "nn1", "POST", "/subtree/epochs", "{" + job + "}", actor);
      assertThat(
              cluster
                  .admin(AdminHolder.WEB, "nn1", "PUT", "/namespace/quota", body, actor)
                  .statusCode())
          .isEqualTo(403);
      assertThat(fs.getQuotaUsage(path).getQuota()).isEqualTo(-1);
      assertThat(
              cluster
                  .admin(AdminHolder.WORKER, "nn1", "PUT", "/namespace/quota", body, actor)
                  .statusCode())
          .isEqualTo(200);
      assertThat(fs.getQuotaUsage(path).getQuota()).isEqualTo(7);
      fs.delete(path, true);
    }
  }
}
