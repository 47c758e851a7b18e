package io.warren.bench.scale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.bench.peers.JavaProcess;
import io.warren.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The mix of one variant, in a client process of its own. */
public record MixProcess(
    Variant variant, int threads, int depth, int warmUpSeconds, int measuredSeconds) {
  private static final String MIX_MAIN = "io.warren.bench.SpotifyMix";
  private static final List<String> CLIENT_JVM = List.of("-Xmx768m", "-XX:+UseParallelGC");
  private static final int TIMEOUT_SECONDS = 1_800;

  /** Runs it once; the mix's own result. */
  public JsonNode run(List<Peer> namenodes, List<Long> storeProcesses, int repeat, Path folder)
      throws IOException, InterruptedException {
    Path json = folder.resolve(variant.name() + "-" + repeat + ".json");
    Path log = folder.resolve(variant.name() + "-" + repeat + ".log");
    List<String> arguments = new ArrayList<>();
    if (!storeProcesses.isEmpty()) {
      arguments.add("--store-process=" + joined(storeProcesses));
    }
    arguments.addAll(
        List.of(
            "--uri=" + namenodes.stream().map(Peer::uri).collect(Collectors.joining(",")),
            "--server-process=" + joined(namenodes.stream().map(Peer::processId).toList()),
            "--shape=" + variant.shape(),
            "--base-path=" + variant.basePath(),
            "--threads=" + threads,
            "--depth=" + (depth + variant.deeper()),
            "--warm-up-seconds=" + warmUpSeconds,
            "--seconds=" + measuredSeconds,
            "--seed=" + repeat,
            "--json=" + json));
    Path conf = namenodes.get(0).conf();
    try (JavaProcess client = JavaProcess.start(conf, log, CLIENT_JVM, MIX_MAIN, arguments)) {
      client.requireSuccess(TIMEOUT_SECONDS);
    }
    return new ObjectMapper().readTree(json.toFile());
  }

  private static String joined(List<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
