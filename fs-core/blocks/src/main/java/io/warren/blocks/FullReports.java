package io.warren.blocks;

import io.warren.model.BlockKey;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaKey;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.jspecify.annotations.Nullable;

/**
 * Compares a storage's full report with the rows, in bounded batches. Replicas without a row are
 * brought in, replicas of unknown blocks are ordered to be deleted.
 *
 * <p>A row without a replica is not removed at once: the report is a picture of the past, and a
 * replica finished since then may have come in, here or through another namenode. Such a row is
 * suspected for a grace time, in which an incremental report clears it, and is removed only if it
 * still has the generation stamp that was suspected. Nothing but rows is removed here, so a mistake
 * costs a location until the next report, never data. Thread-safe.
 */
public final class FullReports {
  private static final int ROWS_PER_READ = 1_000;
  private static final int SUSPECTS_MAX = 100_000;

  /** What a report changed so far. */
  public record Outcome(int reported, int changed, int invalidated, int suspected) {}

  private record Suspect(ReplicaKey row, long generationStamp, long judgedAtMs, long namenodeId) {}

  private final TransactionRunner runner;
  private final ReplicaChanges changes;
  private final StrayReplicas strays;
  private final Clock clock;
  private final long graceMs;
  private final Map<ReplicaPlace, Suspect> suspects = new ConcurrentHashMap<>();
  private final HeardWhileReporting recent = new HeardWhileReporting();

  public FullReports(TransactionRunner runner, ReplicaChanges changes, Clock clock, long graceMs) {
    this.runner = runner;
    this.changes = changes;
    this.strays = new StrayReplicas(runner);
    this.clock = clock;
    this.graceMs = graceMs;
  }

  /** Compares one storage's report with the rows. */
  public Outcome apply(int storageId, BlockListAsLongs report) {
    Map<Long, ReportedReplica> reported = new HashMap<>();
    for (BlockReportReplica replica : report) {
      ReportedReplica known = reported(storageId, replica);
      if (known != null) {
        reported.put(known.blockId(), known);
      }
    }
    long namenodeId = changes.selfId();
    int count = reported.size();
    int suspected = 0;
    int removed = 0;
    ReplicaKey after = null;
    while (true) {
      List<Replica> rows = page(storageId, after);
      List<Replica> held = rows.stream().filter(r -> reported.containsKey(r.blockId())).toList();
      for (Replica row : rows) {
        suspected += compare(row, reported);
      }
      removed += removeStrays(held, namenodeId);
      if (rows.size() < ROWS_PER_READ) {
        break;
      }
      after = rows.get(rows.size() - 1).key();
    }
    ReplicaChanges.Outcome outcome = changes.apply(new ArrayList<>(reported.values()));
    return new Outcome(count, outcome.changed(), outcome.invalidated() + removed, suspected);
  }

  /** A replica of a datanode's list, null when the list does not yet count. */
  static @Nullable ReportedReplica reported(int storageId, BlockReportReplica replica) {
    ReportedReplica.State state = state(replica.getState());
    return state == null
        ? null
        : new ReportedReplica(
            storageId,
            replica.getBlockId(),
            replica.getGenerationStamp(),
            replica.getNumBytes(),
            state);
  }

  private static ReportedReplica.@Nullable State state(ReplicaState stored) {
    return switch (stored) {
      case FINALIZED -> ReportedReplica.State.FINALIZED;
      case RBW -> ReportedReplica.State.BEING_WRITTEN;
      case RWR, RUR -> ReportedReplica.State.WAITING_FOR_RECOVERY;
      // A copy in the making; its RECEIVED will come.
      case TEMPORARY -> null;
    };
  }

