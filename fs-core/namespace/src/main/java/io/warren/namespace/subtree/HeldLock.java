package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.ResolvedPath;

/**
 * A subtree lock of this namenode whose subtree is quiet.
 *
 * @param key where the locked inode was
 * @param totals what the subtree holds, the locked inode included; stays true while it is locked
 */
public record HeldLock(
    FsPath path, InodeKey key, long inodeId, long ownerNamenodeId, ContentTotals totals) {
  /**
   * The locked inode, which the caller has locked in its transaction.
   *
   * @throws NamespaceException SUBTREE_LOCKED when the lock was taken away meanwhile; the client
   *     tries again
   */
  public Inode requireHeld(ResolvedPath found) {
    Inode row = found.last();
    if (row == null || row.id() != inodeId || row.subtreeLockOwner() != ownerNamenodeId) {
      throw lost();
    }
    return row;
  }

  NamespaceException lost() {
    return new NamespaceException(
            NamespaceException.Code.SUBTREE_LOCKED, "The subtree lock was lost")
        .with("path", path);
  }
}
