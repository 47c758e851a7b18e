package io.warren.namespace.view;

import io.warren.model.DirectoryChange;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One look at the directories of some paths, of which some are remembered and some are read. What
 * it found is of one version of the tree of directories when {@link #holds} says so. Used by one
 * thread: take directories, read the rest with {@link #addTo} in the first batch, tell of every
 * directory that was read, then ask whether it holds.
 */
public final class Look {
  private final DirectoryViews views;
  private final LongPredicate wrote;
  private final long begun;
  private final List<Long> taken = new ArrayList<>();
  private final List<Inode> read = new ArrayList<>();
  private ReadBatch.@Nullable Row<DirectoryChange> asked;

  Look(DirectoryViews views, LongPredicate wrote) {
    this.views = views;
    this.wrote = wrote;
    // Before any row is taken: what was kept later than this is seen to have changed since.
    this.begun = views.version();
  }

  /** Whether anything may be remembered. */
  public boolean mayTake() {
    return begun != DirectoryViews.UNKNOWN && !views.isOff();
  }

  /** A directory that is remembered in this place; null when none is. */
  public @Nullable Inode take(long id, long parentId, Name name) {
    Inode row = kept(id);
    if (row == null || row.parentId() != parentId || !row.name().equals(name)) {
      return null;
    }
    taken.add(id);
    return row;
  }

  /** A directory that is remembered wherever it is; null when none is. */
  public @Nullable Inode take(long id) {
    Inode row = kept(id);
    if (row != null) {
      taken.add(id);
    }
    return row;
  }

  /** What others read of a directory that this transaction has written is not what it reads. */
  private @Nullable Inode kept(long id) {
    Inode row = views.row(id);
    return row == null || wrote.test(id) ? null : row;
  }

  /** Adds the read of the version to the first batch. */
  public void addTo(ReadBatch batch) {
    if (!views.isOff()) {
      asked = DirectoryVersion.addTo(batch);
    }
  }

  /** A row of the path was read, or is locked, in this transaction. */
  public void found(Inode row) {
    if (!row.isDirectory() || views.isOff() || wrote.test(row.id())) {
      return;
    }
    Inode known = views.row(row.id());
    if (known != null && known.isSameView(row)) {
      taken.add(row.id());
    } else {
      read.add(row);
    }
  }

  /**
   * Whether all directories that were taken are as of one version, which the store had during this
   * look. Directories that were read and not remembered cost an exchange: a change may be seen in
   * its directory before the version tells of it, and nobody who goes by the version must come
   * later with the former one. They are remembered from then on.
   *
   * @return false when one of them changed meanwhile: look again, in a new transaction
   */
  public boolean holds(Tx tx) {
    ReadBatch.Row<DirectoryChange> version = asked;
    if (version == null) {
      return true;
    }
    views.stats().answered.add(taken.size());
    long seen = DirectoryVersion.of(version.get());
    if (seen < begun) {
      views.setBack(seen);
      return taken.isEmpty();
    }
    views.catchUp(tx, seen);
    if (!read.isEmpty()) {
      views.stats().read.add(read.size());
      views.catchUp(tx, DirectoryVersion.settled(tx));
      views.keep(read, begun);
    }
    boolean holds = !views.mayHaveChanged(taken, begun);
    if (!holds) {
      views.stats().overtaken.increment();
    }
    return holds;
  }
}
