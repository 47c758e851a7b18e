package io.warren.namespace.repartition;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.Children;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a repartitioning: moves some children to where the directory's new
 * partitioning has them, under the exclusive lock of the directory's row; the last one settles the
 * directory. May run on several namenodes at once and again after any failure. A child's row keeps
 * everything but its partition, so the feed hears of nothing.
 *
 * @param from where to go on; children before that place have left already
 * @param childrenMax children to move at most
 */
record MoveBatch(long inodeId, Position from, int childrenMax)
    implements InodeOperation<MoveBatch.Done> {

  /**
   * A place in the partitions that children leave.
   *
   * @param towards the direction it belongs to; when that changed, one starts over
   * @param after children up to this name have left; null for none
   */
  record Position(@Nullable ChildrenPartitioning towards, int partition, @Nullable Name after) {
    static final Position START = new Position(null, 0, null);
  }

  /**
   * What the transaction did.
   *
   * @param next where to go on, null when there is nothing left to do
   */
  record Done(long moved, @Nullable Position next) {}

  @Override
  public String name() {
    return "repartition_move";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return inodeId;
  }

  @Override
  public Done execute(OperationTx tx) {
    ResolvedPath found = tx.lockById(inodeId, LockMode.EXCLUSIVE);
    Inode directory = found == null ? null : found.last();
    if (found == null || directory == null || !directory.childrenPartitioning().isChanging()) {
      // Deleted, or settled by another namenode; a row that outlived its work goes.
      tx.store().delete(Tables.DIRECTORY_REPARTITIONS, inodeId);
      return new Done(0, null);
    }
    ChildrenPartitioning state = directory.childrenPartitioning();
    Position at = from.towards() == state ? from : new Position(state, 0, null);
    List<Long> partitions = Partitioning.partitionsToLeave(directory);
    if (at.partition() >= partitions.size()) {
      return settle(tx, directory, partitions);
    }
    int partition = at.partition();
    Name after = at.after();
    List<Inode> children = new ArrayList<>();
    while (partition < partitions.size() && children.size() < childrenMax) {
      int wanted = childrenMax - children.size();
      List<Inode> page =
          tx.store()
              .scan(
                  Children.scan(partitions.get(partition), directory.id(), after, wanted)
                      .locked(LockMode.EXCLUSIVE));
      children.addAll(page);
      boolean more = page.size() == wanted;
      after = more ? page.get(page.size() - 1).name() : null;
      partition += more ? 0 : 1;
    }
    for (Inode child : children) {
      // A subtree operation on the child remembers the child's key.
      tx.requireNoSubtreeLock(found.path().child(child.name()), child);
    }
    children.forEach(child -> tx.inodes().viewChanges(move(tx.store(), directory, child)));
    if (!children.isEmpty()) {
      raiseVersion(tx, directory);
      count(tx.store(), children.size());
    }
    return new Done(children.size(), new Position(state, partition, after));
  }

  private static Inode move(Tx tx, Inode directory, Inode child) {
    InodeKey key = Partitioning.childKey(directory, child.name());
    Inode moved = child.toBuilder().partitionId(key.partitionId()).build();
    tx.delete(Tables.INODES, child.key());
    tx.insert(Tables.INODES, moved);
    return moved;
  }

  private static void raiseVersion(OperationTx tx, Inode directory) {
    tx.inodes()
        .updateUnnoticed(
            directory,
            directory.toBuilder().childrenVersion(directory.childrenVersion() + 1).build());
  }

  private void count(Tx tx, int moved) {
    DirectoryRepartition row = tx.get(Tables.DIRECTORY_REPARTITIONS, inodeId, LockMode.EXCLUSIVE);
    if (row != null) {
      tx.update(
          Tables.DIRECTORY_REPARTITIONS,
          new DirectoryRepartition(
              row.inodeId(), row.path(), row.user(), row.moved() + moved, row.startedAtMs()));
    }
  }

  /**
   * The directory's lock keeps children from being added anywhere, so empty stays empty; who added
   * one just before is waited for.
   */
  private Done settle(OperationTx tx, Inode directory, List<Long> partitions) {
    ReadBatch batch = tx.store().batch();
    List<ReadBatch.Rows<Inode>> left = new ArrayList<>();
    for (long partition : partitions) {
      left.add(
          batch.scan(Children.scan(partition, directory.id(), null, 1).locked(LockMode.SETTLED)));
    }
    batch.execute();
    if (left.stream().anyMatch(rows -> !rows.get().isEmpty())) {
      return new Done(0, Position.START);
    }
    tx.inodes()
        .updateUnnoticed(
            directory,
            directory.toBuilder()
                .childrenPartitioning(directory.childrenPartitioning().target())
                .childrenVersion(directory.childrenVersion() + 1)
                .build());
    tx.store().delete(Tables.DIRECTORY_REPARTITIONS, inodeId);
    return new Done(0, null);
  }
}
