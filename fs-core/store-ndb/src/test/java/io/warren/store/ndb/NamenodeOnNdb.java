package io.warren.store.ndb;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** One namenode process over the tests' cluster, with settings of its own. */
final class NamenodeOnNdb implements AutoCloseable {
  private static final long START_MS = 120_000;
  private static final int STOP_S = 30;

  private final Process process;
  private final Path log;
  private final URI uri;
  private final URI http;

  private NamenodeOnNdb(Process process, Path log, URI uri, URI http) {
    this.process = process;
    this.log = log;
    this.uri = uri;
    this.http = http;
  }

  /** Starts it and waits until it serves. */
  static NamenodeOnNdb start(Path folder, Map<String, String> settings) throws IOException {
    String rpc = "127.0.0.1:" + freePort();
    String http = "127.0.0.1:" + freePort();
    Path conf = Files.createDirectories(folder.resolve("conf"));
    writeXml(conf.resolve("core-site.xml"), Map.of("fs.defaultFS", "hdfs://" + rpc));
    writeXml(conf.resolve("hdfs-site.xml"), settings);
    File log = folder.resolve("namenode.log").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-Djava.library.path=" + System.getProperty("java.library.path"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "io.warren.namenode.NamenodeMain",
                "--home",
                Files.createDirectories(folder.resolve("home")).toString(),
                "--conf",
                conf.toString(),
                "--store",
                "ndb",
                "--ndb-connect",
                TestCluster.get().options().connectString(),
                "--namenode",
                "nn1," + rpc + "," + http)
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    NamenodeOnNdb started =
        new NamenodeOnNdb(
            process, log.toPath(), URI.create("hdfs://" + rpc), URI.create("http://" + http));
    started.awaitServing();
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void writeXml(Path file, Map<String, String> settings) throws IOException {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }

  private void awaitServing() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("ipc.client.connect.max.retries", 0);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MS);
    while (true) {
      try (FileSystem fs = FileSystem.newInstance(uri, conf)) {
        fs.getFileStatus(new org.apache.hadoop.fs.Path("/"));
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadlineNs || !process.isAlive()) {
          String told = Files.readString(log);
          close();
          throw new AssertionError("The namenode does not serve: " + told, e);
        }
      }
    }
  }

  URI uri() {
    return uri;
  }

  /** Root of its HTTP server. */
  URI http() {
    return http;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(STOP_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
