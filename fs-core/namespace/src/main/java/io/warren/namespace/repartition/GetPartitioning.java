package io.warren.namespace.repartition;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import io.warren.model.Inode;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        work,
        present(page.children()),
        wouldBe(directory, ChildrenPartitioning.BY_PARENT, page.children()),
        wouldBe(directory, ChildrenPartitioning.HASHED, page.children()));
  }

  private static Map<Long, Integer> present(List<Inode> children) {
    Map<Long, Integer> counts = new HashMap<>();
    children.forEach(child -> counts.merge(child.partitionId(), 1, Integer::sum));
    return counts;
  }

  private static Map<Long, Integer> wouldBe(
      Inode directory, ChildrenPartitioning settled, List<Inode> children) {
    Map<Long, Integer> counts = new HashMap<>();
    Partitioning.partitionsIf(directory, settled).forEach(each -> counts.put(each, 0));
    for (Inode child : children) {
      counts.merge(Partitioning.partitionIf(directory, settled, child.name()), 1, Integer::sum);
    }
    return counts;
  }
}
