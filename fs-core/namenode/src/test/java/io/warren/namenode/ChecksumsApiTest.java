package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Checksums of files as the admin API tells them, asked of a stock datanode. */
class ChecksumsApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CALL = "/files/checksums?inode_ids=";
  private static final int LENGTH_BYTES = 2 * RunningCluster.BLOCK_BYTES + 77;

  private static JsonNode call(String path) throws Exception {
    return told(RunningCluster.shared(), path);
  }

  private static JsonNode told(RunningCluster cluster, String path) throws Exception {
    var answer = cluster.admin("nn1", "GET", path, null);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static JsonNode checksums(Object... inodeIds) throws Exception {
    StringBuilder ids = new StringBuilder();
    for (Object id : inodeIds) {
      ids.append(ids.isEmpty() ? "" : ",").append(id);
    }
    JsonNode answers = call(CALL + ids).get("checksums");
    assertThat(answers).hasSize(inodeIds.length);
    return answers;
  }

  private static JsonNode stat(String path) throws Exception {
    return call("/namespace/stat?path=" + path);
  }

  private static long inodeId(String path) throws Exception {
    return stat(path).get("inode_id").longValue();
  }

  private static void write(FileSystem fs, String path, long seed, long blockBytes)
      throws Exception {
    byte[] bytes = new byte[LENGTH_BYTES];
    new Random(seed).nextBytes(bytes);
    try (FSDataOutputStream out = fs.create(new Path(path), true, 4_096, (short) 1, blockBytes)) {
      out.write(bytes);
    }
  }

  private static String text(JsonNode answer, String member) {
    return answer.get(member).textValue();
  }

  @Test
  void theyAreThoseThatStockClientsCompute() throws Exception {
    int block = RunningCluster.BLOCK_BYTES;
    try (FileSystem fs = RunningCluster.shared().fs()) {
      write(fs, "/checksums-test/one", 7, block);
      write(fs, "/checksums-test/same", 7, block);
      write(fs, "/checksums-test/other", 8, block);
      write(fs, "/checksums-test/larger-blocks", 7, 2L * block);
      FileChecksum stock = fs.getFileChecksum(new Path("/checksums-test/one"));
      JsonNode all =
          checksums(
              inodeId("/checksums-test/one"),
              inodeId("/checksums-test/same"),
              inodeId("/checksums-test/other"),
              inodeId("/checksums-test/larger-blocks"));
      assertThat(text(all.get(0), "checksum"))
          .isEqualTo(HexFormat.of().formatHex(stock.getBytes(), 0, stock.getLength()));
      assertThat(text(all.get(0), "algorithm")).isEqualTo(stock.getAlgorithmName());
      assertThat(all.get(0).get("length_bytes").intValue()).isEqualTo(LENGTH_BYTES);
      assertThat(all.get(0).get("mtime_ms")).isEqualTo(stat("/checksums-test/one").get("mtime_ms"));
      assertThat(all.get(0).get("reason").isNull()).isTrue();
      assertThat(text(all.get(1), "checksum")).isEqualTo(text(all.get(0), "checksum"));
      assertThat(text(all.get(2), "checksum")).isNotEqualTo(text(all.get(0), "checksum"));
      assertThat(text(all.get(3), "algorithm")).isNotEqualTo(text(all.get(0), "algorithm"));
    }
  }

  @Test
  void askingIsNoAccess() throws Exception {
    RunningCluster cluster = RunningCluster.start(Map.of("dfs.namenode.accesstime.precision", "1"));
    try (FileSystem fs = cluster.fs()) {
      Path path = new Path("/cold");
      write(fs, path.toString(), 9, RunningCluster.BLOCK_BYTES);
      fs.setTimes(path, -1, 1_000_000);
      String stat = "/namespace/stat?path=" + path;
      long inodeId = told(cluster, stat).get("inode_id").longValue();
      JsonNode answer = told(cluster, CALL + inodeId).get("checksums").get(0);
      assertThat(text(answer, "checksum")).isNotNull();
      assertThat(told(cluster, stat).get("atime_ms").longValue()).isEqualTo(1_000_000);
      fs.getFileChecksum(path);
      assertThat(told(cluster, stat).get("atime_ms").longValue()).isGreaterThan(1_000_000);
    } finally {
      cluster.close();
    }
  }

  @Test
  void whoHasNoneSaysWhy() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs();
        FSDataOutputStream open = fs.create(new Path("/checksums-test-why/open"))) {
      open.write(new byte[10]);
      open.hflush();
      write(fs, "/checksums-test-why/deleted", 3, RunningCluster.BLOCK_BYTES);
      long deleted = inodeId("/checksums-test-why/deleted");
      fs.delete(new Path("/checksums-test-why/deleted"), false);
      JsonNode all =
          checksums(
              inodeId("/checksums-test-why"),
              inodeId("/checksums-test-why/open"),
              999_999_999L,
              deleted);
      assertThat(all.findValuesAsText("reason"))
          .containsExactly("not_a_file", "open_for_write", "gone", "gone");
      assertThat(all.findValuesAsText("checksum")).containsOnly("null");
    }
  }

  @Test
  void whatIsMalformedIsRefused() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    for (String query :
        new String[] {CALL, CALL + "1,x", CALL + "1,".repeat(20) + "1", "/files/checksums"}) {
      assertThat(cluster.admin("nn1", "GET", query, null).statusCode()).as(query).isEqualTo(400);
    }
    assertThat(cluster.admin("nn1", "POST", CALL + "1", null).statusCode()).isEqualTo(404);
    assertThat(cluster.admin("nn1", "GET", "/files/blocks", null).statusCode()).isEqualTo(404);
  }
}
