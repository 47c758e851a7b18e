package io.warren.bench.listing;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a run measured; an operation is a whole listing. Times are in microseconds.
 *
 * @param serverCpuUsPerOperation of the namenodes; 0 when they are not processes of this machine
 */
@JsonPropertyOrder({
  "entries",
  "located",
  "operations",
  "operationsPerSecond",
  "serverCpuUsPerOperation",
  "byOperation"
})
public record ListingResult(
    int entries,
    boolean located,
    long operations,
    double operationsPerSecond,
    double serverCpuUsPerOperation,
    List<Latency> byOperation) {

  /** Latency of the listings. */
  @JsonPropertyOrder({"operation", "count", "p50Us", "p99Us", "maxUs"})
  public record Latency(String operation, long count, long p50Us, long p99Us, long maxUs) {
    static Latency of(Histogram times) {
      return new Latency(
          "list",
          times.getTotalCount(),
          times.getValueAtPercentile(50),
          times.getValueAtPercentile(99),
          times.getMaxValue());
    }
  }
}
