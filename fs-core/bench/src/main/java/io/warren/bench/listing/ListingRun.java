package io.warren.bench.listing;

import io.warren.bench.clock.CpuClock;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * One client that lists one directory, one listing after the other.
 *
 * @param entries files of the directory, at least 1
 * @param located whether the listings ask for the files' blocks, too
 */
public record ListingRun(String uri, int entries, boolean located, int warmUpSeconds, int seconds) {
  private static final long HIGHEST_US = TimeUnit.MINUTES.toMicros(10);
  private static final int DIGITS = 3;

  public ListingRun {
    if (entries < 1 || warmUpSeconds < 0 || seconds < 1) {
      throw new IllegalArgumentException("--entries and --seconds are at least 1");
    }
  }

  /** Prepares the directory, warms up, and measures. */
  public ListingResult run(Configuration conf, CpuClock servers)
      throws IOException, InterruptedException {
    try (DistributedFileSystem fs = open(conf)) {
      Path directory = new Path("/warren-bench-listings/of-" + entries);
      Listing listing = new Listing(fs, directory, entries, located);
      listing.prepare();
      measure(listing, warmUpSeconds);
      long usedBeforeUs = servers.usedUs();
      long beganNs = System.nanoTime();
      Histogram times = measure(listing, seconds);
      double tookSeconds = (System.nanoTime() - beganNs) / 1e9;
      long count = times.getTotalCount();
      return new ListingResult(
          entries,
          located,
          count,
          count / tookSeconds,
          (servers.usedUs() - usedBeforeUs) / (double) count,
          List.of(ListingResult.Latency.of(times)));
    }
  }

  private DistributedFileSystem open(Configuration conf) throws IOException {
    FileSystem fs = FileSystem.newInstance(URI.create(uri), conf);
    if (fs instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    fs.close();
    throw new IOException("Not an hdfs:// cluster: " + uri);
  }

  /** Lists at least once. */
  private static Histogram measure(Listing listing, int forSeconds) throws IOException {
    Histogram times = new Histogram(HIGHEST_US, DIGITS);
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(forSeconds);
    do {
      long beganNs = System.nanoTime();
      listing.listOnce();
      long tookUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - beganNs);
      times.recordValue(Math.min(tookUs, HIGHEST_US));
    } while (System.nanoTime() < endNs);
    return times;
  }
}
