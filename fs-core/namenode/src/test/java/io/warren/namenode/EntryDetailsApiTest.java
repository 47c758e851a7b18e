package io.warren.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** Everything about one path, over the admin API: what HDFS would tell the user, and no more. */
class EntryDetailsApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path HOME = new Path("/entry-details-test");
  private static final int BLOCK_BYTES = 1 << 20;

  private static JsonNode details(Path path, String more) throws Exception {
    String query = "/namespace/details?path=" + URLEncoder.encode(path.toString(), UTF_8) + more;
    var response = RunningCluster.shared().admin("nn1", "GET", query, null);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static void write(DistributedFileSystem fs, Path file, int bytes) throws Exception {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, BLOCK_BYTES)) {
      out.write(new byte[bytes]);
    }
  }

  @Test
  void aFileIsToldWithItsBlocksPoliciesAttributesAndSnapshots() throws Exception {
    Path folder = new Path(HOME, "all");
    Path file = new Path(folder, "deep/f");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.mkdirs(file.getParent());
      fs.setStoragePolicy(folder, "WARM");
      write(fs, file, 2 * BLOCK_BYTES + 7);
      fs.setXAttr(file, "user.team", "blue".getBytes(UTF_8));
      fs.modifyAclEntries(file, AclEntry.parseAclSpec("user:ann:r--", true));
      fs.allowSnapshot(folder);
      fs.createSnapshot(folder, "monday");
      try (FSDataOutputStream out = fs.append(file)) {
        out.write(1);
      }
      JsonNode told = details(file, "");
      assertThat(told.get("acl").toString()).contains("user:ann:r--");
      JsonNode xattr = told.get("xattrs").get(0);
      assertThat(xattr.get("name").textValue()).isEqualTo("user.team");
      assertThat(Base64.getDecoder().decode(xattr.get("value_base64").textValue()))
          .isEqualTo("blue".getBytes(UTF_8));
      assertThat(told.get("storage_policy").get("name").textValue()).isEqualTo("WARM");
      assertThat(told.get("storage_policy").get("set_at").textValue()).isEqualTo(folder.toString());
      assertThat(told.get("erasure_coding").isNull()).isTrue();
      JsonNode blocks = told.get("blocks");
      assertThat(blocks.get("more").booleanValue()).isFalse();
      assertThat(blocks.get("items")).hasSize(3);
      JsonNode last = blocks.get("items").get(2);
      assertThat(last.get("offset_bytes").longValue()).isEqualTo(2 * BLOCK_BYTES);
      assertThat(last.get("length_bytes").longValue()).isEqualTo(8);
      JsonNode replica = last.get("replicas").get(0);
      assertThat(replica.get("rack").textValue()).isEqualTo("/default-rack");
      assertThat(replica.get("storage_type").textValue()).isEqualTo("DISK");
      JsonNode held = told.get("snapshots").get(0);
      assertThat(held.get("name").textValue()).isEqualTo("monday");
      assertThat(held.get("path").textValue()).isEqualTo(folder + "/.snapshot/monday/deep/f");
      assertThat(held.get("size_bytes").longValue()).isEqualTo(2 * BLOCK_BYTES + 7);
      assertThat(held.get("changed").booleanValue()).isTrue();
      JsonNode then = details(new Path(held.get("path").textValue()), "");
      assertThat(then.get("snapshots").isNull()).isTrue();
      assertThat(then.get("storage_policy").get("set_at").textValue())
          .isEqualTo(folder + "/.snapshot/monday");
      fs.deleteSnapshot(folder, "monday");
      fs.disallowSnapshot(folder);
    }
  }

  @Test
  void whatAUserMayNotReadIsNotTold() throws Exception {
    Path file = new Path(HOME, "closed/f");
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      write(fs, file, 5);
      fs.setXAttr(file, "user.team", "blue".getBytes(UTF_8));
      fs.setPermission(HOME, new FsPermission((short) 0755));
      fs.setPermission(file.getParent(), new FsPermission((short) 0755));
      fs.setPermission(file, new FsPermission((short) 0600));
      JsonNode told = details(file, "&as_user=stranger");
      for (String part : List.of("xattrs", "storage_policy", "erasure_coding", "blocks")) {
        assertThat(told.get(part).isNull()).as(part).isTrue();
      }
      fs.setPermission(file.getParent(), new FsPermission((short) 0700));
      var refused =
          RunningCluster.shared()
              .admin("nn1", "GET", "/namespace/details?path=" + file + "&as_user=stranger", null);
      assertThat(refused.statusCode()).isEqualTo(403);
    }
    var missing =
        RunningCluster.shared().admin("nn1", "GET", "/namespace/details?path=/none", null);
    assertThat(missing.statusCode()).isEqualTo(404);
  }
}
