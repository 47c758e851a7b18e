package io.warren.namespace.totals;

import io.warren.model.ClusterVariable;
import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.Children;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a directory's totals lack, by its children's rows and their totals: each is right when its
 * own sum is what its children count, and the sum below that and what is below its children. What
 * is lacking stays the same whatever is changed or added meanwhile, as both sides change alike.
 *
 * @param counted whether the directory was counted before
 * @param own lacking directly in it
 * @param below lacking below it, own included
 */
record DirectoryCount(Inode directory, boolean counted, Tally own, Tally below) {
  private static final int CHILDREN_PER_PAGE = 1_000;
  private static final long GONE = -1;

  /**
   * Totals as kept, with what waits to be added to them.
   *
   * @param childrenVersion of the directory: it rises when a child changes its name within it,
   *     which a scan may pass twice, or not at all
   */
  private record Kept(
      @Nullable DirectoryTotals row,
      List<DirectoryTotalsChange> waiting,
      @Nullable String round,
      long childrenVersion) {
    boolean sameAs(Kept other) {
      return Objects.equals(round, other.round)
          && childrenVersion == other.childrenVersion
          && waiting.stream()
              .map(DirectoryTotalsChange::key)
              .toList()
              .equals(other.waiting.stream().map(DirectoryTotalsChange::key).toList());
    }
  }

  boolean isRight() {
    return own.isNothing() && below.isNothing();
  }

  /**
   * Counts in a reading transaction. All is read settled: where a store shows the rows of one
   * commit one after the other, an inode would be seen without its change, or the other way round.
   *
   * @param snapshotReads whether all its reads are of one moment
   * @return null when the directory was changing meanwhile, or too much waits to be added
   */
  static @Nullable DirectoryCount of(Tx tx, Inode directory, boolean snapshotReads) {
    Kept before = kept(tx, directory);
    if (before.waiting().size() == Scan.LIMIT_MAX
        || directory.childrenPartitioning().isChanging()) {
      return null;
    }
    Tally own = Tally.NOTHING;
    Tally deeper = Tally.NOTHING;
    Name after = null;
    boolean complete = false;
    while (!complete) {
      Children.Page page = Children.page(tx, directory, LockMode.SETTLED, after, CHILDREN_PER_PAGE);
      List<Inode> below = new ArrayList<>();
      for (Inode child : page.children()) {
        own = own.plus(Tally.of(child));
        if (child.isDirectory()) {
          below.add(child);
        }
      }
      deeper = deeper.plus(below(tx, below));
      complete = page.complete();
      after = page.reach();
    }
    if (!snapshotReads && !before.sameAs(kept(tx, directory))) {
      return null;
    }
    DirectoryTotals row = before.row();
    Tally keptOwn = row == null ? Tally.NOTHING : Tally.decoded(row.own());
    Tally keptBelow = row == null ? Tally.NOTHING : Tally.decoded(row.below());
    for (DirectoryTotalsChange change : before.waiting()) {
      Tally ofChange = Tally.decoded(change.own());
      keptOwn = keptOwn.plus(ofChange);
      keptBelow = keptBelow.plus(ofChange).plus(Tally.decoded(change.below()));
    }
    return new DirectoryCount(
        directory,
        row != null && row.counted(),
        own.minus(keptOwn),
        own.plus(deeper).minus(keptBelow));
  }

  private static Tally below(Tx tx, List<Inode> directories) {
    if (directories.isEmpty()) {
      return Tally.NOTHING;
    }
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<DirectoryTotals>> rows = new ArrayList<>();
    directories.forEach(
        child -> rows.add(batch.get(Tables.DIRECTORY_TOTALS, child.id(), LockMode.SETTLED)));
    batch.execute();
    Tally sum = Tally.NOTHING;
    for (int i = 0; i < rows.size(); i++) {
      DirectoryTotals row = rows.get(i).get();
      if (row != null) {
        int policyId = directories.get(i).storagePolicy();
        sum = sum.plus(Tally.decoded(row.below()).inheriting(policyId));
      }
    }
    return sum;
  }

  private static Kept kept(Tx tx, Inode directory) {
    ClusterVariable round = tx.get(Tables.CLUSTER_VARIABLES, TotalsState.ROUND, LockMode.SETTLED);
    ReadBatch batch = tx.batch();
    ReadBatch.Row<DirectoryTotals> row =
        batch.get(Tables.DIRECTORY_TOTALS, directory.id(), LockMode.SETTLED);
    ReadBatch.Row<Inode> inode = batch.get(Tables.INODES, directory.key(), LockMode.SETTLED);
    ReadBatch.Rows<DirectoryTotalsChange> waiting =
        batch.scan(
            Scan.prefix(Tables.DIRECTORY_TOTALS_CHANGES, Scan.LIMIT_MAX, directory.id())
                .locked(LockMode.SETTLED));
    batch.execute();
    Inode now = inode.get();
    return new Kept(
        row.get(),
        waiting.get(),
        round == null ? null : round.value(),
        now == null ? GONE : now.childrenVersion());
  }
}
