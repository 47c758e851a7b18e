package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.store.InodeRows;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/** The snapshottable directories: all for the superuser, one's own for others. */
public record ListSnapshottable() implements InodeOperation<List<ListSnapshottable.Entry>> {
  /** A directory, its path and how many snapshots it has. */
  public record Entry(FsPath path, EntryStatus directory, int snapshots) {}

  @Override
  public String name() {
    return "list_snapshottable";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public List<Entry> execute(OperationTx tx) {
    List<Entry> entries = new ArrayList<>();
    for (SnapshottableDirectory row :
        tx.store()
            .scan(Scan.prefix(Tables.SNAPSHOTTABLE_DIRECTORIES, SnapshotRules.DIRECTORIES_MAX))) {
      Inode inode = InodeRows.find(tx.store(), row.inodeId());
      ResolvedPath found = inode == null ? null : tx.locate(inode);
      if (inode != null && found != null && tx.permissions().owns(inode)) {
        entries.add(
            new Entry(
                found.path(), tx.status(found, inode, EntryStatus.NOT_COUNTED), row.snapshots()));
      }
    }
    return entries;
  }
}
