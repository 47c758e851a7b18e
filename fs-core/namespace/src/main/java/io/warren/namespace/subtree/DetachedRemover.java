package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.Fenced;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.file.FileRemoval;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what recursive deletes have taken out of the tree, bottom-up in bounded transactions. The
 * delete itself was atomic: here only rows that no path leads to are removed. So it may stop and
 * start anywhere, and several namenodes may do it at once: each transaction locks the directory
 * that it empties. A root's row names the namenode that deleted it, and the leader leaves it to
 * that one while it lives.
 */
public final class DetachedRemover {
  private static final Logger LOG = LoggerFactory.getLogger(DetachedRemover.class);
  private static final int CHILDREN_PER_TRANSACTION = 100;
  private static final int ROWS_PER_TRANSACTION = 600;
  private static final int ROOTS_PER_PAGE = 100;

  /** Who deletes waits for no more; a small tree is gone by then. */
  private static final long FOREGROUND_TRANSACTIONS_MAX = 20;

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

  /** What the leader's sweep has still to empty of the tree that it is at. */
  private final Deque<Place> sweeping = new ArrayDeque<>();

  public DetachedRemover(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Removes one detached subtree that this namenode has marked as its own: at once while it is
   * small, the rest in the background. What fails is handed over to the leader's {@link #sweep}.
   */
  public void free(long rootInodeId) {
    Set<Long> freeing = namespace.treesBeingFreed();
    freeing.add(rootInodeId);
    boolean goesOn = false;
    try {
      Deque<Place> stack = begin(rootInodeId);
      remove(stack, LeaderFence.NONE, FOREGROUND_TRANSACTIONS_MAX, Long.MAX_VALUE);
      goesOn = !stack.isEmpty() && namespace.inBackground(() -> freeRest(rootInodeId, stack));
      if (!goesOn && !stack.isEmpty()) {
        handOver(rootInodeId);
      }
    } catch (RuntimeException e) {
      LOG.warn("Freeing deleted inode {} was interrupted; housekeeping goes on", rootInodeId, e);
      handOver(rootInodeId);
    } finally {
      if (!goesOn) {
        freeing.remove(rootInodeId);
      }
    }
  }

  private void freeRest(long rootInodeId, Deque<Place> stack) {
    try {
      remove(stack, LeaderFence.NONE, Long.MAX_VALUE, Long.MAX_VALUE);
    } catch (RuntimeException e) {
      LOG.warn("Freeing deleted inode {} was interrupted; housekeeping goes on", rootInodeId, e);
      handOver(rootInodeId);
    } finally {
      namespace.treesBeingFreed().remove(rootInodeId);
    }
  }

  /** Leaves a root to the leader. Where that fails, {@link #handOverLeft} does it later. */
  private void handOver(long rootInodeId) {
    try {
      long ownerId = namespace.liveness().selfId();
      namespace.inTransaction(new HandOver(rootInodeId, ownerId), SYSTEM);
    } catch (RuntimeException e) {
      LOG.warn("Deleted inode {} could not be left to the leader yet", rootInodeId, e);
    }
  }

  private static Deque<Place> begin(long rootInodeId) {
    Deque<Place> stack = new ArrayDeque<>();
    stack.push(new Place(Partitioning.detachedKey(rootInodeId), rootInodeId, null));
    return stack;
  }

  /**
   * Empties what is on the stack, until it is empty or a limit is reached; how many inodes went.
   */
  private long remove(
      Deque<Place> stack, LeaderFence fence, long transactionsMax, long deadlineNanos) {
    long removed = 0;
    boolean goesOn = true;
    for (long done = 1; !stack.isEmpty() && goesOn; done++) {
      Empty work = new Empty(stack.peek());
      Emptied step = namespace.inTransaction(new Fenced<>(work, fence), SYSTEM).value();
      stack.pop();
      removed += step.removed();
      Place rest = step.rest();
      if (rest != null) {
        stack.push(rest);
      }
      step.directories().forEach(stack::push);
      goesOn = done < transactionsMax && isBefore(deadlineNanos);
    }
    return removed;
  }

  private static boolean isBefore(long deadlineNanos) {
    return deadlineNanos == Long.MAX_VALUE || System.nanoTime() - deadlineNanos < 0;
  }

  /**
   * Removes detached subtrees that nobody frees, for a bounded time; the next call goes on where
   * this one ended. A task of the leader, by one thread.
   *
   * @return number of inodes removed
   */
  public long sweep(LeaderFence fence, long nanosMax) {
    long deadlineNanos = System.nanoTime() + nanosMax;
    long removed = remove(sweeping, fence, Long.MAX_VALUE, deadlineNanos);
    InodeKey after = null;
    List<Inode> page;
    do {
      page = roots(after);
      for (Inode root : page) {
        if (sweeping.isEmpty()
            && (removed == 0 || isBefore(deadlineNanos))
            && !isBeingFreed(root)) {
          sweeping.addAll(begin(root.id()));
          removed += remove(sweeping, fence, Long.MAX_VALUE, deadlineNanos);
        }
        after = root.key();
      }
    } while (page.size() == ROOTS_PER_PAGE && isBefore(deadlineNanos));
    return removed;
  }

  /**
   * Leaves to the leader what is marked as this namenode's own but not freed by it: a call of which
   * it did not hear that it was committed. Every namenode does so now and then.
   */
  public void handOverLeft() {
    InodeKey after = null;
    List<Inode> page;
    do {
      page = roots(after);
      for (Inode root : page) {
        boolean own = root.subtreeLockOwner() == namespace.liveness().selfId();
        if (own && !namespace.treesBeingFreed().contains(root.id())) {
          handOver(root.id());
        }
        after = root.key();
      }
    } while (page.size() == ROOTS_PER_PAGE);
  }

  private List<Inode> roots(@Nullable InodeKey after) {
    return namespace
        .runner()
        .run(
            TxOptions.read("sweep_detached"),
            tx ->
                tx.scan(
                    Scan.prefix(
                            Tables.INODES,
                            ROOTS_PER_PAGE,
                            Partitioning.DETACHED_ID,
                            Partitioning.DETACHED_ID)
                        .after(after)));
  }

  /** Whether the namenode that deleted the tree lives and goes on. */
  private boolean isBeingFreed(Inode root) {
    long owner = root.subtreeLockOwner();
    return owner == namespace.liveness().selfId()
        ? namespace.treesBeingFreed().contains(root.id())
        : owner != 0 && namespace.liveness().isLive(owner);
  }

  /** Takes a namenode's mark from a detached root. One that was evicted marks nothing any more. */
  private record HandOver(long rootInodeId, long ownerId) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return "hand_over_detached";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return Partitioning.DETACHED_ID;
    }

    @Override
    public Boolean execute(OperationTx tx) {
      InodeKey key = Partitioning.detachedKey(rootInodeId);
      Inode root = tx.store().get(Tables.INODES, key, LockMode.EXCLUSIVE);
      if (root == null || root.id() != rootInodeId || root.subtreeLockOwner() != ownerId) {
        return false;
      }
      tx.store().update(Tables.INODES, root.toBuilder().subtreeLockOwner(0).build());
      return true;
    }
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
          if (!FileRemoval.removeData(tx.store(), child)) {
            break;
          }
          tx.inodes().free(child);
          removed++;
        }
        after = child.name();
      }
      return new Emptied(new Place(place.key(), place.inodeId(), after), directories, removed);
    }

    private Emptied removeFile(OperationTx tx, Inode file) {
      if (!FileRemoval.removeData(tx.store(), file)) {
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
        tx.inodes().free(row);
      }
    }
  }
}
