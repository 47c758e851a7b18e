package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKey;
import io.warren.model.BlockReportKind;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The last block reports of each storage, whichever namenode took them. Thread-safe. */
public final class ReportHistory {
  /** Each namenode may leave some more rows than are kept. */
  private static final int ROWS_READ = 2 * BlockReport.KEPT_PER_STORAGE;

  /** The oldest reports are forgotten some at a time: to find them all rows are read. */
  private static final int REPORTS_PER_TRIM = 8;

  private final TransactionRunner runner;

  /** The newest reports that were seen here: newer ones are looked for behind these. */
  private final Map<Integer, BlockReport> newestSeen = new ConcurrentHashMap<>();

  private final Map<Integer, Integer> added = new ConcurrentHashMap<>();

  public ReportHistory(TransactionRunner runner) {
    this.runner = runner;
  }

  /**
   * Keeps a report and forgets the oldest of its storage.
   *
   * @param report without lastFullAtMs, which is filled in here
   */
  public void add(BlockReport report) {
    runner.run(
        TxOptions.write("add_block_report"),
        tx -> {
          add(tx, report);
          return true;
        });
  }

  /** As the other one, in a transaction of the caller's. */
  void add(Tx tx, BlockReport report) {
    tx.upsert(Tables.BLOCK_REPORTS, withLastFull(report, last(tx, report.storageId())));
    if (added.merge(report.storageId(), 1, Integer::sum) % REPORTS_PER_TRIM == 0) {
      List<BlockReport> rows = tx.scan(all(report.storageId()));
      int over = rows.size() - BlockReport.KEPT_PER_STORAGE;
      for (int i = 0; i < over; i++) {
        tx.delete(Tables.BLOCK_REPORTS, rows.get(i).key());
      }
    }
  }

  private static BlockReport withLastFull(BlockReport report, @Nullable BlockReport before) {
    long lastFullAtMs = before == null ? 0 : before.lastFullAtMs();
    return new BlockReport(
        report.storageId(),
        report.startedAtMs(),
        report.kind(),
        report.durationMs(),
        report.buckets(),
        report.bucketsMatching(),
        report.bucketsMismatching(),
        report.replicas(),
        report.changes(),
        report.bytesReceived(),
        report.bytesSaved(),
        report.namenodeId(),
        report.nextDueAtMs(),
        report.kind() == BlockReportKind.FULL ? report.startedAtMs() : lastFullAtMs);
  }

  /** Whether a storage has sent every replica since then. */
  boolean hasFullSince(int storageId, long sinceMs) {
    BlockReport seen = newestSeen.get(storageId);
    // Newer reports only know of newer full ones.
    if (seen == null || seen.lastFullAtMs() <= sinceMs) {
      seen = last(storageId);
    }
    return seen != null && seen.lastFullAtMs() > sinceMs;
  }

  /** The newest report of a storage, or null. */
  public @Nullable BlockReport last(int storageId) {
    return runner
        .run(TxOptions.read("last_block_report"), tx -> Optional.ofNullable(last(tx, storageId)))
        .orElse(null);
  }

  private @Nullable BlockReport last(Tx tx, int storageId) {
    BlockReport seen = newestSeen.get(storageId);
    List<BlockReport> rows =
        seen == null
            ? List.of()
            : tx.scan(all(storageId).after(new BlockReportKey(storageId, seen.startedAtMs() - 1)));
    if (rows.isEmpty()) {
      rows = tx.scan(all(storageId));
    }
    if (rows.isEmpty()) {
      return null;
    }
    BlockReport last = rows.get(rows.size() - 1);
    newestSeen.put(storageId, last);
    return last;
  }

  private static Scan<BlockReportKey, BlockReport> all(int storageId) {
    return Scan.prefix(Tables.BLOCK_REPORTS, ROWS_READ, storageId);
  }
}
