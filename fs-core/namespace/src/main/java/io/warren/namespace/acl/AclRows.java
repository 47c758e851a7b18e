package io.warren.namespace.acl;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.OperationTx;
import io.warren.namespace.rights.Acl;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/** Reads and writes ACLs of inodes whose rows are locked. */
public final class AclRows {
  private AclRows() {}

  /** The row of an inode that is locked, null when it has none. */
  public static @Nullable InodeAcl locked(OperationTx tx, Inode inode) {
    return inode.hasAcl() ? tx.store().get(Tables.ACLS, inode.id(), LockMode.EXCLUSIVE) : null;
  }

  /** Writes an ACL and the inode that goes with it; whether anything changed. */
  public static boolean write(OperationTx tx, Inode inode, Acl acl, @Nullable InodeAcl before) {
    InodeAcl row = acl.row(inode.id());
    Inode after = acl.applyTo(inode);
    if (row == null ? before != null : !row.equals(before)) {
      tx.inodes().keep(inode);
      if (row == null) {
        tx.store().delete(Tables.ACLS, inode.id());
      } else {
        tx.store().upsert(Tables.ACLS, row);
      }
    } else if (after.equals(inode)) {
      return false;
    }
    tx.inodes().update(inode, after);
    return true;
  }

  /**
   * Sets permission bits, and the mask and the others' entry that repeat them. The inode's row must
   * be locked exclusively; whether anything changed.
   */
  public static boolean writeMode(OperationTx tx, Inode inode, int mode) {
    if (inode.mode() == mode) {
      return false;
    }
    tx.inodes().keep(inode);
    InodeAcl before = inode.has(Inode.ACCESS_ACL) ? locked(tx, inode) : null;
    if (before != null) {
      InodeAcl row = Acl.of(inode, before).withMode(mode).row(inode.id());
      if (row != null) {
        tx.store().upsert(Tables.ACLS, row);
      }
    }
    tx.inodes().update(inode, inode.toBuilder().mode(mode).build());
    return true;
  }
}
