package io.warren.bench.subtrees;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.bench.peers.AdminClient;
import io.warren.bench.peers.JavaProcess;
import io.warren.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Measures one namenode, alone and beside clients of the Spotify mix. */
public final class SubtreeRuns {
  private static final int MIX_WARM_UP_SECONDS = 10;
  private static final int MIX_JOIN_SECONDS = 180;
  private static final int COUNT_WAIT_SECONDS = 1_200;
  private static final List<String> CLIENT_JVM = List.of("-Xmx768m", "-XX:+UseParallelGC");

  private final int repeats;
  private final int mixThreads;
  private final Path folder;

  /**
   * @param repeats of all calls, alone and beside the mix
   * @param folder for logs
   */
  public SubtreeRuns(int repeats, int mixThreads, Path folder) {
    this.repeats = repeats;
    this.mixThreads = mixThreads;
    this.folder = folder;
  }

  /**
   * Two directories of the same size are measured and deleted, one of them beside the mix; or one,
   * beside the mix.
   *
   * @param inodes in each directory
   */
  public SubtreeRun run(Peer peer, long inodes, List<String> directories)
      throws IOException, InterruptedException {
    AdminClient.of(peer).awaitTotals(COUNT_WAIT_SECONDS);
    org.apache.hadoop.fs.Path last =
        new org.apache.hadoop.fs.Path(directories.get(directories.size() - 1));
    try (SubtreeCalls calls = new SubtreeCalls(peer.uri())) {
      calls.round(last);
      calls.take();
      for (int i = 0; i < repeats; i++) {
        calls.round(last);
      }
      if (directories.size() > 1) {
        calls.delete(new org.apache.hadoop.fs.Path(directories.get(0)));
      }
      Map<String, List<Double>> alone = calls.take();
      Path json = folder.resolve("mix-" + inodes + ".json");
      // Rounds take about a second and a half beside the mix.
      int seconds = 10 + 3 * repeats;
      try (JavaProcess mix = mix(peer, json, seconds)) {
        Thread.sleep(1_000L * MIX_WARM_UP_SECONDS);
        for (int i = 0; i < repeats; i++) {
          calls.round(last);
        }
        calls.delete(last);
        mix.requireSuccess(seconds + MIX_JOIN_SECONDS);
      }
      return new SubtreeRun(inodes, times(alone, calls.take()), beside(json));
    }
  }

  private JavaProcess mix(Peer peer, Path json, int seconds) throws IOException {
    return JavaProcess.start(
        peer.conf(),
        Path.of(json + ".log"),
        CLIENT_JVM,
        "io.warren.bench.SpotifyMix",
        List.of(
            "--uri=" + peer.uri(),
            "--threads=" + mixThreads,
            "--warm-up-seconds=" + MIX_WARM_UP_SECONDS,
            "--seconds=" + seconds,
            "--json=" + json));
  }

  private static SubtreeRun.MixBeside beside(Path json) throws IOException {
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    double longestMs = 0;
    for (JsonNode operation : result.path("byOperation")) {
      longestMs = Math.max(longestMs, operation.path("maxUs").asDouble() / 1_000);
    }
    return new SubtreeRun.MixBeside(result.path("operationsPerSecond").asDouble(), longestMs);
  }

  private static Map<String, SubtreeRun.Times> times(
      Map<String, List<Double>> alone, Map<String, List<Double>> besideMix) {
    Map<String, SubtreeRun.Times> times = new LinkedHashMap<>();
    TreeSet<String> operations = new TreeSet<>(alone.keySet());
    operations.addAll(besideMix.keySet());
    for (String operation : operations) {
      times.put(
          operation,
          new SubtreeRun.Times(
              alone.getOrDefault(operation, List.of()),
              besideMix.getOrDefault(operation, List.of())));
    }
    return times;
  }
}
