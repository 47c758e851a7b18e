package io.warren.blocks;

import io.warren.blockreports.BucketReport;
import io.warren.model.Replica;
import io.warren.model.ReplicaHash;
import io.warren.store.TransactionRunner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;

/**
 * Compares the replicas of buckets with the rows, by the rules of {@link FullReports}: replicas
 * without a row come in, rows without a replica are suspected. Thread-safe.
 */
final class BucketReports {
  private static final int REPLICAS_PER_ADOPTION = 500;

  /**
   * What the replicas of buckets changed.
   *
   * @param differences replicas that the rows did not know, and rows without a replica
   * @param changes rows that were written at once
   */
  record Outcome(long differences, long changes) {}

  private final FullReports fullReports;
  private final ReplicaChanges changes;
  private final BucketAudit audit;

  BucketReports(TransactionRunner runner, FullReports fullReports, ReplicaChanges changes) {
    this.fullReports = fullReports;
    this.changes = changes;
    this.audit = new BucketAudit(runner);
  }

  /** Hashes that had to be set right. */
  long corrections() {
    return audit.corrections();
  }

  Outcome apply(int storageId, int bucketCount, List<BucketReport.Bucket> buckets) {
    Map<Long, ReportedReplica> reported = new HashMap<>();
    List<Integer> stored = new ArrayList<>();
    for (BucketReport.Bucket bucket : buckets) {
      for (BlockReportReplica replica : bucket.replicas()) {
        if (ReplicaHash.bucketOf(replica.getBlockId(), bucketCount) == bucket.bucket()) {
          ReportedReplica known = FullReports.reported(storageId, replica);
          if (known != null) {
            reported.put(known.blockId(), known);
          }
        }
      }
      for (int each = bucket.bucket(); each < ReplicaHash.STORED_BUCKETS; each += bucketCount) {
        stored.add(each);
      }
    }
    long namenodeId = changes.selfId();
    AtomicInteger suspected = new AtomicInteger();
    List<Replica> held = new ArrayList<>();
    audit.read(
        storageId,
        stored,
        row -> {
          if (reported.containsKey(row.blockId())) {
            held.add(row.replica());
          }
          suspected.addAndGet(fullReports.compare(row.replica(), reported));
        });
    int strays = fullReports.removeStrays(held, namenodeId);
    List<Long> finalized = new ArrayList<>();
    for (ReportedReplica replica : reported.values()) {
      if (replica.state() == ReportedReplica.State.FINALIZED) {
        finalized.add(replica.blockId());
      }
    }
    ReplicaChanges.Outcome outcome = changes.apply(new ArrayList<>(reported.values()));
    int adopted = 0;
    for (int from = 0; from < finalized.size(); from += REPLICAS_PER_ADOPTION) {
      int to = Math.min(finalized.size(), from + REPLICAS_PER_ADOPTION);
      adopted += audit.adopt(storageId, finalized.subList(from, to));
    }
    return new Outcome(
        suspected.get() + (long) finalized.size(),
        outcome.changed() + outcome.invalidated() + (long) adopted + strays);
  }
}
