package io.warren.namespace;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ChangedFacts;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The inode writes of one transaction. Rows are written at once; the outbox gets exactly one change
 * per inode, when {@link #flush} is called, with the inode's last state and its first place.
 */
public final class InodeChanges {
  private static final class Pending {
    ChangeOperation operation;
    Inode row;
    int facts;
    final @Nullable Inode before;
    final long logicalTimeBefore;
    boolean formKept;
    boolean wasAway;
    long beforeParentId;
    @Nullable Name beforeName;

    Pending(ChangeOperation operation, @Nullable Inode before, Inode row, long logicalTimeBefore) {
      this.operation = operation;
      this.before = before;
      this.row = row;
      this.logicalTimeBefore = logicalTimeBefore;
    }
  }

  private final Tx tx;
  private final IdAllocator ids;
  private final Principals principals;
  private final SnapshotScopes scopes;
  private final Map<Long, Pending> pending = new LinkedHashMap<>();
  private final List<Inode> unnoticed = new ArrayList<>();

  /** Directories that change for those who pass through them, as they will be; empty when gone. */
  private final Map<Long, Optional<Inode>> views = new LinkedHashMap<>();

  private final TotalsWrites totals;

  InodeChanges(Tx tx, IdAllocator ids, Principals principals, SnapshotScopes scopes) {
    this.tx = tx;
    this.ids = ids;
    this.principals = principals;
    this.scopes = scopes;
    this.totals = new TotalsWrites(tx);
  }

  /** Adds a new inode; its key must be locked and absent. */
  public Inode insert(Inode inode) {
    long scope = scopes.ofChildren(inode.parentId());
    Inode added = scope == 0 ? inode : inode.toBuilder().sinceSnapshot(scope).build();
    scopes.noteNew(added, scope);
    tx.insert(Tables.INODES, added);
    pending.put(
        added.id(), new Pending(ChangeOperation.CREATE, null, added, added.logicalTime() - 1));
    return added;
  }

  /**
   * Replaces an inode's attributes; its key must be locked exclusively. The logical time is set
   * here.
   *
   * @param before the row as read in this transaction
   * @return the row as written
   */
  public Inode update(Inode before, Inode after) {
    if (!before.key().equals(after.key())) {
      throw new IllegalArgumentException("An update must keep the primary key");
    }
    return update(before, after, ChangedFacts.between(before, after));
  }

  /** As {@link #update}, for a directory's time that follows from its children. */
  public Inode touch(Inode before, Inode after) {
    return update(before, after, ChangedFacts.CHILDREN);
  }

  private Inode update(Inode before, Inode after, int facts) {
    Pending change = pendingOf(before, ChangeOperation.UPDATE);
    change.facts |= facts;
    boolean inNoSnapshot =
        scopes.of(before) == 0 || (!change.formKept && isAccessTimeOnly(before, after));
    Inode kept = inNoSnapshot ? after : keepForm(change, before, after);
    change.row = stamped(kept, change);
    noteView(before, change.row);
    tx.update(Tables.INODES, change.row);
    return change.row;
  }

  /**
   * Keeps an inode for the snapshots that hold it, before its ACL or its extended attributes change
   * in this transaction; the inode is written afterwards.
   */
  public void keep(Inode before) {
    hold(pendingOf(before, ChangeOperation.UPDATE), before);
  }

  /** Tells the feed that rows beside an inode changed, too; the inode must be written, too. */
  public void mark(long inodeId, int facts) {
    Pending change = pending.get(inodeId);
    if (change == null) {
      throw new IllegalArgumentException("The inode is not written in this transaction");
    }
    change.facts |= facts;
  }

  /**
   * Replaces what readers of the feed do not see of an inode; its key must be locked exclusively
   * and not be changed otherwise in this transaction.
   *
   * @param before the row as read in this transaction
   */
  public void updateUnnoticed(Inode before, Inode after) {
    noteView(before, after);
    tx.update(Tables.INODES, after);
    unnoticed.add(after);
  }

  private void noteView(Inode before, Inode after) {
    if (views.containsKey(before.id()) || !before.isSameView(after)) {
      viewChanges(after);
    }
  }

  /**
   * An inode changes, past this object, for those who pass through it: its flag, or its place.
   *
   * @param after the row as written
   */
  public void viewChanges(Inode after) {
    if (after.isDirectory()) {
      views.put(after.id(), Optional.of(after));
    }
  }

  /** Whether this transaction has written an inode. */
  boolean wrote(long inodeId) {
    return pending.containsKey(inodeId) || views.containsKey(inodeId);
  }

  /** Directories that this transaction changes for those who pass through them, as they will be. */
  Map<Long, Optional<Inode>> changedViews() {
    return views;
  }

  /** Gives an inode another place; both keys must be locked exclusively, the new one absent. */
  public Inode move(Inode before, Inode after) {
    Pending change = pendingOf(before, ChangeOperation.RENAME);
    if (change.operation == ChangeOperation.UPDATE) {
      change.operation = ChangeOperation.RENAME;
    }
    if (change.operation == ChangeOperation.RENAME && change.beforeName == null) {
      change.beforeParentId = before.parentId();
      change.beforeName = before.name();
    }
    Inode kept = keepForm(change, before, after);
    long scope = Math.max(scopes.ofChildren(after.parentId()), kept.keptSnapshot());
    change.row = stamped(kept.toBuilder().sinceSnapshot(scope).build(), change);
    viewChanges(change.row);
    tx.delete(Tables.INODES, before.key());
    tx.insert(Tables.INODES, change.row);
    return change.row;
  }

  /** Removes an inode with its attributes; its key must be locked exclusively. */
  public void delete(Inode inode) {
    if (inode.isDirectory()) {
      views.put(inode.id(), Optional.empty());
    }
    remove(inode);
  }

  private void remove(Inode inode) {
    keepForm(pendingOf(inode, ChangeOperation.DELETE), inode, inode);
    tx.delete(Tables.INODES, inode.key());
    AttributeRows.remove(tx, inode);
    markDeleted(inode);
  }

  /**
   * As {@link #delete}, of an inode in a tree that was taken out before, in one piece: nobody
   * passes through what is left of it.
   */
  public void free(Inode inode) {
    remove(inode);
    Pending change = pending.get(inode.id());
    if (change != null) {
      change.wasAway = true;
    }
  }

  /**
   * Keeps the row as it was before this transaction for the snapshots that hold it.
   *
   * @return the new row, with what the next change must know
   */
  private Inode keepForm(Pending change, Inode before, Inode after) {
    hold(change, before);
    long scope = scopes.of(before);
    return change.formKept
        ? after.toBuilder()
            .sinceSnapshot(scope)
            .keptSnapshot(Math.max(scope, before.keptSnapshot()))
            .build()
        : after;
  }

  private void hold(Pending change, Inode before) {
    long scope = scopes.of(before);
    if (!change.formKept && before.sinceSnapshot() < scope) {
      change.formKept = true;
      long attributesId = InodeForm.hasAttributes(before) ? ids.next(IdKind.INODE) : 0;
      if (attributesId != 0) {
        AttributeRows.copy(tx, before, attributesId);
      }
      tx.insert(Tables.INODE_FORMS, InodeForm.of(before, scope, attributesId));
    }
  }

  /** Reading a file is no change that a snapshot would tell. */
  private static boolean isAccessTimeOnly(Inode before, Inode after) {
    return before.toBuilder().atimeMs(after.atimeMs()).build().equals(after);
  }

  /** Tells the feed that an inode is gone while its row lives on out of reach, see Detached. */
  public void markDeleted(Inode inode) {
    Pending change = pendingOf(inode, ChangeOperation.DELETE);
    if (change.operation == ChangeOperation.CREATE) {
      pending.remove(inode.id());
      return;
    }
    change.operation = ChangeOperation.DELETE;
    change.row = stamped(inode, change);
  }

  private Pending pendingOf(Inode before, ChangeOperation operation) {
    return pending.computeIfAbsent(
        before.id(), id -> new Pending(operation, before, before, before.logicalTime()));
  }

  private static Inode stamped(Inode after, Pending change) {
    long logicalTime = change.logicalTimeBefore + 1;
    return after.logicalTime() == logicalTime
        ? after
        : after.toBuilder().logicalTime(logicalTime).build();
  }

  /** Appends the changes to the outbox. */
  void flush() {
    for (Pending change : pending.values()) {
      tx.append(toChange(change));
      count(change);
    }
  }

  private void count(Pending change) {
    Inode before = change.before;
    if (before == null) {
      totals.created(change.row);
    } else if (change.operation != ChangeOperation.DELETE) {
      totals.changed(before, change.row);
    } else if (change.wasAway) {
      totals.freed(before);
    } else {
      totals.removed(before, change.row);
    }
  }

  /** Directories that this transaction makes. */
  List<Inode> madeDirectories() {
    List<Inode> made = new ArrayList<>();
    for (Pending change : pending.values()) {
      if (change.operation == ChangeOperation.CREATE && change.row.isDirectory()) {
        made.add(change.row);
      }
    }
    return made;
  }

  /** Rows that exist after this transaction. */
  List<Inode> present() {
    List<Inode> rows = new ArrayList<>(unnoticed);
    pending.values().stream()
        .filter(c -> c.operation != ChangeOperation.DELETE)
        .forEach(c -> rows.add(c.row));
    return rows;
  }

  /** Places that are empty after this transaction. */
  List<InodeKey> vacated() {
    List<InodeKey> keys = new ArrayList<>();
    for (Pending change : pending.values()) {
      if (change.operation == ChangeOperation.DELETE) {
        keys.add(change.row.key());
      } else if (change.beforeName != null) {
        keys.add(new InodeKey(0, change.beforeParentId, change.beforeName));
      }
    }
    return keys;
  }

  private Change toChange(Pending change) {
    Inode row = change.row;
    boolean madeClosed =
        change.operation == ChangeOperation.CREATE && row.isFile() && row.leaseHolder() == null;
    boolean renamed = change.operation == ChangeOperation.RENAME;
    return new Change(
        row.id(),
        row.logicalTime(),
        0,
        0,
        change.operation,
        row.parentId(),
        row.name(),
        row.kind(),
        row.sizeBytes(),
        principals.userName(row.ownerId()),
        principals.groupName(row.groupId()),
        row.mode(),
        row.mtimeMs(),
        row.atimeMs(),
        row.replication(),
        row.blockSizeBytes(),
        renamed ? change.beforeParentId : 0,
        renamed ? change.beforeName : null,
        row.storagePolicy(),
        row.features(),
        madeClosed ? change.facts | ChangedFacts.CLOSED : change.facts,
        row.erasureCodingPolicy());
  }
}
