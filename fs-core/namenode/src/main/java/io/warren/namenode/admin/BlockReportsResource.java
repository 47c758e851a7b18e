package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.model.ActiveBlockReport;
import io.warren.model.BlockReport;
import io.warren.model.NamenodeMember;
import io.warren.model.Storage;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The block reports of the storages: GET /block-reports lists the storages with their last report
 * and who reports to whom now, GET /block-reports/STORAGE_ID the kept reports of one storage.
 */
final class BlockReportsResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;
  private static final int ACTIVE_MAX = 1_000;
  private static final int MEMBERS_MAX = 1_000;

  /**
   * One report.
   *
   * @param kind hashed or full
   * @param namenode which took it; null when it is no member any more
   * @param nextDueAtMs null when the datanode alone knows
   */
  record ReportView(
      long startedAtMs,
      long durationMs,
      String kind,
      int buckets,
      int bucketsMatching,
      int bucketsMismatching,
      long replicas,
      long changes,
      long bytesReceived,
      long bytesSaved,
      @Nullable String namenode,
      long namenodeId,
      @Nullable Long nextDueAtMs) {}

  /**
   * A report that a datanode has asked for.
   *
   * @param namenode null while all are busy and the datanode waits
   */
  record ActiveView(
      String datanodeUuid,
      @Nullable String datanodeAddress,
      boolean waiting,
      @Nullable String namenode,
      long askedAtMs,
      @Nullable Long assignedAtMs,
      long expiresAtMs) {}

  record StorageReports(
      int storageId,
      String storageUuid,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      String type,
      @Nullable Long lastFullAtMs,
      @Nullable ReportView last) {}

  /**
   * @param active reports under way and datanodes that wait, over all pages; at most 1,000
   */
  record Page(
      List<StorageReports> storages,
      List<ActiveView> active,
      @Nullable String nextCursor,
      long asOfMs) {}

  record History(
      int storageId,
      String storageUuid,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      String type,
      List<ReportView> reports,
      long asOfMs) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;

  BlockReportsResource(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    List<String> segments = request.segments();
    if (!request.method().equals("GET") || segments.size() > 2) {
      throw AdminServlet.noSuchCall();
    }
    if (segments.size() == 2) {
      return history(segments.get(1));
    }
    int after = (int) request.number("cursor", 0, 1, Integer.MAX_VALUE);
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    return runner.run(TxOptions.read("list_block_reports"), tx -> page(tx, after, limit));
  }

  private Page page(Tx tx, int after, int limit) {
    List<Storage> found =
        tx.scan(Scan.prefix(Tables.STORAGES, limit + 1).after(after == 0 ? null : after));
    List<Storage> shown = found.subList(0, Math.min(limit, found.size()));
    Map<Long, String> names = names(tx);
    ReadBatch batch = tx.batch();
    List<ReadBatch.Rows<BlockReport>> rows =
        shown.stream().map(storage -> batch.scan(reportsOf(storage.id()))).toList();
    batch.execute();
    List<StorageReports> views = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      views.add(view(shown.get(i), rows.get(i).get(), names));
    }
    return new Page(
        views,
        active(tx, names),
        found.size() > limit ? "" + shown.get(limit - 1).id() : null,
        clock.millis());
  }

  /** Reports are few per storage and come with the oldest first. */
  private static Scan<io.warren.model.BlockReportKey, BlockReport> reportsOf(int storageId) {
    return Scan.prefix(Tables.BLOCK_REPORTS, 2 * BlockReport.KEPT_PER_STORAGE, storageId);
  }

  private static Map<Long, String> names(Tx tx) {
    Map<Long, String> names = new HashMap<>();
    for (NamenodeMember member : tx.scan(Scan.prefix(Tables.NAMENODES, MEMBERS_MAX))) {
      names.put(member.id(), member.name());
    }
    return names;
  }

  private List<ActiveView> active(Tx tx, Map<Long, String> names) {
    List<ActiveView> views = new ArrayList<>();
    long nowMs = clock.millis();
    for (ActiveBlockReport report : tx.scan(Scan.prefix(Tables.ACTIVE_BLOCK_REPORTS, ACTIVE_MAX))) {
      if (report.expiresAtMs() > nowMs) {
        boolean waiting = report.namenodeId() == ActiveBlockReport.WAITING;
        views.add(
            new ActiveView(
                report.datanodeUuid(),
                addressOf(report.datanodeUuid()),
                waiting,
                names.get(report.namenodeId()),
                report.askedAtMs(),
                waiting ? null : report.assignedAtMs(),
                report.expiresAtMs()));
      }
    }
    return views;
  }

  private StorageReports view(Storage storage, List<BlockReport> reports, Map<Long, String> names) {
    BlockReport last = reports.isEmpty() ? null : reports.get(reports.size() - 1);
    return new StorageReports(
        storage.id(),
        storage.uuid(),
        storage.datanodeUuid(),
        addressOf(storage.datanodeUuid()),
        storage.type(),
        last == null || last.lastFullAtMs() == 0 ? null : last.lastFullAtMs(),
        last == null ? null : view(last, names));
  }

  private static ReportView view(BlockReport report, Map<Long, String> names) {
    return new ReportView(
        report.startedAtMs(),
        report.durationMs(),
        report.kind().text(),
        report.buckets(),
        report.bucketsMatching(),
        report.bucketsMismatching(),
        report.replicas(),
        report.changes(),
        report.bytesReceived(),
        report.bytesSaved(),
        names.get(report.namenodeId()),
        report.namenodeId(),
        report.nextDueAtMs() == 0 ? null : report.nextDueAtMs());
  }

  private @Nullable String addressOf(String datanodeUuid) {
    var datanode = datanodes.find(datanodeUuid);
    return datanode == null ? null : datanode.getXferAddr();
  }

  private History history(String text) {
    int storageId;
    try {
      storageId = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw Problem.invalid("A storage is named by its number", "id: " + text);
    }
    Storage storage = datanodes.storageIds().find(storageId);
    if (storage == null) {
      throw new Problem.ProblemException(
          Problem.of(404, "not_found", "There is no such storage", "id: " + storageId));
    }
    return runner.run(
        TxOptions.read("get_block_reports"),
        tx -> {
          Map<Long, String> names = names(tx);
          List<ReportView> reports = new ArrayList<>();
          tx.scan(reportsOf(storageId)).forEach(report -> reports.add(view(report, names)));
          Collections.reverse(reports);
          return new History(
              storageId,
              storage.uuid(),
              storage.datanodeUuid(),
              addressOf(storage.datanodeUuid()),
              storage.type(),
              reports,
              clock.millis());
        });
  }
}
