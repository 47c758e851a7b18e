package io.warren.namespace;

import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
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

  /**
   * Applies what is pending for one directory, in bounded transactions. Any namenode may: updates
   * are locked before they are added, so each is added once, whoever does it.
   *
   * @param leftMax so many may stay pending
   * @param transactionsMax how many at most
   */
  void applyOf(long directoryId, int leftMax, int transactionsMax) {
    for (int i = 0; i < transactionsMax; i++) {
      int batch =
          runner.run(
              TxOptions.write("catch_up_quota_updates").hint(directoryId),
              tx -> {
                List<QuotaUpdate> seen =
                    tx.scan(
                        Scan.prefix(Tables.QUOTA_UPDATES, UPDATES_PER_TRANSACTION, directoryId));
                return seen.size() <= leftMax ? 0 : apply(tx, seen);
              });
      if (batch < UPDATES_PER_TRANSACTION) {
        return;
      }
    }
  }

  private static int applyBatch(Tx tx, LeaderFence fence) {
    List<QuotaUpdate> seen = tx.scan(Scan.prefix(Tables.QUOTA_UPDATES, UPDATES_PER_TRANSACTION));
    if (seen.isEmpty()) {
      return 0;
    }
    fence.check(tx);
    return apply(tx, seen);
  }

  private static int apply(Tx tx, List<QuotaUpdate> seen) {
    Map<Long, QuotaUpdate> sums = new TreeMap<>();
    int applied = 0;
    for (QuotaUpdate read : seen) {
      QuotaUpdate update = tx.get(Tables.QUOTA_UPDATES, read.key(), LockMode.EXCLUSIVE);
      if (update != null) {
        sums.merge(update.inodeId(), update, QuotaApplier::sum);
        tx.delete(Tables.QUOTA_UPDATES, update.key());
        applied++;
      }
    }
    sums.values().forEach(sum -> add(tx, sum));
    return applied;
  }

  private static QuotaUpdate sum(QuotaUpdate a, QuotaUpdate b) {
    return new QuotaUpdate(
        a.inodeId(),
        a.updateId(),
        a.namespaceDelta() + b.namespaceDelta(),
        a.spaceDeltaBytes() + b.spaceDeltaBytes(),
        a.typeDeltas().plus(b.typeDeltas()));
  }

  /** Updates of a directory that lost its quota meanwhile have nowhere to go. */
  private static void add(Tx tx, QuotaUpdate sum) {
    QuotaDirectory row = tx.get(Tables.QUOTA_DIRECTORIES, sum.inodeId(), LockMode.EXCLUSIVE);
    if (row != null) {
      tx.update(Tables.QUOTA_DIRECTORIES, applied(row, sum));
    }
  }

  public static QuotaDirectory applied(QuotaDirectory row, QuotaUpdate update) {
    return new QuotaDirectory(
        row.inodeId(),
        row.namespaceQuota(),
        row.spaceQuotaBytes(),
        row.namespaceUsed() + update.namespaceDelta(),
        row.spaceUsedBytes() + update.spaceDeltaBytes(),
        row.typeQuotas(),
        row.typeUsed().plus(update.typeDeltas()));
  }
}
