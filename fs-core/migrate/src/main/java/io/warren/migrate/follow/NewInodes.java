package io.warren.migrate.follow;

import io.warren.migrate.edits.EditsException;
import io.warren.migrate.load.XattrKind;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.namespace.IdKind;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Principals;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrName;
import io.warren.namespace.xattr.XattrRows;
import io.warren.store.schema.Tables;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.jspecify.annotations.Nullable;

/** Makes inodes as edits tell them, with their ids. */
final class NewInodes {
  private final EditTx edits;

  NewInodes(EditTx edits) {
    this.edits = edits;
  }

  /** A row that is not written yet, with what all kinds have. */
  Inode row(Found at, long inodeId, InodeKind kind, PermissionStatus permission, long mtimeMs) {
    if (at.last() != null) {
      throw at.misfit("something is there already");
    }
    Inode parent = at.requireParent();
    InodeKey key = Partitioning.childKey(parent, at.name());
    Principals principals = edits.operation().namespace().principals();
    ChildrenPartitioning children =
        kind == InodeKind.DIRECTORY
            ? Partitioning.forNewDirectory(
                at.path().depth(), edits.operation().namespace().config().hashedLevels())
            : ChildrenPartitioning.BY_PARENT;
    return new Inode(
        key.partitionId(),
        key.parentId(),
        key.name(),
        inodeId,
        kind,
        1,
        principals.userId(permission.getUserName()),
        principals.groupId(permission.getGroupName()),
        permission.getPermission().toShort(),
        mtimeMs,
        0,
        0,
        0,
        0,
        0,
        children,
        false,
        0,
        null,
        null,
        null,
        Inode.CHILDREN_NEVER_MOVED,
        0,
        0,
        0,
        0,
        0);
  }

  /**
   * Writes a new inode with what it has beside its row, and counts it.
   *
   * @param acl all entries, null when the mode says all
   */
  void insert(
      Found at,
      Inode row,
      @Nullable List<org.apache.hadoop.fs.permission.AclEntry> acl,
      List<XAttr> xattrs) {
    Inode made = row;
    if (acl != null && !acl.isEmpty()) {
      Acl whole = acl(acl);
      made = whole.applyTo(made);
      InodeAcl beside = whole.row(made.id());
      if (beside != null) {
        edits.store().insert(Tables.ACLS, beside);
      }
    }
    if (put(at, made.id(), xattrs)) {
      made = made.toBuilder().feature(Inode.XATTRS, true).build();
    }
    edits.raise(IdKind.INODE, made.id());
    edits.touch(at.requireParent(), made.mtimeMs());
    edits.operation().inodes().insert(made);
    edits.charge(at, 1, PolicySpace.NONE);
  }

  /** An ACL of all its entries. */
  static Acl acl(List<org.apache.hadoop.fs.permission.AclEntry> entries) {
    return Acl.of(
        entries.stream()
            .map(
                entry ->
                    new AclEntry(
                        AclEntry.Scope.valueOf(entry.getScope().name()),
                        AclEntry.Type.valueOf(entry.getType().name()),
                        entry.getName(),
                        Access.ofBits(entry.getPermission().ordinal())))
            .sorted()
            .toList());
  }

  /**
   * Writes those attributes that Warren keeps.
   *
   * @return whether there are any
   * @throws EditsException before anything is written, for those that it can't do without
   */
  boolean put(Found at, long inodeId, List<XAttr> xattrs) {
    xattrs.forEach(xattr -> requireTaken(at, xattr));
    List<XAttr> kept =
        xattrs.stream().filter(xattr -> XattrKind.of(xattr) == XattrKind.KEPT).toList();
    if (kept.isEmpty()) {
      return false;
    }
    XattrRows rows = XattrRows.locked(edits.store(), inodeId);
    for (XAttr xattr : kept) {
      byte[] value = xattr.getValue() == null ? new byte[0] : xattr.getValue();
      rows.put(new Xattr(name(xattr), value));
    }
    return true;
  }

  static XattrName name(XAttr xattr) {
    return new XattrName(XattrName.Namespace.valueOf(xattr.getNameSpace().name()), xattr.getName());
  }

  private static void requireTaken(Found at, XAttr xattr) {
    XattrKind kind = XattrKind.of(xattr);
    if (kind == XattrKind.ENCRYPTION) {
      throw new EditsException(
              "An encryption zone was made or filled in the followed HDFS, which Warren has not:"
                  + " following ends here")
          .with("path", at.path());
    }
  }
}
