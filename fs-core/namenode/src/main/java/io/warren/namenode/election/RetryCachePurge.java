package io.warren.namenode.election;

import io.warren.model.RetryEntry;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;

/** Deletes answers of at-most-once calls that no client will ask for again. */
public final class RetryCachePurge implements LeaderService {
  private static final int BATCH = 500;
  private static final int BATCHES_MAX = 20;

  private final TransactionRunner runner;
  private final Clock clock;

  public RetryCachePurge(TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "retry_cache_purge";
  }

  @Override
  public void run(LeaderFence fence) {
    long nowMs = clock.millis();
    for (int batch = 0; batch < BATCHES_MAX; batch++) {
      // Mostly nothing is due: one row tells.
      if (expired(1, nowMs).isEmpty()) {
        return;
      }
      List<RetryEntry> expired = expired(BATCH, nowMs);
      runner.run(TxOptions.write("purge_retry_cache"), tx -> delete(tx, fence, expired));
    }
  }

  private List<RetryEntry> expired(int limit, long nowMs) {
    List<RetryEntry> oldest =
        runner.run(
            TxOptions.read("scan_retry_cache"),
            tx -> tx.scan(Scan.index(Tables.RETRY_CACHE, Tables.BY_EXPIRY, limit)));
    return oldest.stream().filter(e -> e.expiresAtMs() <= nowMs).toList();
  }

  private static int delete(Tx tx, LeaderFence fence, List<RetryEntry> expired) {
    fence.check(tx);
    for (RetryEntry entry : expired) {
      // Nobody changes an entry, and an expired one is never read again: no look under the lock.
      tx.delete(Tables.RETRY_CACHE, entry.key());
    }
    return expired.size();
  }
}
