package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Pages of children that never show a child twice or not at all because it changed places while the
 * page was scanned. In a snapshot that is so by itself. Without one the directory's
 * children_version, known before the scan, is compared with the row read after it: whoever moves a
 * child within the directory raises it.
 */
final class StableChildren {
  private static final int READS_MAX = 20;

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
   * @throws StoreException UNAVAILABLE when the children kept moving
   */
  Children.Page page(
      Inode before, Children.@Nullable Page guessed, @Nullable Name after, int limit) {
    Children.Page page =
        guessed != null ? guessed : Children.page(tx.store(), before, after, limit);
    if (tx.snapshotReads()) {
      return page;
    }
    Inode known = before;
    for (int read = 0; read < READS_MAX; read++) {
      Inode now = tx.store().get(Tables.INODES, before.key(), LockMode.READ_COMMITTED);
      if (now == null || now.id() != before.id()) {
        throw tx.restart();
      }
      boolean stable =
          now.childrenVersion() == known.childrenVersion()
              && now.childrenPartitioning() == known.childrenPartitioning();
      if (stable) {
        return page;
      }
      known = now;
      page = Children.page(tx.store(), known, after, limit);
    }
    throw new StoreException(
            StoreException.Code.UNAVAILABLE, "The children kept moving while they were listed")
        .with("inodeId", before.id())
        .with("reads", READS_MAX);
  }
}
