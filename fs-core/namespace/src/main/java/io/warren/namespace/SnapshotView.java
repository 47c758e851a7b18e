package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.model.Snapshot;
import io.warren.model.SnapshotKey;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tree as a snapshot holds it. A row that was not changed since is read where it is; a row that
 * was, from its forms. Present rows are always read before forms, and both wait for who changes
 * them: who changes a row adds its form in the same transaction, so one of the two is found, and
 * what is found twice is the same.
 */
public final class SnapshotView {
  /** Names are unique, but one may be on its way to another snapshot. */
  private static final int NAMED_MAX = 2;

  private static final int FORMS_PER_NAME_MAX = Scan.LIMIT_MAX;

  private final OperationTx tx;
  private final Snapshot snapshot;

  /** A view of one snapshot within an operation. */
  public SnapshotView(OperationTx tx, Snapshot snapshot) {
    this.tx = tx;
    this.snapshot = snapshot;
  }

  /** A snapshot of a directory by its name, or null. */
  public static @Nullable Snapshot find(Tx tx, long directoryId, String name) {
    return find(tx, directoryId, name, LockMode.READ_COMMITTED);
  }

  /**
   * As {@link #find}, for who holds the row of the directory's snapshots and changes them: with all
   * that the one before him committed (ADR 16).
   */
  public static @Nullable Snapshot findHeld(Tx tx, long directoryId, String name) {
    return find(tx, directoryId, name, LockMode.SETTLED);
  }

