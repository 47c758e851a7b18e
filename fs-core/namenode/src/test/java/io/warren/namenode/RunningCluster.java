package io.warren.namenode;

import io.warren.datanode.rows.RowDatasetFactory;
import io.warren.namenode.admin.AdminHolder;
import io.warren.namenode.safemode.ClusterFence;
import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.HbrDataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Two namenodes over one embedded store and a stock DataNode in this JVM, on ports of the operating
 * system's choice. Started once for all test classes; each test works below a folder of its own.
 */
final class RunningCluster {
  static final int BLOCK_BYTES = 1 << 20;
  private static final int WAIT_MAX_MS = 120_000;
  private static final int IDLE_CONNECTION_MS = 100;

  private static @Nullable RunningCluster shared;

  private final Path home;
  private final NamenodeProcess process;
  private final DataNode datanode;
  private final Configuration clientConf;
  private final HttpClient http = HttpClient.newHttpClient();

  /** A setting of tests, with any value: the datanode reports hashes of its buckets. */
  static final String REPORTS_HASHES = "warren.test.datanode.reports-hashes";

  /** Hands out a store that the caller has opened. */
  private record Opened(Store store) implements StoreProvider {
    @Override
    public String kind() {
      return "opened";
    }

    @Override
    public boolean sharedByProcesses() {
      return true;
    }

    @Override
    public Store open(StoreConfig config) {
      return store;
    }
  }

  private RunningCluster(Map<String, String> settings, UnaryOperator<Store> wrapping)
      throws Exception {
    // Namenodes and a datanode in one JVM register the same names of Hadoop metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    home = Files.createTempDirectory("warren-namenode-test");
    process =
        NamenodeProcess.start(
            home,
            with(serverConf(), settings),
            List.of(
                NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"),
                NamenodeSpec.parse("nn2,127.0.0.1:0,127.0.0.1:0")),
            new Opened(wrapping.apply(store(home))),
            StoreConfig.inFolder(home));
    clientConf = with(clientConf(), settings);
    Configuration datanodeConf = with(datanodeConf(), settings);
    datanode =
        settings.containsKey(REPORTS_HASHES)
            ? HbrDataNode.start(datanodeConf)
            : DataNode.createDataNode(new String[0], datanodeConf);
    await("the datanode to register with both", () -> live("nn1") && live("nn2"));
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  private static Store store(Path home) {
    EmbeddedOptions options = EmbeddedOptions.withoutSync().withLogKept(3_600, 100);
    return EmbeddedStore.open(home.resolve("store"), options);
  }

  static synchronized RunningCluster shared() throws Exception {
    RunningCluster running = shared;
    if (running == null) {
      running = start(Map.of());
      shared = running;
    }
    return running;
  }

  /** A cluster of the caller's own, with further settings for namenodes and datanode. */
  static RunningCluster start(Map<String, String> settings) throws Exception {
    return start(settings, store -> store);
  }

  /**
   * As above.
   *
   * @param wrapping what the namenodes have in the place of the store
   */
  static RunningCluster start(Map<String, String> settings, UnaryOperator<Store> wrapping)
      throws Exception {
    return new RunningCluster(settings, wrapping);
  }

  private static Configuration with(Configuration conf, Map<String, String> settings) {
    settings.forEach(conf::set);
    return conf;
  }

  DataNode datanode() {
    return datanode;
  }

  void close() {
    datanode.shutdown();
    process.close();
  }

  private static Configuration serverConf() {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 100);
    conf.setInt("warren.leader.services.interval-ms", 100);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setInt("dfs.replication", 1);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    // All namenodes are of one process, which is never asked in vain.
    conf.setLong(ClusterFence.FENCED_AFTER_MS_KEY, 500);
    conf.setInt("dfs.ls.limit", 10);
    conf.setBoolean("hadoop.caller.context.enabled", true);
    return conf;
  }

