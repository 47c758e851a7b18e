package io.warren.blocks;

import io.warren.blockreports.Turn;
import io.warren.model.ActiveBlockReport;
import io.warren.model.BlockReport;
import io.warren.model.IdRange;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who reports to whom. Any namenode may be asked; the row that numbers the permissions is locked
 * while one is chosen, so the least loaded namenode is chosen and none gets more than the cap, as
 * if one of them assigned alone. Thread-safe.
 */
public final class ReportTurns {
  /** Row of id_ranges that numbers permissions. */
  private static final String ID_KIND = "block_report_lease";

  /** A report takes minutes at most; a longer one begins again. */
  static final long LEASE_MS = 900_000;

  private static final long WAIT_MS = 5_000;

  /** One that no longer asks is forgotten. */
  private static final long WAITING_MS = 60_000;

  /** The metric does not tell longer queues apart. */
  static final int WAITING_SEEN_MAX = 1_000;

  private static final int ROWS_PER_TRIM = 500;

  private final TransactionRunner runner;
  private final ReportHistory history;
  private final LiveNamenodes namenodes;
  private final Clock clock;
  private final int perNamenodeMax;

  /**
   * @param perNamenodeMax reports that one namenode takes at once
   */
  public ReportTurns(
      TransactionRunner runner,
      ReportHistory history,
      LiveNamenodes namenodes,
      Clock clock,
      int perNamenodeMax) {
    this.runner = runner;
    this.history = history;
    this.namenodes = namenodes;
    this.clock = clock;
    this.perNamenodeMax = perNamenodeMax;
  }

  /**
   * Chooses a namenode for a datanode's report, or says when to ask again.
   *
   * @param unreachable a namenode that is not to be chosen, 0 for none
   */
  Turn ask(String datanodeUuid, long unreachable) {
    List<Long> live = namenodes.ids().get().stream().filter(id -> id != unreachable).toList();
    return runner.run(TxOptions.write("assign_block_report"), tx -> ask(tx, datanodeUuid, live));
  }

  private Turn ask(Tx tx, String datanodeUuid, List<Long> live) {
    long selfId = namenodes.selfId().getAsLong();
    IdRange leases = tx.get(Tables.ID_RANGES, ID_KIND, LockMode.EXCLUSIVE);
    ReadBatch batch = tx.batch();
    ReadBatch.Row<ActiveBlockReport> ownRow =
        batch.get(Tables.ACTIVE_BLOCK_REPORTS, datanodeUuid, LockMode.SETTLED);
    Map<Long, ReadBatch.Rows<ActiveBlockReport>> active = activeOf(batch, live);
    batch.execute();
    ActiveBlockReport own = ownRow.get();
    long nowMs = clock.millis();
    if (own != null && own.expiresAtMs() <= nowMs) {
      own = null;
    }
    if (own != null && own.leaseId() != 0 && live.contains(own.namenodeId())) {
      return new Turn(selfId, own.namenodeId(), own.leaseId(), 0);
    }
    long askedAtMs = own == null ? nowMs : own.askedAtMs();
    Long chosen = leastLoaded(active, nowMs);
    if (chosen == null) {
      tx.upsert(
          Tables.ACTIVE_BLOCK_REPORTS,
          new ActiveBlockReport(
              datanodeUuid, ActiveBlockReport.WAITING, 0, askedAtMs, 0, nowMs + WAITING_MS));
      return new Turn(selfId, 0, 0, WAIT_MS);
    }
    long leaseId = leases == null ? 1 : leases.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(ID_KIND, leaseId + 1));
    tx.upsert(
        Tables.ACTIVE_BLOCK_REPORTS,
        new ActiveBlockReport(datanodeUuid, chosen, leaseId, askedAtMs, nowMs, nowMs + LEASE_MS));
    return new Turn(selfId, chosen, leaseId, 0);
  }

  private Map<Long, ReadBatch.Rows<ActiveBlockReport>> activeOf(ReadBatch batch, List<Long> live) {
    Map<Long, ReadBatch.Rows<ActiveBlockReport>> active = new TreeMap<>();
    for (long namenodeId : live) {
      active.put(
          namenodeId,
          batch.scan(
              Scan.index(
                  Tables.ACTIVE_BLOCK_REPORTS,
                  Tables.BY_NAMENODE,
                  2 * perNamenodeMax,
                  namenodeId)));
    }
    return active;
  }

  private @Nullable Long leastLoaded(
      Map<Long, ReadBatch.Rows<ActiveBlockReport>> active, long nowMs) {
    Long chosen = null;
    long least = perNamenodeMax;
    for (Map.Entry<Long, ReadBatch.Rows<ActiveBlockReport>> entry : active.entrySet()) {
      long load = entry.getValue().get().stream().filter(r -> r.expiresAtMs() > nowMs).count();
      if (load < least) {
        least = load;
        chosen = entry.getKey();
      }
    }
    return chosen;
  }

  /** Datanodes that wait, at most {@link #WAITING_SEEN_MAX}. */
  int waiting() {
    long nowMs = clock.millis();
    return (int)
        runner
            .run(
                TxOptions.read("count_waiting_reports"),
                tx ->
                    tx.scan(
                        Scan.index(
                            Tables.ACTIVE_BLOCK_REPORTS,
                            Tables.BY_NAMENODE,
                            WAITING_SEEN_MAX,
                            ActiveBlockReport.WAITING)))
            .stream()
            .filter(row -> row.expiresAtMs() > nowMs)
            .count();
  }

  /** Ends a datanode's turn, and keeps what came of it. */
  void end(String datanodeUuid, long leaseId, List<BlockReport> reports) {
    runner.run(
        TxOptions.write("end_block_report"),
        tx -> {
          reports.forEach(report -> history.add(tx, report));
          return forget(tx, datanodeUuid, leaseId);
        });
  }

  /**
   * Forgets turns whose time is over: their datanodes or namenodes are gone.
   *
   * @param fence refuses a transaction once another namenode leads
   */
  public void trim(Consumer<Tx> fence) {
    long nowMs = clock.millis();
    List<Long> live = namenodes.ids().get();
    List<ActiveBlockReport> over =
        runner
            .run(
                TxOptions.read("scan_active_block_reports"),
                tx -> tx.scan(Scan.prefix(Tables.ACTIVE_BLOCK_REPORTS, Scan.LIMIT_MAX)))
            .stream()
            .filter(r -> r.expiresAtMs() <= nowMs || isOrphan(r, live))
            .limit(ROWS_PER_TRIM)
            .toList();
    over.forEach(row -> forget(row, fence));
  }

  private void forget(ActiveBlockReport over, Consumer<Tx> fence) {
    runner.run(
        TxOptions.write("forget_block_report"),
        tx -> {
          fence.accept(tx);
          return forget(tx, over.datanodeUuid(), over.leaseId());
        });
  }

  private static boolean forget(Tx tx, String datanodeUuid, long leaseId) {
    ActiveBlockReport row = tx.get(Tables.ACTIVE_BLOCK_REPORTS, datanodeUuid, LockMode.EXCLUSIVE);
    if (row == null || row.leaseId() != leaseId) {
      return false;
    }
    tx.delete(Tables.ACTIVE_BLOCK_REPORTS, datanodeUuid);
    return true;
  }

  private static boolean isOrphan(ActiveBlockReport row, List<Long> live) {
    return row.leaseId() != 0 && !live.contains(row.namenodeId());
  }
}
