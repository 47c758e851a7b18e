package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.XattrPart;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/** The rows of an inode that its features tell of: its ACL and its extended attributes. */
public final class AttributeRows {
  /** No inode has more parts of extended attributes: their number and their lengths are limited. */
  public static final int XATTR_PARTS_MAX = 1_000;

  private AttributeRows() {}

  /** Removes them; the inode's row must be locked exclusively. */
  static void remove(Tx tx, Inode inode) {
    if (inode.hasAcl()) {
      tx.delete(Tables.ACLS, inode.id());
    }
    if (inode.has(Inode.XATTRS)) {
      for (XattrPart part : tx.scan(Scan.prefix(Tables.XATTRS, XATTR_PARTS_MAX, inode.id()))) {
        tx.delete(Tables.XATTRS, part.key());
      }
    }
  }
}
