package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.store.InodeRows;

/** The file that the first execution of a repeated call opened, as it is now. */
final class OpenedBefore {
  private OpenedBefore() {}

  /**
   * Finds the file wherever it is now in the tree.
   *
   * @param path where it was opened
   * @throws NamespaceException NOT_FOUND when it was deleted, also when a snapshot still holds it
   */
  static EntryStatus find(OperationTx tx, long inodeId, FsPath path) {
    Inode row = InodeRows.find(tx.store(), inodeId);
    ResolvedPath found = row == null ? null : tx.locate(row);
    if (row == null || found == null) {
      throw new NamespaceException(Code.NOT_FOUND, "The file was opened but is gone now")
          .with("path", path);
    }
    return tx.status(found, row, 0);
  }
}
