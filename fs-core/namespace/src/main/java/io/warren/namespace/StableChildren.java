package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Pages of children that never show a child twice or not at all because it changed places while the
 * page was scanned. In a snapshot that is so by itself. Without one the directory's
 * children_version, known before the scan, is compared with the row read after it: whoever moves a
 * child within the directory raises it (ADR 16).
 */
final class StableChildren {
  /** Scans without a lock, before those who move children are made to wait for one. */
  private static final int SCANS_UNLOCKED_MAX = 3;

  private final OperationTx tx;

  StableChildren(OperationTx tx) {
    this.tx = tx;
  }

  /**
   * One page.
   *
   * @param before the directory's row, read before this call
   * @param guessed the page scanned along with that row, when an even earlier read of the row had
   *     the same version; else null
   */
  Children.Page page(
      Inode before, Children.@Nullable Page guessed, @Nullable Name after, int limit) {
    if (tx.snapshotReads()) {
      return guessed != null ? guessed : scan(before, after, limit);
    }
    Inode known = before;
    Children.Page page = guessed != null ? guessed : scan(known, after, limit);
    for (int scans = 1; scans <= SCANS_UNLOCKED_MAX; scans++) {
      Inode now = read(before, LockMode.SETTLED);
      boolean stable =
          now.childrenVersion() == known.childrenVersion()
              && now.childrenPartitioning() == known.childrenPartitioning();
      if (stable) {
        return page;
      }
      known = now;
      if (scans < SCANS_UNLOCKED_MAX) {
        page = scan(known, after, limit);
      }
    }
    return scan(read(before, LockMode.SHARED), after, limit);
  }

  private Children.Page scan(Inode directory, @Nullable Name after, int limit) {
    LockMode mode = tx.namespace().hints().scanMode(directory);
    return Children.page(tx.store(), directory, mode, after, limit);
  }

  private Inode read(Inode before, LockMode mode) {
    Inode now = tx.store().get(Tables.INODES, before.key(), mode);
    if (now == null || now.id() != before.id()) {
      throw tx.restart();
    }
    tx.namespace().hints().refresh(now);
    return now;
  }
}
