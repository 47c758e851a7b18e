package io.warren.blocks;

import io.warren.blockreports.SummaryAnswer;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.SummaryReport.StorageSummary;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import io.warren.model.BucketHash;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.jspecify.annotations.Nullable;

/**
 * Ends the reports of storages that match as wholes: one transaction compares all storages of a
 * datanode and leaves the rows of their reports, in two round trips. That is less work than to
 * assign a turn, so none is needed. Thread-safe.
 */
final class SummaryReports {
  /** Each takes two scans, and a transaction has a bounded number of them. */
  private static final int STORAGES_PER_TRANSACTION = 16;

  private final TransactionRunner runner;
  private final StorageIds storages;
  private final ReplicaChanges changes;
  private final BucketHashes hashes;
  private final ReportHistory history;
  private final LiveNamenodes namenodes;
  private final Clock clock;
  private final long fullIntervalMs;

  /**
   * @param fullIntervalMs how long a storage may go without sending every replica
   */
  SummaryReports(
      TransactionRunner runner,
      StorageIds storages,
      ReplicaChanges changes,
      BucketHashes hashes,
      ReportHistory history,
      LiveNamenodes namenodes,
      Clock clock,
      long fullIntervalMs) {
    this.runner = runner;
    this.storages = storages;
    this.changes = changes;
    this.hashes = hashes;
    this.history = history;
    this.namenodes = namenodes;
    this.clock = clock;
    this.fullIntervalMs = fullIntervalMs;
  }

  /**
   * What became of a summary.
   *
   * @param ended the reports of the storages that match
   */
  record Outcome(SummaryAnswer answer, List<BlockReport> ended) {}

  private record Part(int storageId, StorageSummary summary, long startedAtMs, int changed) {}

  private record Reads(
      Part part, BucketHashes.WholeReads whole, ReportHistory.LastReads lastReport) {}

  /** What one transaction found; storages with many unmerged changes are to be merged. */
  private record Compared(List<BlockReport> ended, Set<Integer> unmerged) {}

  Outcome take(SummaryReport report) {
    long nextDueAtMs = report.nextInMs() <= 0 ? 0 : clock.millis() + report.nextInMs();
    List<Part> parts = new ArrayList<>();
    for (StorageSummary summary : report.storages()) {
      parts.add(begin(report.datanodeUuid(), summary));
    }
    List<BlockReport> ended = new ArrayList<>();
    for (int from = 0; from < parts.size(); from += STORAGES_PER_TRANSACTION) {
      List<Part> some =
          parts.subList(from, Math.min(parts.size(), from + STORAGES_PER_TRANSACTION));
      Compared compared =
          runner.run(TxOptions.write("match_block_report"), tx -> compare(tx, some, nextDueAtMs));
      compared.unmerged().forEach(hashes::merge);
      ended.addAll(compared.ended());
    }
    Set<Integer> done = new HashSet<>();
    ended.forEach(e -> done.add(e.storageId()));
    List<String> open =
        parts.stream()
            .filter(part -> !done.contains(part.storageId()))
            .map(part -> part.summary().storageUuid())
            .toList();
    return new Outcome(new SummaryAnswer(open), ended);
  }

  /** Unfinished replicas are in no hash. */
  private Part begin(String datanodeUuid, StorageSummary summary) {
    long startedAtMs = clock.millis();
    int storageId = storages.idOf(summary.storageUuid(), datanodeUuid, summary.storageType());
    List<ReportedReplica> unfinished = new ArrayList<>();
    for (BlockReportReplica replica : summary.unfinished()) {
      ReportedReplica reported = FullReports.reported(storageId, replica);
      if (reported != null) {
        unfinished.add(reported);
      }
    }
    return new Part(storageId, summary, startedAtMs, changes.apply(unfinished).changed());
  }

  private Compared compare(Tx tx, List<Part> parts, long nextDueAtMs) {
    ReadBatch batch = tx.batch();
    List<Reads> all = new ArrayList<>();
    for (Part part : parts) {
      all.add(
          new Reads(
              part,
              BucketHashes.WholeReads.add(batch, part.storageId()),
              history.readLast(batch, part.storageId())));
    }
    batch.execute();
    List<BlockReport> ended = new ArrayList<>();
    Set<Integer> unmerged = new HashSet<>();
    for (Reads reads : all) {
      Part part = reads.part();
      if (reads.whole().isLong()) {
        unmerged.add(part.storageId());
      }
      BucketHash known = reads.whole().hash();
      if (part.summary().hash().equals(known)) {
        BlockReport last = reads.lastReport().get(tx);
        if (!isFullDue(last, part.startedAtMs())) {
          BlockReport report = report(part, nextDueAtMs);
          history.add(tx, report, last);
          ended.add(report);
        }
      }
    }
    return new Compared(ended, unmerged);
  }

  private boolean isFullDue(@Nullable BlockReport last, long nowMs) {
    return last == null || last.lastFullAtMs() <= nowMs - fullIntervalMs;
  }

  private BlockReport report(Part part, long nextDueAtMs) {
    StorageSummary summary = part.summary();
    long bytes = summary.lengthBytes();
    return new BlockReport(
        part.storageId(),
        part.startedAtMs(),
        BlockReportKind.HASHED,
        clock.millis() - part.startedAtMs(),
        summary.buckets(),
        summary.buckets(),
        0,
        summary.replicas(),
        part.changed(),
        bytes,
        Math.max(0, summary.fullBytes() - bytes),
        namenodes.selfId().getAsLong(),
        nextDueAtMs,
        0);
  }
}
