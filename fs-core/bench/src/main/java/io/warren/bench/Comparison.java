package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Measurement;
import io.warren.bench.peers.Peer;
import io.warren.bench.peers.Report;
import io.warren.bench.peers.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Compares Warren with a stock NameNode from the same jars, side by side on this machine. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts Warren's namenode and a stock HDFS NameNode in temporary folders, with equal heaps",
      "and durable logs, and runs the Spotify mix and NNThroughputBenchmark against both in turn.",
      "Writes NAME.md and NAME.json. What is measured shorter than by default says so in its name."
    })
public final class Comparison implements Callable<Integer> {
  private static final List<String> PEERS = List.of("warren", "stock");
  private static final int REPEATS = 5;
  private static final int WARM_UP_SECONDS = 5;
  private static final int SECONDS = 15;
  private static final int STOCK_OPERATIONS = 20_000;
  private static final String SHORT = "short";

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(names = "--name", description = "Of the report. Default: ${DEFAULT-VALUE}")
  private String name = "spotify-mix";

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(
      names = "--work",
      description = "Folder for the servers' files; default: a new one in the temporary folder")
  private @Nullable Path work;

  @Option(
      names = "--peers",
      split = ",",
      description = "What to measure, in turn. Default: warren,stock")
  private List<String> peers = PEERS;

  @Option(names = "--repeats", description = "Default: ${DEFAULT-VALUE}")
  private int repeats = REPEATS;

  @Option(names = "--threads", description = "Clients of the mix. Default: ${DEFAULT-VALUE}")
  private int threads = 16;

  @Option(names = "--warm-up-seconds", description = "Of each mix. Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = WARM_UP_SECONDS;

  @Option(names = "--seconds", description = "Of each measured mix. Default: ${DEFAULT-VALUE}")
  private int seconds = SECONDS;

  @Option(
      names = "--create-percent",
      split = ",",
      description = "Further mixes with this share of creates. Default: 20")
  private List<Integer> createPercents = List.of(20);

  @Option(names = "--hotspot", description = "Measure the mix below one shared directory as well")
  private boolean hotspot;

  @Option(
      names = "--list-entries",
      split = ",",
      description = "Sizes of directories to list, one after the other. Default: 16,2400,100000")
  private List<Integer> listEntries = List.of(16, 2_400, 100_000);

  @Option(
      names = "--nn-operations",
      description = "Operations of each NNThroughputBenchmark; 0 for none. Default: 20000")
  private int stockOperations = STOCK_OPERATIONS;

  @Option(names = "--heap", description = "Heap of each server. Default: ${DEFAULT-VALUE}")
  private String heap = "1g";

  @Option(
      names = "--server-jvm-option",
      description = "One more option for both servers' JVMs, e.g. for a profile")
  private List<String> serverJvmOptions = List.of();

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new Comparison());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (peers.isEmpty() || !PEERS.containsAll(peers) || repeats < 1) {
      throw new ParameterException(
          new CommandLine(this), "--peers takes warren and stock, --repeats at least 1");
    }
    if (isShortened() && !name.contains(SHORT)) {
      throw new ParameterException(
          new CommandLine(this),
          "Measured shorter than by default: the report's name has to say so, e.g. --name=mix-short");
    }
    boolean temporary = work == null;
    Path folder =
        work == null ? Files.createTempDirectory("warren-bench-") : Files.createDirectories(work);
    try {
      write(measure(folder));
    } catch (IOException e) {
      throw new IOException(e.getMessage() + "\nThe servers' files stay in " + folder, e);
    }
    if (temporary) {
      delete(folder);
    }
    return 0;
  }

  private boolean isShortened() {
    return repeats < REPEATS
        || warmUpSeconds < WARM_UP_SECONDS
        || seconds < SECONDS
        || (stockOperations > 0 && stockOperations < STOCK_OPERATIONS);
  }

  private Report measure(Path folder) throws IOException, InterruptedException {
    Machine machine = Machine.look(folder);
    out.println(machine.describe());
    List<Peer> running = new ArrayList<>();
    List<Measurement> measurements = new ArrayList<>();
    List<Workload> workloads = workloads();
    try {
      for (String peer : peers) {
        running.add(start(peer, folder.resolve(peer)));
      }
      for (Workload workload : workloads) {
        for (int repeat = 1; repeat <= repeats; repeat++) {
          for (Peer peer : running) {
            Measurement measured = workload.run(peer, repeat, folder);
            measurements.add(measured);
            out.printf(
                Locale.ROOT,
                "%-24s %-7s run %d of %d: %,9.0f ops/s%n",
                measured.workload(),
                measured.peer(),
                repeat,
                repeats,
                measured.operationsPerSecond());
          }
        }
      }
    } finally {
      running.forEach(Peer::close);
    }
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    return new Report(name, date, machine, setting(), workloads, measurements);
  }

  private Peer start(String peer, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> jvmOptions =
        new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC"));
    serverJvmOptions.forEach(option -> jvmOptions.add(option.replace("%p", peer)));
    return peer.equals("warren") ? Peer.warren(folder, jvmOptions) : Peer.stock(folder, jvmOptions);
  }

  private List<Workload> workloads() {
    List<Workload> all = new ArrayList<>();
    all.add(mix("mix", "Spotify mix", List.of()));
    for (int percent : createPercents) {
      all.add(
          mix(
              "mix-create-" + percent,
              "Spotify mix with " + percent + " % creates",
              List.of("--create-percent=" + percent)));
    }
    if (hotspot) {
      all.add(
          mix("mix-hotspot", "Spotify mix in one hot directory", List.of("--shape=SHARED_TOP")));
    }
    for (int entries : listEntries) {
      all.add(Workload.listings(entries, warmUpSeconds, seconds));
    }
    if (stockOperations > 0) {
      for (String operation :
          List.of("create", "open", "fileStatus", "mkdirs", "rename", "delete")) {
        all.add(Workload.stock(operation, threads, stockOperations));
      }
      all.add(Workload.createInOneDirectory(threads, stockOperations));
    }
    return all;
  }

  private Workload mix(String workload, String title, List<String> more) {
    return Workload.mix(workload, title, threads, warmUpSeconds, seconds, more);
  }

  private String setting() {
    return "Both servers ran all the time, each with "
        + heap
        + " heap, 32 handlers and its log synced to disk before it answers; the idle one waits while"
        + " the other is measured. Clients: "
        + threads
        + " threads with a connection each, in one process on the same machine, stock client"
        + " protocol; each mix warmed up "
        + warmUpSeconds
        + " s and measured "
        + seconds
        + " s on a fresh tree, files without blocks; listings by one client, as long; runs alternate"
        + " between the servers.";
  }

  private void write(Report report) throws IOException {
    Files.createDirectories(reportFolder);
    Path markdown = reportFolder.resolve(name + ".md");
    Files.writeString(markdown, report.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(name + ".json").toFile(), report.data());
    out.println();
    for (Report.Summary row : report.summaries()) {
      out.printf(
          Locale.ROOT,
          "%-24s warren %,9.0f  stock %,9.0f  ratio %.2f%n",
          row.workload(),
          row.warren(),
          row.stock(),
          row.ratio());
    }
    out.println("Written: " + markdown);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(folder)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
