package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.AnsweredOnce;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;
import io.warren.store.TransactionRunner.Committed;

/**
 * Deletes a snapshot; the directory's owner may. What only it held is freed afterwards, by {@link
 * SnapshotGarbage}.
 */
public record DeleteSnapshot(FsPath path, String snapshot) implements AnsweredOnce {
  @Override
  public String name() {
    return "delete_snapshot";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    Committed<Boolean> done = namespace.inTransaction(this, call);
    namespace.inBackground(() -> new SnapshotGarbage(namespace).sweep(LeaderFence.NONE));
    return done;
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode directory = found.requireDirectory();
    tx.permissions().owner(found);
    SnapshottableDirectory row = SnapshotRules.require(tx, path, directory);
    Snapshot doomed = SnapshotView.findHeld(tx.store(), directory.id(), snapshot);
    if (doomed == null) {
      throw SnapshotRules.refused(
          "Cannot delete snapshot "
              + snapshot
              + " from path "
              + path
              + ": the snapshot does not exist.",
          path);
    }
    SnapshotWrites.drop(tx.store(), row, doomed);
    return true;
  }
}
