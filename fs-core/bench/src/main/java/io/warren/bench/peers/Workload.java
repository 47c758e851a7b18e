package io.warren.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something to measure on each peer, in a client process of its own.
 *
 * @param name in reports
 * @param title one line for people
 * @param arguments of the client program; the peer's URI and the output file are added
 */
public record Workload(String name, String title, List<String> arguments, Client client) {
  /** The client program. */
  public enum Client {
    MIX("io.warren.bench.SpotifyMix"),
    LISTINGS("io.warren.bench.Listings"),
    NN_THROUGHPUT("org.apache.hadoop.hdfs.server.namenode.NNThroughputBenchmark");

    private final String mainClass;

    Client(String mainClass) {
      this.mainClass = mainClass;
    }

    /** Whether its results tell latencies and processor times. */
    boolean tellsLatencies() {
      return this != NN_THROUGHPUT;
    }
  }

  private static final Pattern OPS_PER_SECOND = Pattern.compile("Ops per sec: ([0-9.E]+)");
  private static final List<String> CLIENT_JVM = List.of("-Xmx768m", "-XX:+UseParallelGC");
  private static final int TIMEOUT_SECONDS = 1_800;

  /** The Spotify mix. */
  public static Workload mix(
      String name, String title, int threads, int warmUpSeconds, int seconds, List<String> more) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--threads=" + threads);
    arguments.add("--warm-up-seconds=" + warmUpSeconds);
    arguments.add("--seconds=" + seconds);
    arguments.addAll(more);
    return new Workload(name, title, List.copyOf(arguments), Client.MIX);
  }

  /** Listings of one directory, one after the other. */
  public static Workload listings(int entries, int warmUpSeconds, int seconds) {
    return new Workload(
        "list-" + entries,
        String.format(Locale.ROOT, "Listing %,d entries", entries),
        List.of(
            "--entries=" + entries, "--warm-up-seconds=" + warmUpSeconds, "--seconds=" + seconds),
        Client.LISTINGS);
  }

  /** One operation of NNThroughputBenchmark, in many directories. */
  public static Workload stock(String operation, int threads, int operations) {
    return stock(
        "nn-" + operation,
        "NNThroughputBenchmark " + operation,
        operation,
        threads,
        operations,
        100);
  }

  /** Files that are all made in one directory. */
  public static Workload createInOneDirectory(int threads, int files) {
    return stock(
        "nn-create-hot",
        "NNThroughputBenchmark create in one directory",
        "create",
        threads,
        files,
        files);
  }

  private static Workload stock(
      String name, String title, String operation, int threads, int operations, int perDirectory) {
    boolean directories = operation.equals("mkdirs");
    return new Workload(
        name,
        title,
        List.of(
            "-op",
            operation,
            "-threads",
            String.valueOf(threads),
            directories ? "-dirs" : "-files",
            String.valueOf(operations),
            directories ? "-dirsPerDir" : "-filesPerDir",
            String.valueOf(perDirectory)),
        Client.NN_THROUGHPUT);
  }

  /** Runs it once. The client's output goes to a log in the folder. */
  public Measurement run(Peer peer, int repeat, Path folder)
      throws IOException, InterruptedException {
    String run = name + "-" + peer.name() + "-" + repeat;
    Path log = folder.resolve(run + ".log");
    return switch (client) {
      case NN_THROUGHPUT -> runStock(peer, repeat, log);
      case MIX -> runOurs(peer, repeat, log, folder.resolve(run + ".json"), "--seed=" + repeat);
      case LISTINGS -> runOurs(peer, repeat, log, folder.resolve(run + ".json"));
    };
  }

  private Measurement runOurs(Peer peer, int repeat, Path log, Path json, String... more)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(arguments);
    all.add("--uri=" + peer.uri());
    all.add("--server-process=" + peer.processId());
    all.addAll(List.of(more));
    all.add("--json=" + json);
    execute(peer, log, all);
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    double perSecond = result.path("operationsPerSecond").asDouble();
    return new Measurement(name, peer.name(), repeat, perSecond, result);
  }

  private Measurement runStock(Peer peer, int repeat, Path log)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-fs", peer.uri()));
    all.addAll(arguments);
    execute(peer, log, all);
    Matcher found = OPS_PER_SECOND.matcher(Files.readString(log, StandardCharsets.UTF_8));
    String last = "";
    while (found.find()) {
      last = found.group(1);
    }
    if (last.isEmpty()) {
      throw new IOException("NNThroughputBenchmark gave no result; see " + log);
    }
    return new Measurement(name, peer.name(), repeat, Double.parseDouble(last), null);
  }

  private void execute(Peer peer, Path log, List<String> all)
      throws IOException, InterruptedException {
    try (JavaProcess process =
        JavaProcess.start(peer.conf(), log, CLIENT_JVM, client.mainClass, all)) {
      process.requireSuccess(TIMEOUT_SECONDS);
    }
  }
}
