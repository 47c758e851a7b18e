package io.warren.namespace.view;

import io.warren.model.DirectoryChange;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The version of the tree of directories: one row that every change of a directory's view raises in
 * its own transaction. Who reads it along with an inode knows whether what he remembers of the
 * directories above still holds.
 *
 * <p>A store that may lose commits together with all that it has in memory loses the row, too.
 * Versions then go on from the time of day, so that none is given twice.
 */
final class DirectoryVersion {
  /** What is read where no version was given, or since it was lost. */
  static final long FIRST = 0;

  /** Changes that are kept for those who are behind. */
  private static final long CHANGES_KEPT = 10_000;

  private static final long VERSIONS_PER_MS = 1_000;

  private DirectoryVersion() {}

  static ReadBatch.Row<DirectoryChange> addTo(ReadBatch batch) {
    return batch.get(Tables.DIRECTORY_CHANGES, DirectoryChange.NEWEST);
  }

  static long of(@Nullable DirectoryChange row) {
    return row == null ? FIRST : row.newestVersion();
  }

  /** Makes the row, which can't be locked before it is there. */
  static void format(Tx tx) {
    if (tx.get(Tables.DIRECTORY_CHANGES, DirectoryChange.NEWEST, LockMode.EXCLUSIVE) == null) {
      tx.insert(Tables.DIRECTORY_CHANGES, DirectoryChange.newest(base()));
    }
  }

  /** More than all versions that were given before, at a million a second. */
  private static long base() {
    return System.currentTimeMillis() * VERSIONS_PER_MS;
  }

  /** The version once whoever is raising it now has committed or given up. */
  static long settled(Tx tx) {
    return of(tx.get(Tables.DIRECTORY_CHANGES, DirectoryChange.NEWEST, LockMode.SETTLED));
  }

  /** Whether a version that was seen is of a change, not the one that versions began with. */
  static boolean isOfChange(Tx tx, long version) {
    return version != FIRST && changes(tx, version - 1, version) != null;
  }

  /**
   * Changes in the order of their versions; waits for those that are being committed.
   *
   * @param after the last version that is not wanted
   * @param to the last one that is, which was seen
   * @return null when some are not kept any more
   */
  static @Nullable List<DirectoryChange> changes(Tx tx, long after, long to) {
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<DirectoryChange>> rows = new ArrayList<>();
    for (long version = after + 1; version <= to; version++) {
      rows.add(batch.get(Tables.DIRECTORY_CHANGES, version, LockMode.SETTLED));
    }
    batch.execute();
    List<DirectoryChange> changes = new ArrayList<>(rows.size());
    for (ReadBatch.Row<DirectoryChange> row : rows) {
      DirectoryChange change = row.get();
      if (change == null) {
        return null;
      }
      changes.add(change);
    }
    return changes;
  }

  /**
   * Raises the version for a change of directories' views in this transaction. The last lock that
   * it takes: changes of views come one after the other, so this one must not be waited for while
   * it waits itself.
   *
   * @return the new version, once the transaction has committed
   */
  static long raise(Tx tx, Collection<Long> directoryIds) {
    DirectoryChange newest =
        tx.get(Tables.DIRECTORY_CHANGES, DirectoryChange.NEWEST, LockMode.EXCLUSIVE);
    long version = (newest == null ? base() : newest.newestVersion()) + 1;
    tx.upsert(Tables.DIRECTORY_CHANGES, DirectoryChange.newest(version));
    tx.insert(Tables.DIRECTORY_CHANGES, new DirectoryChange(version, List.copyOf(directoryIds)));
    tx.delete(Tables.DIRECTORY_CHANGES, version - CHANGES_KEPT);
    return version;
  }
}
