package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last block reports of each storage, whichever namenode took them. Thread-safe. */
public final class ReportHistory {
  /** A report that two namenodes end at once may leave some more rows than are kept. */
  private static final int ROWS_READ = 2 * BlockReport.KEPT_PER_STORAGE;

  private final TransactionRunner runner;

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
  static void add(Tx tx, BlockReport report) {
    List<BlockReport> before = rows(tx, report.storageId());
    int over = before.size() + 1 - BlockReport.KEPT_PER_STORAGE;
    for (int i = 0; i < over; i++) {
      tx.delete(Tables.BLOCK_REPORTS, before.get(i).key());
    }
    tx.upsert(Tables.BLOCK_REPORTS, withLastFull(report, last(before)));
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

  /** The newest report of a storage, or null. */
  public @Nullable BlockReport last(int storageId) {
    return runner
        .run(
            TxOptions.read("last_block_report"),
            tx -> Optional.ofNullable(last(rows(tx, storageId))))
        .orElse(null);
  }

  private static @Nullable BlockReport last(List<BlockReport> rows) {
    return rows.isEmpty() ? null : rows.get(rows.size() - 1);
  }

  private static List<BlockReport> rows(Tx tx, int storageId) {
    return tx.scan(Scan.prefix(Tables.BLOCK_REPORTS, ROWS_READ, storageId));
  }
}
