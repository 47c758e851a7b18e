package io.warren.namespace.totals;

import io.warren.model.ClusterVariable;
import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is below some directories: their totals, and the changes that are not added to them yet. The
 * cost depends on the number of those alone.
 */
public final class KnownTotals {
  private static final int READS_MAX = 5;

  private final OperationTx tx;
  private final Set<Long> directoryIds;
  private final boolean nested;

  private KnownTotals(OperationTx tx, Set<Long> directoryIds, boolean nested) {
    this.tx = tx;
    this.directoryIds = directoryIds;
    this.nested = nested;
  }

  /**
   * Sums by directory, of directories of which none is in another; without those whose totals are
   * missing.
   *
   * @param round that was read before
   * @return empty while the store is counted for the first time, or when too much waits
   */
  static Optional<Map<Long, Tally>> read(OperationTx tx, Set<Long> directoryIds, Round round) {
    return read(tx, directoryIds, round, false);
  }

  /**
   * As the other one.
   *
   * @param nested whether a directory may be in another one of them
   */
  private static Optional<Map<Long, Tally>> read(
      OperationTx tx, Set<Long> directoryIds, Round round, boolean nested) {
    for (int i = 0; i < READS_MAX; i++) {
      ReadBatch batch = tx.store().batch();
      ReadBatch.Row<ClusterVariable> state =
          batch.get(Tables.CLUSTER_VARIABLES, TotalsState.VARIABLE);
      Map<Long, ReadBatch.Row<DirectoryTotals>> totals = new HashMap<>();
      for (long id : directoryIds) {
        totals.put(id, batch.get(Tables.DIRECTORY_TOTALS, id, LockMode.SETTLED));
      }
      ReadBatch.Rows<DirectoryTotalsChange> changes =
          batch.scan(
              Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, Scan.LIMIT_MAX)
                  .locked(LockMode.SETTLED));
      batch.execute();
      List<DirectoryTotalsChange> waiting = changes.get();
      if (!TotalsState.isCounted(state.get()) || waiting.size() == Scan.LIMIT_MAX) {
        return Optional.empty();
      }
      Map<Long, Tally> sums = new KnownTotals(tx, directoryIds, nested).sums(waiting, round);
      if (round.stayed()) {
        totals.forEach((id, read) -> addTo(sums, id, read.get()));
        return Optional.of(sums);
      }
    }
    return Optional.empty();
  }

  /**
   * Sums by directory, of directories that may be in each other; without those whose totals are
   * missing. Empty while the store is counted for the first time, or when too much waits.
   */
  public static Optional<Map<Long, Tally>> read(OperationTx tx, Set<Long> directoryIds) {
    Round round = new Round(tx);
    round.begin(tx);
    return read(tx, directoryIds, round, true);
  }

  /** As {@link #read(OperationTx, Set)}, of directories of which none is in another. */
  public static Optional<Map<Long, Tally>> readApart(OperationTx tx, Set<Long> directoryIds) {
    Round round = new Round(tx);
    round.begin(tx);
    return read(tx, directoryIds, round, false);
  }

  private static void addTo(Map<Long, Tally> sums, long id, @Nullable DirectoryTotals row) {
    Tally waiting = sums.remove(id);
    if (row != null) {
      Tally kept = Tally.decoded(row.below());
      sums.put(id, waiting == null ? kept : kept.plus(waiting));
    }
  }

  /**
   * How often changes were added to totals, read again and again: a directory's totals and the
   * changes that wait are of one moment when it is the same before and after both were read. Where
   * all reads are of one moment anyway there is nothing to compare.
   */
  static final class Round {
    private final boolean needed;
    private ReadBatch.@Nullable Row<ClusterVariable> before;
    private ReadBatch.@Nullable Row<ClusterVariable> now;

    Round(OperationTx tx) {
      needed = !tx.snapshotReads();
    }

    void read(ReadBatch batch) {
      if (needed) {
        before = now;
        now = batch.get(Tables.CLUSTER_VARIABLES, TotalsState.ROUND, LockMode.SETTLED);
      }
    }

    /** Reads it in a batch of its own. */
    void begin(OperationTx tx) {
      if (needed) {
        ReadBatch batch = tx.store().batch();
        read(batch);
        batch.execute();
      }
    }

    boolean stayed() {
      return !needed || Objects.equals(value(before), value(now));
    }

    private static @Nullable ClusterVariable value(ReadBatch.@Nullable Row<ClusterVariable> row) {
      return row == null ? null : row.get();
    }
  }

  /**
   * Adds up the changes at or below each directory.
   *
   * @param round read with the first batch: only what was read before must be of one moment, as
   *     adding changes does not alter where a directory is
   */
  private Map<Long, Tally> sums(List<DirectoryTotalsChange> changes, Round round) {
    Map<Long, Tally> byDirectory = new HashMap<>();
    for (DirectoryTotalsChange change : changes) {
      Tally tally = Tally.decoded(change.own()).plus(Tally.decoded(change.below()));
      byDirectory.merge(change.directoryId(), tally, Tally::plus);
    }
    Ancestry ancestry =
        Ancestry.read(tx, byDirectory.keySet(), nested ? Set.of() : directoryIds, round::read);
    Map<Long, Tally> sums = new HashMap<>();
    byDirectory.forEach(
        (changedId, change) ->
            ancestry.climb(
                changedId,
                change,
                (id, seen) -> {
                  if (directoryIds.contains(id)) {
                    sums.merge(id, seen, Tally::plus);
                  }
                }));
    return sums;
  }
}
