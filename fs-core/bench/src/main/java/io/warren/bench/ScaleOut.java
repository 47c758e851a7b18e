package io.warren.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.peers.AdminClient;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Measurement;
import io.warren.bench.peers.Peer;
import io.warren.bench.scale.MixProcess;
import io.warren.bench.scale.ScaleReport;
import io.warren.bench.scale.Variant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the Spotify mix over an NDB cluster with several namenodes, and writes a report. */
@Command(
    name = "bench-ndb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts namenodes over a running NDB cluster that has Warren's schema, and runs the Spotify",
      "mix through one, two and three of them, at greater depths, without views of directories,",
      "without inode hints, too, and in one directory whose children are kept by parent or",
      "hashed; all variants in turn, several times."
    })
public final class ScaleOut implements Callable<Integer> {
  private static final String WITHOUT_HINTS = "nn0";
  private static final String WITHOUT_VIEWS = "nn-1";
  private static final List<Integer> GREATER_DEPTHS = List.of(12, 20);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(names = "--ndb-connect", required = true, description = "HOST:PORT of NDB's management")
  private String connect = "";

  @Option(
      names = "--store-process",
      split = ",",
      description = "Process ids of the data nodes on this machine, to report their processor time")
  private List<Long> storeProcesses = List.of();

  @Option(names = "--store-nodes", description = "Data nodes of the store, 0 when not known")
  private int storeNodes;

  @Option(names = "--name", description = "Of the report. Default: ${DEFAULT-VALUE}")
  private String name = "ndb-scale-out";

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(
      names = "--work",
      description = "Folder for the servers' files; default: a new one in the temporary folder")
  private @Nullable Path work;

  @Option(names = "--namenodes", description = "Most namenodes at once. Default: ${DEFAULT-VALUE}")
  private int namenodesMax = 3;

  @Option(names = "--repeats", description = "Default: ${DEFAULT-VALUE}")
  private int repeats = 4;

  @Option(names = "--threads", description = "Clients of the mix. Default: ${DEFAULT-VALUE}")
  private int threads = 16;

  @Option(names = "--depth", description = "Depth of the deepest files. Default: ${DEFAULT-VALUE}")
  private int depth = 7;

  @Option(names = "--warm-up-seconds", description = "Of each mix. Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = 4;

  @Option(names = "--seconds", description = "Of each measured mix. Default: ${DEFAULT-VALUE}")
  private int seconds = 10;

  @Option(names = "--heap", description = "Of each namenode. Default: ${DEFAULT-VALUE}")
  private String heap = "512m";

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new ScaleOut());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench-ndb: " + e.getMessage());
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
    List<Variant> variants = variants();
    List<Measurement> measurements;
    Map<String, Peer> namenodes = new LinkedHashMap<>();
    try {
      start(namenodes, folder);
      measurements = measure(variants, namenodes, folder);
    } finally {
      namenodes.values().forEach(Peer::close);
    }
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    write(new ScaleReport(name, date, machine, setting(), storeNodes, variants, measurements));
    return 0;
  }

  private List<Variant> variants() {
    List<Variant> all = new ArrayList<>();
    List<String> serving = new ArrayList<>();
    for (int n = 1; n <= namenodesMax; n++) {
      serving.add("nn" + n);
      String title = n == 1 ? "1 namenode" : n + " namenodes";
      all.add(Variant.apart("namenodes-" + n, title, serving));
    }
    for (int other : GREATER_DEPTHS) {
      String title = "1 namenode, files at depth " + other;
      Variant deep = Variant.apart("depth-" + other, title, List.of("nn1"));
      all.add(deep.deeperBy(Math.max(0, other - depth)));
    }
    all.add(Variant.apart("no-views", "1 namenode without views", List.of(WITHOUT_VIEWS)));
    all.add(Variant.apart("no-hints", "1 namenode without hints", List.of(WITHOUT_HINTS)));
    all.add(
        Variant.oneDirectory(
            "by-parent", "one directory, children by parent", serving, /* hashed= */ false));
    all.add(
        Variant.oneDirectory(
            "hashed", "one directory, children hashed", serving, /* hashed= */ true));
    return all;
  }

  private void start(Map<String, Peer> namenodes, Path folder)
      throws IOException, InterruptedException {
    List<String> jvm = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
    for (int n = -1; n <= namenodesMax; n++) {
      String namenode = "nn" + n;
      Path own = Files.createDirectories(folder.resolve(namenode));
      Map<String, String> settings = new LinkedHashMap<>();
      if (namenode.equals(WITHOUT_HINTS)) {
        settings.put("warren.namenode.hints-max", "0");
      }
      if (namenode.equals(WITHOUT_HINTS) || namenode.equals(WITHOUT_VIEWS)) {
        settings.put("warren.namenode.views-bytes-max", "0");
      }
      namenodes.put(namenode, Peer.warrenOnNdb(namenode, own, jvm, connect, settings));
      out.println(namenode + " serves " + namenodes.get(namenode).uri());
    }
  }

  private List<Measurement> measure(
      List<Variant> variants, Map<String, Peer> namenodes, Path folder)
      throws IOException, InterruptedException {
    List<Measurement> measurements = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (Variant variant : variants) {
        List<Peer> peers = variant.namenodes().stream().map(namenodes::get).toList();
        prepare(variant, peers.get(0));
        JsonNode result =
            new MixProcess(variant, threads, depth, warmUpSeconds, seconds)
                .run(peers, storeProcesses, repeat, folder);
        double perSecond = result.path("operationsPerSecond").asDouble();
        measurements.add(new Measurement(variant.name(), "warren", repeat, perSecond, result));
        out.printf(
            Locale.ROOT,
            "%-34s run %d of %d: %,8.0f ops/s%n",
            variant.title(),
            repeat,
            repeats,
            perSecond);
      }
    }
    return measurements;
  }

  /** Makes the one directory with the partitioning to measure; the others need nothing. */
  private static void prepare(Variant variant, Peer namenode)
      throws IOException, InterruptedException {
    if (variant.hashed()) {
      namenode.makeDirectory(variant.basePath());
      AdminClient.of(namenode).makeHashed(variant.basePath());
    }
  }

  private String setting() {
    return "The management node, two data nodes, the SQL node and "
        + (namenodesMax + 2)
        + " namenodes ("
        + heap
        + " heap each) ran all the time, with the clients on the same machine; those that a variant"
        + " does not use were idle. Clients: "
        + threads
        + " threads with a connection each, in one process, stock client protocol, dealt out evenly"
        + " to the variant's namenodes. Each run has a fresh tree (files at depth "
        + depth
        + ", or 640 files in one directory), files without blocks, is warmed up "
        + warmUpSeconds
        + " s and measured "
        + seconds
        + " s; all variants run in turn.";
  }

  private void write(ScaleReport report) throws IOException {
    Files.createDirectories(reportFolder);
    Path markdown = reportFolder.resolve(name + ".md");
    Files.writeString(markdown, report.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(name + ".json").toFile(), report);
    out.println("Written: " + markdown);
  }
}
