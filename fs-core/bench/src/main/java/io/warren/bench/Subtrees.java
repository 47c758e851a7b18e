package io.warren.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.load.ClientLoad;
import io.warren.bench.peers.JavaProcess;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Peer;
import io.warren.bench.subtrees.SubtreeReport;
import io.warren.bench.subtrees.SubtreeRun;
import io.warren.bench.subtrees.SubtreeRuns;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What it takes to move, delete, limit or share a directory, by how much is in it. */
@Command(
    name = "bench-subtrees",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fills a store with directories of several sizes, starts Warren's namenode over it, and times",
      "calls that concern all of a directory, alone and beside the Spotify mix. With --ndb-connect",
      "the store is a running NDB cluster. Writes NAME.md and NAME.json."
    })
public final class Subtrees implements Callable<Integer> {
  private static final long TWO_TREES_MAX = 2_000_000;
  private static final int LOAD_SECONDS_MAX = 3_600;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(
      names = "--ndb-connect",
      description = "HOST:PORT of NDB's management, of a cluster with Warren's schema")
  private @Nullable String ndbConnect;

  @Option(names = "--name", description = "Of the report. Default: subtrees[-ndb]")
  private @Nullable String name;

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(
      names = "--inodes",
      split = ",",
      description = "In a directory. Default: 10000,300000,1000000, or 1000,100000 over NDB")
  private List<Long> sizes = List.of();

  @Option(names = "--repeats", description = "Default: ${DEFAULT-VALUE}")
  private int repeats = 20;

  @Option(names = "--mix-threads", description = "Default: ${DEFAULT-VALUE}")
  private int mixThreads = 8;

  @Option(names = "--heap", description = "Heap of the namenode. Default: ${DEFAULT-VALUE}")
  private String heap = "1g";

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new Subtrees());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench-subtrees: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("warren-bench-subtrees-");
    out.println("The servers' files: " + folder);
    List<SubtreeRun> runs = new ArrayList<>();
    for (long inodes : chosen()) {
      SubtreeRun run = measure(folder.resolve("of-" + inodes), inodes);
      runs.add(run);
      run.timesMs()
          .forEach(
              (operation, times) ->
                  out.printf(Locale.ROOT, "%,d inodes, %s: %s%n", inodes, operation, times));
    }
    write(
        new SubtreeReport(
            LocalDate.now(ZoneOffset.UTC).toString(), Machine.look(folder), setting(), runs));
    return 0;
  }

  private List<Long> chosen() {
    if (!sizes.isEmpty()) {
      return sizes;
    }
    return ndbConnect == null ? List.of(10_000L, 300_000L, 1_000_000L) : List.of(1_000L, 100_000L);
  }

  private SubtreeRun measure(Path folder, long inodes) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> directories = new ArrayList<>(List.of("/first-of-" + inodes));
    if (inodes <= TWO_TREES_MAX) {
      directories.add("/second-of-" + inodes);
    }
    List<String> jvmOptions = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
    String connect = ndbConnect;
    if (connect == null) {
      fill(folder, inodes, directories);
    }
    try (Peer peer =
        connect == null
            ? Peer.warren(folder, jvmOptions)
            : Peer.warrenOnNdb("warren", folder, jvmOptions, connect, 100_000)) {
      if (connect != null) {
        for (String directory : directories) {
          new ClientLoad(peer.uri()).load(directory, inodes);
        }
      }
      return new SubtreeRuns(repeats, mixThreads, folder).run(peer, inodes, directories);
    }
  }

  private static void fill(Path folder, long inodes, List<String> directories)
      throws IOException, InterruptedException {
    Path store = Files.createDirectories(folder.resolve("home")).resolve("store");
    try (JavaProcess load =
        JavaProcess.start(
            folder,
            folder.resolve("load.log"),
            List.of("-Xmx3g"),
            "io.warren.bench.load.NamespaceLoad",
            List.of(
                "--store=" + store,
                "--inodes=" + inodes,
                "--below=" + String.join(",", directories)))) {
      load.requireSuccess(LOAD_SECONDS_MAX);
    }
  }

  private String setting() {
    return "Warren's namenode with "
        + heap
        + " heap over "
        + (ndbConnect == null ? "its embedded store" : "NDB on the same machine")
        + "; one stock client makes the calls one after the other, "
        + repeats
        + " rounds alone and as many beside "
        + mixThreads
        + " clients of the Spotify mix. A directory is deleted once alone (where there are two of its"
        + " size) and once beside the mix. mv moves it and moves it back; setQuota sets the first"
        + " quota of a directory, so that it has to be counted.";
  }

  private void write(SubtreeReport report) throws IOException {
    Files.createDirectories(reportFolder);
    String title = name != null ? name : ndbConnect == null ? "subtrees" : "subtrees-ndb";
    Path markdown = reportFolder.resolve(title + ".md");
    Files.writeString(markdown, report.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(title + ".json").toFile(), report.data());
    out.println("Written: " + markdown);
  }
}
