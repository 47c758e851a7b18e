package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import io.warren.model.RedundancyCheck;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.acl.AclRows;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.subtree.StepWork.Failed;
import io.warren.namespace.subtree.StepWork.Worked;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets attributes of some inodes in one transaction, each if its change may be made. What is
 * written beside the row follows from what is different of it, whatever kind of step that is.
 */
final class AttributeWork {
  private final OperationTx tx;
  private final SubtreeChange change;
  private final List<Visited> items;
  private final @Nullable HeldLock held;
  private final PolicyRecount recount;
  private final Map<InodeKey, @Nullable Inode> locked = new HashMap<>();
  private final Map<Long, Inode> directories = new HashMap<>();
  private final List<ChangedInode> changed = new ArrayList<>();
  private final List<ItemError> refused = new ArrayList<>();
  private final List<Failed> failed = new ArrayList<>();

  /**
   * @param held the subtree lock of the first item, where there is one
   */
  AttributeWork(
      OperationTx tx, SubtreeChange change, List<Visited> items, @Nullable HeldLock held) {
    this.tx = tx;
    this.change = change;
    this.items = items;
    this.held = held;
    this.recount = new PolicyRecount(tx);
  }

  /**
   * Handles the items up to the first one that needs a subtree lock which is not held.
   *
   * @throws SubtreeRequired when that is the first of all
   */
  Worked run() {
    for (Visited item : items) {
      InodeKey key = item.inode().key();
      locked.put(key, tx.lockRow(key, LockMode.EXCLUSIVE));
    }
    if (change.ofSpace()) {
      directories.putAll(AncestorRows.read(tx, items, locked));
    }
    int handled = 0;
    while (handled < items.size() && handle(items.get(handled))) {
      handled++;
    }
    if (handled == 0) {
      throw new SubtreeRequired();
    }
    return new Worked(changed.size(), failed, refused, changed, handled);
  }

  /** False when the item needs a subtree lock. */
  private boolean handle(Visited item) {
    Inode row = locked.get(item.inode().key());
    if (row == null || row.id() != item.inode().id()) {
      failed.add(StepWork.moved(item));
      return true;
    }
    InodeBeside beside = InodeBeside.locked(tx, row);
    ItemError refusal = StepWork.refusal(change, item, beside);
    if (refusal != null) {
      refused.add(refusal);
      return true;
    }
    TextSetting.TextWish wish = StepWork.wish(change, beside);
    if (wish != null) {
      return writeText(item, beside, wish);
    }
    Inode after = StepWork.applied(change, row, tx.namespace().principals());
    if (after == row) {
      return true;
    }
    tx.snapshots().note(AncestorRows.withLast(item.ancestors(), row));
    boolean stored =
        row.replication() != after.replication() || row.storagePolicy() != after.storagePolicy();
    return stored ? store(item, row, after) : write(row, after);
  }

  private boolean writeText(Visited item, InodeBeside beside, TextSetting.TextWish wish) {
    if (!wish.isFulfilled()) {
      Inode row = beside.inode();
      tx.snapshots().note(AncestorRows.withLast(item.ancestors(), row));
      wish.attribute().write(tx, beside, wish.after());
      changed.add(new ChangedInode(row.id(), AttributeChange.of(wish)));
    }
    return true;
  }

  private boolean write(Inode row, Inode after) {
    if (after.mode() == row.mode()) {
      tx.inodes().update(row, after);
    } else {
      AclRows.writeMode(tx, row, after.mode());
    }
    return noted(row, after);
  }

  private boolean noted(Inode row, Inode after) {
    changed.add(new ChangedInode(row.id(), AttributeChange.between(row, after)));
    return true;
  }

  /** As {@link #write}, of what quotas count. */
  private boolean store(Visited item, Inode row, Inode after) {
    FsPath path = item.path();
    List<Inode> ancestors = AncestorRows.present(item.ancestors(), directories);
    if (ancestors == null) {
      failed.add(StepWork.moved(item));
      return true;
    }
    tx.requireNoSubtreeLock(path, row);
    if (!row.isFile()) {
      return storeBelow(path, ancestors, row, after);
    }
    PolicySpace charged = FileRemoval.charged(tx.store(), row);
    PolicySpace delta = FileRemoval.charged(tx.store(), after).minus(charged);
    if (row.replication() == after.replication()) {
      tx.quota().chargeWithin(path, ancestors, delta);
      return write(row, after);
    }
    try {
      tx.quota().chargeAtOnce(path, ancestors, 0, delta);
    } catch (NamespaceException e) {
      refused.add(new ItemError(path.toString(), "quota_exceeded", e.title()));
      return true;
    }
    tx.store()
        .upsert(
            Tables.REDUNDANCY_CHECKS,
            new RedundancyCheck(row.id(), RedundancyCheck.ALL_BLOCKS, tx.nowMs()));
    return write(row, after);
  }

  private boolean storeBelow(FsPath path, List<Inode> ancestors, Inode row, Inode after) {
    HeldLock lock = held;
    if (lock != null && lock.inodeId() == row.id()) {
      lock.requireHeld(row);
      Inode written = recount.set(lock, path, ancestors, row, after.storagePolicy());
      directories.put(row.id(), written);
      return noted(row, after);
    }
    if (recount.needsLock(path, AncestorRows.withLast(ancestors, row))) {
      return false;
    }
    directories.put(row.id(), tx.inodes().update(row, after));
    return noted(row, after);
  }
}
