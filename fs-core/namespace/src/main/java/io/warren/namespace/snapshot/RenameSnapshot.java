package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.namespace.AnsweredOnce;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;

/** Gives a snapshot another name; the directory's owner may. */
public record RenameSnapshot(FsPath path, String from, String to) implements AnsweredOnce {
  @Override
  public String name() {
    return "rename_snapshot";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode directory = found.requireDirectory();
    tx.permissions().owner(found);
    SnapshotRules.require(tx, path, directory);
    SnapshotRules.checkName(path, to);
    Snapshot renamed = SnapshotView.findHeld(tx.store(), directory.id(), from);
    if (renamed == null) {
      throw SnapshotRules.refused(
          "The snapshot " + from + " does not exist for directory " + path, path);
    }
    if (from.equals(to)) {
      return false;
    }
    if (SnapshotView.findHeld(tx.store(), directory.id(), to) != null) {
      throw SnapshotRules.refused(
          "The snapshot " + to + " already exists for directory " + path, path);
    }
    SnapshotWrites.rename(tx.store(), renamed, to);
    return true;
  }
}
