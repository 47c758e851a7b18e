package io.warren.namespace.snapshot;

import io.warren.model.ClusterVariable;
import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.namespace.AttributeRows;
import io.warren.namespace.CallContext;
import io.warren.namespace.Fenced;
import io.warren.namespace.IdKind;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.LiveSnapshots;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.SnapshotScopes;
import io.warren.namespace.SweepNotes;
import io.warren.namespace.file.FormerBlocks;
import io.warren.namespace.subtree.DetachedRemover;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/**
 * Frees what no snapshot holds any more: forms, and the deleted inodes that only they led to. Walks
 * all forms, so it costs what was changed since the snapshots were taken; it runs after a snapshot
 * was deleted, and again from housekeeping when that was interrupted. Safe to repeat, and on
 * several namenodes at once.
 */
public final class SnapshotGarbage {
  private static final int FORMS_PER_TRANSACTION = 200;

  /** Attributes of forms are further rows: what is beyond is left to the next transaction. */
  private static final int ROWS_PER_TRANSACTION = 500;

  private static final int RETAINED_PER_TRANSACTION = 100;
  private static final CallContext SYSTEM = CallContext.system("warren");

  private final Namespace namespace;

  public SnapshotGarbage(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Frees what is due.
   *
   * @param fence the leader's, which leaves freed inodes to its own task; else NONE
   * @return number of forms that went
   */
  public long sweep(LeaderFence fence) {
    ClusterVariable due =
        namespace
            .runner()
            .run(
                TxOptions.read("sweep_snapshots"),
                tx -> {
                  ClusterVariable found =
                      tx.get(
                          Tables.CLUSTER_VARIABLES, SweepNotes.VARIABLE, LockMode.READ_COMMITTED);
                  return found == null ? new ClusterVariable(SweepNotes.VARIABLE, "") : found;
                });
    if (due.value().isEmpty()) {
      return 0;
    }
    Look look = look();
    long freed = 0;
    InodeFormKey after = null;
    do {
      Swept swept = inTransaction(new Sweep(look, after), fence);
      freed += swept.freed();
      after = swept.last();
    } while (after != null);
    freeUnheld(fence);
    namespace
        .runner()
        .run(
            TxOptions.write("sweep_snapshots"),
            tx -> {
              fence.check(tx);
              return settle(tx, due);
            });
    return freed;
  }

  private <R> R inTransaction(InodeOperation<R> work, LeaderFence fence) {
    return namespace.inTransaction(new Fenced<>(work, fence), SYSTEM).value();
  }

  /** Frees deleted inodes that no form leads to any more. */
  private void freeUnheld(LeaderFence fence) {
    DetachedRemover remover = new DetachedRemover(namespace);
    boolean leads = fence != LeaderFence.NONE;
    long freedBy = leads ? 0 : namespace.liveness().selfId();
    InodeKey after = null;
    do {
      Released page = inTransaction(new Release(after, freedBy), fence);
      if (!leads) {
        page.detached().forEach(remover::free);
      }
      for (InodeKey part : page.formerBlocks()) {
        while (inTransaction(new FreeFormerBlocks(part), fence)) {
          // The rest, in a transaction of its own.
        }
      }
      after = page.last();
    } while (after != null);
  }

  /** A snapshot that was deleted meanwhile makes another sweep due. */
  private static boolean settle(Tx tx, ClusterVariable done) {
    ClusterVariable now = tx.get(Tables.CLUSTER_VARIABLES, SweepNotes.VARIABLE, LockMode.EXCLUSIVE);
    if (now != null && now.value().equals(done.value())) {
      tx.delete(Tables.CLUSTER_VARIABLES, SweepNotes.VARIABLE);
    }
    return true;
  }

  /**
   * The snapshots at one moment. Forms that are added while the sweep goes on may be of later ones.
   *
   * @param live numbers of all that were there
   * @param nextId number of the next one
   */
  private record Look(NavigableSet<Long> live, long nextId) {
    boolean mayHold(InodeForm form) {
      Long next = live.higher(form.row().sinceSnapshot());
      return form.untilSnapshot() >= nextId || (next != null && next <= form.untilSnapshot());
    }
  }

  private Look look() {
    return namespace
        .runner()
        .run(
            TxOptions.read("sweep_snapshots"),
            tx -> {
              // In this order: whatever has a smaller number is found, if it is still there.
              IdRange range =
                  tx.get(Tables.ID_RANGES, IdKind.SNAPSHOT.stored(), LockMode.READ_COMMITTED);
              long nextId = range == null ? IdKind.SNAPSHOT.firstId() : range.nextId();
              return new Look(LiveSnapshots.read(tx), nextId);
            });
  }

  /**
   * What one transaction did.
   *
   * @param last the form to go on behind, null when there are no more
   */
  private record Swept(long freed, @Nullable InodeFormKey last) {}

  /**
   * What one transaction did.
   *
   * @param last the retained row to go on behind, null when there are no more
   * @param detached inodes that are to be freed now
   * @param formerBlocks rows whose blocks are to be looked at
   */
  private record Released(
      @Nullable InodeKey last, List<Long> detached, List<InodeKey> formerBlocks) {}

  private record Sweep(Look look, @Nullable InodeFormKey after) implements InodeOperation<Swept> {
    @Override
    public String name() {
      return "sweep_snapshots";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Swept execute(OperationTx tx) {
      List<InodeForm> page =
          tx.store().scan(Scan.prefix(Tables.INODE_FORMS, FORMS_PER_TRANSACTION).after(after));
      long freed = 0;
      InodeFormKey last = null;
      for (InodeForm form : page) {
        if (tx.store().stats().rowsWritten() > ROWS_PER_TRANSACTION) {
          return new Swept(freed, last);
        }
        last = form.key();
        boolean held = look.mayHold(form);
        boolean present =
            !held && tx.store().get(Tables.INODE_FORMS, form.key(), LockMode.EXCLUSIVE) != null;
        if (present) {
          tx.store().delete(Tables.INODE_FORMS, form.key());
          AttributeRows.remove(tx.store(), form.row());
          freed++;
        }
      }
      boolean more = page.size() == FORMS_PER_TRANSACTION;
      return new Swept(freed, more ? page.get(page.size() - 1).key() : null);
    }
  }

  /** Hands deleted inodes that no form leads to any more over to the remover. */
  private record Release(@Nullable InodeKey after, long freedBy)
      implements InodeOperation<Released> {
    @Override
    public String name() {
      return "sweep_snapshots";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Released execute(OperationTx tx) {
      long area = Partitioning.RETAINED_ID;
      List<Inode> page =
          tx.store()
              .scan(
                  Scan.prefix(Tables.INODES, RETAINED_PER_TRANSACTION, area, area)
                      .after(after)
                      .locked(LockMode.EXCLUSIVE));
      List<Long> detached = new ArrayList<>();
      List<InodeKey> formerBlocks = new ArrayList<>();
      for (Inode row : page) {
        if (FormerBlocks.isPart(row)) {
          formerBlocks.add(row.key());
        } else if (!SnapshotScopes.hasForms(tx.store(), row.id(), LockMode.READ_COMMITTED)) {
          detach(tx.store(), row, freedBy);
          detached.add(row.id());
        }
      }
      boolean more = page.size() == RETAINED_PER_TRANSACTION;
      return new Released(more ? page.get(page.size() - 1).key() : null, detached, formerBlocks);
    }

    private static void detach(Tx tx, Inode row, long freedBy) {
      InodeKey key = Partitioning.detachedKey(row.id());
      tx.delete(Tables.INODES, row.key());
      tx.insert(
          Tables.INODES,
          row.toBuilder()
              .partitionId(key.partitionId())
              .parentId(key.parentId())
              .name(key.name())
              .subtreeLockOwner(freedBy)
              .build());
    }
  }
}
