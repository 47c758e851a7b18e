package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.SnapshottableDirectory;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots may hold the inodes that one transaction changes. The scope of an inode is the
 * number of the newest snapshot that was taken of it: the newest of the snapshottable directories
 * at or above it, and of those that it or a directory above it was moved out of. A row that was
 * written before that snapshot is kept as a form when it changes; a row that was written after it
 * is in no snapshot. Snapshots that were deleted since do not count. So a change costs one more row
 * at most, whatever the size of the tree.
 *
 * <p>The rows of snapshottable directories are locked shared after the inodes, so that no snapshot
 * is taken between this look and the commit. Paths without such a directory cost nothing.
 */
public final class SnapshotScopes {
  private final Tx tx;
  private final LiveSnapshots liveSnapshots;
  private @Nullable NavigableSet<Long> live;
  private final Map<Long, Long> newest = new HashMap<>();
  private final Map<Long, Long> scopes = new HashMap<>();

  SnapshotScopes(Tx tx, LiveSnapshots liveSnapshots) {
    this.tx = tx;
    this.liveSnapshots = liveSnapshots;
  }

  /** Learns the scopes of the inodes along a path, root first, which the transaction may change. */
  public void note(List<Inode> rows) {
    long scope = 0;
    for (int depth = 0; depth < rows.size(); depth++) {
      Inode row = rows.get(depth);
      if (row.snapshottable()) {
        boolean last = depth == rows.size() - 1;
        scope = Math.max(scope, newest(row.id(), last ? LockMode.EXCLUSIVE : LockMode.SHARED));
      }
      scope = withKept(row, scope);
      if (scope != 0) {
        scopes.put(row.id(), scope);
      }
    }
  }

  /** A scope with the newest snapshot that is left of those that the row was kept for. */
  private long withKept(Inode row, long scope) {
    // Most inodes carry no number: the first look is for them.
    if (row.keptSnapshot() <= scope || liveSnapshots.guess(row.keptSnapshot()) <= scope) {
      return scope;
    }
    NavigableSet<Long> known = live;
    // A greater number may be of a snapshot that was taken after the last look.
    if (known == null || known.isEmpty() || known.last() < row.keptSnapshot()) {
      known = LiveSnapshots.read(tx);
      live = known;
    }
    return Math.max(scope, liveSnapshots.newest(row.keptSnapshot(), known));
  }

  /** Learns the scope of an inode that this transaction adds. */
  void noteNew(Inode inode, long scope) {
    if (scope != 0) {
      scopes.put(inode.id(), scope);
    }
  }

  private long newest(long directoryId, LockMode mode) {
    return newest.computeIfAbsent(
        directoryId,
        id -> {
          SnapshottableDirectory directory = tx.get(Tables.SNAPSHOTTABLE_DIRECTORIES, id, mode);
          return directory == null ? 0 : directory.newestId();
        });
  }

  /** The scope of an inode whose path, or whose parent's path, was noted. */
  public long of(Inode inode) {
    long above = scopes.getOrDefault(inode.parentId(), 0L);
    return withKept(inode, Math.max(above, scopes.getOrDefault(inode.id(), 0L)));
  }

  /** The scope of what is added to a directory whose path was noted. */
  long ofChildren(long parentId) {
    return scopes.getOrDefault(parentId, 0L);
  }

  /** Whether some snapshot holds the inode, as it is or in a former form. */
  public boolean keeps(Inode inode) {
    return inode.sinceSnapshot() < of(inode) || hasForms(inode);
  }

  /**
   * Whether some snapshot holds a former form of the inode. The form that was found stays until
   * this transaction ends: who frees it later finds what was retained for it.
   */
  public boolean hasForms(Inode inode) {
    return inode.keptSnapshot() != 0 && hasForms(tx, inode.id(), LockMode.SHARED);
  }

  /** Whether some snapshot holds the inode as its row is now. */
  public boolean keepsPresent(Inode inode) {
    return inode.sinceSnapshot() < of(inode);
  }

  /** The former forms of an inode, which stay until this transaction ends. */
  public List<InodeForm> forms(Inode inode) {
    return inode.keptSnapshot() == 0 ? List.of() : forms(tx, inode.id(), LockMode.SHARED);
  }

  /** The former forms of an inode. */
  public static List<InodeForm> forms(Tx tx, long inodeId, LockMode lock) {
    return Scans.all(
        tx, Scan.index(Tables.INODE_FORMS, Tables.BY_ID, Scan.LIMIT_MAX, inodeId).locked(lock));
  }

  /** Whether a former form of an inode is kept. */
  public static boolean hasForms(Tx tx, long inodeId, LockMode lock) {
    return !tx.scan(Scan.index(Tables.INODE_FORMS, Tables.BY_ID, 1, inodeId).locked(lock))
        .isEmpty();
  }
}
