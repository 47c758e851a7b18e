package io.warren.namespace;

import io.warren.namespace.IdReservations.Range;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out numbers that no other namenode hands out, whatever the store loses. A namenode takes
 * ranges; the next one is fetched in the background when half of the present one is used. Numbers
 * of a stopped namenode's range are lost, never reused. Thread-safe.
 */
public final class IdAllocator {
  private static final Logger LOG = LoggerFactory.getLogger(IdAllocator.class);

  /** As long as clients wait for an answer without asking elsewhere, less some. */
  private static final Duration DURABLE_WAIT_MAX = Duration.ofSeconds(20);

  private static final class Pool {
    final IdReservations reservations;
    long next;
    long end;
    @Nullable Range prefetched;
    boolean prefetching;

    Pool(IdReservations reservations) {
      this.reservations = reservations;
    }
  }

  private final Executor background;
  private final Map<IdKind, Pool> pools = new EnumMap<>(IdKind.class);

  /**
   * @param background runs prefetches; may refuse them (then they happen in the foreground)
   */
  public IdAllocator(TransactionRunner runner, Executor background) {
    this(runner, background, DURABLE_WAIT_MAX);
  }

  /**
   * As the other one.
   *
   * @param durableWaitMax how long a reservation may take to become durable
   */
  IdAllocator(TransactionRunner runner, Executor background, Duration durableWaitMax) {
    this.background = background;
    for (IdKind kind : IdKind.values()) {
      pools.put(kind, new Pool(new IdReservations(runner, kind, durableWaitMax)));
    }
  }

  /**
   * The number from which on none of a kind was given to anybody by any namenode. Takes nothing: it
   * holds while nobody has the store open.
   */
  public static long firstFree(Tx tx, Store store, IdKind kind) {
    return IdReservations.firstFree(tx, store, kind);
  }

  /** A new number. */
  public long next(IdKind kind) {
    return nextAbove(kind, Long.MIN_VALUE);
  }

  /**
   * A new number above a given one. Ranges of several namenodes are not in order of time, so a
   * number that must grow (a block's generation stamp) is asked for with its present value.
   *
   * @throws StoreException with code UNAVAILABLE when the store's disks stand still for so long
   *     that a loss could undo what would be given out
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
          range = pool.reservations.take(floor);
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
      range = pool.reservations.take(Long.MIN_VALUE);
    } catch (RuntimeException e) {
      LOG.warn("Prefetching a range of {} ids failed; the next call fetches it", kind, e);
    } finally {
      synchronized (pool) {
        pool.prefetched = range;
        pool.prefetching = false;
      }
    }
  }
}
