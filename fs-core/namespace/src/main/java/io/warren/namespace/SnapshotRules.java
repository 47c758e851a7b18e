package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;

/** Rows of snapshots, and what may not be done to directories that have some. */
public final class SnapshotRules {
  /** Most snapshots of one directory, as in stock HDFS. */
  public static final int SNAPSHOTS_MAX = 65_536;

  /** Most directories of which snapshots may be taken. */
  public static final int DIRECTORIES_MAX = 10_000;

  private SnapshotRules() {}

  /** An error with the path it is about. */
  public static NamespaceException refused(String message, FsPath path) {
    return new NamespaceException(NamespaceException.Code.SNAPSHOT, message).with("path", path);
  }

  /** The row of a snapshottable directory, locked exclusively after the inode's. */
  public static SnapshottableDirectory require(OperationTx tx, FsPath path, Inode directory) {
    SnapshottableDirectory row =
        directory.snapshottable()
            ? tx.store().get(Tables.SNAPSHOTTABLE_DIRECTORIES, directory.id(), LockMode.EXCLUSIVE)
            : null;
    if (row == null) {
      throw refused("Directory is not a snapshottable directory: " + path, path);
    }
    return row;
  }

  /** All snapshots of a directory, oldest first. */
  public static List<Snapshot> all(Tx tx, long directoryId) {
    return all(tx, directoryId, LockMode.READ_COMMITTED);
  }

  /** As {@link #all}, for who changes them, with all that was committed before (ADR 16). */
  public static List<Snapshot> allHeld(Tx tx, long directoryId) {
    return all(tx, directoryId, LockMode.SETTLED);
  }

  private static List<Snapshot> all(Tx tx, long directoryId, LockMode lock) {
    return Scans.all(tx, Scan.prefix(Tables.SNAPSHOTS, Scan.LIMIT_MAX, directoryId).locked(lock));
  }

  /** Checks the name of a new snapshot. */
  public static void checkName(FsPath path, String name) {
    boolean valid =
        !name.isEmpty()
            && name.indexOf('/') < 0
            && !name.equals(".")
            && !name.equals("..")
            && !name.equals(SnapshotPath.DOT_SNAPSHOT.toString());
    if (!valid || Name.of(name).bytes().length == 0) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT,
              "A snapshot's name must be a valid name of a file: \"" + name + "\"")
          .with("path", path);
    }
  }

  /**
   * Refuses to delete or rename a directory at or below which there are snapshots.
   *
   * @param target the directory as locked
   */
  public static void requireNone(OperationTx tx, FsPath path, Inode target) {
    if (!target.isDirectory()) {
      return;
    }
    for (SnapshottableDirectory root :
        tx.store().scan(Scan.prefix(Tables.SNAPSHOTTABLE_DIRECTORIES, DIRECTORIES_MAX))) {
      if (root.snapshots() > 0) {
        FsPath at = root.inodeId() == target.id() ? path : tx.pathOf(root.inodeId());
        if (at != null && at.startsWith(path)) {
          throw refused(
              "The directory "
                  + path
                  + " cannot be deleted since "
                  + at
                  + " is snapshottable and already has snapshots",
              path);
        }
      }
    }
  }
}
