package io.warren.namespace;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/**
 * What one transaction adds to the totals of the directories that its inodes are in. Only the
 * nearest directory gets a row, which the leader adds to it and to all above it: nobody waits for
 * the row of a busy directory. What goes or comes with a directory is what its totals say now,
 * under a lock; changes below it that are not added to them yet follow it to where it is by then.
 */
final class TotalsWrites {
  private final Tx tx;

  TotalsWrites(Tx tx) {
    this.tx = tx;
  }

  void created(Inode row) {
    if (row.isDirectory()) {
      tx.insert(Tables.DIRECTORY_TOTALS, DirectoryTotals.empty(row, true));
    }
    add(row.parentId(), row, Tally.of(row), Tally.NOTHING);
  }

  /** An inode has other attributes, or another place. */
  void changed(Inode before, Inode after) {
    Tally was = Tally.of(before);
    Tally is = Tally.of(after);
    Tally wentUp = Tally.NOTHING;
    Tally goesUp = Tally.NOTHING;
    boolean stays = before.parentId() == after.parentId();
    if (before.isDirectory() && !(stays && before.storagePolicy() == after.storagePolicy())) {
      Tally below = replace(after);
      wentUp = below.inheriting(before.storagePolicy());
      goesUp = below.inheriting(after.storagePolicy());
    }
    if (stays) {
      add(after.parentId(), after, is.minus(was), goesUp.minus(wentUp));
    } else {
      add(before.parentId(), after, was.negated(), wentUp.negated());
      add(after.parentId(), after, is, goesUp);
    }
  }

  /** Tells a directory's totals where it is and which policy it has; what is below it. */
  private Tally replace(Inode after) {
    DirectoryTotals row = tx.get(Tables.DIRECTORY_TOTALS, after.id(), LockMode.EXCLUSIVE);
    DirectoryTotals kept = row == null ? DirectoryTotals.empty(after, false) : row;
    tx.upsert(
        Tables.DIRECTORY_TOTALS,
        new DirectoryTotals(
            after.id(),
            after.parentId(),
            after.storagePolicy(),
            kept.counted(),
            kept.own(),
            kept.below()));
    return Tally.decoded(kept.below());
  }

  /**
   * An inode leaves the tree, a directory with all that is below it.
   *
   * @param before as it was before the transaction
   * @param after its last state, for its logical time
   */
  void removed(Inode before, Inode after) {
    Tally wentUp = Tally.NOTHING;
    if (before.isDirectory()) {
      DirectoryTotals row = tx.get(Tables.DIRECTORY_TOTALS, before.id(), LockMode.EXCLUSIVE);
      if (row != null) {
        wentUp = Tally.decoded(row.below()).inheriting(before.storagePolicy());
        tx.delete(Tables.DIRECTORY_TOTALS, before.id());
      }
    }
    add(before.parentId(), after, Tally.of(before).negated(), wentUp.negated());
  }

  /** A directory's row is freed that had left the tree before. */
  void freed(Inode inode) {
    if (inode.isDirectory()) {
      tx.delete(Tables.DIRECTORY_TOTALS, inode.id());
    }
  }

  private void add(long directoryId, Inode changed, Tally own, Tally below) {
    boolean nowhere = changed.isRoot() || (own.isNothing() && below.isNothing());
    if (!nowhere) {
      tx.insert(
          Tables.DIRECTORY_TOTALS_CHANGES,
          new DirectoryTotalsChange(
              directoryId, changed.id(), changed.logicalTime(), own.encoded(), below.encoded()));
    }
  }
}
