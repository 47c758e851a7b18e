package io.warren.store.ndb;

import io.warren.store.testkit.CommitRecorder.Commit;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** Namenode processes over the tests' cluster, and the configuration of stock clients of them. */
final class NamenodeFleet implements AutoCloseable {
  static final int HEARTBEAT_MS = 200;
  private static final int START_MS = 120_000;
  private static final int END_S = 30;
  private static final int RPC_TIMEOUT_MS = 2_000;

  /** A process and where it listens. */
  record Member(String name, Process process, int rpcPort, int httpPort, Path log, Path recorded) {
    /** What it has committed, in the order of the acknowledgements. */
    List<Commit> commits() throws IOException {
      String text = Files.readString(recorded);
      // The process may be in the middle of a line.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Commit::parse).toList();
    }

    private void signal(String which) throws IOException, InterruptedException {
      Process kill = new ProcessBuilder("kill", "-" + which, "" + process.pid()).start();
      if (kill.waitFor() != 0) {
        throw new IOException("The signal " + which + " was not sent");
      }
    }

    void pause() throws IOException, InterruptedException {
      signal("STOP");
    }

    void goOn() throws IOException, InterruptedException {
      signal("CONT");
    }

    void kill() throws IOException, InterruptedException {
      signal("KILL");
      process.waitFor(END_S, TimeUnit.SECONDS);
    }
  }

  private final Path folder;
  private final Map<String, int[]> ports = new TreeMap<>();
  private final List<Process> started = new ArrayList<>();

  NamenodeFleet(Path folder, String... names) throws IOException {
    this.folder = folder;
    for (String name : names) {
      ports.put(name, new int[] {freePort(), freePort()});
    }
    property("hdfs-site.xml", "warren.namenode.heartbeat.interval-ms", "" + HEARTBEAT_MS);
    property("core-site.xml", "fs.defaultFS", "hdfs://warren");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void property(String file, String name, String value) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(name, value);
    conf.set("dfs.replication", "1");
    try (var out = Files.newOutputStream(folder.resolve(file))) {
      conf.writeXml(out);
    }
  }

  private int[] portsOf(String name) {
    return Objects.requireNonNull(ports.get(name), "a namenode of this fleet");
  }

  /** Starts a process; {@link #awaitServing} waits for it. */
  Member launch(String name) throws IOException {
    int[] port = portsOf(name);
    Path recorded = Files.createTempFile(folder, name + "-", ".commits");
    Path log = Path.of(recorded + ".log");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-Djava.library.path=" + System.getProperty("java.library.path"),
            "-D" + RecordedNdbProvider.FILE + "=" + recorded,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "io.warren.namenode.NamenodeMain",
            "--home",
            Files.createDirectories(folder.resolve(name)).toString(),
            "--conf",
            folder.toString(),
            "--store",
            RecordedNdbProvider.KIND,
            "--ndb-connect",
            TestCluster.get().options().connectString(),
            "--namenode",
            String.format("%s,127.0.0.1:%d,127.0.0.1:%d", name, port[0], port[1]));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    started.add(process);
    return new Member(name, process, port[0], port[1], log, recorded);
  }

  /** A stock client of these namenodes, which it tries in their order. */
  Configuration client(String... names) {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://warren");
    conf.set("dfs.nameservices", "warren");
    conf.set("dfs.ha.namenodes.warren", String.join(",", names));
    for (String name : names) {
      conf.set("dfs.namenode.rpc-address.warren." + name, "127.0.0.1:" + portsOf(name)[0]);
    }
    conf.set(
        "dfs.client.failover.proxy.provider.warren",
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    conf.setInt("dfs.client.failover.connection.retries", 0);
    conf.setInt("dfs.client.failover.max.attempts", 100);
    conf.setInt("dfs.client.failover.sleep.base.millis", 50);
    conf.setInt("dfs.client.failover.sleep.max.millis", 500);
    conf.setInt("ipc.client.rpc-timeout.ms", RPC_TIMEOUT_MS);
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return conf;
  }

  void awaitServing(Member member) throws IOException {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MS);
    try (FileSystem fs = FileSystem.get(client(member.name()))) {
      while (true) {
        try {
          fs.getFileStatus(new org.apache.hadoop.fs.Path("/"));
          return;
        } catch (IOException e) {
          if (System.nanoTime() > deadlineNanos || !member.process().isAlive()) {
            throw new AssertionError(
                "A namenode does not serve: " + Files.readString(member.log()), e);
          }
        }
      }
    }
  }

  @Override
  public void close() {
    started.forEach(Process::destroyForcibly);
    for (Process process : started) {
      try {
        process.waitFor(END_S, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
