package io.warren.bench.peers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final String LOOPBACK = "127.0.0.1";

  /** Calls that a server works on at once: the same for both. */
  private static final String HANDLERS = "32";

  private final String name;
  private final String uri;
  private final Path conf;
  private final JavaProcess process;

  private Peer(String name, String uri, Path conf, JavaProcess process) {
    this.name = name;
    this.uri = uri;
    this.conf = conf;
    this.process = process;
  }

  /** A NameNode of the Hadoop release whose jars are on the class path, freshly formatted. */
  public static Peer stock(Path folder, List<String> jvmOptions)
      throws IOException, InterruptedException {
    String uri = "hdfs://" + LOOPBACK + ":" + ConfFolder.freePort();
    Path conf =
        ConfFolder.write(
            folder.resolve("conf"),
            Map.of("fs.defaultFS", uri, "hadoop.tmp.dir", folder.resolve("tmp").toString()),
            Map.of(
                "dfs.namenode.name.dir",
                folder.resolve("name").toUri().toString(),
                "dfs.namenode.http-address",
                LOOPBACK + ":" + ConfFolder.freePort(),
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
    return started("stock", uri, conf, folder, jvmOptions, STOCK_MAIN, List.of());
  }

  /** Warren's namenode over an empty embedded store. */
  public static Peer warren(Path folder, List<String> jvmOptions)
      throws IOException, InterruptedException {
    String rpc = LOOPBACK + ":" + ConfFolder.freePort();
    String http = LOOPBACK + ":" + ConfFolder.freePort();
    Path conf =
        ConfFolder.write(
            folder.resolve("conf"),
            Map.of(
                "fs.defaultFS",
                "hdfs://warren",
                "hadoop.tmp.dir",
                folder.resolve("tmp").toString()),
            Map.of(
                "dfs.nameservices", "warren",
                "dfs.ha.namenodes.warren", "nn1",
                "dfs.namenode.rpc-address.warren.nn1", rpc,
                "dfs.namenode.http-address.warren.nn1", http,
                "dfs.client.failover.proxy.provider.warren",
                    "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
                "dfs.namenode.handler.count", HANDLERS,
                "dfs.namenode.fs-limits.min-block-size", "0"));
    List<String> arguments =
        List.of(
            "--home", folder.resolve("home").toString(),
            "--conf", conf.toString(),
            "--namenode", "nn1," + rpc + "," + http);
    Files.createDirectories(folder.resolve("home"));
    return started("warren", "hdfs://" + rpc, conf, folder, jvmOptions, WARREN_MAIN, arguments);
  }

  private static Peer started(
      String name,
      String uri,
      Path conf,
      Path folder,
      List<String> jvmOptions,
      String mainClass,
      List<String> arguments)
      throws IOException, InterruptedException {
    JavaProcess process =
        JavaProcess.start(conf, folder.resolve("server.log"), jvmOptions, mainClass, arguments);
    Peer peer = new Peer(name, uri, conf, process);
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
      try (FileSystem fs = FileSystem.newInstance(URI.create(uri), client)) {
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

  /** "stock" or "warren". */
  public String name() {
    return name;
  }

  /** Where its clients connect to. */
  public String uri() {
    return uri;
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
