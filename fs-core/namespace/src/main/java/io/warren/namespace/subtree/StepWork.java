package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.JobStepRecord;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Principals;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.walk.StepCursor;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a step: changes some of the inodes that the walk came to, and writes into the
 * job's record what the step did with them.
 *
 * @param seen the job's record as the transaction before left it
 * @param tally what the step did before
 * @param held the subtree lock of the first item, where it needs one
 */
record StepWork(
    SubtreeChange change,
    Batch batch,
    JobStep step,
    JobStepRecord seen,
    StepTally tally,
    @Nullable HeldLock held)
    implements InodeOperation<StepWork.Done> {
  /** Inodes per transaction where only their own rows are written. */
  static final int ATTRIBUTES_PER_TRANSACTION = 200;

  /** Inodes per transaction of a delete, which writes block rows too. */
  static final int DELETES_PER_TRANSACTION = 50;

  /** Rows that a delete writes at most before it leaves the rest to another transaction. */
  private static final int ROWS_PER_TRANSACTION = 500;

  static final String CHANGED = "It was changed since it was chosen";
  static final String LEFT_TRASH = "It is not in the trash any more";

  /** Another attempt of the same step, or of another worker, has written the record. */
  static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overtaken() {
      super("Another attempt makes the step", null, false, false);
    }
  }

  /**
   * What to change.
   *
   * @param retried the former failure of each item; none for items that come the first time
   * @param end whether the walk ends with them
   */
  record Batch(List<Visited> items, List<Failed> retried, Walk walk, boolean end) {}

  /** The walk that came to the items. */
  record Walk(long rootId, int rootDepth, boolean bottomUp) {
    StepCursor after(Visited item) {
      List<Name> names = item.path().components();
      return new StepCursor(rootId, bottomUp, names.subList(rootDepth, names.size()));
    }
  }

  /**
   * What a transaction did.
   *
   * @param failed items that were not as the walk had seen them
   * @param rest items that are left to another transaction; fewer than it was given
   * @param record the job's record as it left it
   */
  record Done(StepTally tally, List<Failed> failed, List<Visited> rest, JobStepRecord record) {}

  /**
   * What it did with the items that it handled.
   *
   * @param refused those that another try can't help
   * @param attributes what it changed of attributes
   */
  record Worked(
      long changed,
      List<Failed> failed,
      List<ItemError> refused,
      List<ChangedInode> attributes,
      int handled) {}

  /** An item that could not be changed, and what to say if another try does not help. */
  record Failed(Visited item, ItemError error) {}

  @Override
  public String name() {
    return "subtree_step";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  StepWork under(HeldLock lock) {
    return new StepWork(change, batch, step, seen, tally, lock);
  }

  @Override
  public Done execute(OperationTx tx) {
    if (held != null) {
      tx.passSubtreeLock(held.inodeId());
    }
    JobStepRecord locked = step.lock(tx.store());
    if (!locked.isAsOf(seen)) {
      throw new Overtaken();
    }
    Worked worked =
        change instanceof SubtreeChange.Delete
            ? delete(tx)
            : new AttributeWork(tx, change, batch.items(), held).run();
    List<Visited> items = batch.items();
    List<Visited> handled = items.subList(0, worked.handled());
    List<Visited> rest = List.copyOf(items.subList(worked.handled(), items.size()));
    StepTally after = tally.changed(worked.changed());
    if (batch.retried().isEmpty() && !change.inodeIds().isEmpty()) {
      // Nothing tells a repetition of the step where to go on: what is left is a failure until
      // then.
      after = after.visited(items).at(null).failed(errors(interrupted(rest)));
    } else if (batch.retried().isEmpty()) {
      boolean end = batch.end() && rest.isEmpty();
      Visited last = handled.get(handled.size() - 1);
      after = after.visited(handled).at(end ? null : batch.walk().after(last));
    } else {
      after = after.without(batch.retried().subList(0, worked.handled()));
    }
    after =
        after.with(worked.attributes()).failed(errors(worked.failed())).failed(worked.refused());
    return new Done(after, worked.failed(), rest, step.write(tx, locked, after.encode()));
  }

  /** Items that another transaction of the step comes to, each with what to say until it does. */
  static List<Failed> interrupted(List<Visited> items) {
    return items.stream()
        .map(
            item ->
                new Failed(
                    item,
                    new ItemError(
                        item.path().toString(),
                        "interrupted",
                        "The namenode stopped before it came to this: run the job again")))
        .toList();
  }

  private static List<ItemError> errors(List<Failed> failed) {
    return failed.stream().map(Failed::error).toList();
  }

  /** The inode with its new attributes; the same object when they are the same. */
  static Inode applied(SubtreeChange change, Inode inode, Principals principals) {
    if (change instanceof AttributeSetting setting) {
      return setting.applied(inode, principals);
    }
    if (change instanceof SubtreeChange.Restore restore) {
      return restore.of(inode).applyTo(inode);
    }
    if (change instanceof SubtreeChange.Chosen chosen) {
      return applied(chosen.change(), inode, principals);
    }
    return inode;
  }

  /**
   * What an inode has and shall have beside its row; null where the change is of the row.
   *
   * @throws NamespaceException INVALID_ACL or XATTR_REFUSED where the inode can't have that
   */
  static TextSetting.@Nullable TextWish wish(SubtreeChange change, InodeBeside inode) {
    if (change instanceof TextSetting setting) {
      return setting.wish(inode);
    }
    if (change instanceof SubtreeChange.Restore restore) {
      return restore.of(inode.inode()).wish(inode);
    }
    return change instanceof SubtreeChange.Chosen chosen ? wish(chosen.change(), inode) : null;
  }

  /** Why an inode must stay as it is; null when the change may be made. */
  static @Nullable ItemError refusal(SubtreeChange change, Visited item, InodeBeside beside) {
    Inode row = beside.inode();
    if (change instanceof SubtreeChange.Restore restore && !restore.of(row).admits(beside)) {
      return new ItemError(
          item.path().toString(),
          "changed_since",
          "It was changed since: it has other values than the job had left");
    }
    if (change instanceof SubtreeChange.Chosen chosen) {
      return chosen.admits(row)
          ? refusal(chosen.change(), item, beside)
          : changedSince(item, CHANGED);
    }
    if (change instanceof TextSetting setting) {
      return refusedText(setting, item, beside);
    }
    if (change instanceof AttributeSetting setting) {
      AttributeSetting.Refusal refusal = setting.refusal(row);
      return refusal == null
          ? null
          : new ItemError(item.path().toString(), refusal.code(), refusal.message());
    }
    if (change instanceof SubtreeChange.Delete delete && !delete.admitsPlace(item.path())) {
      return changedSince(item, LEFT_TRASH);
    }
    return null;
  }

  private static @Nullable ItemError refusedText(
      TextSetting setting, Visited item, InodeBeside beside) {
    try {
      TextSetting.TextWish wish = setting.wish(beside);
      if (TextAttribute.fits(wish.before()) && TextAttribute.fits(wish.after())) {
        return null;
      }
      return new ItemError(
          item.path().toString(),
          "too_long_to_keep",
          "It is too long to be kept for an undo: change it by setfacl or setfattr");
    } catch (NamespaceException e) {
      if (e.code() != NamespaceException.Code.INVALID_ACL
          && e.code() != NamespaceException.Code.XATTR_REFUSED) {
        throw e;
      }
      return new ItemError(
          item.path().toString(), e.code().name().toLowerCase(Locale.ROOT), e.title());
    }
  }

  private static ItemError changedSince(Visited item, String message) {
    return new ItemError(item.path().toString(), "changed_since", message);
  }

  private Worked delete(OperationTx tx) {
    List<Visited> items = batch.items();
    Map<InodeKey, @Nullable Inode> locked = lock(tx);
    Map<Long, Inode> directories = AncestorRows.read(tx, batch.items(), locked);
    long changed = 0;
    Set<Long> removed = new HashSet<>();
    Map<Long, Inode> parents = new LinkedHashMap<>();
    List<Failed> failed = new ArrayList<>();
    List<ItemError> refused = new ArrayList<>();
    int done = 0;
    for (Visited item : items) {
      if (tx.store().stats().rowsWritten() > ROWS_PER_TRANSACTION) {
        break;
      }
      done++;
      Inode row = locked.get(item.inode().key());
      List<Inode> ancestors = AncestorRows.present(item.ancestors(), directories);
      ItemError refusal = row == null ? null : refusedDelete(tx, item, row);
      if (row == null || row.id() != item.inode().id() || ancestors == null) {
        failed.add(moved(item));
      } else if (refusal != null) {
        refused.add(refusal);
      } else if (row.isDirectory() && Children.any(tx.store(), row)) {
        failed.add(
            failed(
                item,
                NamespaceException.Code.DIRECTORY_NOT_EMPTY,
                "The directory still has children"));
      } else {
        remove(tx, item.path(), row, ancestors);
        removed.add(row.id());
        Inode parent = ancestors.get(ancestors.size() - 1);
        parents.put(parent.id(), parent);
        changed++;
      }
    }
    parents.keySet().removeAll(removed);
    parents.values().forEach(tx::touchDirectory);
    return new Worked(changed, failed, refused, List.of(), done);
  }

  /**
   * Why an inode must not be deleted. The time of a root that is a directory was compared before
   * its first step, as what goes below it raises that.
   */
  private @Nullable ItemError refusedDelete(OperationTx tx, Visited item, Inode row) {
    boolean compared = row.isFile() && row.id() == batch.walk().rootId();
    return compared && change instanceof SubtreeChange.Delete delete && !delete.admitsTime(row)
        ? changedSince(item, CHANGED)
        : refusal(change, item, InodeBeside.locked(tx, row));
  }

  /**
   * Locks in the order that every operation keeps, although the deletes go bottom-up. Parents are
   * locked so that nothing is renamed out of them: shared, unless their modification time is due.
   */
  private Map<InodeKey, @Nullable Inode> lock(OperationTx tx) {
    TreeMap<FsPath, LockMode> modes = new TreeMap<>();
    Map<FsPath, InodeKey> keys = new HashMap<>();
    List<Visited> items = batch.items();
    for (Visited item : items) {
      modes.put(item.path(), LockMode.EXCLUSIVE);
      keys.put(item.path(), item.inode().key());
    }
    for (Visited item : items) {
      if (!item.path().isRoot()) {
        FsPath parent = item.path().parent();
        Inode above = item.ancestors().get(item.ancestors().size() - 1);
        modes.putIfAbsent(parent, tx.isTouchDue(above) ? LockMode.EXCLUSIVE : LockMode.SHARED);
        keys.put(parent, above.key());
      }
    }
    Map<InodeKey, @Nullable Inode> locked = new HashMap<>();
    modes.forEach(
        (path, mode) -> {
          InodeKey key = keys.get(path);
          if (key != null) {
            locked.put(key, tx.lockRow(key, mode));
          }
        });
    return locked;
  }

  private static void remove(OperationTx tx, FsPath path, Inode row, List<Inode> ancestors) {
    tx.snapshots().note(AncestorRows.withLast(ancestors, row));
    if (row.snapshottable()) {
      SnapshotRules.requireNone(tx, path, row);
      tx.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, row.id());
    }
    PolicySpace space = row.isFile() ? FileRemoval.charged(tx.store(), row) : PolicySpace.NONE;
    tx.quota().charge(path, ancestors, -1, space.negated());
    if (row.isDirectory()) {
      if (row.hasQuota()) {
        tx.store().delete(Tables.QUOTA_DIRECTORIES, row.id());
      }
      tx.inodes().delete(row);
    } else {
      FileRemoval.remove(tx, row);
    }
  }

  static Failed moved(Visited item) {
    return failed(
        item,
        NamespaceException.Code.CONFLICT,
        "The path changed while the step ran: run it again");
  }

  private static Failed failed(Visited item, NamespaceException.Code code, String message) {
    return new Failed(
        item, new ItemError(item.path().toString(), code.name().toLowerCase(Locale.ROOT), message));
  }
}
