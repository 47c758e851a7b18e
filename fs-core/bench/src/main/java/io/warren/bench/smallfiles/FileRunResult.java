package io.warren.bench.smallfiles;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;

/**
 * What a run measured.
 *
 * @param files that were written, those of the warm-up included
 * @param reads by the clients that wrote, then by each other kind
 */
@JsonPropertyOrder({"options", "files", "writes", "reads"})
public record FileRunResult(FileRun.Options options, int files, Phase writes, List<Phase> reads) {
  public FileRunResult {
    reads = List.copyOf(reads);
  }

  /**
   * A measured time.
   *
   * @param serverCpuUsPerFile of all servers of the cluster
   */
  @JsonPropertyOrder({
    "filesPerSecond",
    "p50Us",
    "p99Us",
    "serverCpuUsPerFile",
    "clientCpuUsPerFile"
  })
  public record Phase(
      double filesPerSecond,
      long p50Us,
      long p99Us,
      double serverCpuUsPerFile,
      double clientCpuUsPerFile) {
    static Phase of(AbstractHistogram timesUs, double seconds, long serverCpuUs, long ownCpuUs) {
      long files = timesUs.getTotalCount();
      return new Phase(
          files / seconds,
          timesUs.getValueAtPercentile(50),
          timesUs.getValueAtPercentile(99),
          (double) serverCpuUs / Math.max(1, files),
          (double) ownCpuUs / Math.max(1, files));
    }
  }
}
