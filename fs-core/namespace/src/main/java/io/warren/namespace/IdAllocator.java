package io.warren.namespace;

import io.warren.model.IdRange;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out numbers that no other namenode hands out. A namenode takes ranges; the range's row is
 * read with an exclusive lock inside the transaction that advances it (a weaker read once gave two
 * namenodes the same range in the original). A range is fetched in the background when half of the
 * current one is used. Numbers of a stopped namenode's range are lost, never reused. Thread-safe.
 */
public final class IdAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(IdAllocator.class);

  /** Numbers from next (inclusive) to end (exclusive). */
  private record Range(long next, long end) {}

  private static final class Pool {
    long next;
    long end;
    @Nullable Range prefetched;
    boolean prefetching;
  }

  private final TransactionRunner runner;
  private final Executor background;
  private final Map<IdKind, Pool> pools = new EnumMap<>(IdKind.class);

  /**
   * @param background runs prefetches; may refuse them (then they happen in the foreground)
   */
  public IdAllocator(TransactionRunner runner, Executor background) {
    this.runner = runner;
    this.background = background;
    for (IdKind kind : IdKind.values()) {
      pools.put(kind, new Pool());
    }
  }

  /** A new number. */
  public long next(IdKind kind) {
    return nextAbove(kind, Long.MIN_VALUE);
  }

  /**
   * A new number above a given one. Ranges of several namenodes are not in order of time, so a
   * number that must grow (a block's generation stamp) is asked for with its present value.
   */
  public long nextAbove(IdKind kind, long floor) {
    Pool pool = Objects.requireNonNull(pools.get(kind));
    synchronized (pool) {
      while (true) {
        if (floor >= pool.next) {
          pool.next = Math.min(pool.end, floor + 1);
        }
        if (pool.next < pool.end) {
          long id = pool.next++;
          prefetchIfLow(kind, pool);
          return id;
        }
        Range range = pool.prefetched;
        pool.prefetched = null;
        if (range == null) {
          range = fetch(kind, floor);
        }
        pool.next = range.next();
        pool.end = range.end();
      }
    }
  }

  private void prefetchIfLow(IdKind kind, Pool pool) {
    boolean low = pool.end - pool.next <= kind.rangeSize() / 2;
    if (kind.rangeSize() == 1 || !low || pool.prefetching || pool.prefetched != null) {
      return;
    }
    pool.prefetching = true;
    try {
      background.execute(() -> prefetch(kind, pool));
    } catch (RejectedExecutionException e) {
      pool.prefetching = false;
    }
  }

  private void prefetch(IdKind kind, Pool pool) {
    Range range = null;
    try {
      range = fetch(kind, Long.MIN_VALUE);
    } catch (RuntimeException e) {
      LOG.warn("Prefetching a range of {} ids failed; the next call fetches it", kind, e);
    } finally {
      synchronized (pool) {
        pool.prefetched = range;
        pool.prefetching = false;
      }
    }
  }

  private Range fetch(IdKind kind, long floor) {
    return runner.run(TxOptions.write("allocate_ids"), tx -> advance(tx, kind, floor));
  }

  private static Range advance(Tx tx, IdKind kind, long floor) {
    IdRange row = tx.get(Tables.ID_RANGES, kind.stored(), LockMode.EXCLUSIVE);
    long first = Math.max(row == null ? kind.firstId() : row.nextId(), floor + 1);
    long end = Math.addExact(first, kind.rangeSize());
    tx.upsert(Tables.ID_RANGES, new IdRange(kind.stored(), end));
    return new Range(first, end);
  }
}
