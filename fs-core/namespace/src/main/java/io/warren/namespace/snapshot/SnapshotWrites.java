package io.warren.namespace.snapshot;

import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SweepNotes;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/**
 * Writes the rows of snapshots. The caller holds the exclusive lock of the directory's row in
 * snapshottable_directories, and has checked everything.
 */
public final class SnapshotWrites {
  private SnapshotWrites() {}

  /** Allows snapshots of a directory whose inode is locked. */
  public static void allow(OperationTx tx, Inode directory) {
    tx.store()
        .insert(Tables.SNAPSHOTTABLE_DIRECTORIES, new SnapshottableDirectory(directory.id(), 0, 0));
    tx.inodes()
        .updateUnnoticed(
            directory, directory.toBuilder().feature(Inode.SNAPSHOTTABLE, true).build());
  }

  /** Disallows them; there are none. */
  public static void disallow(OperationTx tx, Inode directory) {
    tx.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, directory.id());
    tx.inodes()
        .updateUnnoticed(
            directory, directory.toBuilder().feature(Inode.SNAPSHOTTABLE, false).build());
  }

  /** Takes a snapshot under the next number. */
  public static void take(Tx tx, SnapshottableDirectory row, String name, long createdAtMs) {
    long id = nextId(tx);
    tx.insert(Tables.SNAPSHOTS, new Snapshot(row.inodeId(), id, name, createdAtMs));
    tx.update(
        Tables.SNAPSHOTTABLE_DIRECTORIES,
        new SnapshottableDirectory(row.inodeId(), id, row.snapshots() + 1));
  }

  /**
   * The number's row stays locked until the commit, so that numbers rise as snapshots are taken.
   */
  private static long nextId(Tx tx) {
    String kind = IdKind.SNAPSHOT.stored();
    IdRange range = tx.get(Tables.ID_RANGES, kind, LockMode.EXCLUSIVE);
    long id = range == null ? IdKind.SNAPSHOT.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(kind, id + 1));
    return id;
  }

  /** Deletes a snapshot; what only it held is due to be freed. */
  public static void drop(Tx tx, SnapshottableDirectory row, Snapshot doomed) {
    tx.delete(Tables.SNAPSHOTS, doomed.key());
    long newest = row.newestId() == doomed.id() ? newestBefore(tx, doomed) : row.newestId();
    tx.update(
        Tables.SNAPSHOTTABLE_DIRECTORIES,
        new SnapshottableDirectory(row.inodeId(), newest, row.snapshots() - 1));
    SweepNotes.snapshotDeleted(tx, doomed.id());
  }

  /** The newest of the directory's other snapshots, 0 when there is none. */
  private static long newestBefore(Tx tx, Snapshot doomed) {
    long newest = 0;
    for (Snapshot other : SnapshotRules.allHeld(tx, doomed.directoryId())) {
      newest = other.id() == doomed.id() ? newest : Math.max(newest, other.id());
    }
    return newest;
  }

  /** Gives a snapshot another name. */
  public static void rename(Tx tx, Snapshot snapshot, String to) {
    tx.update(
        Tables.SNAPSHOTS,
        new Snapshot(snapshot.directoryId(), snapshot.id(), to, snapshot.createdAtMs()));
  }
}
