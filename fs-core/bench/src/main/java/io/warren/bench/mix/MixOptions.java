package io.warren.bench.mix;

import java.util.List;

/**
 * One run of the mix.
 *
 * @param uris the cluster, e.g. hdfs://127.0.0.1:8020; with several the threads are dealt out
 *     evenly
 * @param basePath start of the path of everything the run makes, e.g. /warren-bench
 * @param threads clients in a closed loop, without think time
 * @param connections sets of connections that the threads share evenly; at most threads
 * @param warmUpMs operations that end earlier are not measured
 * @param measureMs length of the measured part, when operations is 0
 * @param operations number of measured operations, 0 for none
 * @param depth components of the deepest files' paths
 * @param createPercent share of creates, negative for the mix's own 2.7
 * @param shape where the threads' files are
 * @param fileBytes length of every file; above 0 DataNodes are needed
 * @param seed of all choices
 * @param keep whether the tree stays after the run
 */
public record MixOptions(
    List<String> uris,
    String basePath,
    int threads,
    int connections,
    long warmUpMs,
    long measureMs,
    long operations,
    int depth,
    double createPercent,
    TreeShape shape,
    int fileBytes,
    long seed,
    boolean keep) {
  public MixOptions {
    uris = List.copyOf(uris);
    require(!uris.isEmpty(), "give a cluster");
    require(threads >= 1 && threads <= 1_000, "threads must be from 1 to 1000");
    require(connections >= 1 && connections <= threads, "connections must be from 1 to threads");
    int above = (int) basePath.chars().filter(c -> c == '/').count() - 1;
    require(
        depth - above >= 3 && depth - above <= 12,
        "depth must be from 3 to 12, and as much more as the base path is deep");
    require(createPercent <= 100, "create-percent must be at most 100");
    require(warmUpMs >= 0, "warm-up must not be negative");
    require(measureMs > 0 || operations > 0, "give a duration or a number of operations");
    require(fileBytes >= 0, "file-bytes must not be negative");
    require(
        basePath.startsWith("/") && basePath.length() > 1 && !basePath.endsWith("/"),
        "base-path must be an absolute path below the root");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