  private Configuration clientConf() {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://warren");
    conf.set("dfs.nameservices", "warren");
    conf.set("dfs.ha.namenodes.warren", "nn1,nn2");
    for (String name : List.of("nn1", "nn2")) {
      NamenodeSpec spec = process.address(name);
      conf.set("dfs.namenode.rpc-address.warren." + name, spec.rpc().toString());
      conf.set("dfs.namenode.http-address.warren." + name, spec.http().toString());
    }
    conf.set(
        "dfs.client.failover.proxy.provider.warren",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    // Each new client begins at a namenode of its own choice.
    conf.setBoolean("dfs.client.failover.random.order", true);
    conf.setInt("dfs.client.failover.connection.retries", 0);
    conf.setInt("dfs.client.failover.max.attempts", 60);
    conf.setInt("dfs.client.failover.sleep.base.millis", 20);
    conf.setInt("dfs.client.failover.sleep.max.millis", 200);
    // Clients of one namenode do not try again: none may keep a connection that a test broke by
    // restarting the namenode.
    conf.setInt("ipc.client.connection.maxidletime", IDLE_CONNECTION_MS);
    conf.setInt("dfs.replication", 1);
    conf.setInt("dfs.blocksize", BLOCK_BYTES);
    conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "NEVER");
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    conf.setBoolean("fs.webhdfs.impl.disable.cache", true);
    return conf;
  }

  private Configuration datanodeConf() {
    Configuration conf = new Configuration(clientConf);
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    conf.set("dfs.datanode.hostname", "127.0.0.1");
    conf.set(DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, RowDatasetFactory.class.getName());
    conf.set("dfs.datanode.data.dir", home.resolve("blocks").toUri().toString());
    conf.setInt("dfs.heartbeat.interval", 1);
    return conf;
  }

  private boolean live(String namenode) {
    try (FileSystem fs = FileSystem.get(rpc(namenode), clientConf)) {
      return ((org.apache.hadoop.hdfs.DistributedFileSystem) fs).getDataNodeStats().length == 1;
    } catch (IOException e) {
      throw new AssertionError("No answer from " + namenode, e);
    }
  }

  NamenodeProcess process() {
    return process;
  }

  Configuration conf() {
    return clientConf;
  }

  URI rpc(String namenode) {
    return URI.create("hdfs://" + process.address(namenode).rpc());
  }

  String http(String namenode) {
    return process.address(namenode).http().toString();
  }

  /** A client of the logical name service, as the user that runs the namenodes. */
  FileSystem fs() throws IOException {
    return FileSystem.get(clientConf);
  }

  /** A client of one namenode. */
  FileSystem fs(String namenode) throws IOException {
    return FileSystem.get(rpc(namenode), clientConf);
  }

  FileSystem fsAs(String user) throws Exception {
    PrivilegedExceptionAction<FileSystem> open = () -> FileSystem.get(clientConf);
    return UserGroupInformation.createRemoteUser(user).doAs(open);
  }

  /** An admin call; the body is null for none. */
  HttpResponse<String> admin(
      String namenode, String method, String pathAndQuery, @Nullable String body) throws Exception {
    return admin(AdminHolder.OPERATOR, namenode, method, pathAndQuery, body, Map.of());
  }

  /** As above, with a holder's token and further headers. */
  HttpResponse<String> admin(
      AdminHolder holder,
      String namenode,
      String method,
      String pathAndQuery,
      @Nullable String body,
      Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + http(namenode) + "/admin/v1" + pathAndQuery))
            .timeout(Duration.ofSeconds(40))
            .header("Authorization", "Bearer " + token(holder))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> put(String url) throws Exception {
    return call("PUT", url);
  }

  /** A call without a body; redirects are not followed. */
  HttpResponse<String> call(String method, String url) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(40))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String url) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(40)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private String token(AdminHolder holder) throws IOException {
    return Files.readString(home.resolve("secrets").resolve(holder.fileName()));
  }

  /** The data folder. */
  Path home() {
    return home;
  }

  static void await(String what, BooleanSupplier condition) throws Exception {
    long deadlineNanos = System.nanoTime() + WAIT_MAX_MS * 1_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadlineNanos) {
        throw new TimeoutException("Waited in vain for " + what);
      }
      Thread.sleep(20);
    }
  }
}
