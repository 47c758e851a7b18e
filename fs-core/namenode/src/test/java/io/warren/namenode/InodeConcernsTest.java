package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whom a planned change concerns: writers and snapshots. */
class InodeConcernsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TREE = "/concerns";

  private static JsonNode call(String method, String path, @Nullable String body) throws Exception {
    var answer = RunningCluster.shared().admin("nn1", method, path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode of(String... paths) throws Exception {
    StringBuilder ids = new StringBuilder();
    for (String path : paths) {
      JsonNode entry = call("GET", "/namespace/stat?path=" + path, null);
      ids.append(ids.isEmpty() ? "" : ",").append(entry.get("inode_id").longValue());
    }
    return call("POST", "/subtree/concerns", "{\"inode_ids\":[" + ids + ",999999999]}");
  }

  @Test
  void writersAndSnapshotsOfWhatIsChangedAreTold() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.mkdirs(new Path(TREE + "/kept/in"));
      fs.create(new Path(TREE + "/kept/closed")).close();
      fs.mkdirs(new Path(TREE + "/keptnot"));
      fs.allowSnapshot(new Path(TREE + "/kept"));
      fs.createSnapshot(new Path(TREE + "/kept"), "s1");
      fs.createSnapshot(new Path(TREE + "/kept"), "s2");
      fs.allowSnapshot(new Path(TREE + "/keptnot"));
      try (var first = fs.create(new Path(TREE + "/kept/in/open"));
          var second = fs.create(new Path(TREE + "/keptnot/open"))) {
        JsonNode all = of(TREE);
        assertThat(all.at("/open_files/count").intValue()).isEqualTo(2);
        assertThat(all.at("/open_files/more").booleanValue()).isFalse();
        assertThat(all.at("/open_files/items/0/path").textValue()).startsWith(TREE);
        assertThat(all.at("/open_files/items/0/holder").textValue()).startsWith("DFSClient_");
        assertThat(all.at("/snapshots/count").intValue()).isZero();
        // One that is snapshottable and has no snapshot keeps nobody from deleting it.
        assertThat(all.at("/with_snapshots/items")).hasToString("[\"" + TREE + "/kept\"]");

        JsonNode within = of(TREE + "/kept/in", TREE + "/kept/closed");
        assertThat(within.at("/open_files/count").intValue()).isOne();
        assertThat(within.at("/snapshots/count").intValue()).isEqualTo(2);
        assertThat(within.at("/snapshots/items/0/name").textValue()).isEqualTo("s2");
        assertThat(within.at("/snapshots/items/0/directory").textValue()).isEqualTo(TREE + "/kept");
        assertThat(within.at("/with_snapshots/count").intValue()).isZero();

        JsonNode beside = of(TREE + "/keptnot");
        assertThat(beside.at("/open_files/items")).hasSize(1);
        assertThat(beside.at("/snapshots/count").intValue()).isZero();
        assertThat(first.getPos() + second.getPos()).isZero();
      }
      assertThat(of(TREE).at("/open_files/count").intValue()).isZero();
      fs.deleteSnapshot(new Path(TREE + "/kept"), "s1");
      fs.deleteSnapshot(new Path(TREE + "/kept"), "s2");
    }
  }
}
