package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.rights.Access;
import java.util.ArrayList;
import java.util.List;

/** The snapshots of a directory, oldest first. Needs read and execute on it. */
public record ListSnapshots(FsPath path) implements InodeOperation<List<ListSnapshots.Entry>> {
  /** A snapshot and its root as of then. */
  public record Entry(Snapshot snapshot, EntryStatus root) {}

  @Override
  public String name() {
    return "list_snapshots";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public List<Entry> execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    Inode directory = found.requireDirectory();
    tx.permissions().last(found, Access.READ_EXECUTE);
    if (!directory.snapshottable()) {
      throw SnapshotRules.refused("Directory is not a snapshottable directory: " + path, path);
    }
    List<Entry> entries = new ArrayList<>();
    for (Snapshot snapshot : SnapshotRules.all(tx.store(), directory.id())) {
      Inode root = new SnapshotView(tx, snapshot).root(directory);
      entries.add(new Entry(snapshot, tx.status(found, root, EntryStatus.NOT_COUNTED)));
    }
    return entries;
  }
}
