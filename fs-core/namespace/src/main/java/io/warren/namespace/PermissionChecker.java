package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.NamespaceException;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.Acl;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Permission checks of HDFS: exactly one of the owner's, the group's or the others' bits decides;
 * where an inode has an ACL, its entries decide for everybody but the owner. Every check lets the
 * superuser pass.
 */
public final class PermissionChecker {
  /** The sticky bit of a directory's mode. */
  public static final int STICKY = 01000;

  private final Tx tx;
  private final Principals principals;
  private final Identity identity;
  private final Map<Long, InodeAcl> acls = new HashMap<>();

  PermissionChecker(Tx tx, Principals principals, Identity identity) {
    this.tx = tx;
    this.principals = principals;
    this.identity = identity;
  }

  /** Whether the caller has all of some rights to an inode. */
  public boolean allows(Inode inode, Access access) {
    if (identity.superuser()) {
      return true;
    }
    int shift;
    if (inode.ownerId() == identity.userId()) {
      shift = 6;
    } else if (inode.has(Inode.ACCESS_ACL)) {
      return aclAllows(inode, access);
    } else if (identity.groupIds().contains(inode.groupId())) {
      shift = 3;
    } else {
      shift = 0;
    }
    int granted = (inode.mode() >> shift) & 7;
    return (granted & access.bits()) == access.bits();
  }

  private boolean aclAllows(Inode inode, Access access) {
    readAcls(List.of(inode));
    String group = principals.groupName(inode.groupId());
    return Acl.of(inode, acls.get(inode.attributesId()))
        .allows(identity.user(), identity.groups(), group, access);
  }

  /**
   * Reads the ACLs that will decide, in one batch; those that were read already are not read again.
   *
   * @throws StalePathException when an inode has lost its ACL since its row was read
   */
  public void readAcls(Collection<Inode> inodes) {
    if (identity.superuser()) {
      return;
    }
    Map<Long, ReadBatch.Row<InodeAcl>> asked = new HashMap<>();
    ReadBatch batch = null;
    for (Inode inode : inodes) {
      boolean decides = inode.has(Inode.ACCESS_ACL) && inode.ownerId() != identity.userId();
      long attributesId = inode.attributesId();
      if (decides && !acls.containsKey(attributesId)) {
        batch = batch == null ? tx.batch() : batch;
        asked.put(attributesId, batch.get(Tables.ACLS, attributesId));
      }
    }
    if (batch == null) {
      return;
    }
    batch.execute();
    asked.forEach(
        (attributesId, read) -> {
          InodeAcl row = read.get();
          if (row == null || row.access() == null) {
            throw new StalePathException();
          }
          acls.put(attributesId, row);
        });
  }

  /** Whether the caller owns the inode or is the superuser. */
  public boolean owns(Inode inode) {
    return identity.superuser() || inode.ownerId() == identity.userId();
  }

  /**
   * Execute on every existing directory above the last component; also refuses a path through a
   * file, for the superuser too.
   */
  public void traverse(ResolvedPath path) {
    traverse(path, false);
  }

  /** As {@link #traverse} for a path at which something is to be made: HDFS names that fault. */
  public void traverseToMake(ResolvedPath path) {
    traverse(path, true);
  }

  private void traverse(ResolvedPath path, boolean making) {
    readAcls(path.rows());
    int last = path.depth();
    for (int depth = 0; depth < last && depth <= path.existingDepth(); depth++) {
      Inode inode = path.at(depth);
      if (!inode.isDirectory()) {
        throw new NamespaceException(
                NamespaceException.Code.PARENT_NOT_DIRECTORY, "A parent of the path is a file")
            .with("path", path.path())
            .with("parent", path.path().prefix(depth))
            .with("making", making);
      }
      require(path, depth, Access.EXECUTE);
    }
  }

  /** Rights to the last component, which exists. */
  public void last(ResolvedPath path, Access access) {
    require(path, path.depth(), access);
  }

  /** Rights to the parent directory, which exists; nothing for the root. */
  public void parent(ResolvedPath path, Access access) {
    if (path.depth() > 0) {
      require(path, path.depth() - 1, access);
    }
  }

  /** Rights to the deepest component that exists. */
  public void deepestExisting(ResolvedPath path, Access access) {
    require(path, path.existingDepth(), access);
  }

  /** Only the owner, or the superuser. */
  public void owner(ResolvedPath path) {
    if (!owns(path.requireLast())) {
      throw denied(path, path.depth(), "The caller does not own the inode", Access.NONE);
    }
  }

  /** In a sticky directory only the owner of the child or of the directory removes the child. */
  public void sticky(ResolvedPath path) {
    if (path.depth() == 0) {
      return;
    }
    Inode parent = path.requireParent();
    Inode child = path.requireLast();
    if ((parent.mode() & STICKY) != 0 && !owns(parent) && !owns(child)) {
      throw deniedBySticky(path.path(), child, parent);
    }
  }

  /** The error for a child that may not be taken out of its directory. */
  public NamespaceException deniedBySticky(FsPath path, Inode child, Inode parent) {
    return denied(path, child, "The parent directory is sticky", Access.NONE)
        .with("parent", path.parent())
        .with("parentOwner", principals.userName(parent.ownerId()))
        .with("parentGroup", principals.groupName(parent.groupId()))
        .with("parentMode", Integer.toOctalString(parent.mode()));
  }

  /** Only the superuser. */
  public void superuser() {
    if (!identity.superuser()) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "Superuser privilege is required")
          .with("user", identity.user());
    }
  }

  /** Rights to an existing component. */
  public void at(ResolvedPath path, int depth, Access access) {
    require(path, depth, access);
  }

  private void require(ResolvedPath path, int depth, Access access) {
    require(path.path().prefix(depth), path.at(depth), access);
  }

  private NamespaceException denied(ResolvedPath path, int depth, String why, Access access) {
    return denied(path.path().prefix(depth), path.at(depth), why, access);
  }

  /** Access to an inode on its own, however it was reached. */
  public void require(FsPath path, Inode inode, Access access) {
    if (!allows(inode, access)) {
      throw denied(path, inode, "Permission denied", access);
    }
  }

  private NamespaceException denied(FsPath path, Inode inode, String why, Access access) {
    return new NamespaceException(NamespaceException.Code.ACCESS_DENIED, why)
        .with("user", identity.user())
        .with("access", access)
        .with("path", path)
        .with("owner", principals.userName(inode.ownerId()))
        .with("group", principals.groupName(inode.groupId()))
        .with("mode", Integer.toOctalString(inode.mode()))
        .with("acl", inode.has(Inode.ACCESS_ACL))
        .with("directory", inode.isDirectory());
  }
}
