package io.warren.namespace.repartition;

import io.warren.model.DirectoryRepartition;
import io.warren.model.Inode;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/**
 * How a directory's children are partitioned, and what is under way; only the superuser may ask.
 */
public record GetPartitioning(FsPath path) implements InodeOperation<DirectoryPartitioning> {
  private static final int COUNTED_MAX = 5_000;

  @Override
  public String name() {
    return "get_partitioning";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofChildren(path);
  }

  @Override
  public DirectoryPartitioning execute(OperationTx tx) {
    tx.permissions().superuser();
    ResolvedPath found = tx.resolve(path);
    Inode directory = found.requireDirectory();
    DirectoryRepartition work =
        directory.childrenPartitioning().isChanging()
            ? tx.store().get(Tables.DIRECTORY_REPARTITIONS, directory.id(), LockMode.READ_COMMITTED)
            : null;
    Children.Page page = tx.children(directory, null, COUNTED_MAX);
    return new DirectoryPartitioning(
        directory.id(),
        directory.childrenPartitioning(),
        page.children().size(),
        page.complete(),
        work);
  }
}
