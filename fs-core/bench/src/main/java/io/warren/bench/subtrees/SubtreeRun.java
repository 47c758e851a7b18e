package io.warren.bench.subtrees;

import io.warren.bench.peers.Median;
import java.util.List;
import java.util.Map;

/**
 * What operations on one directory took.
 *
 * @param inodes in the directory
 * @param timesMs of each operation, alone and beside the mix, in the order of the calls
 */
public record SubtreeRun(long inodes, Map<String, Times> timesMs, MixBeside mix) {
  /** Milliseconds that a client waited for its answer. */
  public record Times(List<Double> alone, List<Double> besideMix) {
    static String median(List<Double> times) {
      return times.isEmpty() ? "–" : "%.0f".formatted(Median.of(times));
    }

    static String worst(List<Double> times) {
      return times.isEmpty()
          ? "–"
          : "%.0f".formatted(times.stream().mapToDouble(t -> t).max().orElse(0));
    }
  }

  /**
   * The mix meanwhile.
   *
   * @param longestMs what one of its operations took at most
   */
  public record MixBeside(double operationsPerSecond, double longestMs) {}
}
