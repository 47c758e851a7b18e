package io.warren.blockreports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends the report of one storage: hashes, then what the namenode asks for, in bounded messages.
 */
public final class ReportSender {
  private static final int BUCKETS_PER_MESSAGE = 50;
  private static final int REPLICAS_PER_MESSAGE = 50_000;

  private ReportSender() {}

  /** Sends a storage's report; the turn must be the given namenode's. */
  public static HashAnswer send(
      BlockReportProtocol namenode, ReportHeader header, StorageSnapshot snapshot)
      throws IOException {
    HashAnswer answer = namenode.reportHashes(snapshot.hashReport(header));
    if (answer.buckets().isEmpty()) {
      return answer;
    }
    List<BucketReport.Bucket> part = new ArrayList<>();
    int replicas = 0;
    for (BucketReport.Bucket bucket : snapshot.replicasOf(answer.buckets())) {
      int more = bucket.replicas().getNumberOfBlocks();
      boolean full = part.size() == BUCKETS_PER_MESSAGE || replicas + more > REPLICAS_PER_MESSAGE;
      if (full && !part.isEmpty()) {
        namenode.reportBuckets(new BucketReport(header, snapshot.buckets(), List.copyOf(part)));
        part.clear();
        replicas = 0;
      }
      part.add(bucket);
      replicas += more;
    }
    namenode.reportBuckets(new BucketReport(header, snapshot.buckets(), part));
    return answer;
  }
}
