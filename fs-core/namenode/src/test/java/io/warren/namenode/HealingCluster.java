package io.warren.namenode;

import io.warren.namenode.service.NamenodeSpec;
import io.warren.store.embedded.EmbeddedOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.HbrDataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Two namenodes and several stock DataNodes, each with two folders for blocks, which may be
 * stopped, started and broken. Datanodes count as dead after five seconds.
 */
final class HealingCluster implements AutoCloseable {
  static final int BLOCK_BYTES = 64 << 10;
  private static final int STOCK = 2;
  private static final int WAIT_MAX_MS = 180_000;
  private static final long LOOK_MS = 100;

  private final Map<String, String> more;
  private final List<StorageType> types;
  private final Path home;
  private final Path hosts;
  private NamenodeProcess process;
  private final Configuration clientConf;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Integer, DataNode> datanodes = new HashMap<>();
  private final Map<Integer, Configuration> configurations = new HashMap<>();

  HealingCluster(int size) throws Exception {
    this(size, StorageType.DISK, StorageType.DISK);
  }

  /** The same with the types of each datanode's two folders. */
  HealingCluster(int size, StorageType first, StorageType second) throws Exception {
    this(size, first, second, Map.of());
  }

  /**
   * The same with more settings for all servers and clients. When they name a topology, datanode N
   * is called {@link #nameOf}.
   */
  HealingCluster(int size, StorageType first, StorageType second, Map<String, String> more)
      throws Exception {
    this.more = more;
    types = List.of(first, second);
    // Namenodes and datanodes in one JVM register the same names of Hadoop metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    home = Files.createTempDirectory("warren-healing-test");
    hosts = home.resolve("hosts.json");
    Files.writeString(hosts, "[]");
    process =
        startNamenodes(
            NamenodeSpec.parse("nn1,127.0.0.1:0,127.0.0.1:0"),
            NamenodeSpec.parse("nn2,127.0.0.1:0,127.0.0.1:0"));
    clientConf = clientConf();
    for (int i = 0; i < size; i++) {
      start(i);
    }
    await("all datanodes to register", () -> live("nn1") == size && live("nn2") == size);
  }

  private NamenodeProcess startNamenodes(NamenodeSpec... namenodes) throws Exception {
    return NamenodeProcess.start(
        home, serverConf(), List.of(namenodes), EmbeddedOptions.withoutSync(), Clock.systemUTC());
  }

  /** Ends all namenodes and their store. */
  void stopNamenodes() {
    process.close();
  }

  /** Starts the namenodes again, on their old ports. */
  void startNamenodesAgain() throws Exception {
    process = startNamenodes(process.address("nn1"), process.address("nn2"));
  }

