package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.model.Snapshot;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.rights.Access;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A directory with what is below it, in a snapshot or at present, within one transaction. */
final class SnapshotState {
  /** A row with its path below the directory. */
  record Placed(Inode inode, List<Name> path) {}

  private final OperationTx tx;
  private final Inode directory;
  private final @Nullable SnapshotView view;

  private SnapshotState(OperationTx tx, Inode directory, @Nullable SnapshotView view) {
    this.tx = tx;
    this.directory = directory;
    this.view = view;
  }

  /**
   * Where snapshots are taken.
   *
   * @param path of the snapshottable directory
   * @param asked the directory that was asked for, as it is now, at that path or below
   */
  record Root(FsPath path, Inode snapshottable, FsPath askedPath, Inode asked) {
    /**
     * Finds the snapshottable directory of a path; needs the right to read the path.
     *
     * @param below whether the path may be below it
     */
    static Root find(OperationTx tx, FsPath path, boolean below) {
      ResolvedPath found = tx.resolve(path);
      tx.permissions().traverse(found);
      Inode asked = found.requireDirectory();
      tx.permissions().last(found, Access.READ);
      for (int depth = found.depth(); depth >= (below ? 0 : found.depth()); depth--) {
        if (found.at(depth).snapshottable()) {
          return new Root(path.prefix(depth), found.at(depth), path, asked);
        }
      }
      throw SnapshotRules.refused(
          below
              ? "The path " + path + " is neither snapshottable nor under a snapshot root!"
              : "Directory is not a snapshottable directory: " + path,
          path);
    }
  }

  /**
   * The directory that was asked for.
   *
   * @param snapshot empty for the present
   */
  static SnapshotState of(OperationTx tx, Root root, String snapshot) {
    if (snapshot.isEmpty()) {
      return new SnapshotState(tx, root.asked(), null);
    }
    FsPath path = root.askedPath();
    Snapshot found = SnapshotView.find(tx.store(), root.snapshottable().id(), snapshot);
    if (found == null) {
      throw SnapshotRules.refused(
          "Cannot find the snapshot of directory " + root.path() + " with name " + snapshot, path);
    }
    SnapshotView view = new SnapshotView(tx, found);
    Inode at = view.root(root.snapshottable());
    for (Name name : path.components().subList(root.path().depth(), path.depth())) {
      Inode child = at.isDirectory() ? view.child(at, name) : null;
      if (child == null) {
        throw SnapshotRules.refused(
            "The snapshot " + snapshot + " does not hold the directory " + path, path);
      }
      at = child;
    }
    return new SnapshotState(tx, at, view);
  }

  /** The transaction that reads this state. */
  Tx store() {
    return tx.store();
  }

  Inode directory() {
    return directory;
  }

  /** A page of the children of some directory in this state. */
  Children.Page children(Inode parent, @Nullable Name after, int limit) {
    return view == null ? tx.children(parent, after, limit) : view.children(parent, after, limit);
  }

  /** A child of some directory in this state, or null. */
  @Nullable Inode child(Inode parent, Name name) {
    return view == null ? presentChild(parent, name) : view.child(parent, name);
  }

  private @Nullable Inode presentChild(Inode parent, Name name) {
    for (InodeKey key : Partitioning.childKeys(parent, name)) {
      Inode found = tx.store().get(Tables.INODES, key, LockMode.SETTLED);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** An inode wherever it is below the directory; null when it is not there in this state. */
  @Nullable Placed place(long inodeId) {
    Inode row = byId(inodeId);
    List<Name> names = new ArrayList<>();
    Inode at = row;
    while (row != null && at != null && names.size() <= FsPath.DEPTH_MAX) {
      if (at.id() == directory.id()) {
        Collections.reverse(names);
        return new Placed(row, names);
      }
      names.add(at.name());
      at = at.isRoot() ? null : byId(at.parentId());
    }
    return null;
  }

  private @Nullable Inode byId(long inodeId) {
    if (view != null) {
      return view.byId(inodeId);
    }
    Inode found = InodeRows.find(tx.store(), inodeId);
    return found == null || Partitioning.isAway(found) ? null : found;
  }
}
