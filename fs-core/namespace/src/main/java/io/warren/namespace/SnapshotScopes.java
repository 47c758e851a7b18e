package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.SnapshottableDirectory;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which snapshots may hold the inodes that one transaction changes. The scope of an inode is the
 * number of the newest snapshot that was taken of it: the newest of the snapshottable directories
 * at or above it, and of those that it or a directory above it was moved out of. A row that was
 * written before that snapshot is kept as a form when it changes; a row that was written after it
 * is in no snapshot. So a change costs one more row at most, whatever the size of the tree.
 *
 * <p>The rows of snapshottable directories are locked shared after the inodes, so that no snapshot
 * is taken between this look and the commit. Paths without such a directory cost nothing.
 */
public final class SnapshotScopes {
  private final Tx tx;
  private final Map<Long, Long> newest = new HashMap<>();
  private final Map<Long, Long> scopes = new HashMap<>();

  SnapshotScopes(Tx tx) {
    this.tx = tx;
  }

  /** Learns the scopes of the inodes along a path, root first, which the transaction may change. */
  public void note(List<Inode> rows) {
    long scope = 0;
    for (int depth = 0; depth < rows.size(); depth++) {
      Inode row = rows.get(depth);
      scope = Math.max(scope, row.keptSnapshot());
      if (row.snapshottable()) {
        boolean last = depth == rows.size() - 1;
        scope = Math.max(scope, newest(row.id(), last ? LockMode.EXCLUSIVE : LockMode.SHARED));
      }
      if (scope != 0) {
        scopes.put(row.id(), scope);
      }
    }
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
    return Math.max(Math.max(above, inode.keptSnapshot()), scopes.getOrDefault(inode.id(), 0L));
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

  /** Whether a former form of an inode is kept. */
  public static boolean hasForms(Tx tx, long inodeId, LockMode lock) {
    return !tx.scan(Scan.index(Tables.INODE_FORMS, Tables.BY_ID, 1, inodeId).locked(lock))
        .isEmpty();
  }
}
