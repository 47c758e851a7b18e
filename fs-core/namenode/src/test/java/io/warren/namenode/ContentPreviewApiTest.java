package io.warren.namenode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.client.WarrenFileSystem;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The first bytes of small files, over the admin API. */
class ContentPreviewApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path HOME = new Path("/content-preview-test");

  private static RunningCluster cluster;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = RunningCluster.start(Map.of("warren.namenode.small-file.bytes-max", "65536"));
    Configuration conf = new Configuration(cluster.conf());
    conf.setClass("fs.hdfs.impl", WarrenFileSystem.class, FileSystem.class);
    fs = (DistributedFileSystem) FileSystem.get(conf);
    fs.mkdirs(HOME);
    fs.setPermission(HOME, new FsPermission((short) 0755));
    fs.setStoragePolicy(HOME, "DB");
  }

  @AfterAll
  static void stopCluster() throws Exception {
    fs.close();
    cluster.close();
  }

  private static Path write(String name, byte[] bytes) throws Exception {
    Path file = new Path(HOME, name);
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(bytes);
    }
    return file;
  }

  private static HttpResponse<String> ask(String call, Path path, String more) throws Exception {
    return cluster.admin("nn1", "GET", "/namespace/" + call + "?path=" + path + more, null);
  }

  private static JsonNode told(HttpResponse<String> response) throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  @Test
  void theFirstBytesOfASmallFileAreTold() throws Exception {
    Path file = write("small", "hello, rows".getBytes(UTF_8));
    JsonNode preview = told(ask("preview", file, "&length_bytes=5"));
    assertThat(preview.get("in_database").booleanValue()).isTrue();
    assertThat(preview.get("size_bytes").longValue()).isEqualTo(11);
    assertThat(Base64.getDecoder().decode(preview.get("bytes_base64").textValue()))
        .isEqualTo("hello".getBytes(UTF_8));
    assertThat(told(ask("details", file, "")).get("storage_policy").get("name").textValue())
        .isEqualTo("DB");
    Path long_ = write("long", new byte[40_000]);
    String bytes = told(ask("preview", long_, "")).get("bytes_base64").textValue();
    assertThat(Base64.getDecoder().decode(bytes)).hasSize(4096);
    assertThat(ask("preview", long_, "&length_bytes=4097").statusCode()).isEqualTo(400);
  }

  @Test
  void bytesInBlocksAreNotTold() throws Exception {
    JsonNode preview = told(ask("preview", write("large", new byte[70_000]), ""));
    assertThat(preview.get("in_database").booleanValue()).isFalse();
    assertThat(preview.get("bytes_base64").isNull()).isTrue();
    assertThat(preview.get("size_bytes").longValue()).isEqualTo(70_000);
  }

  @Test
  void whoMayNotReadIsToldNothing() throws Exception {
    Path file = write("closed", "secret".getBytes(UTF_8));
    fs.setPermission(file, new FsPermission((short) 0600));
    HttpResponse<String> refused = ask("preview", file, "&as_user=stranger");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body())
        .doesNotContain(Base64.getEncoder().encodeToString("secret".getBytes(UTF_8)));
    assertThat(ask("preview", new Path(HOME, "none"), "").statusCode()).isEqualTo(404);
  }
}
