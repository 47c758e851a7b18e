package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;

/** What the change feed has of one file, over the admin API. */
class InodeChangesApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OTHERS = 30;

  private static JsonNode changes(String path, String more) throws Exception {
    var answer =
        RunningCluster.shared().admin("nn2", "GET", "/namespace/changes?path=" + path + more, null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static List<String> operations(JsonNode page) {
    List<String> found = new ArrayList<>();
    page.get("changes").forEach(each -> found.add(each.get("operation").asText()));
    return found;
  }

  @Test
  void aFilesChangesAreToldNewestFirst() throws Exception {
    String directory = "/inode-changes";
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.create(new Path(directory, "first")).close();
      for (int other = 0; other < OTHERS; other++) {
        fs.mkdirs(new Path(directory, "other" + other));
      }
      fs.setPermission(new Path(directory, "first"), new FsPermission("600"));
      fs.rename(new Path(directory, "first"), new Path(directory, "second"));
      fs.rename(new Path(directory, "second"), new Path(directory, "other0/second"));
    }
    String path = directory + "/other0/second";
    JsonNode page = changes(path, "");
    assertThat(operations(page)).startsWith("rename", "rename", "update").endsWith("create");
    JsonNode newest = page.at("/changes/0");
    assertThat(newest.get("moved").asBoolean()).isTrue();
    assertThat(newest.get("name_before").asText()).isEqualTo("second");
    assertThat(newest.get("mode").asText()).isEqualTo("0600");
    assertThat(page.at("/changes/1/moved").asBoolean()).isFalse();
    assertThat(page.at("/changes/1/name_before").asText()).isEqualTo("first");
    assertThat(page.get("next_before").isNull()).as("all that is kept was looked at").isTrue();
    assertThat(page.get("looked_since_ms").asLong())
        .isLessThanOrEqualTo(newest.get("committed_at_ms").asLong());
    List<Long> sequences = new ArrayList<>();
    page.get("changes").forEach(each -> sequences.add(each.get("sequence").asLong()));
    assertThat(sequences).isSortedAccordingTo((a, b) -> Long.compare(b, a));

    JsonNode older = changes(path, "&before=" + sequences.get(1));
    assertThat(older.at("/changes/0/sequence").asLong()).isEqualTo(sequences.get(2));
    assertThat(operations(changes(path, "&before=1"))).isEmpty();
  }

  @Test
  void whatMayNotBeSeenIsNotTold() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/inode-changes-own/deep"));
      fs.setPermission(new Path("/inode-changes-own"), new FsPermission("700"));
    }
    RunningCluster cluster = RunningCluster.shared();
    String asked = "/namespace/changes?path=/inode-changes-own/deep";
    assertThat(cluster.admin("nn1", "GET", asked + "&as_user=stranger", null).statusCode())
        .isEqualTo(403);
    assertThat(cluster.admin("nn1", "GET", asked + "-not", null).statusCode()).isEqualTo(404);
    assertThat(cluster.admin("nn1", "GET", asked + "&before=0", null).statusCode()).isEqualTo(400);
  }
}
