package io.warren.store;

import io.warren.model.Inode;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/** How rows of {@link Tables#INODES} are found whose place is not known. */
public final class InodeRows {
  private InodeRows() {}

  /**
   * A row by its id, read committed; null when there is none. The index and the row are read one
   * after the other: a row that changes its place between the two is found by the second try.
   */
  public static @Nullable Inode find(Tx tx, long inodeId) {
    Inode found = tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, inodeId);
    return found != null ? found : tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, inodeId);
  }
}
