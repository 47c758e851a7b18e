package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FileRemoval;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Frees what recursive deletes have taken out of the tree, bottom-up in bounded transactions. The
 * delete itself was atomic: here only rows that no path leads to are removed. So it may stop and
 * start anywhere, and several namenodes may do it at once: each transaction locks the directory
 * that it empties.
 */
public final class DetachedRemover {
  private static final int CHILDREN_PER_TRANSACTION = 100;
  private static final int ROWS_PER_TRANSACTION = 600;
  private static final int ROOTS_PER_SWEEP = 100;
  private static final CallContext SYSTEM = CallContext.system("warren");

  private record Place(InodeKey key, long inodeId) {}

  private record Emptied(List<Place> directories, long removed, boolean gone) {}

  private final Namespace namespace;

  public DetachedRemover(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Removes one detached subtree.
   *
   * @return number of inodes removed
   */
  public long remove(long rootInodeId) {
    Deque<Place> stack = new ArrayDeque<>();
    stack.push(new Place(Partitioning.detachedKey(rootInodeId), rootInodeId));
    long removed = 0;
    while (!stack.isEmpty()) {
      Emptied step = namespace.inTransaction(new Empty(stack.peek()), SYSTEM).value();
      removed += step.removed();
      if (step.gone()) {
        stack.pop();
      }
      step.directories().forEach(stack::push);
    }
    return removed;
  }

  /**
   * Removes detached subtrees that an interrupted delete left; a housekeeping task of the leader.
   *
   * @return number of inodes removed
   */
  public long sweep() {
    List<Inode> roots =
        namespace
            .runner()
            .run(
                TxOptions.read("sweep_detached"),
                tx ->
                    tx.scan(
                        Scan.prefix(
                            Tables.INODES,
                            ROOTS_PER_SWEEP,
                            Partitioning.DETACHED_ID,
                            Partitioning.DETACHED_ID)));
    long removed = 0;
    for (Inode root : roots) {
      removed += remove(root.id());
    }
    return removed;
  }

  /** Removes some children of a detached directory, or the directory once it is empty. */
  private record Empty(Place place) implements InodeOperation<Emptied> {
    @Override
    public String name() {
      return "remove_detached";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Emptied execute(OperationTx tx) {
      Inode row = tx.store().get(Tables.INODES, place.key(), LockMode.EXCLUSIVE);
      if (row == null || row.id() != place.inodeId()) {
        return new Emptied(List.of(), 0, true);
      }
      if (!row.isDirectory()) {
        return removeFile(tx, row);
      }
      Children.Page page = Children.page(tx.store(), row, null, CHILDREN_PER_TRANSACTION);
      if (page.children().isEmpty()) {
        removeQuota(tx, row);
        removeRow(tx, row);
        return new Emptied(List.of(), 1, true);
      }
      long removed = 0;
      for (Inode child : page.children()) {
        boolean full = tx.store().stats().rowsWritten() + removed > ROWS_PER_TRANSACTION;
        if (full) {
          break;
        }
        if (!child.isDirectory()) {
          FileRemoval.removeLease(tx.store(), child);
          if (!FileRemoval.removeBlocks(tx.store(), child.id())) {
            break;
          }
          tx.inodes().delete(child);
          removed++;
        }
      }
      List<Place> directories =
          page.children().stream()
              .filter(Inode::isDirectory)
              .map(child -> new Place(child.key(), child.id()))
              .toList();
      return new Emptied(directories, removed, false);
    }

    private static Emptied removeFile(OperationTx tx, Inode file) {
      boolean all = FileRemoval.removeBlocks(tx.store(), file.id());
      if (all) {
        removeRow(tx, file);
      }
      return new Emptied(List.of(), all ? 1 : 0, all);
    }

    private static void removeQuota(OperationTx tx, Inode directory) {
      if (directory.hasQuota()) {
        tx.store().delete(Tables.QUOTA_DIRECTORIES, directory.id());
      }
    }

    /** The feed heard of the detached root when it was detached. */
    private static void removeRow(OperationTx tx, Inode row) {
      if (row.parentId() == Partitioning.DETACHED_ID) {
        tx.store().delete(Tables.INODES, row.key());
      } else {
        tx.inodes().delete(row);
      }
    }
  }
}
