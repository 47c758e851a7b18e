package io.warren.namespace.upkeep;

import io.warren.model.Inode;
import io.warren.model.RetryEntry;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.AbandonedLocks;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.QuotaApplier;
import io.warren.namespace.job.ForgetJobs;
import io.warren.namespace.repartition.ChildMover;
import io.warren.namespace.snapshot.SnapshotGarbage;
import io.warren.namespace.subtree.DetachedRemover;
import io.warren.namespace.totals.TotalsCounter;
import io.warren.namespace.totals.TotalsFolder;
import io.warren.store.InodeRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the leader does for the namespace about once a second: apply quota updates, forget expired
 * retry answers, clear subtree locks of dead namenodes, free what interrupted deletes left, go on
 * with repartitionings, free what deleted snapshots held, forget old jobs, bring the totals of
 * directories forward and count some of them. Each task is bounded and safe to repeat.
 */
public final class Housekeeping {
  private static final int QUOTA_TRANSACTIONS_MAX = 50;
  private static final int EXPIRED_PER_TRANSACTION = 500;
  private static final int EXPIRED_TRANSACTIONS_MAX = 20;
  private static final int LOCKS_MAX = 1000;

  /** A turn of freeing ends then; the next one goes on. */
  private static final long FREEING_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  /** A turn of counting ends then; the next one goes on. */
  private static final long COUNTING_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

  private static final int TOTALS_TRANSACTIONS_MAX = 50;

  /** What one round did. */
  public record Round(
      long quotaUpdates,
      long retryEntries,
      long locksCleared,
      long inodesFreed,
      long directoriesSettled,
      long formsFreed,
      long jobsForgotten,
      long directoriesCounted,
      long totalsChanges) {}

  private final Namespace namespace;
  private final QuotaApplier quotas;
  private final DetachedRemover detached;
  private final ChildMover mover;
  private final SnapshotGarbage snapshots;
  private final ForgetJobs jobs;
  private final TotalsCounter counter;
  private final TotalsFolder folder;

  public Housekeeping(Namespace namespace) {
    this.namespace = namespace;
    this.quotas = new QuotaApplier(namespace.runner());
    this.detached = new DetachedRemover(namespace);
    this.mover = new ChildMover(namespace);
    this.snapshots = new SnapshotGarbage(namespace);
    this.jobs = new ForgetJobs(namespace);
    this.counter = new TotalsCounter(namespace);
    this.folder = new TotalsFolder(namespace.runner());
  }

  /** One round of all tasks. */
  public Round run(LeaderFence fence) {
    return new Round(
        applyQuotaUpdates(fence),
        purgeRetryCache(fence),
        clearAbandonedLocks(fence),
        freeDeletedTrees(fence),
        moveChildren(fence),
        freeSnapshotGarbage(fence),
        forgetJobs(fence),
        countTotals(fence),
        foldTotals(fence));
  }

  /** Counts directories whose totals are not known, for a bounded time; returns how many. */
  public long countTotals(LeaderFence fence) {
    return counter.count(fence, COUNTING_NANOS_MAX);
  }

  /** Adds changes to the totals of directories; returns how many changes. */
  public long foldTotals(LeaderFence fence) {
    return folder.fold(fence, TOTALS_TRANSACTIONS_MAX);
  }

  /** Adds pending quota updates to the usage of their directories; returns how many. */
  public long applyQuotaUpdates(LeaderFence fence) {
    return quotas.apply(fence, QUOTA_TRANSACTIONS_MAX);
  }

  /** Frees inodes of deleted trees that nobody frees, for a bounded time; returns how many. */
  public long freeDeletedTrees(LeaderFence fence) {
    return detached.sweep(fence, FREEING_NANOS_MAX);
  }

  /** Goes on with repartitionings, for a bounded time; returns how many directories are settled. */
  public long moveChildren(LeaderFence fence) {
    return mover.sweep(fence);
  }

  /** Frees what deleted snapshots held; returns how many forms. */
  public long freeSnapshotGarbage(LeaderFence fence) {
    return snapshots.sweep(fence);
  }

  /** Forgets jobs whose last step is long ago; returns how many. */
  public long forgetJobs(LeaderFence fence) {
    return jobs.run(fence);
  }

  /** Removes expired retry answers; returns how many. */
  public long purgeRetryCache(LeaderFence fence) {
    long purged = 0;
    for (int i = 0; i < EXPIRED_TRANSACTIONS_MAX; i++) {
      int batch =
          namespace.runner().run(TxOptions.write("purge_retry_cache"), tx -> purgeBatch(tx, fence));
      purged += batch;
      if (batch < EXPIRED_PER_TRANSACTION) {
        break;
      }
    }
    return purged;
  }

  private int purgeBatch(Tx tx, LeaderFence fence) {
    // Clocks of namenodes differ: an answer is kept as long again, so that one whose writer's clock
    // is behind the leader's by that much is not forgotten early.
    long nowMs = namespace.clock().millis() - namespace.config().retryCacheTtl().toMillis();
    List<RetryEntry> expired =
        tx.scan(Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, EXPIRED_PER_TRANSACTION)).stream()
            .filter(entry -> entry.expiresAtMs() <= nowMs)
            .toList();
    if (!expired.isEmpty()) {
      fence.check(tx);
      expired.forEach(entry -> tx.delete(Tables.RETRY_CACHE, entry.key()));
    }
    return expired.size();
  }

  /** Clears the subtree locks of dead namenodes; returns how many. */
  public long clearAbandonedLocks(LeaderFence fence) {
    List<SubtreeOperation> operations =
        namespace
            .runner()
            .run(
                TxOptions.read("list_subtree_locks"),
                tx -> tx.scan(Scan.prefix(Tables.SUBTREE_OPERATIONS, LOCKS_MAX)));
    long cleared = 0;
    for (SubtreeOperation operation : operations) {
      if (!namespace.liveness().isLive(operation.ownerNamenodeId())
          && namespace
              .runner()
              .run(TxOptions.write("clear_subtree_lock"), tx -> clear(tx, operation, fence))) {
        namespace.noteBrokenLock();
        cleared++;
      }
    }
    return cleared;
  }

  private boolean clear(Tx tx, SubtreeOperation operation, LeaderFence fence) {
    fence.check(tx);
    AbandonedLocks locks = namespace.abandonedLocks();
    Inode found = InodeRows.find(tx, operation.inodeId());
    return found != null && found.subtreeLockOwner() == operation.ownerNamenodeId()
        ? locks.breakLock(tx, found)
        : locks.breakRow(tx, operation);
  }
}
