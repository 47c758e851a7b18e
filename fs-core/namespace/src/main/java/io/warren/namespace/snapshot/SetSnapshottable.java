package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.subtree.HeldLock;
import io.warren.namespace.subtree.RightsBelow;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.subtree.SubtreeRequired;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * Allows or disallows snapshots of a directory; only the superuser may. Neither at nor below a
 * directory that is snapshottable already. Allowing waits for everything that runs below the
 * directory, under a subtree lock: whoever changes something there afterwards knows of snapshots.
 * Repeating either changes nothing.
 */
public record SetSnapshottable(FsPath path, boolean allowed) implements InodeOperation<Boolean> {

  @Override
  public String name() {
    return allowed ? "allow_snapshot" : "disallow_snapshot";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            path, name(), (tx, found) -> check(tx, found), RightsBelow.NONE);
    return SubtreeProtocol.runWhenRequired(
        namespace,
        call,
        this,
        path,
        () -> SubtreeProtocol.run(namespace, call, request, held -> new Allow(path, held)),
        "The path kept changing while it was locked");
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    Inode directory = check(tx, found);
    if (directory.snapshottable() == allowed) {
      return false;
    }
    if (allowed) {
      throw new SubtreeRequired();
    }
    SnapshottableDirectory row = SnapshotRules.require(tx, path, directory);
    if (row.snapshots() > 0) {
      throw SnapshotRules.refused(
          "The directory "
              + path
              + " has snapshot(s). Please redo the operation after removing all the snapshots.",
          path);
    }
    SnapshotWrites.disallow(tx, directory);
    return true;
  }

  private static Inode check(OperationTx tx, ResolvedPath found) {
    tx.permissions().superuser();
    tx.permissions().traverse(found);
    return found.requireDirectory();
  }

  /** The last transaction of allowing. */
  private record Allow(FsPath path, HeldLock held) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return "allow_snapshot";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return guess.ofRow(path);
    }

    @Override
    public Boolean execute(OperationTx tx) {
      tx.passSubtreeLock(held.inodeId());
      ResolvedPath found = tx.lock(PathLock.last(path));
      Inode directory = held.requireHeld(found);
      requireNotNested(tx, found);
      SnapshotWrites.allow(tx, directory.toBuilder().subtreeLockOwner(0).build());
      tx.store().delete(Tables.SUBTREE_OPERATIONS, directory.id());
      return true;
    }

    private void requireNotNested(OperationTx tx, ResolvedPath found) {
      for (int depth = 0; depth < found.depth(); depth++) {
        if (found.at(depth).snapshottable()) {
          throw nested(found.path().prefix(depth), "the ancestor ");
        }
      }
      // Locked, so that two of them that are allowed at once meet here.
      List<SnapshottableDirectory> others =
          tx.store()
              .scan(
                  Scan.prefix(Tables.SNAPSHOTTABLE_DIRECTORIES, SnapshotRules.DIRECTORIES_MAX)
                      .locked(LockMode.SHARED));
      if (others.size() == SnapshotRules.DIRECTORIES_MAX) {
        throw SnapshotRules.refused(
            "There are too many snapshottable directories: disallow some first", path);
      }
      for (SnapshottableDirectory other : others) {
        FsPath at = tx.pathOf(other.inodeId());
        if (at != null && at.startsWith(path)) {
          throw nested(at, "the subdirectory ");
        }
      }
    }

    private RuntimeException nested(FsPath other, String which) {
      return SnapshotRules.refused(
          "Nested snapshottable directories not allowed: path="
              + path
              + ", "
              + which
              + other
              + " is already a snapshottable directory.",
          path);
    }
  }
}
