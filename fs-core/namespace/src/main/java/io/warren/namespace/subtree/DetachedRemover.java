package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FileRemoval;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what recursive deletes have taken out of the tree, bottom-up in bounded transactions. The
 * delete itself was atomic: here only rows that no path leads to are removed. So it may stop and
 * start anywhere, and several namenodes may do it at once: each transaction locks the directory
 * that it empties.
 */
public final class DetachedRemover {
  private static final Logger LOG = LoggerFactory.getLogger(DetachedRemover.class);
  private static final int CHILDREN_PER_TRANSACTION = 100;
  private static final int ROWS_PER_TRANSACTION = 600;
  private static final int ROOTS_PER_SWEEP = 100;
  private static final long FOREGROUND_INODES_MAX = 2_000;
  private static final CallContext SYSTEM = CallContext.system("warren");

  /**
   * A detached inode.
   *
   * @param after its children up to this name are removed, or on the stack above it; starting
   *     behind them spares reading over everything that was just deleted
   */
  private record Place(InodeKey key, long inodeId, @Nullable Name after) {}

  /**
   * What one transaction did.
   *
   * @param rest the place with what is left to do, null when it is gone
   * @param directories children to empty first
   */
  private record Emptied(@Nullable Place rest, List<Place> directories, long removed) {
    static Emptied gone(long removed) {
      return new Emptied(null, List.of(), removed);
    }
  }

  private final Namespace namespace;

  public DetachedRemover(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Removes one detached subtree: at once while it is small, the rest in the background. What fails
   * or is still to do when the namenode stops is left to {@link #sweep}.
   */
  public void free(long rootInodeId) {
    try {
      if (!remove(rootInodeId, FOREGROUND_INODES_MAX).done()) {
        namespace.inBackground(() -> remove(rootInodeId, Long.MAX_VALUE));
      }
    } catch (RuntimeException e) {
      LOG.warn("Freeing deleted inode {} was interrupted; housekeeping goes on", rootInodeId, e);
    }
  }

  /** How many inodes were removed, and whether that was all. */
  private record Removed(long inodes, boolean done) {}

  private Removed remove(long rootInodeId, long inodesMax) {
    Deque<Place> stack = new ArrayDeque<>();
    stack.push(new Place(Partitioning.detachedKey(rootInodeId), rootInodeId, null));
    long removed = 0;
    while (!stack.isEmpty() && removed < inodesMax) {
      Emptied step = namespace.inTransaction(new Empty(stack.pop()), SYSTEM).value();
      removed += step.removed();
      Place rest = step.rest();
      if (rest != null) {
        stack.push(rest);
      }
      step.directories().forEach(stack::push);
    }
    return new Removed(removed, stack.isEmpty());
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
      removed += remove(root.id(), Long.MAX_VALUE).inodes();
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
    public long partition(PartitionGuess guess) {
      return place.inodeId();
    }

    @Override
    public Emptied execute(OperationTx tx) {
      Inode row = tx.store().get(Tables.INODES, place.key(), LockMode.EXCLUSIVE);
      if (row == null || row.id() != place.inodeId()) {
        return Emptied.gone(0);
      }
      if (!row.isDirectory()) {
        return removeFile(tx, row);
      }
      Children.Page page =
          // Settled: a child that another remover has just deleted must not be deleted again.
          Children.page(tx.store(), row, LockMode.SETTLED, place.after(), CHILDREN_PER_TRANSACTION);
      if (!page.children().isEmpty()) {
        return removeChildren(tx, page.children());
      }
      if (place.after() != null && Children.any(tx.store(), row)) {
        return new Emptied(new Place(place.key(), place.inodeId(), null), List.of(), 0);
      }
      removeQuota(tx, row);
      if (row.snapshottable()) {
        tx.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, row.id());
      }
      removeRow(tx, row);
      return Emptied.gone(1);
    }

    private Emptied removeChildren(OperationTx tx, List<Inode> children) {
      // Before any block, in the order of tables that every transaction keeps.
      List<Inode> held = children.stream().filter(tx.snapshots()::hasForms).toList();
      List<Place> directories = new ArrayList<>();
      Name after = place.after();
      long removed = 0;
      for (Inode child : children) {
        if (tx.store().stats().rowsWritten() + removed > ROWS_PER_TRANSACTION) {
          break;
        }
        if (held.contains(child)) {
          FileRemoval.removeLease(tx.store(), child);
          FileRemoval.retain(tx, child);
          removed++;
        } else if (child.isDirectory()) {
          directories.add(new Place(child.key(), child.id(), null));
        } else {
          FileRemoval.removeLease(tx.store(), child);
          if (!FileRemoval.removeBlocks(tx.store(), child.id())) {
            break;
          }
          tx.inodes().delete(child);
          removed++;
        }
        after = child.name();
      }
      return new Emptied(new Place(place.key(), place.inodeId(), after), directories, removed);
    }

    private Emptied removeFile(OperationTx tx, Inode file) {
      if (!FileRemoval.removeBlocks(tx.store(), file.id())) {
        return new Emptied(place, List.of(), 0);
      }
      removeRow(tx, file);
      return Emptied.gone(1);
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
