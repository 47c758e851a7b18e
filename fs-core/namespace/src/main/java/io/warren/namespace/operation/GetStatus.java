package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.snapshot.SnapshotReads;
import io.warren.store.Scan;
import java.util.Optional;

/**
 * Attributes of one path; empty when it does not exist. Needs execute on the ancestors.
 *
 * @param countChildren whether to count a directory's children (at most {@link Scan#LIMIT_MAX})
 */
public record GetStatus(FsPath path, boolean countChildren)
    implements InodeOperation<Optional<EntryStatus>> {
  public GetStatus(FsPath path) {
    this(path, false);
  }

  @Override
  public String name() {
    return "get_status";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Optional<EntryStatus> execute(OperationTx tx) {
    if (SnapshotPath.isOne(path)) {
      return SnapshotReads.status(tx, path);
    }
    if (countChildren) {
      OperationTx.Listed listed = tx.resolveWithChildren(path, null, Scan.LIMIT_MAX - 1);
      return status(tx, listed.path(), listed.page().children().size());
    }
    return status(tx, tx.resolve(path), EntryStatus.NOT_COUNTED);
  }

  private static Optional<EntryStatus> status(
      OperationTx tx, ResolvedPath found, int childrenOfDirectory) {
    tx.permissions().traverse(found);
    Inode last = found.last();
    if (last == null) {
      return Optional.empty();
    }
    return Optional.of(tx.status(found, last, last.isDirectory() ? childrenOfDirectory : 0));
  }
}