  /** What was waited for may have got another name meanwhile. */
  private static @Nullable Snapshot find(Tx tx, long directoryId, String name, LockMode lock) {
    Scan<SnapshotKey, Snapshot> byName =
        Scan.index(Tables.SNAPSHOTS, Tables.BY_NAME, NAMED_MAX, directoryId, name).locked(lock);
    return tx.scan(byName).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * A path into snapshots with its rows.
   *
   * @param view null when the path ends with ".snapshot", or before
   */
  public record Found(ResolvedPath path, @Nullable SnapshotView view) {
    /** The view of a path that leads into a snapshot. */
    public SnapshotView requireView() {
      if (view == null) {
        throw ResolvedPath.notFound(path.path());
      }
      return view;
    }

    /** Whether the path names the list of a directory's snapshots. */
    public boolean listsSnapshots() {
      return view == null && path.exists();
    }
  }

  /**
   * Resolves a path into snapshots. The rows of ".snapshot" and of the snapshot's name are those of
   * the snapshottable directory, now and as of the snapshot. The root always has a ".snapshot", as
   * in stock HDFS, if an empty one.
   */
  public static Found resolve(OperationTx tx, FsPath path) {
    SnapshotPath parts = SnapshotPath.of(path);
    ResolvedPath above = tx.resolve(parts.directory());
    List<Inode> rows = new ArrayList<>(above.rows());
    Inode directory = above.last();
    if (directory == null || !(directory.snapshottable() || directory.isRoot())) {
      return new Found(new ResolvedPath(path, rows), null);
    }
    rows.add(directory);
    Name name = parts.snapshot();
    Snapshot snapshot = name == null ? null : find(tx.store(), directory.id(), name.toString());
    if (snapshot == null) {
      return new Found(new ResolvedPath(path, rows), null);
    }
    SnapshotView view = new SnapshotView(tx, snapshot);
    Inode at = view.root(directory);
    rows.add(at);
    for (Name component : parts.within()) {
      Inode child = at.isDirectory() ? view.child(at, component) : null;
      if (child == null) {
        break;
      }
      rows.add(child);
      at = child;
    }
    return new Found(new ResolvedPath(path, rows), view);
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** The snapshottable directory as of the snapshot. */
  public Inode root(Inode now) {
    return isHeld(now) ? now : orSelf(former(now.parentId(), now.name()), now);
  }

  private static Inode orSelf(@Nullable Inode former, Inode now) {
    return former == null ? now : former;
  }

  /** A child of a directory as of the snapshot, or null. */
  public @Nullable Inode child(Inode directory, Name name) {
    ChildrenPartitioning partitioning = presentPartitioning(directory);
    if (partitioning != null) {
      for (InodeKey key : Partitioning.childKeys(directory.id(), partitioning, name)) {
        Inode present = tx.store().get(Tables.INODES, key, LockMode.SETTLED);
        if (present != null && isHeld(present)) {
          return present;
        }
      }
    }
    return former(directory.id(), name);
  }

  /** An inode as of the snapshot, wherever it was; null when the snapshot does not have it. */
  public @Nullable Inode byId(long inodeId) {
    Inode present = InodeRows.find(tx.store(), inodeId);
    if (present != null && !Partitioning.isAway(present) && isHeld(present)) {
      return present;
    }
    return tx
        .store()
        .scan(Scan.index(Tables.INODE_FORMS, Tables.BY_ID, Scan.LIMIT_MAX, inodeId))
        .stream()
        .filter(form -> form.isIn(snapshot.id()))
        .map(InodeForm::row)
        .findFirst()
        .orElse(null);
  }

  /**
   * A page of a directory's children as of the snapshot, in name order.
   *
   * @param after name of the last child of the page before, null for the first
   * @param limit 1 to {@link Scan#LIMIT_MAX} - 1
   */
  public Children.Page children(Inode directory, @Nullable Name after, int limit) {
    Name from = after;
    while (true) {
      Children.Page page = scan(directory, from, limit);
      if (!page.children().isEmpty() || page.complete()) {
        return page;
      }
      from = page.end();
    }
  }

  private Children.Page scan(Inode directory, @Nullable Name after, int limit) {
    ChildrenPartitioning partitioning = presentPartitioning(directory);
    List<Inode> present = List.of();
    boolean allPresent = true;
    if (partitioning != null) {
      ReadBatch batch = tx.store().batch();
      Children.Pending pending =
          Children.add(batch, directory.id(), partitioning, LockMode.SETTLED, after, limit);
      batch.execute();
      present = pending.page().children();
      allPresent = pending.page().complete();
    }
    InodeFormKey afterForm =
        after == null ? null : new InodeFormKey(directory.id(), after, Long.MAX_VALUE);
    List<InodeForm> forms =
        tx.store()
            .scan(
                Scan.prefix(Tables.INODE_FORMS, limit, directory.id())
                    .after(afterForm)
                    .locked(LockMode.SETTLED));
    boolean allForms = forms.size() < limit;
    Name end = null;
    if (!allPresent) {
      end = present.get(present.size() - 1).name();
    }
    if (!allForms) {
      // The last name may have more forms than were read.
      Name last = forms.get(forms.size() - 1).row().name();
      end = end == null || last.compareTo(end) < 0 ? last : end;
    }
    Map<Name, Inode> held = new TreeMap<>();
    for (InodeForm form : forms) {
      if (form.isIn(snapshot.id()) && isWithin(form.row().name(), end)) {
        held.put(form.row().name(), form.row());
      }
    }
    for (Inode row : present) {
      if (isHeld(row) && isWithin(row.name(), end)) {
        held.put(row.name(), row);
      }
    }
    if (!allForms && end != null && !held.containsKey(end)) {
      Inode more = former(directory.id(), end);
      if (more != null) {
        held.put(end, more);
      }
    }
    return new Children.Page(List.copyOf(held.values()), end == null, end);
  }

  private static boolean isWithin(Name name, @Nullable Name end) {
    return end == null || name.compareTo(end) <= 0;
  }

  /** Whether a present row was written before the snapshot was taken. */
  private boolean isHeld(Inode row) {
    return row.sinceSnapshot() < snapshot.id();
  }

  private @Nullable Inode former(long parentId, Name name) {
    List<InodeForm> forms =
        tx.store()
            .scan(
                Scan.prefix(Tables.INODE_FORMS, FORMS_PER_NAME_MAX, parentId, name.bytes())
                    .locked(LockMode.SETTLED));
    return forms.stream()
        .filter(form -> form.isIn(snapshot.id()))
        .map(InodeForm::row)
        .findFirst()
        .orElse(null);
  }

  /** How the directory's present children are spread; null when no row of it is left. */
  private @Nullable ChildrenPartitioning presentPartitioning(Inode directory) {
    Inode now = tx.store().get(Tables.INODES, directory.key(), LockMode.READ_COMMITTED);
    if (now == null || now.id() != directory.id()) {
      now = InodeRows.find(tx.store(), directory.id());
    }
    return now == null ? null : now.childrenPartitioning();
  }
}
