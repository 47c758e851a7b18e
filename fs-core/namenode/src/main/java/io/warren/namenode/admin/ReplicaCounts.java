package io.warren.namenode.admin;

import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many replicas each storage holds by the rows. Counting reads the storage's index, so the
 * count is kept for a while: the longer it took, the longer. Thread-safe.
 */
final class ReplicaCounts {
  private static final long KEPT_MIN_MS = 5_000;
  private static final int KEPT_TIMES_COST = 20;

  private record Count(long replicas, long untilNanos) {}

  private final TransactionRunner runner;
  private final Map<Integer, Count> counts = new HashMap<>();

  ReplicaCounts(TransactionRunner runner) {
    this.runner = runner;
  }

  synchronized long of(int storageId) {
    Count known = counts.get(storageId);
    if (known != null && System.nanoTime() - known.untilNanos() < 0) {
      return known.replicas();
    }
    long startNanos = System.nanoTime();
    long replicas = count(storageId);
    long endNanos = System.nanoTime();
    long keptNanos = Math.max(KEPT_MIN_MS * 1_000_000, (endNanos - startNanos) * KEPT_TIMES_COST);
    counts.put(storageId, new Count(replicas, endNanos + keptNanos));
    return replicas;
  }

  private long count(int storageId) {
    long replicas = 0;
    @Nullable ReplicaKey after = null;
    while (true) {
      ReplicaKey from = after;
      List<Replica> page =
          runner.run(
              TxOptions.read("count_replicas"),
              tx ->
                  tx.scan(
                      Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, Scan.LIMIT_MAX, storageId)
                          .after(from)));
      replicas += page.size();
      if (page.size() < Scan.LIMIT_MAX) {
        return replicas;
      }
      after = page.get(page.size() - 1).key();
    }
  }
}
