package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.load.XattrKind;
import io.warren.model.ChangedFacts;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Principals;
import io.warren.namespace.acl.AclRows;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.xattr.XattrRows;
import org.apache.hadoop.fs.XAttr;

/** Edits of what an inode has beside its place and its data. */
final class AttributeEdits {
  private static final long STAYS = -1;

  private final EditTx edits;

  AttributeEdits(EditTx edits) {
    this.edits = edits;
  }

  private void update(Inode before, Inode after) {
    if (!before.equals(after)) {
      edits.operation().inodes().update(before, after);
    }
  }

  void replication(Edit.SetReplication edit) {
    Found at = edits.find(edit.path());
    Inode file = at.requireFile();
    if (file.striping() != null) {
      return;
    }
    Inode after = file.toBuilder().replication(edit.replication()).build();
    chargeDifference(at, file, after);
    update(file, after);
  }

  private void chargeDifference(Found at, Inode before, Inode after) {
    if (at.isCounted()) {
      PolicySpace charged = FileRemoval.charged(edits.store(), before);
      edits.charge(at, 0, FileRemoval.charged(edits.store(), after).minus(charged));
    }
  }

  void permission(Edit.SetPermission edit) {
    AclRows.writeMode(edits.operation(), edits.find(edit.path()).requireLast(), edit.mode());
  }

  void owner(Edit.SetOwner edit) {
    Inode inode = edits.find(edit.path()).requireLast();
    Principals principals = edits.operation().namespace().principals();
    Inode.Builder after = inode.toBuilder();
    if (edit.user() != null) {
      after.ownerId(principals.userId(edit.user()));
    }
    if (edit.group() != null) {
      after.groupId(principals.groupId(edit.group()));
    }
    update(inode, after.build());
  }

  void times(Edit.SetTimes edit) {
    Inode inode = edits.find(edit.path()).requireLast();
    Inode.Builder after = inode.toBuilder();
    if (edit.mtimeMs() != STAYS) {
      after.mtimeMs(edit.mtimeMs());
    }
    if (edit.atimeMs() != STAYS) {
      after.atimeMs(edit.atimeMs());
    }
    update(inode, after.build());
  }

  void acl(Edit.SetAcl edit) {
    Inode inode = edits.find(edit.path()).requireLast();
    InodeAcl row = AclRows.locked(edits.operation(), inode);
    Acl after;
    if (edit.entries().isEmpty()) {
      Acl before = Acl.of(inode, row);
      after = Acl.of(inode.toBuilder().mode(before.modeWithoutAcl(inode.mode())).build(), null);
    } else {
      after = NewInodes.acl(edit.entries());
    }
    AclRows.write(edits.operation(), inode, after, row);
  }

  void setXattrs(Edit.SetXattrs edit) {
    Found at = edits.find(edit.path());
    Inode inode = at.requireLast();
    edits.operation().inodes().keep(inode);
    Inode coded = new CodingEdits(edits).set(inode, edit.xattrs());
    update(inode, coded);
    if (new NewInodes(edits).put(at, inode.id(), edit.xattrs())) {
      write(coded, true);
    }
  }

  void removeXattrs(Edit.RemoveXattrs edit) {
    Inode inode = edits.find(edit.path()).requireLast();
    edits.operation().inodes().keep(inode);
    XattrRows rows = XattrRows.locked(edits.store(), inode.id());
    boolean removed = false;
    for (XAttr xattr : edit.xattrs()) {
      if (XattrKind.of(xattr) == XattrKind.KEPT) {
        removed |= rows.remove(NewInodes.name(xattr)) >= 0;
      }
    }
    Inode coded = CodingEdits.unset(inode, edit.xattrs());
    update(inode, coded);
    if (removed) {
      write(coded, !rows.isEmpty());
    }
  }

  private void write(Inode inode, boolean hasXattrs) {
    edits
        .operation()
        .inodes()
        .update(inode, inode.toBuilder().feature(Inode.XATTRS, hasXattrs).build());
    edits.operation().inodes().mark(inode.id(), ChangedFacts.XATTRS);
  }

  void storagePolicy(Edit.SetStoragePolicy edit) {
    Found at = edits.find(edit.path());
    Inode inode = at.requireLast();
    Inode after = inode.toBuilder().storagePolicy(edit.policyId()).build();
    if (inode.isFile()) {
      chargeDifference(at, inode, after);
    } else if (inode.storagePolicy() != after.storagePolicy()) {
      new QuotaEdits(edits).policyChanged(at, inode, after);
    }
    update(inode, after);
  }
}
