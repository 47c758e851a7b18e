package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import java.util.concurrent.atomic.AtomicLong;

/** Sums over the block reports that a namenode took. Thread-safe. */
public final class ReportCounts {
  private final AtomicLong waited = new AtomicLong();
  private final AtomicLong matching = new AtomicLong();
  private final AtomicLong mismatching = new AtomicLong();
  private final AtomicLong differences = new AtomicLong();
  private final AtomicLong full = new AtomicLong();
  private final AtomicLong hashed = new AtomicLong();
  private final AtomicLong bytesReceived = new AtomicLong();
  private final AtomicLong bytesSaved = new AtomicLong();
  private final AtomicLong durationMs = new AtomicLong();

  void waited() {
    waited.incrementAndGet();
  }

  void compared(int matchingBuckets, int mismatchingBuckets) {
    matching.addAndGet(matchingBuckets);
    mismatching.addAndGet(mismatchingBuckets);
  }

  void differences(long replicas) {
    differences.addAndGet(replicas);
  }

  void finished(BlockReport report) {
    (report.kind() == BlockReportKind.FULL ? full : hashed).incrementAndGet();
    bytesReceived.addAndGet(report.bytesReceived());
    bytesSaved.addAndGet(report.bytesSaved());
    durationMs.addAndGet(report.durationMs());
  }

  /** How often a datanode was told to wait for its turn. */
  public long turnsRefused() {
    return waited.get();
  }

  public long bucketsMatching() {
    return matching.get();
  }

  public long bucketsMismatching() {
    return mismatching.get();
  }

  /** Replicas of mismatching buckets that the rows knew otherwise. */
  public long replicasDiffering() {
    return differences.get();
  }

  /** Reports of storages that ended, by kind. */
  public long finished(BlockReportKind kind) {
    return (kind == BlockReportKind.FULL ? full : hashed).get();
  }

  public long bytesReceived() {
    return bytesReceived.get();
  }

  /** How long the reports took, from their first message to their last. */
  public double durationSeconds() {
    return durationMs.get() / 1_000.0;
  }

  /** What stock full reports would have taken more. */
  public long bytesSaved() {
    return bytesSaved.get();
  }
}
