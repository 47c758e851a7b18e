package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.namespace.Children;
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
 * @param count which directories' children are counted
 */
public record GetStatus(FsPath path, Count count) implements InodeOperation<Optional<EntryStatus>> {
  /**
   * How far children are counted. A directory's row does not know their number, for they would all
   * have to write it: they are read, in the batch that reads the path.
   */
  public enum Count {
    NONE(0),
    /** Where there are few: as many as a status may cost that clients ask for all the time. */
    FEW(100),
    /** Up to the end of a scan; of more children that many are told. */
    MANY(Scan.LIMIT_MAX - 1);

    private final int childrenMax;

    Count(int childrenMax) {
      this.childrenMax = childrenMax;
    }

    private int of(Children.Page page) {
      boolean exact = page.complete() || this == MANY;
      return exact ? page.children().size() : EntryStatus.NOT_COUNTED;
    }
  }

  public GetStatus(FsPath path) {
    this(path, Count.NONE);
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
    if (count != Count.NONE) {
      OperationTx.Listed listed = tx.resolveWithChildren(path, null, count.childrenMax);
      return status(tx, listed.path(), count.of(listed.page()));
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
