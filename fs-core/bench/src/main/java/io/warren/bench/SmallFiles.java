package io.warren.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.warren.bench.peers.JavaProcess;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Peer;
import io.warren.bench.peers.Storage;
import io.warren.bench.smallfiles.FileSizes;
import io.warren.bench.smallfiles.SmallFilesReport;
import io.warren.bench.smallfiles.SmallFilesVariant;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Writes and reads small files at stock HDFS and at Warren, in turn. */
@Command(
    name = "bench-smallfiles",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a stock HDFS and Warren, each a namenode and a datanode, in a temporary folder.",
      "Writes files of a few KiB and reads them back: stock clients at both, and Warren's client,",
      "which keeps them in the database. Writes NAME.md and NAME.json. What is measured shorter",
      "than by default says so in its name."
    })
public final class SmallFiles implements Callable<Integer> {
  private static final int REPEATS = 3;
  private static final int SERVER_WARM_UP_SECONDS = 20;
  private static final String SERVER_WARM_UP_SIZE = "16";
  private static final int SERVER_WARM_UP_CLIENTS = 16;
  private static final int WARM_UP_SECONDS = 3;
  private static final int SECONDS = 5;
  private static final int RUN_TIMEOUT_SECONDS = 600;
  private static final long DISK_BLOCK_BYTES = 4_096;
  private static final long PAUSE_MS = 2_000;
  private static final String SHORT = "short";
  private static final String EMBEDDED = "warren";
  private static final String NDB = "warren-ndb";
  private static final String CLIENT_MAIN = "io.warren.bench.SmallFileClient";
  private static final List<String> CLIENT_JVM = List.of("-Xmx768m", "-XX:+UseParallelGC");
  private static final Map<String, String> SETTINGS =
      Map.of("warren.namenode.small-file.bytes-max", "65536");

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  @Option(names = "--name", description = "Of the report. Default: ${DEFAULT-VALUE}")
  private String name = "small-files";

  @Option(names = "--out", description = "Folder of the report. Default: ${DEFAULT-VALUE}")
  private Path reportFolder = Path.of("docs", "benchmarks");

  @Option(
      names = "--sizes",
      split = ",",
      description = "KiB of the files, or spotify. Default: 1,4,16,64,spotify")
  private List<String> sizes = List.of("1", "4", "16", "64", "spotify");

  @Option(names = "--clients", split = ",", description = "At once. Default: 1,4,16")
  private List<Integer> clients = List.of(1, 4, 16);

  @Option(
      names = "--variants",
      split = ",",
      description =
          "Of stock, warren-blocks, warren-rows, warren-ndb-blocks, warren-ndb-rows."
              + " Default: all; stock is what the others are compared with")
  private List<String> chosen = List.of();

  @Option(names = "--repeats", description = "Default: ${DEFAULT-VALUE}")
  private int repeats = REPEATS;

  @Option(names = "--warm-up-seconds", description = "Of each part. Default: ${DEFAULT-VALUE}")
  private int warmUpSeconds = WARM_UP_SECONDS;

  @Option(names = "--seconds", description = "Of each measured part. Default: ${DEFAULT-VALUE}")
  private int seconds = SECONDS;

  @Option(
      names = "--server-warm-up-seconds",
      description =
          "Writes and reads of each variant, not measured, before all others."
              + " Default: ${DEFAULT-VALUE}")
  private int serverWarmUpSeconds = SERVER_WARM_UP_SECONDS;

  @Option(names = "--heap", description = "Heap of each namenode. Default: ${DEFAULT-VALUE}")
  private String heap = "1g";

  @Option(names = "--datanode-heap", description = "Default: ${DEFAULT-VALUE}")
  private String datanodeHeap = "512m";

  @Option(names = "--ndb-connect", description = "Measure Warren over this NDB cluster, too")
  private @Nullable String ndbConnect;

  @Option(
      names = "--store-process",
      split = ",",
      description = "Process ids of the NDB data nodes, to report their processor time")
  private List<Long> storeProcesses = List.of();

