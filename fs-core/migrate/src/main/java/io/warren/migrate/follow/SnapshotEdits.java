package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.migrate.edits.EditsException;
import io.warren.migrate.edits.Passing;
import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.snapshot.SnapshotWrites;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Edits of snapshots. What an inode was is kept once a transaction, for the snapshots that there
 * are when the transaction begins, so each of these edits is a transaction of its own.
 */
final class SnapshotEdits {
  private final EditTx edits;

  SnapshotEdits(EditTx edits) {
    this.edits = edits;
  }

  static boolean isOne(Edit edit) {
    return edit instanceof Edit.SetSnapshottable
        || edit instanceof Edit.CreateSnapshot
        || edit instanceof Edit.DeleteSnapshot
        || edit instanceof Edit.RenameSnapshot;
  }

  /** Tells whether it was applied; if not, it must begin the next transaction. */
  boolean apply(Edit edit) {
    if (!edits.isFirst()) {
      return false;
    }
    edits.endHere();
    if (edit instanceof Edit.SetSnapshottable e) {
      setSnapshottable(e);
    } else if (edit instanceof Edit.CreateSnapshot e) {
      create(e);
    } else if (edit instanceof Edit.DeleteSnapshot e) {
      delete(e);
    } else if (edit instanceof Edit.RenameSnapshot e) {
      rename(e);
    }
    return true;
  }

  /** Does what an edit does to the present tree: a directory's time rises. */
  void pass(Edit edit) {
    String path =
        edit instanceof Edit.CreateSnapshot create
            ? create.path()
            : edit instanceof Edit.DeleteSnapshot delete ? delete.path() : null;
    if (path != null) {
      edits.touch(edits.find(path).requireDirectory(), edit.timeMs());
    }
  }

  private void setSnapshottable(Edit.SetSnapshottable edit) {
    Found at = edits.find(edit.path());
    Inode directory = at.requireDirectory();
    if (directory.snapshottable() == edit.allowed()) {
      return;
    }
    if (edit.allowed()) {
      SnapshotWrites.allow(edits.operation(), directory);
      return;
    }
    if (require(at).snapshots() > 0) {
      throw at.misfit("it has snapshots");
    }
    SnapshotWrites.disallow(edits.operation(), directory);
  }

  /** The snapshot has the directory's new time, too; a renamed one keeps it. */
  private void create(Edit.CreateSnapshot edit) {
    Found at = edits.find(edit.path());
    SnapshottableDirectory row = require(at);
    if (find(row, edit.snapshot()) != null) {
      throw at.misfit("it has a snapshot of that name");
    }
    edits.touch(at.requireDirectory(), edit.timeMs());
    SnapshotWrites.take(edits.store(), row, edit.snapshot(), edit.timeMs());
  }

  private void delete(Edit.DeleteSnapshot edit) {
    Found at = edits.find(edit.path());
    SnapshottableDirectory row = require(at);
    SnapshotWrites.drop(edits.store(), row, requireSnapshot(at, row, edit.snapshot()));
    edits.touch(at.requireDirectory(), edit.timeMs());
  }

  private void rename(Edit.RenameSnapshot edit) {
    Found at = edits.find(edit.path());
    SnapshottableDirectory row = require(at);
    SnapshotWrites.rename(edits.store(), requireSnapshot(at, row, edit.from()), edit.to());
  }

  private @Nullable Snapshot find(SnapshottableDirectory row, String name) {
    return SnapshotView.findHeld(edits.store(), row.inodeId(), name);
  }

  private Snapshot requireSnapshot(Found at, SnapshottableDirectory row, String name) {
    Snapshot found = find(row, name);
    if (found == null) {
      throw at.misfit("it has no snapshot of that name");
    }
    return found;
  }

  private SnapshottableDirectory require(Found at) {
    SnapshottableDirectory row =
        edits
            .store()
            .get(Tables.SNAPSHOTTABLE_DIRECTORIES, at.requireDirectory().id(), LockMode.EXCLUSIVE);
    if (row == null) {
      throw new EditsException(
              "An edit is of snapshots that the store does not have: where it was imported without"
                  + " them, follow again with --pass and their kind")
          .with("path", at.path())
          .with("kind", Passing.SNAPSHOTS.option());
    }
    return row;
  }
}
