package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.apache.hadoop.hdfs.web.resources.DeleteOpParam;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.PostOpParam;
import org.apache.hadoop.hdfs.web.resources.PutOpParam;
import org.junit.jupiter.api.Test;

/** Each WebHDFS operation: known to the namenode, and with the answer that stock clients read. */
class WebHdfsOperationsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ME = System.getProperty("user.name");

  private static String url(RunningCluster cluster, String pathAndQuery) {
    String who = pathAndQuery.contains("user.name=") ? "" : "&user.name=" + ME;
    return "http://" + cluster.http("nn1") + "/webhdfs/v1" + pathAndQuery + who;
  }

  private static JsonNode get(RunningCluster cluster, String pathAndQuery) throws Exception {
    var answer = cluster.get(url(cluster, pathAndQuery));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static WebHdfsFileSystem web(RunningCluster cluster) throws Exception {
    URI uri = URI.create("webhdfs://" + cluster.http("nn2"));
    return (WebHdfsFileSystem) FileSystem.get(uri, cluster.conf());
  }

  @Test
  void noOperationOfTheStandardIsUnknown() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    List<String> unknown = new ArrayList<>();
    for (GetOpParam.Op op : GetOpParam.Op.values()) {
      check(op.name(), cluster.call("GET", url(cluster, "/none?op=" + op)).body(), unknown);
    }
    for (PutOpParam.Op op : PutOpParam.Op.values()) {
      check(op.name(), cluster.call("PUT", url(cluster, "/none/x?op=" + op)).body(), unknown);
    }
    for (PostOpParam.Op op : PostOpParam.Op.values()) {
      check(op.name(), cluster.call("POST", url(cluster, "/none?op=" + op)).body(), unknown);
    }
    for (DeleteOpParam.Op op : DeleteOpParam.Op.values()) {
      check(op.name(), cluster.call("DELETE", url(cluster, "/none?op=" + op)).body(), unknown);
    }
    assertThat(unknown).containsOnly("NULL");
    cluster.call("DELETE", url(cluster, "/none?op=DELETE&recursive=true"));
  }

  private static void check(String op, String body, List<String> unknown) {
    if (body.contains("\"" + op + " is not supported\"")) {
      unknown.add(op);
    }
  }

  @Test
  void theStockClientAsksAboutFilesDirectoriesAndTheFileSystem() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path folder = new Path("/webhdfs-operations");
    Path file = new Path(folder, "f");
    try (WebHdfsFileSystem web = web(cluster);
        FileSystem rpc = cluster.fs("nn1")) {
      try (FSDataOutputStream out = web.create(file)) {
        out.write(new byte[] {1, 2, 3, 4, 5});
      }
      for (int i = 0; i < 25; i++) {
        rpc.mkdirs(new Path(folder, "d" + i));
      }
      assertThat(web.listStatus(folder)).as("over several pages").hasSize(26);
      RemoteIterator<FileStatus> pages = web.listStatusIterator(folder);
      int listed = 0;
      for (; pages.hasNext(); listed++) {
        pages.next();
      }
      assertThat(listed).isEqualTo(26);
      BlockLocation[] locations = web.getFileBlockLocations(file, 0, 5);
      assertThat(locations).hasSize(1);
      assertThat(locations[0].getLength()).isEqualTo(5);
      assertThat(web.getServerDefaults(folder).getBlockSize())
          .isEqualTo(
              ((org.apache.hadoop.hdfs.DistributedFileSystem) rpc)
                  .getServerDefaults()
                  .getBlockSize());
      assertThat(web.getQuotaUsage(folder).getFileAndDirectoryCount()).isEqualTo(27);
      assertThat(web.getStatus().getCapacity()).isPositive();
      assertThat(web.getAllStoragePolicies()).hasSameSizeAs(rpc.getAllStoragePolicies());
      assertThat(web.getStoragePolicy(file).getName()).isEqualTo("HOT");
      assertThat(web.getAclStatus(file).getOwner()).isEqualTo(ME);
      assertThat(web.getXAttrs(file)).isEmpty();
      assertThat(web.listXAttrs(file)).isEmpty();
      web.access(file, FsAction.READ);
      try (FSDataInputStream in = web.open(file)) {
        in.seek(2);
        assertThat(in.readAllBytes()).containsExactly(3, 4, 5);
      }
      web.setQuota(folder, 100, 1 << 30);
      assertThat(web.getQuotaUsage(folder).getQuota()).isEqualTo(100);
      web.setReplication(file, (short) 2);
      assertThat(rpc.getFileStatus(file).getReplication()).isEqualTo((short) 2);
      rpc.delete(folder, true);
    }
  }

  @Test
  void trashRootsAreFoundForOneUserAndForAll() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    Path own = new Path("/user/" + ME + "/.Trash");
    Path anns = new Path("/user/ann/.Trash");
    try (WebHdfsFileSystem web = web(cluster)) {
      web.mkdirs(own);
      web.mkdirs(anns);
      assertThat(web.getTrashRoot(new Path("/any")).toUri().getPath()).isEqualTo(own.toString());
      assertThat(web.getTrashRoots(false))
          .extracting(s -> s.getPath().toUri().getPath())
          .containsExactly(own.toString());
      assertThat(web.getTrashRoots(true))
          .extracting(s -> s.getPath().toUri().getPath())
          .contains(own.toString(), anns.toString());
      web.delete(anns, true);
      web.delete(own, true);
    }
  }

  @Test
  void redirectsCanBeAskedForAsJson() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    var answer = cluster.put(url(cluster, "/webhdfs-noredirect?op=CREATE&noredirect=true"));
    assertThat(answer.statusCode()).isEqualTo(200);
    URI location = URI.create(JSON.readTree(answer.body()).get("Location").asText());
    assertThat(location.getPath()).isEqualTo("/webhdfs/v1/webhdfs-noredirect");
    assertThat(location.getQuery()).contains("op=CREATE").contains("namenoderpcaddress=");
    var plain = cluster.put(url(cluster, "/webhdfs-noredirect?op=CREATE"));
    assertThat(plain.statusCode()).isEqualTo(307);
  }

  @Test
  void listingsAndStatusesHaveTheDocumentedShape() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    try (FileSystem rpc = cluster.fs("nn1")) {
      rpc.mkdirs(new Path("/webhdfs-shape/sub"));
      JsonNode batch = get(cluster, "/webhdfs-shape?op=LISTSTATUS_BATCH").get("DirectoryListing");
      assertThat(batch.get("remainingEntries").asInt()).isZero();
      JsonNode entry = batch.get("partialListing").get("FileStatuses").get("FileStatus").get(0);
      assertThat(entry.get("pathSuffix").asText()).isEqualTo("sub");
      assertThat(entry.get("type").asText()).isEqualTo("DIRECTORY");
      JsonNode usage = get(cluster, "/webhdfs-shape?op=GETQUOTAUSAGE").get("QuotaUsage");
      assertThat(usage.get("fileAndDirectoryCount").asInt()).isEqualTo(2);
      assertThat(get(cluster, "/?op=GETHOMEDIRECTORY").get("Path").asText())
          .isEqualTo("/user/" + ME);
      assertThat(get(cluster, "/?op=GETDELEGATIONTOKEN").get("Token").isNull()).isTrue();
      assertThat(get(cluster, "/?op=GETECCODECS").has("ErasureCodingCodecs")).isTrue();
      rpc.delete(new Path("/webhdfs-shape"), true);
    }
  }

  @Test
  void refusalsCarryTheStockClassAndStatus() throws Exception {
    RunningCluster cluster = RunningCluster.shared();
    try (FileSystem rpc = cluster.fs("nn1")) {
      rpc.mkdirs(new Path("/webhdfs-closed"));
      rpc.setPermission(
          new Path("/webhdfs-closed"),
          new org.apache.hadoop.fs.permission.FsPermission((short) 0700));
      String closed = url(cluster, "/webhdfs-closed?op=LISTSTATUS&user.name=ann");
      var denied = cluster.get(closed);
      assertThat(denied.statusCode()).isEqualTo(403);
      assertThat(denied.body())
          .contains("\"exception\":\"AccessControlException\"")
          .contains("\"javaClassName\":\"org.apache.hadoop.security.AccessControlException\"");
      rpc.delete(new Path("/webhdfs-closed"), true);
    }
    var missing = cluster.put(url(cluster, "/x?op=RENAME"));
    assertThat(missing.statusCode()).isEqualTo(400);
    assertThat(missing.body())
        .contains("IllegalArgumentException")
        .contains("Required param destination for op: RENAME is null or empty");
    var badUser = cluster.get(url(cluster, "/?op=LISTSTATUS&user.name=1bad;name"));
    assertThat(badUser.statusCode()).isEqualTo(400);
    var badNumber = cluster.get(url(cluster, "/?op=OPEN&offset=x"));
    assertThat(badNumber.statusCode()).isEqualTo(400);
    assertThat(badNumber.body()).contains("Invalid value for webhdfs parameter \\\"offset\\\"");
    try (WebHdfsFileSystem web = web(cluster)) {
      assertThatThrownBy(() -> web.access(new Path("/none"), FsAction.READ))
          .isInstanceOf(java.io.FileNotFoundException.class);
    }
  }
}
