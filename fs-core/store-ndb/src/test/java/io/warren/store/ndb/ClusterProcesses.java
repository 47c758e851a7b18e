package io.warren.store.ndb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A small NDB cluster as processes of this machine: a management, two data and one SQL node. */
final class ClusterProcesses implements AutoCloseable {
  static final String DATABASE = "warren";
  private static final int START_TIMEOUT_S = 240;
  private static final int API_NODES = 12;
  private static final String DATA_NODE =
      """
      [ndbd default]
      NoOfReplicas=2
      DataMemory=%s
      TransactionMemory=64M
      MaxNoOfConcurrentOperations=60000
      MaxNoOfTables=256
      MaxNoOfAttributes=2000
      MaxNoOfOrderedIndexes=256
      NoOfFragmentLogFiles=4
      FragmentLogFileSize=16M
      RedoBuffer=32M
      AutomaticThreadConfig=0
      MaxNoOfExecutionThreads=2
      HeartbeatIntervalDbDb=5000
      HeartbeatIntervalDbApi=5000
      TransactionDeadlockDetectionTimeout=1200
      TransactionInactiveTimeout=2500
      TimeBetweenEpochs=100
      SharedGlobalMemory=64M
      DiskPageBufferMemory=32M
      """;

  private final Path home = Path.of(System.getenv("NDB_HOME"));
  private final Path folder;
  private final int managementPort;
  private final int sqlPort;
  private final List<Process> running = new ArrayList<>();
  private final Process[] dataNodes = new Process[2];
  private @Nullable Process management;
  private @Nullable Process sqlNode;
  private boolean external;

  private ClusterProcesses(Path folder) {
    this.folder = folder;
    managementPort = freePort();
    sqlPort = freePort();
  }

  private ClusterProcesses(Path socket, int managementPort) {
    this.folder = socket;
    this.managementPort = managementPort;
    this.sqlPort = 0;
    this.external = true;
  }

