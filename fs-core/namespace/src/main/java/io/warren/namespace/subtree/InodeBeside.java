package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.OperationTx;
import io.warren.namespace.acl.AclRows;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrName;
import io.warren.namespace.xattr.XattrRows;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An inode with what stands beside its row, which is read once, when it is asked for. */
final class InodeBeside {
  private final OperationTx tx;
  private final Inode inode;
  private final boolean locked;
  private @Nullable AclRead acl;
  private @Nullable XattrRows xattrRows;

  /** A row that was looked for, and the ACL that goes with it. */
  private record AclRead(@Nullable InodeAcl row, Acl acl) {}

  private InodeBeside(OperationTx tx, Inode inode, boolean locked) {
    this.tx = tx;
    this.inode = inode;
    this.locked = locked;
  }

  /** Of one whose row the transaction has locked. */
  static InodeBeside locked(OperationTx tx, Inode inode) {
    return new InodeBeside(tx, inode, true);
  }

  /** Of one that is only looked at. */
  static InodeBeside seen(OperationTx tx, Inode inode) {
    return new InodeBeside(tx, inode, false);
  }

  Inode inode() {
    return inode;
  }

  Acl acl() {
    return aclRead().acl();
  }

  /** The row of the ACL; null where the mode says all. */
  @Nullable InodeAcl aclRow() {
    return aclRead().row();
  }

  private AclRead aclRead() {
    AclRead read = acl;
    if (read == null) {
      InodeAcl row = readAcl();
      read = new AclRead(row, Acl.of(inode, row));
      acl = read;
    }
    return read;
  }

  private @Nullable InodeAcl readAcl() {
    if (locked || !inode.hasAcl()) {
      return AclRows.locked(tx, inode);
    }
    InodeAcl row = tx.store().get(Tables.ACLS, inode.attributesId(), LockMode.READ_COMMITTED);
    if (row == null) {
      throw tx.restart();
    }
    return row;
  }

  /** The value of an extended attribute; null without one. */
  byte @Nullable [] xattr(XattrName name) {
    Xattr xattr = xattrs().get(name);
    return xattr == null ? null : xattr.value();
  }

  Map<XattrName, Xattr> xattrs() {
    return inode.has(Inode.XATTRS) ? xattrRows().attributes() : Map.of();
  }

  /** The rows of its extended attributes. */
  XattrRows xattrRows() {
    XattrRows read = xattrRows;
    if (read == null) {
      read =
          locked
              ? XattrRows.locked(tx.store(), inode.id())
              : XattrRows.read(tx.store(), inode.attributesId());
      xattrRows = read;
    }
    return read;
  }
}
