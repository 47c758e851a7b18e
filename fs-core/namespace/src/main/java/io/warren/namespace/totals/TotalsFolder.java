package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.DirectoryTotalsChangeKey;
import io.warren.model.Inode;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Partitioning;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Adds changes to the totals of their directory and of all above it, many at once. A transaction
 * locks totals from below to above; operations lock those of one directory, mostly, after their
 * inodes. The leader calls it about once a second; a former leader's transaction is refused by the
 * fence.
 */
public final class TotalsFolder {
  private static final int CHANGES_PER_TRANSACTION = 400;
  private static final int LEVELS_MAX = 5_000;

  private final TransactionRunner runner;

  public TotalsFolder(TransactionRunner runner) {
    this.runner = runner;
  }

  /**
   * What one transaction did.
   *
   * @param last the last change that it saw, when there may be more behind it
   * @param missing directories in the tree that have no totals yet
   */
  private record Batch(int added, @Nullable DirectoryTotalsChangeKey last, Set<Long> missing) {}

  /**
   * Adds what waits, in bounded transactions; returns how many changes.
   *
   * <p>Each transaction goes on behind the last one, where most changes that it would see are: a
   * store may have to pass over the remains of those that were deleted. What came before that place
   * meanwhile is for the next call.
   */
  public long fold(LeaderFence fence, int transactionsMax) {
    long added = 0;
    DirectoryTotalsChangeKey after = null;
    boolean madeTotals = false;
    for (int i = 0; i < transactionsMax; i++) {
      DirectoryTotalsChangeKey from = after;
      Batch batch = runner.run(TxOptions.write("add_to_totals"), tx -> fold(tx, fence, from));
      batch.missing().forEach(id -> make(id, fence));
      madeTotals |= !batch.missing().isEmpty();
      added += batch.added();
      after = batch.last();
      if (after == null) {
        if (!madeTotals) {
          break;
        }
        madeTotals = false;
      }
    }
    return added;
  }

  private static Batch fold(Tx tx, LeaderFence fence, @Nullable DirectoryTotalsChangeKey after) {
    Scan<DirectoryTotalsChangeKey, DirectoryTotalsChange> scan =
        Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, CHANGES_PER_TRANSACTION).after(after);
    if (tx.scan(scan.limited(1)).isEmpty()) {
      return new Batch(0, null, Set.of());
    }
    fence.check(tx);
    TotalsState.nextRound(tx);
    // Settled, and after the lock: what another leader has just added must not be added again.
    List<DirectoryTotalsChange> seen = tx.scan(scan.locked(LockMode.SETTLED));
    Map<Long, List<DirectoryTotalsChange>> byDirectory = new LinkedHashMap<>();
    seen.forEach(
        change ->
            byDirectory.computeIfAbsent(change.directoryId(), id -> new ArrayList<>()).add(change));
    Sums sums = new Sums(tx);
    Set<Long> missing = new TreeSet<>();
    int added = 0;
    for (Map.Entry<Long, List<DirectoryTotalsChange>> entry : byDirectory.entrySet()) {
      Long absent = sums.add(entry.getKey(), entry.getValue());
      if (absent != null) {
        missing.add(absent);
      } else {
        entry.getValue().forEach(c -> tx.delete(Tables.DIRECTORY_TOTALS_CHANGES, c.key()));
        added += entry.getValue().size();
      }
    }
    sums.write();
    boolean isFull = seen.size() == CHANGES_PER_TRANSACTION;
    return new Batch(added, isFull ? seen.get(seen.size() - 1).key() : null, missing);
  }

  /** Gives a directory that was made before there were totals an empty row. */
  private void make(long directoryId, LeaderFence fence) {
    runner.run(
        TxOptions.write("make_totals").hint(directoryId),
        tx -> {
          fence.check(tx);
          Inode found = InodeRows.find(tx, directoryId);
          Inode row =
              found == null || Partitioning.isAway(found)
                  ? null
                  : tx.get(Tables.INODES, found.key(), LockMode.SHARED);
          if (row == null || row.id() != directoryId) {
            return false;
          }
          tx.upsert(Tables.DIRECTORY_TOTALS, lockTotals(tx, row));
          return true;
        });
  }

  /**
   * The totals of a directory, locked; empty and not counted when they are missing.
   *
   * @param directory its row, which is locked, so that it stays where it is
   */
  static DirectoryTotals lockTotals(Tx tx, Inode directory) {
    DirectoryTotals totals = tx.get(Tables.DIRECTORY_TOTALS, directory.id(), LockMode.EXCLUSIVE);
    return totals == null ? DirectoryTotals.empty(directory, false) : totals;
  }

  /** Sums per directory, of directories whose totals are locked. */
  private static final class Sums {
    private record Row(DirectoryTotals totals, Tally own, Tally below) {}

    private final Tx tx;
    private final Map<Long, @Nullable DirectoryTotals> locked = new HashMap<>();
    private final Map<Long, Row> rows = new LinkedHashMap<>();

    Sums(Tx tx) {
      this.tx = tx;
    }

    /**
     * Adds changes of one directory to it and to all above it.
     *
     * @return the directory in the tree whose totals are missing, when nothing was added for that
     */
    @Nullable Long add(long directoryId, List<DirectoryTotalsChange> changes) {
      List<DirectoryTotals> chain = new ArrayList<>();
      long id = directoryId;
      DirectoryTotals row = lock(id);
      while (row != null) {
        chain.add(row);
        id = row.parentId();
        row = row.directoryId() == Inode.ROOT_ID ? null : lock(id);
        requireTree(chain);
      }
      boolean ends = !chain.isEmpty() && chain.get(chain.size() - 1).directoryId() == Inode.ROOT_ID;
      if (!ends) {
        Inode top = InodeRows.find(tx, id);
        if (top != null && !Partitioning.isAway(top)) {
          return id;
        }
      }
      Tally own = Tally.NOTHING;
      Tally below = Tally.NOTHING;
      for (DirectoryTotalsChange change : changes) {
        Tally ofChange = Tally.decoded(change.own());
        own = own.plus(ofChange);
        below = below.plus(ofChange).plus(Tally.decoded(change.below()));
      }
      for (DirectoryTotals at : chain) {
        rows.merge(at.directoryId(), new Row(at, own, below), Sums::sum);
        own = Tally.NOTHING;
        below = below.inheriting(at.storagePolicy());
      }
      return null;
    }

    private static Row sum(Row a, Row b) {
      return new Row(a.totals(), a.own().plus(b.own()), a.below().plus(b.below()));
    }

    private @Nullable DirectoryTotals lock(long id) {
      if (!locked.containsKey(id)) {
        locked.put(id, tx.get(Tables.DIRECTORY_TOTALS, id, LockMode.EXCLUSIVE));
      }
      return locked.get(id);
    }

    private static void requireTree(List<DirectoryTotals> chain) {
      if (chain.size() > LEVELS_MAX) {
        throw new StoreException(
                StoreException.Code.CORRUPT, "The totals of directories lead in a circle")
            .with("directoryId", chain.get(0).directoryId());
      }
    }

    void write() {
      for (Row row : rows.values()) {
        DirectoryTotals before = row.totals();
        tx.update(
            Tables.DIRECTORY_TOTALS,
            new DirectoryTotals(
                before.directoryId(),
                before.parentId(),
                before.storagePolicy(),
                before.counted(),
                Tally.decoded(before.own()).plus(row.own()).encoded(),
                Tally.decoded(before.below()).plus(row.below()).encoded()));
      }
    }
  }
}
