package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.flood.FloodReport;
import io.warren.bench.flood.FloodRun;
import io.warren.bench.flood.FloodRuns;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Peer;
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
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What one user's flood of listings leaves to the others, at Warren and at a stock NameNode. */
@Command(
    name = "bench-flood",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts Warren's namenode, over a running NDB cluster with --ndb-connect, and a stock HDFS",
      "NameNode in a folder of their own. At each in turn, several users with a thread each work",
      "alone, then beside one user with many threads who lists a great directory. Writes NAME.md",
      "and NAME.json."
    })
public final class Flood implements Callable<Integer> {
  private static final String WARREN = "warren";
  private static final List<String> PEERS = List.of(WARREN, "stock");

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(
      names = "--ndb-connect",
      description = "HOST:PORT of NDB's management, of a cluster with Warren's schema")
  private @Nullable String ndbConnect;

  @Option(names = "--name", description = "Of the report. Default: flood[-ndb]")
  private @Nullable String name;

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(names = "--peers", split = ",", description = "Default: warren,stock")
  private List<String> peers = PEERS;

  @Option(names = "--repeats", description = "Default: ${DEFAULT-VALUE}")
  private int repeats = 5;

  @Option(names = "--heap", description = "Heap of each server. Default: ${DEFAULT-VALUE}")
  private String heap = "1g";

  @Option(
      names = "--server-jvm-option",
      description = "One more option for both servers' JVMs, e.g. for a profile")
  private List<String> serverJvmOptions = List.of();

  @Option(
      names = "--warren-setting",
      description = "One more KEY=VALUE for Warren's hdfs-site.xml, e.g. to switch a remedy off")
  private Map<String, String> warrenSettings = Map.of();

  @Mixin private FloodRuns.Options options = new FloodRuns.Options();

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new Flood());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench-flood: " + e.getMessage());
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
    Path folder = Files.createTempDirectory("warren-bench-flood-");
    out.println("The servers' files: " + folder);
    Machine machine = Machine.look(folder);
    List<Peer> running = new ArrayList<>();
    List<FloodRun> runs = new ArrayList<>();
    try {
      for (String peer : peers) {
        Peer started = start(peer, folder.resolve(peer));
        running.add(started);
      }
      FloodRuns flood = new FloodRuns(options, folder);
      for (Peer peer : running) {
        flood.prepare(peer);
      }
      for (int repeat = 1; repeat <= repeats; repeat++) {
        for (Peer peer : running) {
          FloodRun run = flood.run(peer, repeat);
          runs.add(run);
          tell(run);
        }
      }
    } finally {
      running.forEach(Peer::close);
    }
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    write(new FloodReport(date, machine, setting(), peers, runs));
    return 0;
  }

  private Peer start(String peer, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> jvmOptions =
        new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC"));
    serverJvmOptions.forEach(option -> jvmOptions.add(option.replace("%p", peer)));
    if (!peer.equals(WARREN)) {
      return Peer.stock(folder, jvmOptions);
    }
    String connect = ndbConnect;
    return connect == null
        ? Peer.warren(folder, jvmOptions, warrenSettings)
        : Peer.warrenOnNdb(WARREN, folder, jvmOptions, connect, warrenSettings);
  }

  private String setting() {
    String more = warrenSettings.isEmpty() ? "" : " Warren had these settings: " + warrenSettings;
    String store = ndbConnect == null ? "" : " Warren's store was NDB, on the same machine.";
    return options.describe(heap) + store + more;
  }

  private void tell(FloodRun run) {
    out.printf(
        Locale.ROOT,
        "%-7s run %d of %d: %,.0f ops/s alone, %,.0f beside the flood (%.0f %%); p99 %.1f and %.1f"
            + " ms (%.1f times), worst %.0f and %.0f ms; flood %,.0f listings/s%n",
        run.peer(),
        run.repeat(),
        repeats,
        run.quiet().operationsPerSecond(),
        run.flooded().operationsPerSecond(),
        100 * run.share(),
        run.quiet().p99Us() / 1000.0,
        run.flooded().p99Us() / 1000.0,
        run.p99Ratio(),
        run.quiet().worstUs() / 1000.0,
        run.flooded().worstUs() / 1000.0,
        run.listingsPerSecond());
  }

  private void write(FloodReport report) throws IOException {
    Files.createDirectories(reportFolder);
    String title = name != null ? name : ndbConnect == null ? "flood" : "flood-ndb";
    Path markdown = reportFolder.resolve(title + ".md");
    Files.writeString(markdown, report.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(title + ".json").toFile(), report.data());
    out.println("Written: " + markdown);
  }
}
