package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** Rows that the change feed does not carry, as the admin API gives them. */
class RowsApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode call(String path) throws Exception {
    var answer = RunningCluster.shared().admin("nn1", "GET", path, null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static int status(String path) throws Exception {
    return RunningCluster.shared().admin("nn1", "GET", path, null).statusCode();
  }

  private static long inodeId(String path) throws Exception {
    return call("/namespace/stat?path=" + path).get("inode_id").longValue();
  }

  private static void write(FileSystem fs, String path, int lengthBytes) throws Exception {
    try (FSDataOutputStream out = fs.create(new Path(path))) {
      out.write(new byte[lengthBytes]);
    }
  }

  /** All rows of a table, in pages so small that they end within files. */
  private static List<JsonNode> rows(String table, String inodes) throws Exception {
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = call("/rows/" + table + "?limit=2" + inodes + cursor);
      assertThat(page.get("rows")).hasSizeLessThanOrEqualTo(2);
      page.get("rows").forEach(rows::add);
      if (page.get("next_cursor").isNull()) {
        return rows;
      }
      cursor = "&cursor=" + page.get("next_cursor").textValue();
    }
  }

  @Test
  void blocksAndReplicasOfChosenFilesAndOfAll() throws Exception {
    int block = RunningCluster.BLOCK_BYTES;
    try (FileSystem fs = RunningCluster.shared().fs()) {
      write(fs, "/rows-test/three", 2 * block + 7);
      write(fs, "/rows-test/one", 5);
      write(fs, "/rows-test/empty", 0);
    }
    long three = inodeId("/rows-test/three");
    long one = inodeId("/rows-test/one");
    String chosen = "&inode_ids=" + one + "," + three + "," + inodeId("/rows-test/empty");
    List<JsonNode> blocks = rows("blocks", chosen);
    assertThat(blocks.stream().map(row -> row.get("inode_id").longValue()))
        .containsExactly(three, three, three, one);
    assertThat(blocks.stream().map(row -> row.get("length_bytes").intValue()))
        .containsExactly(block, block, 7, 5);
    assertThat(blocks.stream().map(row -> row.get("index").intValue())).containsExactly(0, 1, 2, 0);
    assertThat(blocks.stream().map(row -> row.get("state").textValue())).containsOnly("complete");
    assertThat(rows("blocks", "")).containsAll(blocks);
    List<JsonNode> replicas = rows("replicas", chosen);
    assertThat(replicas.stream().map(row -> row.get("block_id")).toList())
        .isEqualTo(blocks.stream().map(row -> row.get("block_id")).toList());
    assertThat(replicas.get(0).get("state").textValue()).isEqualTo("finalized");
    assertThat(replicas.get(0).get("storage_type").textValue()).isEqualTo("DISK");
    assertThat(replicas.get(0).get("datanode").textValue()).startsWith("127.0.0.1:");
    assertThat(rows("replicas", "")).containsAll(replicas);
  }

  @Test
  void attributesShowTheBeginningOfTextAlone() throws Exception {
    String umlauts = "ü".repeat(4_500);
    try (FileSystem fs = RunningCluster.shared().fs()) {
      Path path = new Path("/rows-test-xattrs");
      fs.mkdirs(path);
      fs.setXAttr(path, "user.team", "ünï".getBytes(StandardCharsets.UTF_8));
      fs.setXAttr(path, "user.long", ("x" + umlauts).getBytes(StandardCharsets.UTF_8));
      fs.setXAttr(path, "trusted.bytes", new byte[] {(byte) 0xff, 1});
    }
    List<JsonNode> rows = rows("xattrs", "&inode_ids=" + inodeId("/rows-test-xattrs"));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).get("namespace").textValue()).isEqualTo("user");
    assertThat(rows.get(0).get("name").textValue()).isEqualTo("team");
    assertThat(rows.get(0).get("value").textValue()).isEqualTo("ünï");
    assertThat(rows.get(1).get("value").textValue()).isEqualTo("x" + "ü".repeat(499));
    assertThat(rows.get(1).get("length_bytes").intValue()).isEqualTo(8_000);
    assertThat(rows.get(2).get("part").intValue()).isEqualTo(1);
    assertThat(rows.get(2).get("value").isNull()).isTrue();
    assertThat(rows.get(3).get("name").textValue()).isEqualTo("bytes");
    assertThat(rows.get(3).get("value").isNull()).isTrue();
  }

  @Test
  void quotasHaveNullForNoLimit() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/rows-test-quota"));
      fs.setQuota(new Path("/rows-test-quota"), 17, Long.MAX_VALUE);
    }
    long inodeId = inodeId("/rows-test-quota");
    List<JsonNode> rows = rows("quotas", "&inode_ids=" + inodeId);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("namespace_quota").longValue()).isEqualTo(17);
    assertThat(rows.get(0).get("space_quota_bytes").isNull()).isTrue();
    assertThat(rows.get(0).get("ssd_quota_bytes").isNull()).isTrue();
    assertThat(rows.get(0).get("ssd_used_bytes").isNull()).isTrue();
    assertThat(rows("quotas", "")).contains(rows.get(0));
  }

  @Test
  void limitsByTypeOfStorageComeWithWhatIsUsed() throws Exception {
    try (DistributedFileSystem fs = (DistributedFileSystem) RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/rows-test-types"));
      fs.setQuotaByStorageType(new Path("/rows-test-types"), StorageType.SSD, 4_096);
    }
    JsonNode row = rows("quotas", "&inode_ids=" + inodeId("/rows-test-types")).get(0);
    assertThat(row.get("ssd_quota_bytes").longValue()).isEqualTo(4_096);
    assertThat(row.get("ssd_used_bytes").longValue()).isZero();
    assertThat(row.get("disk_quota_bytes").isNull()).isTrue();
    assertThat(row.get("disk_used_bytes").isNull()).isTrue();
  }

  @Test
  void aclsAreTextInTheOrderInWhichTheyAreChecked() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs()) {
      fs.mkdirs(new Path("/rows-test-acl/plain"));
      fs.modifyAclEntries(
          new Path("/rows-test-acl"),
          AclEntry.parseAclSpec("user:eve:r-x,group:science:--x,default:user:bob:rwx", true));
      fs.setPermission(new Path("/rows-test-acl"), new FsPermission((short) 0750));
    }
    long inodeId = inodeId("/rows-test-acl");
    List<JsonNode> rows =
        rows("acls", "&inode_ids=" + inodeId + "," + inodeId("/rows-test-acl/plain"));
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("inode_id").longValue()).isEqualTo(inodeId);
    assertThat(rows.get(0).get("access").textValue())
        .isEqualTo("user:eve:r-x,group::r-x,group:science:--x,mask::r-x,other::---");
    assertThat(rows.get(0).get("defaults").textValue())
        .startsWith("user::")
        .contains("user:bob:rwx");
    assertThat(rows("acls", "")).contains(rows.get(0));
  }

  @Test
  void whatIsMalformedIsRefused() throws Exception {
    assertThat(status("/rows/blocks?cursor=1")).isEqualTo(400);
    assertThat(status("/rows/blocks?cursor=a.b")).isEqualTo(400);
    assertThat(status("/rows/replicas?cursor=1.2.99999999999")).isEqualTo(400);
    assertThat(status("/rows/quotas?inode_ids=1,x")).isEqualTo(400);
    assertThat(status("/rows/quotas?inode_ids=" + "1,".repeat(200) + "1")).isEqualTo(400);
    assertThat(status("/rows/quotas?limit=5001")).isEqualTo(400);
    assertThat(status("/rows/leases")).isEqualTo(404);
  }
}
