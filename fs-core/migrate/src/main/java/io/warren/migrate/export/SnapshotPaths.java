package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.model.Snapshot;

/** Paths of the few inodes that are named, in the present tree and in snapshots. */
final class SnapshotPaths {
  /** Stands for the present tree among the numbers of snapshots. */
  static final long PRESENT = 0;

  /** No tree is deeper. */
  private static final int DEPTH_MAX = 4_096;

  private final Paths present;
  private final Whereabouts whereabouts;
  private final StoredSnapshots snapshots;

  SnapshotPaths(Paths present, Whereabouts whereabouts, StoredSnapshots snapshots) {
    this.present = present;
    this.whereabouts = whereabouts;
    this.snapshots = snapshots;
  }

  /**
   * The path of an inode.
   *
   * @param number of a snapshot that shows it, or {@link #PRESENT}
   */
  String of(Inode inode, long number) {
    if (number == PRESENT) {
      return present.of(inode);
    }
    Snapshot snapshot = snapshots.at(number);
    StringBuilder below = new StringBuilder();
    long at = inode.id();
    for (int depth = 0; at != snapshot.directoryId() && depth < DEPTH_MAX; depth++) {
      Inode row = whereabouts.history(at).at(number).row();
      below.insert(0, "/" + row.name());
      at = row.parentId();
    }
    return of(snapshot) + below;
  }

  /** The path of a snapshot. */
  String of(Snapshot snapshot) {
    String path = present.of(snapshot.directoryId());
    return (path.equals("/") ? "" : path) + "/.snapshot/" + snapshot.name();
  }
}
