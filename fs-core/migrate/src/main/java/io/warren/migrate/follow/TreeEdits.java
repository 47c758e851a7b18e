package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.namespace.Children;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileRemoval;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * Edits of the tree: what is made, deleted and moved. Each tells whether it was applied; if not,
 * nothing was written, and it is the first one of the next transaction.
 */
final class TreeEdits {
  private static final int SYMLINK_MODE = 0777;

  private final EditTx edits;
  private final NewInodes made;

  TreeEdits(EditTx edits) {
    this.edits = edits;
    this.made = new NewInodes(edits);
  }

  boolean makeDirectory(Edit.MakeDirectory edit) {
    Found at = edits.find(edit.path());
    Inode row = made.row(at, edit.inodeId(), InodeKind.DIRECTORY, edit.permission(), edit.timeMs());
    if (!edits.claim(row.parentId(), row.name(), row.id())) {
      return false;
    }
    made.insert(at, row, edit.acl(), List.of());
    return true;
  }

  boolean makeSymlink(Edit.MakeSymlink edit) {
    Found at = edits.find(edit.path());
    Inode row =
        made
            .row(at, edit.inodeId(), InodeKind.SYMLINK, edit.permission(), edit.timeMs())
            .toBuilder()
            .mode(SYMLINK_MODE)
            .atimeMs(edit.atimeMs())
            .symlinkTarget(edit.target())
            .build();
    if (!edits.claim(row.parentId(), row.name(), row.id())) {
      return false;
    }
    made.insert(at, row, null, List.of());
    return true;
  }

  boolean delete(Edit.Delete edit) {
    Found at = edits.find(edit.path());
    Inode inode = at.requireLast();
    Inode parent = at.requireParent();
    if (!edits.claim(parent.id(), at.name(), inode.id())) {
      return false;
    }
    remove(at, inode);
    edits.touch(parent, edit.timeMs());
    return true;
  }

  /** Takes an inode and all that is below it out of the tree; what is below is freed later. */
  void remove(Found at, Inode inode) {
    if (!inode.isDirectory()) {
      PolicySpace space =
          inode.isFile() ? FileRemoval.charged(edits.store(), inode) : PolicySpace.NONE;
      edits.charge(at, -1, space.negated());
      edits.closeLease(inode);
      FileRemoval.remove(edits.operation(), inode);
      return;
    }
    if (!Children.any(edits.store(), inode)) {
      edits.charge(at, -1, PolicySpace.NONE);
      if (inode.hasQuota()) {
        edits.store().delete(Tables.QUOTA_DIRECTORIES, inode.id());
      }
      if (inode.snapshottable()) {
        edits.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, inode.id());
      }
      edits.operation().inodes().delete(inode);
      return;
    }
    if (at.isCounted()) {
      TreeCount.Counted counted = TreeCount.count(edits.store(), inode);
      edits.charge(
          at, -counted.names(), counted.space().inheriting(inode.storagePolicy()).negated());
    }
    if (edits.operation().snapshots().keeps(inode)) {
      FileRemoval.retain(edits.operation(), inode);
    } else {
      FileRemoval.detach(edits.operation(), inode, 0);
    }
  }

  boolean rename(Edit.Rename edit) {
    Found from = edits.find(edit.source());
    Inode moving = from.requireLast();
    Found to = destination(edit, from);
    if (to.path().startsWith(from.path())) {
      // Stock namenodes write down that something was moved to where it is, and do nothing.
      requireNothingToDo(edit, to);
      return true;
    }
    Inode replaced = to.last();
    if (replaced != null && !edit.overwrite()) {
      throw to.misfit("the destination is there already");
    }
    boolean mayReplace = replaced == null || edits.isFirst();
    long taker = replaced == null ? moving.id() : replaced.id();
    boolean claimed =
        mayReplace
            && edits.claim(from.requireParent().id(), from.name(), moving.id())
            && edits.claim(to.requireParent().id(), to.name(), taker);
    if (!claimed) {
      return false;
    }
    if (replaced != null) {
      remove(to, replaced);
    }
    count(from, to, moving);
    InodeKey key = Partitioning.childKey(to.requireParent(), to.name());
    Inode moved =
        moving.toBuilder()
            .partitionId(key.partitionId())
            .parentId(key.parentId())
            .name(key.name())
            .build();
    edits.operation().inodes().move(moving, moved);
    touchParents(from, to, edit.timeMs());
    return true;
  }

  private static void requireNothingToDo(Edit.Rename edit, Found to) {
    if (!edit.legacy()) {
      throw to.misfit("the destination is at or below the source");
    }
  }

  /** Edits tell the whole destination; stock namenodes look once more all the same. */
  private Found destination(Edit.Rename edit, Found from) {
    Found to = edits.find(edit.destination());
    Inode there = to.last();
    boolean into = edit.legacy() && there != null && there.isDirectory();
    return into ? edits.find(FsPath.parse(edit.destination()).child(from.name())) : to;
  }

  /** A directory that gets a child is not older than that, as stock namenodes have it. */
  private void touchParents(Found from, Found to, long timeMs) {
    long arrivedMs = Math.max(timeMs, from.requireLast().mtimeMs());
    if (from.requireParent().id() == to.requireParent().id()) {
      edits.touch(from.requireParent(), arrivedMs);
      return;
    }
    edits.touch(from.requireParent(), timeMs);
    edits.touch(to.requireParent(), arrivedMs);
  }

  private void count(Found from, Found to, Inode moving) {
    int policyBefore = EffectivePolicies.of(from.ancestors()).storage();
    int policyAfter = EffectivePolicies.of(to.ancestors()).storage();
    boolean samePolicy = policyBefore == policyAfter || moving.storagePolicy() != 0;
    if (samePolicy && quotas(from).equals(quotas(to))) {
      return;
    }
    TreeCount.Counted counted = TreeCount.count(edits.store(), moving);
    PolicySpace space = counted.space().inheriting(moving.storagePolicy());
    edits.charge(from, -counted.names(), space.negated());
    edits.charge(to, counted.names(), space);
    if (samePolicy) {
      return;
    }
    QuotaEdits.inheritAnew(edits, from.path(), counted, policyBefore, policyAfter);
    if (moving.hasQuota()) {
      PolicySpace inherited = counted.space().inherited();
      edits
          .operation()
          .quota()
          .chargeTypes(
              from.path(),
              moving.id(),
              inherited.types(policyAfter).minus(inherited.types(policyBefore)));
    }
  }

  private static List<Long> quotas(Found at) {
    return at.ancestors().stream().filter(Inode::hasQuota).map(Inode::id).toList();
  }
}
