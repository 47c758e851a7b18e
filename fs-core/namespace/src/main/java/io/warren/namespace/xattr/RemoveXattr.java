package io.warren.namespace.xattr;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;

/**
 * Removes an extended attribute; an error when there is none. At most once.
 *
 * @param raw whether it may be of the namespace RAW
 */
public record RemoveXattr(FsPath path, XattrName xattr, boolean raw) implements DoneOnce {
  public RemoveXattr(FsPath path, XattrName xattr) {
    this(path, xattr, false);
  }

  @Override
  public String name() {
    return "remove_xattr";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    XattrRights.requireRawWriter(tx, raw);
    XattrRights.requireUsable(tx, xattr, raw);
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    XattrRights.requireChangeable(tx, found, xattr);
    XattrRows rows = XattrRows.locked(tx.store(), inode.id());
    tx.inodes().keep(inode);
    if (rows.remove(xattr) < 0) {
      throw new NamespaceException(
              Code.XATTR_REFUSED, "No matching attributes found for remove operation")
          .with("path", path);
    }
    tx.inodes().update(inode, inode.toBuilder().feature(Inode.XATTRS, !rows.isEmpty()).build());
    return true;
  }
}