  /** The cluster named by the system properties, else one that lives as long as the JVM. */
  static ClusterProcesses sharedOne() {
    String connect = System.getProperty("warren.ndb.test.connect", "");
    if (!connect.isEmpty()) {
      String socket = System.getProperty("warren.ndb.test.sql", "");
      int port = Integer.parseInt(connect.substring(connect.lastIndexOf(':') + 1));
      return new ClusterProcesses(Path.of(socket), port);
    }
    ClusterProcesses cluster = start("128M");
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "stop-ndb"));
    return cluster;
  }

  /** Starts a cluster of its own with the schema applied. */
  static ClusterProcesses start(String dataMemory) {
    try {
      Path parent = Path.of("target", "ndb").toAbsolutePath();
      Files.createDirectories(parent);
      ClusterProcesses cluster = new ClusterProcesses(Files.createTempDirectory(parent, "c"));
      try {
        cluster.launch(dataMemory);
        return cluster;
      } catch (RuntimeException | IOException e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String connectString() {
    return "127.0.0.1:" + managementPort;
  }

  private void launch(String dataMemory) throws IOException {
    writeConfig(dataMemory);
    for (String each : List.of("mgm", "d1", "d2", "sql", "tmp")) {
      Files.createDirectories(folder.resolve(each));
    }
    startManagement(true);
    startDataNode(1, true);
    startDataNode(2, true);
    awaitDataNodes();
    run("mysqld", "--defaults-file=" + folder.resolve("my.cnf"), "--initialize-insecure");
    startSqlNode();
    sql("CREATE DATABASE " + DATABASE);
    applySchema();
  }

  private void writeConfig(String dataMemory) throws IOException {
    StringBuilder config = new StringBuilder(String.format(DATA_NODE, dataMemory));
    config.append(
        String.format(
            "[ndb_mgmd]\nNodeId=1\nHostName=127.0.0.1\nPortNumber=%d\nDataDir=%s\n",
            managementPort, folder.resolve("mgm")));
    for (int node = 1; node <= 2; node++) {
      config.append(
          String.format(
              "[ndbd]\nNodeId=%d\nHostName=127.0.0.1\nServerPort=%d\nDataDir=%s\n",
              node + 1, freePort(), folder.resolve("d" + node)));
    }
    config.append("[mysqld]\nNodeId=10\nHostName=127.0.0.1\n");
    for (int node = 0; node < API_NODES; node++) {
      config.append(String.format("[api]\nNodeId=%d\nHostName=127.0.0.1\n", 11 + node));
    }
    Files.writeString(folder.resolve("config.ini"), config);
    Files.writeString(
        folder.resolve("my.cnf"),
        String.format(
            """
            [mysqld]
            basedir=%1$s
            lc-messages-dir=%1$s/share
            character-sets-dir=%1$s/share/charsets
            user=%2$s
            ndbcluster
            ndb-connectstring=%3$s
            datadir=%4$s/sql/data
            socket=%4$s/sql/s.sock
            tmpdir=%4$s/tmp
            port=%5$d
            bind-address=127.0.0.1
            performance_schema=OFF
            innodb_buffer_pool_size=64M
            """,
            home, System.getProperty("user.name"), connectString(), folder, sqlPort));
  }

  private void startManagement(boolean fresh) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "ndb_mgmd",
                "--nodaemon",
                "-f",
                folder.resolve("config.ini").toString(),
                "--configdir=" + folder.resolve("mgm")));
    if (fresh) {
      command.add("--initial");
    }
    management = spawn("mgm", command);
    running.add(management);
  }

  void killManagement() throws InterruptedException {
    Process node = management;
    if (node != null) {
      end(node);
    }
  }

  void restartManagement() {
    startManagement(false);
  }

  private void startDataNode(int number, boolean fresh) {
    List<String> command =
        new ArrayList<>(
            List.of("ndbmtd", "--nodaemon", "-c", connectString(), "--ndb-nodeid=" + (number + 1)));
    if (fresh) {
      command.add("--initial");
    }
    Process process = spawn("d" + number, command);
    running.add(process);
    dataNodes[number - 1] = process;
  }

  /** Ends data node 1 or 2 at once: the watching process and the working one below it. */
  void killDataNode(int number) throws InterruptedException {
    end(dataNodes[number - 1]);
  }

  void restartDataNode(int number) {
    startDataNode(number, false);
  }

  void stopSqlNode() throws InterruptedException {
    Process node = sqlNode;
    if (node != null) {
      end(node);
    }
  }

  private static void end(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.waitFor(30, TimeUnit.SECONDS);
  }

  void awaitDataNodes() {
    run("ndb_waiter", "-c", connectString(), "--timeout=" + START_TIMEOUT_S);
  }

  private void startSqlNode() {
    Process node = spawn("sql", List.of("mysqld", "--defaults-file=" + folder.resolve("my.cnf")));
    running.add(node);
    sqlNode = node;
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_TIMEOUT_S);
    while (!ready()) {
      if (System.nanoTime() > deadlineNs || !node.isAlive()) {
        throw new IllegalStateException("The SQL node did not start, see " + folder);
      }
    }
  }

  private boolean ready() {
    try {
      return execute(
              List.of(
                  "mysql",
                  "-e",
                  "CREATE DATABASE IF NOT EXISTS probe;"
                      + " CREATE TABLE IF NOT EXISTS probe.t (a INT) ENGINE=NDB"),
              true)
          == 0;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Applies every file of the schema folder, and records it as the operator's command does. */
  private void applySchema() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("schema"))) {
      for (Path file : files.sorted().toList()) {
        String name = String.valueOf(file.getFileName());
        sql("USE " + DATABASE + ";\n" + Files.readString(file));
        sql(
            String.format(
                "INSERT INTO %s.schema_versions VALUES (%d, '%s', 'test', 0)",
                DATABASE, Integer.parseInt(name.substring(1, 5)), name));
      }
    }
  }

  /** Runs statements on the SQL node; returns what they print, tab-separated, without a header. */
  String sql(String statements) {
    Path output = folderFor("sql-out");
    execute(List.of("mysql", "-N", "-B", "-e", statements), false);
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path folderFor(String name) {
    return external
        ? Path.of(System.getProperty("java.io.tmpdir"), "warren-ndb-" + name)
        : folder.resolve(name + ".log");
  }

  private int execute(List<String> command, boolean mayFail) {
    List<String> full = new ArrayList<>(command);
    if (command.get(0).equals("mysql")) {
      Path socket = external ? folder : folder.resolve("sql").resolve("s.sock");
      full.addAll(1, List.of("--no-defaults", "-uroot", "-S", socket.toString()));
    }
    Process process = spawn("sql-out", full);
    try {
      if (!process.waitFor(START_TIMEOUT_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("A command took too long: " + full);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    if (process.exitValue() != 0 && !mayFail) {
      throw new IllegalStateException("A command failed: " + full + ", see " + folder);
    }
    return process.exitValue();
  }

  private void run(String... command) {
    execute(List.of(command), false);
  }

  private Process spawn(String log, List<String> command) {
    List<String> full = new ArrayList<>(command);
    full.set(0, home.resolve("bin").resolve(command.get(0)).toString());
    ProcessBuilder builder = new ProcessBuilder(full).redirectErrorStream(true);
    builder.environment().put("LD_LIBRARY_PATH", home + "/lib:" + home + "/lib/private");
    builder.redirectOutput(folderFor(log).toFile());
    if (!external) {
      // The nodes write their error logs where they are started.
      builder.directory(folder.toFile());
    }
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends what this object started. */
  @Override
  public void close() {
    for (int i = running.size() - 1; i >= 0; i--) {
      running.get(i).descendants().forEach(ProcessHandle::destroyForcibly);
      running.get(i).destroyForcibly();
    }
    for (Process process : running) {
      try {
        process.waitFor(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    running.clear();
    try (Stream<Path> files = external ? Stream.empty() : Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
