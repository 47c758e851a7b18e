package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.net.URI;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;

/** WebHDFS through the stock webhdfs:// file system, and its error bodies. */
class WebHdfsTest {
  private static final Path HOME = new Path("/webhdfs-test");

  @Test
  void theStockClientWritesReadsAndManages() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    byte[] content = new byte[RunningCluster.BLOCK_BYTES + 17];
    new Random(5).nextBytes(content);
    Path path = new Path(HOME, "sub/a b+%ü");
    try (FileSystem web =
            FileSystem.get(URI.create("webhdfs://" + cluster.http("nn2")), cluster.conf());
        FileSystem rpc = cluster.fs("nn1")) {
      assertThat(web.mkdirs(new Path(HOME, "sub"))).isTrue();
      try (FSDataOutputStream out = web.create(path)) {
        out.write(content);
      }
      try (FSDataInputStream in = rpc.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      try (FSDataInputStream in = web.open(path)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      assertThat(web.getFileChecksum(path)).isEqualTo(rpc.getFileChecksum(path));
      web.setPermission(path, new FsPermission((short) 0600));
      assertThat(rpc.getFileStatus(path).getPermission().toShort()).isEqualTo((short) 0600);
      assertThat(web.listStatus(path.getParent())).hasSize(1);
      assertThat(web.getContentSummary(HOME).getLength()).isEqualTo(content.length);
      Path renamed = new Path(HOME, "renamed");
      assertThat(web.rename(path, renamed)).isTrue();
      assertThat(rpc.exists(renamed)).isTrue();
      assertThatThrownBy(() -> web.getFileStatus(path)).isInstanceOf(FileNotFoundException.class);
      assertThat(web.delete(HOME, true)).isTrue();
    }
  }

  @Test
  void errorsComeAsRemoteExceptions() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String root = "http://" + cluster.http("nn1") + "/webhdfs/v1";
    var missing = cluster.get(root + "/none?op=GETFILESTATUS&user.name=ann");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body())
        .contains("\"exception\":\"FileNotFoundException\"")
        .contains("File does not exist: /none");
    var unknown = cluster.get(root + "/?op=NONSENSE");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("Invalid value for webhdfs parameter").contains("NONSENSE");
  }

  @Test
  void aPathThatIsNotUtf8IsRefusedAndNotMadeIntoAnother() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    String root = "http://" + cluster.http("nn1") + "/webhdfs/v1";
    var refused = cluster.put(root + "/%FF%FE?op=MKDIRS&user.name=ann");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("not valid UTF-8");
    var destination = cluster.put(root + "/a?op=RENAME&destination=/%FF&user.name=ann");
    assertThat(destination.statusCode()).isEqualTo(400);
  }

  @Test
  void oneTimeMayBeSetAlone() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path path = new Path("/webhdfs-times");
    try (FileSystem rpc = cluster.fs("nn1")) {
      rpc.create(path).close();
      String call = "http://" + cluster.http("nn1") + "/webhdfs/v1" + path + "?op=SETTIMES";
      String user = "&user.name=" + System.getProperty("user.name");
      assertThat(cluster.put(call + "&modificationtime=1700000000123" + user).statusCode())
          .isEqualTo(200);
      assertThat(rpc.getFileStatus(path).getModificationTime()).isEqualTo(1_700_000_000_123L);
      rpc.delete(path, false);
    }
  }
}
