package io.warren.bench.reports;

import io.warren.bench.peers.Median;
import io.warren.bench.peers.Peer;
import io.warren.blockreports.StorageSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Sends reports of each kind until there are enough to tell, and measures them. */
public final class ReportRuns {
  /** More reports than these tell nothing new. */
  private static final int REPORTS_MAX = 500;

  private static final int REPORTS_MIN = 3;
  private static final int HASHINGS = 7;
  private static final int WARM_UP_REPORTS = 50;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final Peer namenode;
  private final BlockListAsLongs replicas;
  private final long measureNanos;

  /**
   * @param seconds how long each kind is measured, and at least three reports
   */
  ReportRuns(Peer namenode, BlockListAsLongs replicas, int seconds) {
    this.namenode = namenode;
    this.replicas = replicas;
    this.measureNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  private interface Report {
    /** Sends one; returns what it took on the wire. */
    long send() throws IOException, InterruptedException;
  }

  /** The stock full report. */
  ReportLine full(ReportingDatanode datanode) throws IOException, InterruptedException {
    long bytes = replicas.getBlocksBuffers().stream().mapToLong(ByteString::size).sum();
    datanode.reportInFull(replicas, datanode.lease());
    List<Double> millis = new ArrayList<>();
    StoreRows before = StoreRows.of(namenode);
    for (int i = 0; i < REPORTS_MIN; i++) {
      long leaseId = datanode.lease();
      long startNanos = System.nanoTime();
      datanode.reportInFull(replicas, leaseId);
      millis.add((System.nanoTime() - startNanos) / 1e6);
    }
    return line(0, 0, bytes, millis, StoreRows.of(namenode).minus(before));
  }

  /** Milliseconds that the datanode takes to hash its replicas for one report, the median. */
  double hashingMs(int buckets) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < HASHINGS; i++) {
      long startNanos = System.nanoTime();
      StorageSnapshot snapshot = StorageSnapshot.of(replicas, buckets);
      millis.add((System.nanoTime() - startNanos) / 1e6);
      if (snapshot.replicas() != replicas.getNumberOfBlocks()) {
        throw new IllegalStateException("All replicas are finalised");
      }
    }
    return Median.of(millis);
  }

  /** Reports of hashes. */
  ReportLine hashed(ReportingDatanode datanode, int buckets, int mismatchingPercent)
      throws IOException, InterruptedException {
    StorageSnapshot snapshot = StorageSnapshot.of(replicas, buckets);
    int wrong = buckets * mismatchingPercent / 100;
    Report report =
        () -> {
          long before = datanode.sentBytes();
          int asked = datanode.report(snapshot, wrong);
          if (asked != wrong) {
            throw new IOException(
                "The namenode asked for " + asked + " buckets instead of " + wrong);
          }
          return datanode.sentBytes() - before;
        };
    long warmNanos = System.nanoTime();
    for (int i = 0; i < WARM_UP_REPORTS && System.nanoTime() - warmNanos < WARM_UP_NANOS; i++) {
      report.send();
    }
    List<Double> millis = new ArrayList<>();
    long bytes = 0;
    StoreRows before = StoreRows.of(namenode);
    long beganNanos = System.nanoTime();
    while (millis.size() < REPORTS_MIN
        || (millis.size() < REPORTS_MAX && System.nanoTime() - beganNanos < measureNanos)) {
      long startNanos = System.nanoTime();
      bytes += report.send();
      millis.add((System.nanoTime() - startNanos) / 1e6);
    }
    StoreRows rows = StoreRows.of(namenode).minus(before);
    return line(buckets, mismatchingPercent, bytes / millis.size(), millis, rows);
  }

  private static ReportLine line(
      int buckets, int mismatchingPercent, long bytes, List<Double> millis, StoreRows rows) {
    double total = millis.stream().mapToDouble(Double::doubleValue).sum();
    int reports = millis.size();
    return new ReportLine(
        buckets,
        mismatchingPercent,
        reports,
        bytes,
        Median.of(millis),
        reports * 1_000 / total,
        rows.read() / reports,
        rows.written() / reports);
  }
}
