package io.warren.store;

import io.warren.model.Inode;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How rows of {@link Tables#INODES} are found whose place is not known. */
public final class InodeRows {
  private InodeRows() {}

  /**
   * A row by its id, read committed; null when there is none. The index and the row are read one
   * after the other, and some stores show the rows of one commit one after the other: a row that
   * changes its place between the two is missed. So who misses it looks again in a way that waits
   * for whoever is moving it; that costs a scan over all partitions, and only those who find
   * nothing pay for it.
   */
  public static @Nullable Inode find(Tx tx, long inodeId) {
    Inode found = tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, inodeId);
    if (found != null) {
      return found;
    }
    List<Inode> settled =
        tx.scan(
            Scan.index(Tables.INODES, Tables.INODES_BY_ID, 1, inodeId).locked(LockMode.SETTLED));
    return settled.isEmpty() ? null : settled.get(0);
  }
}
