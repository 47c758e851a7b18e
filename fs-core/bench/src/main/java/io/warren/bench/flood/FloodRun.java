package io.warren.bench.flood;

/**
 * Eight other users without the flood, then beside it, at one namenode.
 *
 * @param peer "warren" or "stock"
 * @param repeat from 1
 * @param listingsPerSecond of the flood
 * @param busy beside the flood
 */
public record FloodRun(
    String peer, int repeat, Met quiet, Met flooded, double listingsPerSecond, Busy busy) {

  /** What the others met. Times are in microseconds, seen by the client. */
  public record Met(double operationsPerSecond, long p50Us, long p99Us, long worstUs) {}

  /** How many of the machine's processors each was using, on average. */
  public record Busy(double server, double flood, double others) {}

  /** Which part of their throughput the others keep. */
  public double share() {
    return flooded.operationsPerSecond() / quiet.operationsPerSecond();
  }

  /** How many times as long the slowest hundredth of their calls takes. */
  public double p99Ratio() {
    return (double) flooded.p99Us() / quiet.p99Us();
  }
}
