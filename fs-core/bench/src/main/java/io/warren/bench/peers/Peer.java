package io.warren.bench.peers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** A running namenode that answers hdfs:// clients. */
public final class Peer implements AutoCloseable {
  private static final int START_WAIT_SECONDS = 90;
  private static final int FORMAT_WAIT_SECONDS = 90;
  private static final String STOCK_MAIN = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String WARREN_MAIN = "io.warren.namenode.NamenodeMain";
  private static final String WARREN = "warren";
  private static final String LOOPBACK = "127.0.0.1";

  /** Calls that a server works on at once: the same for both. */
  private static final String HANDLERS = "32";

  private final String name;
  private final String rpc;
  private final String http;
  private final Path conf;
  private final JavaProcess process;

  private Peer(String name, String rpc, String http, Path conf, JavaProcess process) {
    this.name = name;
    this.rpc = rpc;
    this.http = http;
    this.conf = conf;
    this.process = process;
  }

  /** A NameNode of the Hadoop release whose jars are on the class path, freshly formatted. */
  public static Peer stock(Path folder, List<String> jvmOptions)
      throws IOException, InterruptedException {
    String rpc = LOOPBACK + ":" + ConfFolder.freePort();
    String http = LOOPBACK + ":" + ConfFolder.freePort();
    String uri = "hdfs://" + rpc;
    Path conf =
        ConfFolder.write(
            folder.resolve("conf"),
            Map.of("fs.defaultFS", uri, "hadoop.tmp.dir", folder.resolve("tmp").toString()),
            Map.of(
                "dfs.namenode.name.dir",
                folder.resolve("name").toUri().toString(),
                "dfs.namenode.http-address",
                http,
                "dfs.namenode.handler.count",
                HANDLERS,
                "dfs.namenode.fs-limits.min-block-size",
                "0"));
    try (JavaProcess format =
        JavaProcess.start(
            conf,
            folder.resolve("format.log"),
            List.of(),
            STOCK_MAIN,
            List.of("-format", "-force", "-nonInteractive"))) {
      format.requireSuccess(FORMAT_WAIT_SECONDS);
    }
    return started("stock", rpc, http, conf, folder, jvmOptions, STOCK_MAIN, List.of());
  }

  /** Warren's namenode over an empty embedded store. */
  public static Peer warren(Path folder, List<String> jvmOptions)
      throws IOException, InterruptedException {
    return warren(folder, jvmOptions, Map.of());
  }

  /** As above, with further settings of the namenode. */
  public static Peer warren(Path folder, List<String> jvmOptions, Map<String, String> more)
      throws IOException, InterruptedException {
    String rpc = LOOPBACK + ":" + ConfFolder.freePort();
    String http = LOOPBACK + ":" + ConfFolder.freePort();
    Map<String, String> settings = new HashMap<>(warrenSettings("nn1", rpc, http));
    settings.putAll(more);
    Path conf = warrenConf(folder, settings);
    List<String> arguments = warrenArguments("nn1", folder, conf, rpc, http);
    return started(WARREN, rpc, http, conf, folder, jvmOptions, WARREN_MAIN, arguments);
  }

  /**
   * Warren's namenode over an NDB cluster that has its schema. Several may share it.
   *
   * @param name of the namenode, and of the peer
   * @param hintsMax bound of its inode hints, 0 for none
   */
  public static Peer warrenOnNdb(
      String name, Path folder, List<String> jvmOptions, String connect, int hintsMax)
      throws IOException, InterruptedException {
    return warrenOnNdb(
        name,
        folder,
        jvmOptions,
        connect,
        Map.of("warren.namenode.hints-max", String.valueOf(hintsMax)));
  }

  /** As above, with any settings of the namenode. */
  public static Peer warrenOnNdb(
      String name, Path folder, List<String> jvmOptions, String connect, Map<String, String> more)
      throws IOException, InterruptedException {
    String rpc = LOOPBACK + ":" + ConfFolder.freePort();
    String http = LOOPBACK + ":" + ConfFolder.freePort();
    Map<String, String> settings = new HashMap<>(warrenSettings(name, rpc, http));
    settings.putAll(more);
    Path conf = warrenConf(folder, settings);
    List<String> arguments = new ArrayList<>(warrenArguments(name, folder, conf, rpc, http));
    arguments.addAll(List.of("--store", "ndb", "--ndb-connect", connect));
    List<String> options = new ArrayList<>(jvmOptions);
    options.add("-Djava.library.path=" + System.getProperty("java.library.path"));
    return started(name, rpc, http, conf, folder, options, WARREN_MAIN, arguments);
  }

  private static Path warrenConf(Path folder, Map<String, String> hdfsSite) throws IOException {
    return ConfFolder.write(
        folder.resolve("conf"),
        Map.of("fs.defaultFS", "hdfs://warren", "hadoop.tmp.dir", folder.resolve("tmp").toString()),
        hdfsSite);
  }

  private static Map<String, String> warrenSettings(String name, String rpc, String http) {
    return Map.of(
        "dfs.nameservices",
        "warren",
        "dfs.ha.namenodes.warren",
        name,
        "dfs.namenode.rpc-address.warren." + name,
        rpc,
        "dfs.namenode.http-address.warren." + name,
        http,
        "dfs.client.failover.proxy.provider.warren",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
        "dfs.namenode.handler.count",
        HANDLERS,
        "dfs.namenode.fs-limits.min-block-size",
        "0");
  }

  private static List<String> warrenArguments(
      String name, Path folder, Path conf, String rpc, String http) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    return List.of(
        "--home", home.toString(),
        "--conf", conf.toString(),
        "--namenode", name + "," + rpc + "," + http);
  }

  private static Peer started(
      String name,
      String rpc,
      String http,
      Path conf,
      Path folder,
      List<String> jvmOptions,
      String mainClass,
      List<String> arguments)
      throws IOException, InterruptedException {
    JavaProcess process =
        JavaProcess.start(conf, folder.resolve("server.log"), jvmOptions, mainClass, arguments);
    Peer peer = new Peer(name, rpc, http, conf, process);
    try {
      peer.awaitAnswer();
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
    return peer;
  }

  private void awaitAnswer() throws IOException {
    Configuration client = new HdfsConfiguration();
    client.setInt("ipc.client.connect.max.retries", 0);
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_WAIT_SECONDS);
    while (true) {
      process.requireAlive();
      try (FileSystem fs = FileSystem.newInstance(URI.create(uri()), client)) {
        fs.getFileStatus(new org.apache.hadoop.fs.Path("/"));
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadlineNs) {
          throw new IOException("The " + name + " server does not answer: " + e.getMessage(), e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
      }
    }
  }

  /** "stock", "warren", or the name of a namenode of several. */
  public String name() {
    return name;
  }

  /** Makes a directory with its parents through a stock client. */
  public void makeDirectory(String path) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(URI.create(uri()), new HdfsConfiguration())) {
      fs.mkdirs(new org.apache.hadoop.fs.Path(path));
    }
  }

  /** Where its clients connect to. */
  public String uri() {
    return "hdfs://" + rpc;
  }

  /** HOST:PORT of its HTTP server. */
  public String http() {
    return http;
  }

  /** Holds the secret of its admin API, when it is Warren's. */
  public Path adminToken() {
    return conf.resolveSibling("home").resolve("secrets").resolve("admin-token");
  }

  /** The server's process id. */
  public long processId() {
    return process.processId();
  }

  /** Its configuration folder. */
  public Path conf() {
    return conf;
  }

  @Override
  public void close() {
    process.close();
  }
}
