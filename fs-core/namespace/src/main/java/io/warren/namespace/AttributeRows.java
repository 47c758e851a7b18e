package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.XattrPart;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;

/** The rows of an inode that its features tell of: its ACL and its extended attributes. */
public final class AttributeRows {
  /** No inode has more parts of extended attributes: their number and their lengths are limited. */
  public static final int XATTR_PARTS_MAX = 1_000;

  private AttributeRows() {}

  /** Removes them; the inode's row, or its form's, must be locked exclusively. */
  public static void remove(Tx tx, Inode inode) {
    if (inode.hasAcl()) {
      tx.delete(Tables.ACLS, inode.attributesId());
    }
    for (XattrPart part : xattrs(tx, inode)) {
      tx.delete(Tables.XATTRS, part.key());
    }
  }

  /** Copies them to another id; the inode's row must be locked exclusively. */
  static void copy(Tx tx, Inode inode, long attributesId) {
    InodeAcl acl = inode.hasAcl() ? tx.get(Tables.ACLS, inode.id(), LockMode.READ_COMMITTED) : null;
    if (acl != null) {
      tx.insert(Tables.ACLS, new InodeAcl(attributesId, acl.access(), acl.defaults()));
    }
    for (XattrPart p : xattrs(tx, inode)) {
      tx.insert(
          Tables.XATTRS,
          new XattrPart(attributesId, p.number(), p.part(), p.namespace(), p.name(), p.value()));
    }
  }

  private static List<XattrPart> xattrs(Tx tx, Inode inode) {
    return inode.has(Inode.XATTRS)
        ? tx.scan(Scan.prefix(Tables.XATTRS, XATTR_PARTS_MAX, inode.attributesId()))
        : List.of();
  }
}
