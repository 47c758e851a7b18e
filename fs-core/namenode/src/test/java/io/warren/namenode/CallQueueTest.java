package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a namenode ranks its callers and bounds them where asked to, and how that is changed. */
class CallQueueTest {
  private static final int LEVELS = 4;

  /** Two, so that a user with two calls running has more than half of them. */
  private static final int HANDLERS = 2;

  private static final double LAST_LEVEL = LEVELS - 1;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path home;

  @SuppressWarnings("NullAway.Init")
  private NamenodeProcess process;

  private final Configuration client = new HdfsConfiguration();
  private int port;

  @BeforeEach
  void start() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Configuration conf = new HdfsConfiguration(false);
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + port);
    write("dfs.ls.limit", "100");
    conf.setInt("warren.namenode.rpc.handlers", HANDLERS);
    conf.addResource(new org.apache.hadoop.fs.Path(site().toUri()));
    process =
        NamenodeProcess.start(
            home.resolve("home"),
            conf,
            List.of(NamenodeSpec.parse("nn1,127.0.0.1:" + port + ",127.0.0.1:0")),
            EmbeddedOptions.withoutSync(),
            Clock.systemUTC());
    client.set("fs.defaultFS", "hdfs://127.0.0.1:" + port);
    client.setBoolean("fs.hdfs.impl.disable.cache", true);
    for (String kind : List.of("dfs.client", "dfs.http.client")) {
      client.setBoolean(kind + ".retry.policy.enabled", true);
      client.set(kind + ".retry.policy.spec", "10,1000000");
    }
    client.setBoolean("fs.webhdfs.impl.disable.cache", true);
  }

  @AfterEach
  void stop() {
    process.close();
  }

  private Path site() {
    return home.resolve("hdfs-site.xml");
  }

  private void write(String key, String value) throws Exception {
    Configuration site = new Configuration(false);
    site.set(key, value);
    try (OutputStream out = Files.newOutputStream(site())) {
      site.writeXml(out);
    }
  }

  private Object bean(String name, String attribute) throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .getAttribute(new ObjectName("Hadoop:service=ipc." + port + ",name=" + name), attribute);
  }

  private JsonNode levels() throws Exception {
    return new ObjectMapper()
        .readTree((String) bean("DecayRpcScheduler", "SchedulingDecisionSummary"));
  }

  private FileSystem as(String user) throws Exception {
    PrivilegedExceptionAction<FileSystem> open = () -> FileSystem.get(client);
    return UserGroupInformation.createRemoteUser(user).doAs(open);
  }

  private int dfsadmin(String user) throws Exception {
    PrivilegedExceptionAction<Integer> refresh =
        () -> ToolRunner.run(new DFSAdmin(client), new String[] {"-refreshCallQueue"});
    return UserGroupInformation.createRemoteUser(user).doAs(refresh);
  }

  private String metrics() throws Exception {
    URI uri = URI.create("http://" + process.address("nn1").http() + "/metrics");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static double metric(String text, String name, String label) {
    Matcher found =
        Pattern.compile("(?m)^" + name + "\\{[^}]*" + Pattern.quote(label) + "[^}]*} (\\S+)$")
            .matcher(text);
    assertThat(found.find()).as(name + " " + label + " in\n" + text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void whoCostsMostIsRankedLastAndTheOthersAreNot() throws Exception {
    try (FileSystem flood = as("flood");
        FileSystem other = as("other");
        FileSystem owner = FileSystem.get(client)) {
      org.apache.hadoop.fs.Path many = new org.apache.hadoop.fs.Path("/many");
      owner.mkdirs(many);
      owner.setPermission(many, new FsPermission((short) 0755));
      for (int i = 0; i < 300; i++) {
        owner.create(new org.apache.hadoop.fs.Path(many, "file" + i)).close();
      }
      RunningCluster.await(
          "the flood to be ranked last",
          () -> {
            try {
              for (int i = 0; i < 20; i++) {
                assertThat(flood.listStatus(many)).hasSize(300);
              }
              other.getFileStatus(many);
              JsonNode levels = levels();
              return levels.has("other")
                  && levels.path("flood").asInt() == LAST_LEVEL
                  && levels.path("other").asInt() < LAST_LEVEL;
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
    String text = metrics();
    assertThat(metric(text, "warren_rpc_user_level", "user=\"flood\"")).isEqualTo(LAST_LEVEL);
    assertThat(metric(text, "warren_rpc_user_cost", "user=\"flood\""))
        .isGreaterThan(metric(text, "warren_rpc_user_cost", "user=\"other\""));
    for (int level = 0; level < LEVELS; level++) {
      metric(text, "warren_rpc_level_queue_calls", "level=\"" + level + "\"");
      metric(text, "warren_rpc_level_response_ms", "level=\"" + level + "\"");
    }
    assertThat(metric(text, "warren_rpc_calls_refused_total", "queue_full")).isZero();
    metric(text, "warren_rpc_calls_refused_total", "user_share");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs", "webhdfs"})
  void whatWasRefusedIsRepeatedByItsClientAndHappensOnce(String scheme) throws Exception {
    URI uri =
        URI.create(
            scheme.equals("hdfs")
                ? "hdfs://127.0.0.1:" + port
                : "webhdfs://" + process.address("nn1").http());
    write("warren.namenode.rpc.bearable-calls", "1");
    assertThat(dfsadmin(UserGroupInformation.getCurrentUser().getShortUserName())).isZero();
    try (FileSystem owner = FileSystem.get(client)) {
      owner.mkdirs(new org.apache.hadoop.fs.Path("/made"));
      owner.setPermission(new org.apache.hadoop.fs.Path("/made"), new FsPermission((short) 0777));
    }
    AtomicInteger made = new AtomicInteger();
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<?>> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(pool.submit(() -> makeAndRename(uri, made, enough)));
    }
    try (FileSystem other = as("other")) {
      RunningCluster.await(
          "a call to be refused",
          () -> {
            try {
              other.getFileStatus(new org.apache.hadoop.fs.Path("/made"));
              return metric(metrics(), "warren_rpc_calls_refused_total", "user_share") > 0;
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    } finally {
      enough.set(true);
      pool.shutdown();
    }
    for (Future<?> thread : threads) {
      thread.get();
    }
    try (FileSystem owner = FileSystem.get(client)) {
      assertThat(owner.listStatus(new org.apache.hadoop.fs.Path("/made"))).hasSize(made.get());
    }
  }

  @Test
  void theBoundOfTheProcessorsIsReadAgain() throws Exception {
    assertThat(metric(metrics(), "warren_rpc_load_bearable", "nn1")).isZero();
    write("warren.namenode.rpc.bearable-load-percent", "80");
    assertThat(dfsadmin(UserGroupInformation.getCurrentUser().getShortUserName())).isZero();
    assertThat(metric(metrics(), "warren_rpc_load_bearable", "nn1")).isEqualTo(0.8);
    assertThat(metric(metrics(), "warren_rpc_load", "nn1")).isBetween(0.0, 1.0);
  }

  /** Each rename must happen once: a second one would find no source. */
  private Void makeAndRename(URI uri, AtomicInteger made, AtomicBoolean enough) throws Exception {
    PrivilegedExceptionAction<FileSystem> open = () -> FileSystem.get(uri, client);
    try (FileSystem flood = UserGroupInformation.createRemoteUser("flood").doAs(open)) {
      while (!enough.get()) {
        int number = made.incrementAndGet();
        org.apache.hadoop.fs.Path first = new org.apache.hadoop.fs.Path("/made/first" + number);
        assertThat(flood.mkdirs(first)).isTrue();
        assertThat(flood.rename(first, new org.apache.hadoop.fs.Path("/made/then" + number)))
            .isTrue();
      }
    }
    return null;
  }

  @Test
  void aSuperuserMakesTheQueueAnewFromTheSettings() throws Exception {
    assertThat((int[]) bean("FairCallQueue", "QueueSizes")).hasSize(LEVELS);
    write("ipc." + port + ".scheduler.priority.levels", "2");
    assertThat(dfsadmin(UserGroupInformation.getCurrentUser().getShortUserName())).isZero();
    assertThat((int[]) bean("FairCallQueue", "QueueSizes")).hasSize(2);
    try (FileSystem fs = FileSystem.get(client)) {
      assertThat(fs.mkdirs(new org.apache.hadoop.fs.Path("/served"))).isTrue();
    }
  }

  @Test
  void nobodyElseMay() throws Exception {
    int revision = (int) bean("FairCallQueue", "Revision");
    assertThat(dfsadmin("stranger")).isNotZero();
    assertThat((int) bean("FairCallQueue", "Revision")).isEqualTo(revision);
  }

  @Test
  void datanodesAreCountedForNoUser() throws Exception {
    PrivilegedExceptionAction<Void> datanode =
        () -> {
          try (DatanodeProtocolClientSideTranslatorPB calls =
              new DatanodeProtocolClientSideTranslatorPB(
                  new InetSocketAddress("127.0.0.1", port), client)) {
            calls.versionRequest();
          }
          return null;
        };
    UserGroupInformation.createRemoteUser("datanode-user").doAs(datanode);
    try (FileSystem reader = as("reader")) {
      RunningCluster.await(
          "the client to be counted",
          () -> {
            try {
              reader.getFileStatus(new org.apache.hadoop.fs.Path("/"));
              return levels().has("reader");
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
    assertThat(levels().has("datanode-user")).isFalse();
    assertThat(levels().path("/datanodes").asInt()).isZero();
  }

  @Test
  void wrongSettingsAreRefusedAndTheQueueStays() throws Exception {
    write("warren.namenode.rpc.bearable-calls", "-1");
    int revision = (int) bean("FairCallQueue", "Revision");
    assertThat(dfsadmin(UserGroupInformation.getCurrentUser().getShortUserName())).isNotZero();
    assertThat((int) bean("FairCallQueue", "Revision")).isEqualTo(revision);
    assertThatThrownBy(() -> as("reader").listStatus(new org.apache.hadoop.fs.Path("/none")))
        .isInstanceOf(java.io.FileNotFoundException.class);
  }
}
