package io.warren.namespace.xattr;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PermissionChecker;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;
import io.warren.namespace.xattr.XattrName.Namespace;

/** Who may see and change which extended attributes. */
final class XattrRights {
  private static final XattrName UNREADABLE =
      new XattrName(Namespace.SECURITY, "hdfs.unreadable.by.superuser");

  private XattrRights() {}

  /**
   * Whether a caller sees an attribute at all.
   *
   * @param raw whether the path was named below /.reserved/raw, where inodes are seen as they are
   *     stored
   */
  static boolean visible(OperationTx tx, XattrName name, boolean raw) {
    return (raw && name.namespace() == Namespace.RAW)
        || name.namespace() == Namespace.USER
        || (name.namespace() == Namespace.TRUSTED && tx.identity().superuser())
        || name.equals(UNREADABLE);
  }

  /** Refuses a name that the caller may not use. */
  static void requireUsable(OperationTx tx, XattrName name, boolean raw) {
    if (!visible(tx, name, raw)) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "User doesn't have permission for xattr")
          .with("user", tx.call().user())
          .with("xattr", name);
    }
  }

  /** Changing inodes as they are stored is the superuser's. */
  static void requireRawWriter(OperationTx tx, boolean raw) {
    if (raw && !tx.identity().superuser()) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "Superuser privilege is required")
          .with("user", tx.call().user());
    }
  }

  /** The mark is set for good and says only that it is there. */
  static void requireSettable(Xattr xattr) {
    if (xattr.name().equals(UNREADABLE) && xattr.value().length > 0) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "Values are not allowed for this xattr")
          .with("xattr", xattr.name());
    }
  }

  /**
   * Write for attributes of users; in a sticky directory only its owner's. The other namespaces are
   * the superuser's anyway.
   */
  static void requireChangeable(OperationTx tx, ResolvedPath found, XattrName name) {
    if (name.namespace() != Namespace.USER) {
      return;
    }
    Inode inode = found.requireLast();
    if (inode.isDirectory() && (inode.mode() & PermissionChecker.STICKY) != 0) {
      tx.permissions().owner(found);
    } else {
      tx.permissions().last(found, Access.WRITE);
    }
  }
}