  public static void main(String[] args) {
    CommandLine commandLine = new CommandLine(new SmallFiles());
    commandLine.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          failed.getErr().println("bench-smallfiles: " + e.getMessage());
          return 1;
        });
    System.exit(commandLine.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean isShort =
        repeats < REPEATS
            || serverWarmUpSeconds < SERVER_WARM_UP_SECONDS
            || warmUpSeconds < WARM_UP_SECONDS
            || seconds < SECONDS;
    if (repeats < 1 || (isShort && !name.contains(SHORT))) {
      throw new ParameterException(
          new CommandLine(this),
          "Measured shorter than by default: the report's name has to say so, e.g."
              + " --name=small-files-short");
    }
    List<FileSizes> all = sizes.stream().map(FileSizes::parse).toList();
    List<SmallFilesVariant> variants = variants();
    Path folder = Files.createTempDirectory("warren-bench-smallfiles-");
    out.println("The servers' files: " + folder);
    Machine machine = Machine.look(folder);
    out.println(machine.describe());
    Map<String, Storage> clusters = new LinkedHashMap<>();
    List<SmallFilesReport.Run> runs;
    try {
      start(clusters, folder);
      warmUp(variants, clusters, folder);
      runs = measure(variants, all, clusters, folder);
    } finally {
      clusters.values().forEach(Storage::close);
    }
    delete(folder);
    String date = LocalDate.now(ZoneOffset.UTC).toString();
    write(new SmallFilesReport(name, date, machine, setting(), variants, all, clients, runs));
    return 0;
  }

  private List<SmallFilesVariant> variants() {
    List<SmallFilesVariant> all = allVariants();
    Set<String> names = all.stream().map(SmallFilesVariant::name).collect(Collectors.toSet());
    if (!names.containsAll(chosen)) {
      throw new ParameterException(new CommandLine(this), "--variants takes " + names);
    }
    return all.stream().filter(v -> chosen.isEmpty() || chosen.contains(v.name())).toList();
  }

  private List<SmallFilesVariant> allVariants() {
    List<SmallFilesVariant> variants = new ArrayList<>();
    variants.add(SmallFilesVariant.stock());
    variants.add(SmallFilesVariant.blocks(EMBEDDED, "Warren"));
    variants.add(SmallFilesVariant.rows(EMBEDDED, "Warren"));
    if (ndbConnect != null) {
      variants.add(SmallFilesVariant.blocks(NDB, "Warren on NDB"));
      variants.add(SmallFilesVariant.rows(NDB, "Warren on NDB"));
    }
    return variants;
  }

  private void start(Map<String, Storage> clusters, Path folder)
      throws IOException, InterruptedException {
    List<String> jvm = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC");
    List<String> datanodeJvm = List.of("-Xms" + datanodeHeap, "-Xmx" + datanodeHeap);
    Path stock = Files.createDirectories(folder.resolve(SmallFilesVariant.STOCK));
    clusters.put(
        SmallFilesVariant.STOCK, Storage.stock(Peer.stock(stock, jvm), stock, datanodeJvm));
    Path warren = Files.createDirectories(folder.resolve(EMBEDDED));
    clusters.put(EMBEDDED, Storage.warren(Peer.warren(warren, jvm, SETTINGS), warren, datanodeJvm));
    String connect = ndbConnect;
    if (connect != null) {
      Path ndb = Files.createDirectories(folder.resolve(NDB));
      clusters.put(
          NDB,
          Storage.warren(Peer.warrenOnNdb("nn1", ndb, jvm, connect, SETTINGS), ndb, datanodeJvm));
    }
  }

  private List<SmallFilesReport.Run> measure(
      List<SmallFilesVariant> variants,
      List<FileSizes> all,
      Map<String, Storage> clusters,
      Path folder)
      throws IOException, InterruptedException {
    List<SmallFilesReport.Run> runs = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (FileSizes size : all) {
        for (int count : clients) {
          for (SmallFilesVariant variant : variants) {
            Storage cluster = clusters.get(variant.cluster());
            if (cluster != null) {
              runs.add(run(variant, size, count, repeat, cluster, folder));
            }
          }
        }
      }
    }
    return runs;
  }

  /** Lets the servers compile what they will be measured with. */
  private void warmUp(List<SmallFilesVariant> variants, Map<String, Storage> clusters, Path folder)
      throws IOException, InterruptedException {
    if (serverWarmUpSeconds == 0) {
      return;
    }
    for (SmallFilesVariant variant : variants) {
      Storage cluster = clusters.get(variant.cluster());
      if (cluster != null) {
        String run = variant.name() + "-warm-up";
        client(
            variant,
            run,
            cluster,
            folder,
            List.of(
                "--size=" + SERVER_WARM_UP_SIZE,
                "--clients=" + SERVER_WARM_UP_CLIENTS,
                "--warm-up-seconds=0",
                "--seconds=" + serverWarmUpSeconds));
        remove(cluster, "/" + run);
      }
    }
  }

  private SmallFilesReport.Run run(
      SmallFilesVariant variant,
      FileSizes size,
      int count,
      int repeat,
      Storage cluster,
      Path folder)
      throws IOException, InterruptedException {
    String run = variant.name() + "-" + size.name() + "-" + count + "-" + repeat;
    List<Long> processes = new ArrayList<>(cluster.processIds());
    if (variant.cluster().equals(NDB)) {
      processes.addAll(storeProcesses);
    }
    Path own = folder.resolve(variant.cluster());
    long beforeBytes = diskBytes(own);
    JsonNode measured =
        client(
            variant,
            run,
            cluster,
            folder,
            List.of(
                "--size=" + size.name(),
                "--clients=" + count,
                "--warm-up-seconds=" + warmUpSeconds,
                "--seconds=" + seconds,
                "--seed=" + repeat,
                "--server-process="
                    + processes.stream().map(String::valueOf).collect(Collectors.joining(","))));
    long grewBytes = variant.cluster().equals(NDB) ? 0 : diskBytes(own) - beforeBytes;
    SmallFilesReport.Run result =
        new SmallFilesReport.Run(variant.name(), size.name(), count, repeat, grewBytes, measured);
    tell(variant, size, result);
    remove(cluster, "/" + run);
    return result;
  }

  /** What clients in a process of their own did in a new folder of the run's name. */
  private static JsonNode client(
      SmallFilesVariant variant, String run, Storage cluster, Path folder, List<String> options)
      throws IOException, InterruptedException {
    Path json = folder.resolve(run + ".json");
    List<String> arguments = new ArrayList<>(options);
    arguments.add("--uri=" + cluster.namenode().uri());
    arguments.add("--folder=/" + run);
    arguments.add("--file-system=" + variant.fileSystem());
    arguments.add("--policy=" + variant.policy());
    arguments.add("--json=" + json);
    try (JavaProcess client =
        JavaProcess.start(
            cluster.namenode().conf(),
            folder.resolve(run + ".log"),
            CLIENT_JVM,
            CLIENT_MAIN,
            arguments)) {
      client.requireSuccess(RUN_TIMEOUT_SECONDS);
    }
    return new ObjectMapper().readTree(json.toFile());
  }

  /** Deletes a run's files and lets the servers free them before the next. */
  private static void remove(Storage cluster, String path)
      throws IOException, InterruptedException {
    try (FileSystem fs =
        FileSystem.newInstance(URI.create(cluster.namenode().uri()), new HdfsConfiguration())) {
      fs.delete(new org.apache.hadoop.fs.Path(path), true);
    }
    TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
  }

  private void tell(SmallFilesVariant variant, FileSizes size, SmallFilesReport.Run run) {
    out.printf(
        Locale.ROOT,
        "%-30s %-15s %2d clients, run %d of %d: %,7.0f written/s, %,7.0f read/s%n",
        variant.title(),
        size.title(),
        run.clients(),
        run.repeat(),
        repeats,
        run.result().at("/writes/filesPerSecond").asDouble(),
        run.result().at("/reads/0/filesPerSecond").asDouble());
  }

  /** What the files below a folder take on disk. A file may go while it is looked at. */
  private static long diskBytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += diskBytesOf(file);
      }
    } catch (UncheckedIOException e) {
      if (!(e.getCause() instanceof NoSuchFileException)) {
        throw e;
      }
    }
    return bytes;
  }

  private static long diskBytesOf(Path file) throws IOException {
    try {
      return Files.isRegularFile(file)
          ? (Files.size(file) + DISK_BLOCK_BYTES - 1) / DISK_BLOCK_BYTES * DISK_BLOCK_BYTES
          : 0;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private String setting() {
    return "All servers ran all the time, each cluster a namenode ("
        + heap
        + " heap, 32 handlers, its log synced to disk before it answers) and a datanode ("
        + datanodeHeap
        + " heap, one replica, blocks not synced, as by default); those that are not measured wait."
        + " Clients are threads with a connection each, in one process on the same machine. A run"
        + " writes files into directories of each client, then reads them in any order and compares"
        + " every byte. The servers were warmed up by "
        + serverWarmUpSeconds
        + " s of writes and of reads of each variant, each part of a run "
        + warmUpSeconds
        + " s, in new clients; measured were "
        + seconds
        + " s. The clusters take turns. In brackets: times stock HDFS.";
  }

  private void write(SmallFilesReport report) throws IOException {
    Files.createDirectories(reportFolder);
    Path markdown = reportFolder.resolve(name + ".md");
    Files.writeString(markdown, report.toMarkdown(), StandardCharsets.UTF_8);
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(reportFolder.resolve(name + ".json").toFile(), report);
    out.println("Written: " + markdown);
  }
}
