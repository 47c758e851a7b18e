package io.warren.namespace.xattr;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.XattrPart;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import java.nio.charset.StandardCharsets;

/**
 * Sets an extended attribute. At most once.
 *
 * @param create whether it may be new
 * @param replace whether it may be there already
 * @param raw whether it may be of the namespace RAW
 */
public record SetXattr(
    FsPath path, Xattr xattr, boolean create, boolean replace, XattrLimits limits, boolean raw)
    implements DoneOnce {
  public SetXattr(FsPath path, Xattr xattr, boolean create, boolean replace, XattrLimits limits) {
    this(path, xattr, create, replace, limits, false);
  }

  @Override
  public String name() {
    return "set_xattr";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    checkSize();
    XattrRights.requireRawWriter(tx, raw);
    XattrRights.requireUsable(tx, xattr.name(), raw);
    XattrRights.requireSettable(xattr);
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    XattrRights.requireChangeable(tx, found, xattr.name());
    XattrRows rows = XattrRows.locked(tx.store(), inode.id());
    checkFlags(rows.attributes().containsKey(xattr.name()));
    tx.inodes().keep(inode);
    rows.put(xattr);
    limits.requireFor(rows.attributes().keySet());
    tx.inodes().update(inode, inode.toBuilder().feature(Inode.XATTRS, true).build());
    return true;
  }

  private void checkSize() {
    int nameBytes = xattr.name().name().getBytes(StandardCharsets.UTF_8).length;
    int sizeBytes = nameBytes + xattr.value().length;
    if (nameBytes == 0 || nameBytes > XattrPart.NAME_MAX_BYTES) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The name of an XAttr must have 1 to 8000 bytes")
          .with("nameBytes", nameBytes);
    }
    if (sizeBytes > limits.sizeBytesMax()) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT,
              "The XAttr is too big: its name and value together are longer than the limit")
          .with("sizeBytes", sizeBytes)
          .with("sizeBytesMax", limits.sizeBytesMax());
    }
  }

  private void checkFlags(boolean exists) {
    if (!create && !replace) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "A flag must be specified.");
    }
    if (exists && !replace) {
      throw new NamespaceException(
              Code.XATTR_REFUSED, "The XAttr already exists. The REPLACE flag must be specified.")
          .with("xattr", xattr.name().name());
    }
    if (!exists && !create) {
      throw new NamespaceException(
              Code.XATTR_REFUSED, "The XAttr does not exist. The CREATE flag must be specified.")
          .with("xattr", xattr.name().name());
    }
  }
}
