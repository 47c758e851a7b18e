package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pages of a stock NameNode's HTTP port. */
class InstrumentationTest {
  private static final String BEANS = "Hadoop:service=NameNode,name=";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static HttpResponse<String> get(String namenode, String path, String... headers)
      throws Exception {
    return get(RunningCluster.shared(), namenode, path, headers);
  }

  private static HttpResponse<String> get(
      RunningCluster cluster, String namenode, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + cluster.http(namenode) + path));
    return HTTP.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private static JsonNode bean(String namenode, String name) throws Exception {
    String query = URLEncoder.encode(BEANS + name, StandardCharsets.UTF_8);
    return JSON.readTree(get(namenode, "/jmx?qry=" + query).body()).at("/beans/0");
  }

  @Test
  void theBeansAgreeWithTheReport() throws Exception {
    try (FileSystem fs = RunningCluster.shared().fs("nn1")) {
      FsStatus status = fs.getStatus();
      JsonNode state = bean("nn1", "FSNamesystemState");
      assertThat(state.get("CapacityTotal").asLong()).isEqualTo(status.getCapacity()).isPositive();
      assertThat(state.get("NumLiveDataNodes").asInt()).isEqualTo(1);
      assertThat(state.get("NumDeadDataNodes").asInt()).isZero();
      assertThat(state.get("FSState").asText()).isEqualTo("Operational");
      assertThat(bean("nn1", "FSNamesystem").get("MissingBlocks").asLong())
          .isEqualTo(((DistributedFileSystem) fs).getMissingBlocksCount());
      JsonNode live = JSON.readTree(bean("nn1", "NameNodeInfo").get("LiveNodes").asText());
      String uuid =
          ((DistributedFileSystem) fs)
              .getDataNodeStats(DatanodeReportType.LIVE)[0].getDatanodeUuid();
      assertThat(live.elements().next().get("uuid").asText()).isEqualTo(uuid);
      assertThat(live.elements().next().get("adminState").asText()).isEqualTo("In Service");
    }
  }

  @Test
  void namenodesOfOneProcessSpeakForThemselves() throws Exception {
    for (String namenode : List.of("nn1", "nn2")) {
      JsonNode status = bean(namenode, "NameNodeStatus");
      assertThat(status.get("HostAndPort").asText())
          .isEqualTo(RunningCluster.shared().process().address(namenode).rpc().toString());
      assertThat(status.get("State").asText()).isEqualTo("active");
    }
  }

  @Test
  void theBeansOfTheProcessAreThereToo() throws Exception {
    HttpResponse<String> all = get("nn1", "/jmx", "Origin", "https://elsewhere.example");
    assertThat(all.headers().map()).doesNotContainKey("access-control-allow-origin");
    Set<String> names = new HashSet<>();
    JSON.readTree(all.body()).get("beans").forEach(bean -> names.add(bean.get("name").asText()));
    assertThat(names).contains("java.lang:type=Memory", BEANS + "NameNodeInfo");
    String heap = get("nn1", "/jmx?get=java.lang:type=Memory::HeapMemoryUsage").body();
    assertThat(JSON.readTree(heap).at("/beans/0/HeapMemoryUsage/used").asLong()).isPositive();
  }

  @Test
  void confTellsOneSettingAndKeepsSecrets() throws Exception {
    HttpResponse<String> one = get("nn1", "/conf?name=dfs.ls.limit", "Accept", "application/json");
    assertThat(JSON.readTree(one.body()).at("/property/value").asText()).isEqualTo("10");
    RunningCluster secretive = RunningCluster.start(Map.of("fs.s3a.secret.key", "hush"));
    try {
      String all = get(secretive, "nn1", "/conf").body();
      assertThat(all).contains("fs.s3a.secret.key").doesNotContain("hush");
    } finally {
      secretive.close();
    }
  }

  @Test
  void stacksTellOfThreads() throws Exception {
    assertThat(get("nn1", "/stacks").body()).contains("http-nn1");
  }

  @Test
  void levelsOfTheLogAreSetAsHadoopsCommandDoes() throws Exception {
    Logger log = LoggerFactory.getLogger("io.warren.test.levels");
    assertThat(log.isDebugEnabled()).isFalse();
    get("nn1", "/logLevel?log=" + log.getName() + "&level=DEBUG");
    assertThat(log.isDebugEnabled()).isTrue();
  }

  @Test
  void pagesOfOtherSitesSetNoLevel() throws Exception {
    HttpResponse<String> refused =
        get(
            "nn1",
            "/logLevel?log=io.warren.test.sites&level=DEBUG",
            "Sec-Fetch-Site",
            "cross-site");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(LoggerFactory.getLogger("io.warren.test.sites").isDebugEnabled()).isFalse();
  }

  @Test
  void theRootIsAStartPageAndNothingElse() throws Exception {
    HttpResponse<String> page = get("nn2", "/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("Warren namenode nn2", "href=jmx")
        .contains(RunningCluster.shared().process().address("nn2").rpc().toString());
    assertThat(get("nn2", "/nothing-here").statusCode()).isEqualTo(404);
  }
}