  private Configuration serverConf() {
    Configuration conf = new HdfsConfiguration(false);
    conf.setInt("warren.namenode.heartbeat.interval-ms", 200);
    conf.setInt("warren.leader.services.interval-ms", 200);
    conf.setInt("warren.lease.recovery.timeout-ms", 10_000);
    conf.setInt("warren.deletion.resend-ms", 3_000);
    conf.setInt("warren.redundancy.follow.ms", 3_000);
    conf.setInt("warren.redundancy.recheck.interval-ms", 500);
    conf.setInt("warren.redundancy.sweep.interval-ms", 500);
    conf.setInt("warren.redundancy.leftover.age-ms", 2_000);
    conf.setInt("warren.block-report.missing.grace-ms", 1_000);
    conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 20);
    conf.setInt("dfs.namenode.replication.work.multiplier.per.iteration", 10);
    conf.setInt("dfs.namenode.safemode.extension", 500);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setInt("dfs.replication", 3);
    conf.set("dfs.heartbeat.interval", "0s");
    // Dead after twice as long: a busy machine leaves datanodes that live without a turn for
    // seconds.
    conf.setInt("dfs.namenode.heartbeat.recheck-interval", 5_000);
    conf.setInt("dfs.namenode.stale.datanode.interval", 6_000);
    conf.setBoolean("dfs.namenode.datanode.registration.ip-hostname-check", false);
    conf.set(
        "dfs.namenode.hosts.provider.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager");
    conf.set("dfs.hosts", hosts.toString());
    more.forEach(conf::set);
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
    // A datanode that looks for a namenode which is down can't be stopped while it tries.
    conf.setInt("ipc.client.connect.max.retries", 1);
    conf.setInt("ipc.client.connect.retry.interval", 200);
    conf.setInt("dfs.client.failover.connection.retries", 0);
    conf.setInt("dfs.client.failover.max.attempts", 60);
    conf.setInt("dfs.client.failover.sleep.base.millis", 20);
    conf.setInt("dfs.client.failover.sleep.max.millis", 200);
    conf.setInt("dfs.replication", 3);
    conf.setInt("dfs.blocksize", BLOCK_BYTES);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    more.forEach(conf::set);
    return conf;
  }

  /** Starts a datanode, again with its old folders and ports. */
  void start(int number) throws IOException {
    Configuration known = configurations.get(number);
    if (known == null) {
      Configuration conf = new Configuration(clientConf);
      conf.set("dfs.datanode.address", "127.0.0.1:0");
      conf.set("dfs.datanode.http.address", "127.0.0.1:0");
      conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
      boolean hasTopology = more.containsKey("net.topology.node.switch.mapping.impl");
      conf.set("dfs.datanode.hostname", hasTopology ? nameOf(number) : "127.0.0.1");
      conf.set("dfs.datanode.data.dir", typed(number, 0) + "," + typed(number, 1));
      conf.setInt("dfs.datanode.failed.volumes.tolerated", 1);
      conf.set("dfs.datanode.disk.check.min.gap", "0s");
      conf.setLong("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", 0);
      conf.set("dfs.heartbeat.interval", "300ms");
      conf.setInt("dfs.blockreport.initialDelay", 0);
      configurations.put(number, conf);
      known = conf;
    }
    // Most report hashes; a stock one must do as well.
    DataNode datanode =
        number == STOCK
            ? DataNode.createDataNode(new String[0], new Configuration(known))
            : HbrDataNode.start(new Configuration(known));
    known.set("dfs.datanode.address", "127.0.0.1:" + datanode.getXferPort());
    datanodes.put(number, datanode);
  }

  static String nameOf(int number) {
    return "127.0.0." + (10 + number);
  }

  private String typed(int number, int volume) {
    return "[" + types.get(volume) + "]" + folder(number, volume).toUri();
  }

  /** Ends a datanode as a crash does: it says nothing to the namenodes. */
  void stop(int number) {
    DataNode datanode = datanodes.remove(number);
    if (datanode != null) {
      datanode.shutdown();
    }
  }

  boolean isRunning(int number) {
    return datanodes.containsKey(number);
  }

  DataNode datanode(int number) {
    DataNode datanode = datanodes.get(number);
    if (datanode == null) {
      throw new IllegalStateException("Datanode " + number + " does not run");
    }
    return datanode;
  }

  NamenodeProcess process() {
    return process;
  }

  Path folder(int datanode, int volume) {
    return home.resolve("datanode-" + datanode).resolve("volume-" + volume);
  }

  /** A copy of the clients' configuration. */
  Configuration conf() {
    return new Configuration(clientConf);
  }

  DistributedFileSystem fs() throws IOException {
    return (DistributedFileSystem) FileSystem.get(clientConf);
  }

  private int live(String namenode) throws IOException {
    URI uri = URI.create("hdfs://" + process.address(namenode).rpc());
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(uri, clientConf)) {
      return fs.getDataNodeStats(
              org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType.LIVE)
          .length;
    }
  }

  /** Gives datanodes an admin state by the hosts file and has every namenode read it. */
  void setAdminState(int number, String state) throws IOException {
    String entry =
        "{\"hostName\": \"127.0.0.1\", \"port\": "
            + datanode(number).getXferPort()
            + ", \"adminState\": \""
            + state
            + "\", \"maintenanceExpireTimeInMS\": "
            + (System.currentTimeMillis() + 3_600_000)
            + "}";
    Files.writeString(hosts, "NORMAL".equals(state) ? "[]" : "[" + entry + "]");
    for (String name : List.of("nn1", "nn2")) {
      URI uri = URI.create("hdfs://" + process.address(name).rpc());
      try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(uri, clientConf)) {
        fs.refreshNodes();
      }
    }
  }

  /** A live datanode as one namenode reports it. */
  DatanodeInfo report(String namenode, int number) throws IOException {
    return find(namenode, number).orElseThrow();
  }

  /** The same, or nothing while the namenode does not take it for alive. */
  Optional<DatanodeInfo> find(String namenode, int number) throws IOException {
    URI uri = URI.create("hdfs://" + process.address(namenode).rpc());
    String uuid = datanode(number).getDatanodeUuid();
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.get(uri, clientConf)) {
      return Arrays.stream(fs.getDataNodeStats())
          .filter(d -> d.getDatanodeUuid().equals(uuid))
          .findFirst();
    }
  }

  /** The answer of a running namenode's admin API. */
  String admin(String namenode, String pathAndQuery) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + process.address(namenode).http() + "/admin/v1" + pathAndQuery);
    String token = Files.readString(home.resolve("secrets/admin-token"));
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(uri)
                .timeout(Duration.ofMillis(WAIT_MAX_MS))
                .header("Authorization", "Bearer " + token)
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(uri + " answered " + response.statusCode());
    }
    return response.body();
  }

  /** What a namenode's admin API answers to a change of a datanode's service. */
  HttpResponse<String> order(String namenode, String datanodeUuid, String body)
      throws IOException, InterruptedException {
    String path = "/admin/v1/datanodes/" + datanodeUuid + "/service";
    return http.send(
        HttpRequest.newBuilder(URI.create("http://" + process.address(namenode).http() + path))
            .timeout(Duration.ofMillis(WAIT_MAX_MS))
            .header(
                "Authorization", "Bearer " + Files.readString(home.resolve("secrets/admin-token")))
            .PUT(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Files with the data of a block, over all folders of running and stopped datanodes. */
  List<Path> replicasOnDisk(long blockId) throws IOException {
    List<Path> found = new ArrayList<>();
    for (int number : configurations.keySet()) {
      found.addAll(replicasOnDisk(number, blockId));
    }
    return found;
  }

  /** Files with the data of a block on one datanode. */
  List<Path> replicasOnDisk(int number, long blockId) throws IOException {
    List<Path> found = new ArrayList<>();
    for (int volume = 0; volume < 2; volume++) {
      Path folder = folder(number, volume);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .filter(f -> f.getFileName().toString().equals("blk_" + blockId))
              .forEach(found::add);
        } catch (java.io.UncheckedIOException e) {
          // A file went while the folder was walked; the caller looks again.
          return List.of();
        }
      }
    }
    return found;
  }

  List<LocatedBlock> blocks(String path) throws IOException {
    try (DistributedFileSystem fs = fs()) {
      return fs.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks();
    }
  }

  /** The last block of a file, which may still be written. */
  LocatedBlock lastBlock(String path) throws IOException {
    try (DistributedFileSystem fs = fs()) {
      return fs.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLastLocatedBlock();
    }
  }

  /** Waits until each block of a file has this many locations and nothing is left to do. */
  void awaitHealed(String path, int replicas) throws Exception {
    await(
        path + " to have " + replicas + " replicas of each block",
        () -> blocks(path).stream().allMatch(b -> b.getLocations().length == replicas));
  }

  /** Waits until no block has too few, too many or corrupt replicas. */
  void awaitQuiet() throws Exception {
    await(
        "every block to be well",
        () -> {
          try (DistributedFileSystem fs = fs()) {
            var stats = fs.getClient().getNamenode().getStats();
            return stats[3] == 0 && stats[4] == 0 && stats[5] == 0 && stats[8] == 0;
          }
        });
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadlineNanos = System.nanoTime() + WAIT_MAX_MS * 1_000_000L;
    while (!condition.call()) {
      if (System.nanoTime() > deadlineNanos) {
        throw new TimeoutException("Waited in vain for " + what);
      }
      Thread.sleep(LOOK_MS);
    }
  }

  static byte[] bytes(int length, String seed) {
    byte[] bytes = new byte[length];
    new java.util.Random(Arrays.hashCode(seed.getBytes(StandardCharsets.UTF_8))).nextBytes(bytes);
    return bytes;
  }

  @Override
  public void close() {
    datanodes.values().forEach(DataNode::shutdown);
    process.close();
  }
}
