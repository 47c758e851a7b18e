package io.warren.bench.mix;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.AbstractHistogram;

/**
 * What a run measured. Times are in microseconds.
 *
 * @param serverCpuUsPerOperation of all namenodes; 0 when they are not processes of this machine
 * @param storeCpuUsPerOperation of the store's processes; 0 when it is part of the namenode
 * @param files files that listings show after the run: exactly those that it made
 * @param stalls operations that took long, in the order of their ends
 */
@JsonPropertyOrder({
  "options",
  "seconds",
  "operations",
  "operationsPerSecond",
  "clientCpuUsPerOperation",
  "serverCpuUsPerOperation",
  "storeCpuUsPerOperation",
  "errors",
  "files",
  "stalls",
  "byOperation"
})
public record MixResult(
    MixOptions options,
    double seconds,
    long operations,
    double operationsPerSecond,
    double clientCpuUsPerOperation,
    double serverCpuUsPerOperation,
    double storeCpuUsPerOperation,
    List<String> errors,
    long files,
    List<Stall> stalls,
    List<Latency> byOperation) {

  /**
   * An operation that took {@link MixRun#STALL_MIN_MS} or longer.
   *
   * @param endedAtMs milliseconds since the Unix epoch
   */
  @JsonPropertyOrder({"operation", "client", "endedAtMs", "tookMs"})
  public record Stall(String operation, int client, long endedAtMs, long tookMs) {}

  /** Latency of one operation. */
  @JsonPropertyOrder({
    "operation",
    "count",
    "operationsPerSecond",
    "meanUs",
    "p50Us",
    "p90Us",
    "p99Us",
    "p999Us",
    "maxUs"
  })
  public record Latency(
      String operation,
      long count,
      double operationsPerSecond,
      double meanUs,
      long p50Us,
      long p90Us,
      long p99Us,
      long p999Us,
      long maxUs) {
    static Latency of(String operation, AbstractHistogram times, double seconds) {
      return new Latency(
          operation,
          times.getTotalCount(),
          times.getTotalCount() / seconds,
          times.getMean(),
          times.getValueAtPercentile(50),
          times.getValueAtPercentile(90),
          times.getValueAtPercentile(99),
          times.getValueAtPercentile(99.9),
          times.getMaxValue());
    }
  }

  /** The same run with what was found afterwards. */
  MixResult checked(long filesFound, List<String> allErrors) {
    return new MixResult(
        options,
        seconds,
        operations,
        operationsPerSecond,
        clientCpuUsPerOperation,
        serverCpuUsPerOperation,
        storeCpuUsPerOperation,
        List.copyOf(allErrors),
        filesFound,
        stalls,
        byOperation);
  }

  /** A table for people. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-16s %10s %10s %9s %9s %9s %9s %9s%n",
            "operation",
            "count",
            "ops/s",
            "mean µs",
            "p50 µs",
            "p90 µs",
            "p99 µs",
            "max µs"));
    for (Latency row : byOperation) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-16s %10d %10.0f %9.0f %9d %9d %9d %9d%n",
              row.operation(),
              row.count(),
              row.operationsPerSecond(),
              row.meanUs(),
              row.p50Us(),
              row.p90Us(),
              row.p99Us(),
              row.maxUs()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d operations in %.1f s: %.0f ops/s with %d threads, %d errors%n",
            operations,
            seconds,
            operationsPerSecond,
            options.threads(),
            errors.size()));
    text.append(
        String.format(
            Locale.ROOT,
            "processor time per operation: client %.0f µs, server %.0f µs, store %.0f µs%n",
            clientCpuUsPerOperation,
            serverCpuUsPerOperation,
            storeCpuUsPerOperation));
    return text.toString();
  }
}
