package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKey;
import io.warren.model.BlockReportKind;
import io.warren.store.ReadBatch;
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
    add(tx, report, last(tx, report.storageId()));
  }

  /**
   * As the other one.
   *
   * @param last the storage's report before this one
   */
  void add(Tx tx, BlockReport report, @Nullable BlockReport last) {
    // Before the row is written, which a store would have to send for the scan.
    if (added.merge(report.storageId(), 1, Integer::sum) % REPORTS_PER_TRIM == 0) {
      List<BlockReport> rows = tx.scan(all(report.storageId()));
      int over = rows.size() + 1 - BlockReport.KEPT_PER_STORAGE;
      for (int i = 0; i < over; i++) {
        tx.delete(Tables.BLOCK_REPORTS, rows.get(i).key());
      }
    }
    tx.upsert(Tables.BLOCK_REPORTS, withLastFull(report, last));
  }

  /** A storage's newest report as a batch will tell it. */
  final class LastReads {
    private final int storageId;
    private final ReadBatch.Rows<BlockReport> rows;

    private LastReads(int storageId, ReadBatch.Rows<BlockReport> rows) {
      this.storageId = storageId;
      this.rows = rows;
    }

    /** The report, or null; when the ones that were seen here are gone it is looked for again. */
    @Nullable BlockReport get(Tx tx) {
      List<BlockReport> found = rows.get().isEmpty() ? tx.scan(all(storageId)) : rows.get();
      return newest(storageId, found);
    }
  }

  /** Adds the newest report of a storage to a batch. */
  LastReads readLast(ReadBatch batch, int storageId) {
    BlockReport seen = newestSeen.get(storageId);
    return new LastReads(
        storageId, batch.scan(seen == null ? all(storageId) : since(storageId, seen)));
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
    List<BlockReport> rows = seen == null ? List.of() : tx.scan(since(storageId, seen));
    return newest(storageId, rows.isEmpty() ? tx.scan(all(storageId)) : rows);
  }

  private @Nullable BlockReport newest(int storageId, List<BlockReport> rows) {
    if (rows.isEmpty()) {
      return null;
    }
    BlockReport last = rows.get(rows.size() - 1);
    newestSeen.put(storageId, last);
    return last;
  }

  private static Scan<BlockReportKey, BlockReport> since(int storageId, BlockReport seen) {
    return all(storageId).after(new BlockReportKey(storageId, seen.startedAtMs() - 1));
  }

  private static Scan<BlockReportKey, BlockReport> all(int storageId) {
    return Scan.prefix(Tables.BLOCK_REPORTS, ROWS_READ, storageId);
  }
}
