package io.warren.namenode.admin;

import io.warren.model.Inode;
import io.warren.store.InodeRows;
import io.warren.store.Tx;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Paths of inodes known by their ids, for one answer: directories are read once. */
final class InodePaths {
  private static final int LEVELS_MAX = 1_000;

  private final Tx tx;
  private final Map<Long, Inode> known = new HashMap<>();

  InodePaths(Tx tx) {
    this.tx = tx;
  }

  /** The path of an inode; null when it, or a directory above it, is gone or moves just now. */
  @Nullable String of(long inodeId) {
    StringBuilder path = new StringBuilder();
    Inode inode = find(inodeId);
    for (int level = 0; level < LEVELS_MAX && inode != null; level++) {
      if (inode.isRoot()) {
        return path.isEmpty() ? "/" : path.toString();
      }
      path.insert(0, "/" + inode.name());
      inode = find(inode.parentId());
    }
    return null;
  }

  private @Nullable Inode find(long inodeId) {
    Inode inode = known.get(inodeId);
    if (inode == null) {
      inode = InodeRows.find(tx, inodeId);
      if (inode != null) {
        known.put(inodeId, inode);
      }
    }
    return inode;
  }
}
