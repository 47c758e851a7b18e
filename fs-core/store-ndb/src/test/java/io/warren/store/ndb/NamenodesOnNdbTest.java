package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real namenode processes over one cluster, driven by the stock client. */
class NamenodesOnNdbTest {
  private static final int START_MS = 120_000;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    started.forEach(Process::destroyForcibly);
    for (Process process : started) {
      process.waitFor(30, TimeUnit.SECONDS);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void writeConf(Path folder, int[] rpcPorts) throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    String property = "<property><name>%s</name><value>%s</value></property>%n";
    xml.append(String.format(property, "warren.namenode.heartbeat.interval-ms", "200"));
    xml.append(String.format(property, "dfs.replication", "1"));
    xml.append("</configuration>\n");
    Files.writeString(folder.resolve("hdfs-site.xml"), xml);
    Files.writeString(
        folder.resolve("core-site.xml"),
        "<configuration>"
            + String.format(property, "fs.defaultFS", "hdfs://127.0.0.1:" + rpcPorts[0])
            + "</configuration>\n");
  }

  private Process launch(Path folder, String name, int rpcPort, int httpPort) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-Djava.library.path=" + System.getProperty("java.library.path"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "io.warren.namenode.NamenodeMain"));
    command.addAll(
        List.of(
            "--home",
            Files.createDirectories(folder.resolve(name)).toString(),
            "--conf",
            folder.toString(),
            "--store",
            "ndb",
            "--ndb-connect",
            TestCluster.get().options().connectString(),
            "--namenode",
            String.format("%s,127.0.0.1:%d,127.0.0.1:%d", name, rpcPort, httpPort)));
    File log = folder.resolve(name + ".log").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    started.add(process);
    return process;
  }

  private static Configuration client(int... rpcPorts) {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://warren");
    conf.set("dfs.nameservices", "warren");
    List<String> names = new ArrayList<>();
    for (int port : rpcPorts) {
      names.add("nn" + port);
      conf.set("dfs.namenode.rpc-address.warren.nn" + port, "127.0.0.1:" + port);
    }
    conf.set("dfs.ha.namenodes.warren", String.join(",", names));
    conf.set(
        "dfs.client.failover.proxy.provider.warren",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    conf.setInt("dfs.client.failover.max.attempts", 100);
    conf.setInt("dfs.client.failover.sleep.base.millis", 50);
    conf.setInt("dfs.client.failover.sleep.max.millis", 500);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  private static void awaitServing(FileSystem fs, Process process, Path log) throws Exception {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MS);
    while (true) {
      try {
        fs.getFileStatus(new org.apache.hadoop.fs.Path("/"));
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadlineNs || !process.isAlive()) {
          throw new AssertionError("A namenode does not serve: " + Files.readString(log), e);
        }
      }
    }
  }

  private static List<String> names(FileSystem fs, String folder) throws IOException {
    FileStatus[] found = fs.listStatus(new org.apache.hadoop.fs.Path(folder));
    return Arrays.stream(found).map(s -> s.getPath().getName()).toList();
  }

  /** What the store did is told by kind: every kind of access that these calls made was counted. */
  private static void assertMeters(int httpPort) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + "/metrics")).build();
    String text =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (String kind : List.of("primary_key", "batched_primary_key", "pruned_scan")) {
      assertThat(sum(text, "warren_store_accesses_total", "kind=\"" + kind + "\""))
          .as("accesses of kind %s in%n%s", kind, text)
          .isPositive();
    }
    assertThat(sum(text, "warren_store_transactions_started_total", "place=\"shard\""))
        .isPositive();
    assertThat(sum(text, "warren_store_round_trips_total", "operation=\"get_listing\""))
        .isPositive();
  }

  private static double sum(String metrics, String name, String label) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + "{") && line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void twoProcessesFormatOnceAndServeOneFileSystem(@TempDir Path folder) throws Exception {
    TestCluster.get().emptyStore().close();
    int[] ports = {freePort(), freePort()};
    writeConf(folder, ports);
    int httpPort = freePort();
    Process first = launch(folder, "nn1", ports[0], httpPort);
    Process second = launch(folder, "nn2", ports[1], freePort());
    try (FileSystem one = FileSystem.get(client(ports[0]));
        FileSystem two = FileSystem.get(client(ports[1]));
        FileSystem both = FileSystem.get(client(ports))) {
      awaitServing(one, first, folder.resolve("nn1.log"));
      awaitServing(two, second, folder.resolve("nn2.log"));
      assertThat(one.mkdirs(new org.apache.hadoop.fs.Path("/a/b/c"))).isTrue();
      two.create(new org.apache.hadoop.fs.Path("/a/b/c/empty")).close();
      assertThat(names(one, "/a/b/c")).containsExactly("empty");
      assertThat(
              one.rename(
                  new org.apache.hadoop.fs.Path("/a/b/c/empty"),
                  new org.apache.hadoop.fs.Path("/a/b/moved")))
          .isTrue();
      assertThat(names(two, "/a/b")).containsExactly("c", "moved");
      assertMeters(httpPort);
      first.destroyForcibly();
      assertThat(both.delete(new org.apache.hadoop.fs.Path("/a/b"), true)).isTrue();
      assertThat(names(both, "/a")).isEmpty();
    }
  }
}
