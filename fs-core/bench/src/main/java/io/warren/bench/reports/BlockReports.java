package io.warren.bench.reports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Peer;
import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures block reports by hashes against stock full reports, and writes a report. */
@Command(
    name = "bench-blockreports",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a namenode, fills storages with blocks and reports them: in full as the stock",
      "DataNode does, and by hashes of buckets, of which none to all mismatch; by one datanode,",
      "and by several at once."
    })
public final class BlockReports implements Callable<Integer> {
  private static final String EMBEDDED = "embedded";
  private static final String NDB = "ndb";
  private static final String DATABASE = "warren";
  private static final int CONNECT_TIMEOUT_MS = 30_000;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(
      names = "--ndb-connect",
      description =
          "HOST:PORT of NDB's management, of a cluster with Warren's schema. Default: the"
              + " embedded store.")
  private @Nullable String connect;

  @Option(names = "--name", description = "Of the report. Default: block-reports[-ndb]")
  private @Nullable String name;

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(
      names = "--work",
      description = "Folder for the server's files; default: a new one in the temporary folder")
  private @Nullable Path work;

  @Option(names = "--blocks", description = "Default: ${DEFAULT-VALUE}")
  private int blocks = 1_000_000;

  @Option(
      names = "--datanodes",
      description =
          "That report at once, where throughput is measured. Each has a replica of every block."
              + " Default: ${DEFAULT-VALUE}")
  private int datanodes = 4;

  @Option(names = "--buckets", split = ",", description = "Default: ${DEFAULT-VALUE}")
  private List<Integer> buckets = List.of(1_000, 2_000);

  @Option(names = "--mismatching", split = ",", description = "Percent. Default: ${DEFAULT-VALUE}")
  private List<Integer> mismatching = List.of(0, 1, 10, 50, 100);

  @Option(names = "--seconds", description = "Of each kind of report. Default: ${DEFAULT-VALUE}")
  private int seconds = 10;

  @Option(names = "--heap", description = "Of the namenode. Default: ${DEFAULT-VALUE}")
  private String heap = "2g";

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new BlockReports());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench-blockreports: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder =
        work == null ? Files.createTempDirectory("warren-bench-") : Files.createDirectories(work);
    Machine machine = Machine.look(folder);
    out.println(machine.describe());
    prepare(folder);
    List<ReportLine> lines = new ArrayList<>();
    double hashingMs;
    try (Peer namenode = start(folder)) {
      List<ReportingDatanode> joined = join(namenode);
      try {
        hashingMs = measure(namenode, joined, lines);
      } finally {
        leave(joined);
      }
    }
    String store = connect == null ? EMBEDDED : NDB;
    String title = name != null ? name : connect == null ? "block-reports" : "block-reports-ndb";
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    write(new ReportsPage(title, date, machine, store, blocks, hashingMs, lines));
    return 0;
  }

  private Peer start(Path folder) throws IOException, InterruptedException {
    List<String> jvm = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
    return connect == null
        ? Peer.warren(folder, jvm)
        : Peer.warrenOnNdb("nn1", folder, jvm, connect, 1_000);
  }

  private List<ReportingDatanode> join(Peer namenode) throws IOException {
    List<ReportingDatanode> joined = new ArrayList<>();
    for (int number = 0; number < datanodes; number++) {
      joined.add(ReportingDatanode.join(namenode, number));
    }
    return joined;
  }

  private static void leave(List<ReportingDatanode> joined) throws IOException {
    for (ReportingDatanode datanode : joined) {
      datanode.close();
    }
  }

  /** A namenode formats the store and gives storages their numbers; then the rows are written. */
  private void prepare(Path folder) throws IOException, InterruptedException {
    try (Peer namenode = start(folder)) {
      leave(join(namenode));
    }
    String kind = connect == null ? EMBEDDED : NDB;
    StoreProvider provider =
        StoreProvider.find(kind)
            .orElseThrow(() -> new IOException("This build has no store of kind " + kind));
    Path files = folder.resolve("home").resolve("store");
    String address = connect == null ? "" : connect;
    long startNanos = System.nanoTime();
    try (Store store =
        provider.open(new StoreConfig(files, address, DATABASE, CONNECT_TIMEOUT_MS))) {
      List<String> storages =
          IntStream.range(0, datanodes).mapToObj(ReportingDatanode::storageUuid).toList();
      ReportedStorage.fill(store, storages, blocks);
    }
    out.printf(
        Locale.ROOT,
        "%,d blocks, each on %d storages, written in %.0f s%n",
        blocks,
        datanodes,
        (System.nanoTime() - startNanos) / 1e9);
  }

  private double measure(Peer namenode, List<ReportingDatanode> joined, List<ReportLine> lines)
      throws IOException, InterruptedException {
    BlockListAsLongs replicas = ReportedStorage.list(blocks);
    ReportRuns runs = new ReportRuns(namenode, replicas, seconds);
    List<ReportingDatanode> one = joined.subList(0, 1);
    print(lines, runs.full(one));
    for (int count : buckets) {
      for (int percent : mismatching) {
        print(lines, runs.hashed(one, count, percent));
      }
    }
    if (joined.size() > 1) {
      print(lines, runs.full(joined));
      for (int count : buckets) {
        print(lines, runs.hashed(joined, count, 0));
      }
    }
    return runs.hashingMs(buckets.get(0));
  }

  private void print(List<ReportLine> lines, ReportLine line) {
    lines.add(line);
    out.println(line);
  }

  private void write(ReportsPage page) throws IOException {
    Files.createDirectories(reportFolder);
    Path markdown = reportFolder.resolve(page.name() + ".md");
    Files.writeString(markdown, page.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(page.name() + ".json").toFile(), page);
    out.println("Written: " + markdown);
  }
}