  private List<Replica> page(int storageId, @Nullable ReplicaKey after) {
    return runner.run(
        TxOptions.read("scan_storage"),
        tx ->
            tx.scan(
                Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, ROWS_PER_READ, storageId)
                    .after(after)));
  }

  /**
   * Removes rows that a report agrees with and whose blocks are gone all the same.
   *
   * @param namenodeId this namenode's id when the report began
   * @return how many
   */
  int removeStrays(List<Replica> held, long namenodeId) {
    return strays.remove(held, namenodeId);
  }

  /** Crosses a row off the report; returns 1 when the report does not have it. */
  int compare(Replica row, Map<Long, ReportedReplica> reported) {
    ReportedReplica replica = reported.get(row.blockId());
    if (replica == null) {
      return suspect(row) ? 1 : 0;
    }
    suspects.remove(new ReplicaPlace(row.storageId(), row.blockId()));
    if (replica.state() == ReportedReplica.State.FINALIZED
        && replica.generationStamp() == row.generationStamp()
        && replica.lengthBytes() == row.lengthBytes()) {
      reported.remove(row.blockId());
    }
    return 0;
  }

  private boolean suspect(Replica row) {
    ReplicaPlace place = new ReplicaPlace(row.storageId(), row.blockId());
    if (suspects.size() >= SUSPECTS_MAX || recent.mayHave(place)) {
      return false;
    }
    suspects.putIfAbsent(
        place,
        new Suspect(row.key(), row.generationStamp(), clock.millis() + graceMs, changes.selfId()));
    return true;
  }

  /**
   * A datanode is about to make a report that is sent here in parts: what it tells from now on is
   * not suspected for not being in it.
   */
  void reportBegins(String datanodeUuid) {
    recent.begin(datanodeUuid);
  }

  /** The end of {@link #reportBegins}. */
  void reportEnds(String datanodeUuid) {
    recent.end(datanodeUuid);
  }

  /** Clears suspects that a datanode has just reported; called before the rows are changed. */
  public void heard(String datanodeUuid, List<ReportedReplica> reports) {
    recent.add(datanodeUuid, reports);
    if (suspects.isEmpty()) {
      return;
    }
    for (ReportedReplica reported : reports) {
      suspects.remove(new ReplicaPlace(reported.storageId(), reported.blockId()));
    }
  }

  /**
   * Removes the rows of suspects whose grace time is over.
   *
   * @return how many rows were removed
   */
  public int judge() {
    long nowMs = clock.millis();
    int removed = 0;
    for (Map.Entry<ReplicaPlace, Suspect> entry : suspects.entrySet()) {
      Suspect suspect = entry.getValue();
      if (suspect.judgedAtMs() <= nowMs && suspects.remove(entry.getKey(), suspect)) {
        // What was heard before an eviction says nothing: others have heard more since.
        boolean counts = suspect.namenodeId() == changes.selfId();
        removed += counts && remove(suspect) ? 1 : 0;
      }
    }
    return removed;
  }

  private boolean remove(Suspect suspect) {
    ReplicaKey key = suspect.row();
    long generationStamp = suspect.generationStamp();
    return runner.run(
        TxOptions.write("remove_missing_replica").hint(key.inodeId()),
        tx -> {
          BlockKey block = key.block();
          tx.get(Tables.BLOCKS, block, LockMode.EXCLUSIVE);
          Replica row = tx.get(Tables.REPLICAS, key, LockMode.EXCLUSIVE);
          if (row == null || row.generationStamp() != generationStamp) {
            return false;
          }
          new ReportFence(suspect.namenodeId()).require(tx);
          ReplicaRows.delete(tx, row);
          tx.delete(Tables.CORRUPT_REPLICAS, key);
          tx.delete(Tables.EXCESS_REPLICAS, key);
          ReplicaHistory.begin(
              tx, key, ReplicaEventKind.VANISHED, generationStamp, null, clock.millis());
          tx.upsert(
              Tables.REDUNDANCY_CHECKS,
              new RedundancyCheck(block.inodeId(), block.blockId(), clock.millis()));
          return true;
        });
  }
}
