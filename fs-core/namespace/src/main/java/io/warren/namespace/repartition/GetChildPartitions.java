package io.warren.namespace.repartition;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import java.util.List;

/** Every partition that can hold children of a directory; only the superuser may ask. */
public record GetChildPartitions(FsPath path) implements InodeOperation<List<Long>> {
  @Override
  public String name() {
    return "get_child_partitions";
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
  public List<Long> execute(OperationTx tx) {
    tx.permissions().superuser();
    Inode directory = tx.resolve(path).requireDirectory();
    return Partitioning.childPartitions(directory);
  }
}
