package io.warren.namespace.quota;

import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.namespace.LeaderFence;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds pending quota updates to the usage of their directories. The leader calls it about once a
 * second; a former leader's transaction is refused by the fence.
 */
public final class QuotaApplier {
  private static final int UPDATES_PER_TRANSACTION = 400;

  private final TransactionRunner runner;

  public QuotaApplier(TransactionRunner runner) {
    this.runner = runner;
  }

  /**
   * Applies what is pending, in bounded transactions.
   *
   * @param transactionsMax how many at most
   * @return number of updates applied
   */
  public long apply(LeaderFence fence, int transactionsMax) {
    long applied = 0;
    for (int i = 0; i < transactionsMax; i++) {
      int batch = runner.run(TxOptions.write("apply_quota_updates"), tx -> applyBatch(tx, fence));
      applied += batch;
      if (batch < UPDATES_PER_TRANSACTION) {
        break;
      }
    }
    return applied;
  }

  private static int applyBatch(Tx tx, LeaderFence fence) {
    List<QuotaUpdate> seen = tx.scan(Scan.prefix(Tables.QUOTA_UPDATES, UPDATES_PER_TRANSACTION));
    if (seen.isEmpty()) {
      return 0;
    }
    fence.check(tx);
    Map<Long, long[]> sums = new TreeMap<>();
    int applied = 0;
    for (QuotaUpdate read : seen) {
      QuotaUpdate update = tx.get(Tables.QUOTA_UPDATES, read.key(), LockMode.EXCLUSIVE);
      if (update != null) {
        long[] sum = sums.computeIfAbsent(update.inodeId(), id -> new long[2]);
        sum[0] += update.namespaceDelta();
        sum[1] += update.spaceDeltaBytes();
        tx.delete(Tables.QUOTA_UPDATES, update.key());
        applied++;
      }
    }
    sums.forEach((inodeId, sum) -> add(tx, inodeId, sum[0], sum[1]));
    return applied;
  }

  /** Updates of a directory that lost its quota meanwhile have nowhere to go. */
  private static void add(Tx tx, long inodeId, long names, long spaceBytes) {
    QuotaDirectory row = tx.get(Tables.QUOTA_DIRECTORIES, inodeId, LockMode.EXCLUSIVE);
    if (row != null) {
      tx.update(
          Tables.QUOTA_DIRECTORIES,
          new QuotaDirectory(
              inodeId,
              row.namespaceQuota(),
              row.spaceQuotaBytes(),
              row.namespaceUsed() + names,
              row.spaceUsedBytes() + spaceBytes));
    }
  }
}
