package io.warren.namespace.totals;

import io.warren.model.ClusterVariable;
import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a directory holds, from its totals and the changes that are not added to them yet: the cost
 * depends on the number of those alone. Empty where the directory must be walked: it is no
 * directory, not all is counted yet, the caller needs rights to directories below, or too much
 * waits to be added.
 */
public record ReadTotals(FsPath path) implements InodeOperation<Optional<ContentTotals>> {
  private static final int READS_MAX = 5;
  private static final int LEVELS_MAX = 5_000;

  @Override
  public String name() {
    return "content_summary";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Optional<ContentTotals> execute(OperationTx tx) {
    Round round = new Round(tx);
    ResolvedPath found = tx.resolve(path, round::read);
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    if (!inode.isDirectory()) {
      return Optional.empty();
    }
    if (!tx.permissions().allows(inode, Access.READ_EXECUTE)) {
      throw tx.permissions().denied(path, inode, "Permission denied", Access.READ_EXECUTE);
    }
    Tally below = read(tx, inode.id(), round);
    boolean listable = below != null && (below.closed() == 0 || tx.identity().superuser());
    if (below == null || !listable) {
      return Optional.empty();
    }
    QuotaDirectory quota =
        inode.hasQuota()
            ? tx.store().get(Tables.QUOTA_DIRECTORIES, inode.id(), LockMode.READ_COMMITTED)
            : null;
    Tally all = below.inheriting(EffectivePolicies.of(found.rows()).storage());
    return Optional.of(
        new ContentTotals(
            all.files(),
            all.directories() + 1,
            all.symlinks(),
            all.space().byPolicy().values().stream().mapToLong(a -> a.lengthBytes()).sum(),
            all.space(),
            quota));
  }

  private static @Nullable Tally read(OperationTx tx, long directoryId, Round round) {
    for (int i = 0; i < READS_MAX; i++) {
      ReadBatch batch = tx.store().batch();
      ReadBatch.Row<ClusterVariable> state =
          batch.get(Tables.CLUSTER_VARIABLES, TotalsState.VARIABLE);
      ReadBatch.Row<DirectoryTotals> totals =
          batch.get(Tables.DIRECTORY_TOTALS, directoryId, LockMode.SETTLED);
      ReadBatch.Rows<DirectoryTotalsChange> changes =
          batch.scan(
              Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, Scan.LIMIT_MAX)
                  .locked(LockMode.SETTLED));
      batch.execute();
      DirectoryTotals row = totals.get();
      List<DirectoryTotalsChange> waiting = changes.get();
      if (!TotalsState.isCounted(state.get()) || row == null || waiting.size() == Scan.LIMIT_MAX) {
        return null;
      }
      Waiting below = new Waiting(tx, directoryId);
      Tally sum = Tally.decoded(row.below()).plus(below.sum(waiting, round));
      if (round.stayed()) {
        return sum;
      }
    }
    return null;
  }

  /**
   * How often changes were added to totals, read again and again: a directory's totals and the
   * changes that wait are of one moment when it is the same before and after both were read. Where
   * all reads are of one moment anyway there is nothing to compare.
   */
  private static final class Round {
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

    boolean stayed() {
      return !needed || Objects.equals(value(before), value(now));
    }

    private static @Nullable ClusterVariable value(ReadBatch.@Nullable Row<ClusterVariable> row) {
      return row == null ? null : row.get();
    }
  }

  /** Adds up the changes of the directories at or below one. */
  private static final class Waiting {
    private final OperationTx tx;
    private final long rootId;
    private final Map<Long, @Nullable DirectoryTotals> known = new HashMap<>();

    Waiting(OperationTx tx, long rootId) {
      this.tx = tx;
      this.rootId = rootId;
    }

    /**
     * @param round read with the first batch: only what was read before must be of one moment, as
     *     adding changes does not alter where a directory is
     */
    Tally sum(List<DirectoryTotalsChange> changes, Round round) {
      Map<Long, Tally> byDirectory = new HashMap<>();
      for (DirectoryTotalsChange change : changes) {
        Tally tally = Tally.decoded(change.own()).plus(Tally.decoded(change.below()));
        byDirectory.merge(change.directoryId(), tally, Tally::plus);
      }
      readAbove(byDirectory.keySet(), round);
      Tally sum = Tally.NOTHING;
      for (Map.Entry<Long, Tally> entry : byDirectory.entrySet()) {
        sum = sum.plus(atRoot(entry.getKey(), entry.getValue()));
      }
      return sum;
    }

    /** Reads the totals of directories and of all above them, a level in each batch. */
    private void readAbove(Set<Long> directories, Round round) {
      Set<Long> level = new HashSet<>(directories);
      level.remove(rootId);
      ReadBatch batch = tx.store().batch();
      round.read(batch);
      do {
        Map<Long, ReadBatch.Row<DirectoryTotals>> rows = new HashMap<>();
        for (long id : level) {
          rows.put(id, batch.get(Tables.DIRECTORY_TOTALS, id));
        }
        batch.execute();
        level.clear();
        rows.forEach(
            (id, read) -> {
              DirectoryTotals row = read.get();
              known.put(id, row);
              if (row != null && id != Inode.ROOT_ID) {
                level.add(row.parentId());
              }
            });
        level.removeAll(known.keySet());
        level.remove(rootId);
        batch = tx.store().batch();
      } while (!level.isEmpty());
    }

    /** A change as the directory that is asked about sees it; nothing when it is elsewhere. */
    private Tally atRoot(long directoryId, Tally change) {
      Tally seen = change;
      long id = directoryId;
      for (int level = 0; id != rootId && level < LEVELS_MAX; level++) {
        DirectoryTotals row = known.get(id);
        if (row == null || id == Inode.ROOT_ID) {
          return Tally.NOTHING;
        }
        seen = seen.inheriting(row.storagePolicy());
        id = row.parentId();
      }
      return id == rootId ? seen : Tally.NOTHING;
    }
  }
}
