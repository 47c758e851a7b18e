package io.warren.blocks;

import io.warren.model.HealingHold;
import io.warren.model.RedundancyPriority;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How many blocks are not as they should be, counted from the rows. Each count ends at {@link
 * #COUNTED_MAX}; an answer is at most a few seconds old. Thread-safe.
 */
public final class RedundancyCounts {
  /** A count of this much means "at least". */
  public static final int COUNTED_MAX = 100_000;

  private static final long FRESH_MS = 2_000;

  /**
   * Blocks by priority, and rows of work under way.
   *
   * @param hold why none of it is done now, null when it is
   */
  public record Counts(
      Map<RedundancyPriority, Long> underReplicated,
      long corruptReplicas,
      long copiesUnderWay,
      long surplusReplicas,
      long deletionsWaiting,
      long checksWaiting,
      @Nullable HealingHold hold) {
    public Counts {
      underReplicated = Map.copyOf(underReplicated);
    }

    /** Blocks with too few good replicas, the missing ones included. */
    public long allUnderReplicated() {
      return underReplicated.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Blocks without any good replica that can be reached. */
    public long missing() {
      return underReplicated.getOrDefault(RedundancyPriority.MISSING, 0L);
    }
  }

  private record Counted(Counts counts, long atNanos) {}

  private final TransactionRunner runner;
  private volatile @Nullable Counted last;

  public RedundancyCounts(TransactionRunner runner) {
    this.runner = runner;
  }

  /** The counts, counted again when they are old. */
  public Counts get() {
    Counted known = last;
    if (known != null
        && System.nanoTime() - known.atNanos() < TimeUnit.MILLISECONDS.toNanos(FRESH_MS)) {
      return known.counts();
    }
    synchronized (this) {
      Counted now = last;
      if (now == null || now == known) {
        now = new Counted(count(), System.nanoTime());
        last = now;
      }
      return now.counts();
    }
  }

  private Counts count() {
    Map<RedundancyPriority, Long> byPriority = new EnumMap<>(RedundancyPriority.class);
    for (RedundancyPriority priority : RedundancyPriority.values()) {
      byPriority.put(
          priority,
          count(
              Scan.index(
                  Tables.UNDER_REPLICATED_BLOCKS,
                  Tables.BY_PRIORITY,
                  Scan.LIMIT_MAX,
                  priority.ordinal()),
              Tables.UNDER_REPLICATED_BLOCKS.keyOf()));
    }
    return new Counts(
        byPriority,
        all(Tables.CORRUPT_REPLICAS),
        all(Tables.PENDING_REPLICATIONS),
        all(Tables.EXCESS_REPLICAS),
        all(Tables.INVALIDATED_BLOCKS),
        all(Tables.REDUNDANCY_CHECKS),
        hold());
  }

  private @Nullable HealingHold hold() {
    return runner
        .run(
            TxOptions.read("read_healing_hold"),
            tx ->
                Optional.ofNullable(
                    HealingHold.of(
                        tx.get(
                            Tables.CLUSTER_VARIABLES,
                            HealingHold.VARIABLE,
                            LockMode.READ_COMMITTED))))
        .orElse(null);
  }

  private <K, R> long all(Table<K, R> table) {
    return count(Scan.prefix(table, Scan.LIMIT_MAX), table.keyOf());
  }

  private <K, R> long count(Scan<K, R> scan, Function<R, K> keyOf) {
    long count = 0;
    K after = null;
    List<R> page;
    do {
      K from = after;
      page = runner.run(TxOptions.read("count_redundancy"), tx -> tx.scan(scan.after(from)));
      count += page.size();
      after = page.isEmpty() ? null : keyOf.apply(page.get(page.size() - 1));
    } while (page.size() == Scan.LIMIT_MAX && count < COUNTED_MAX);
    return count;
  }
}
