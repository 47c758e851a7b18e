package io.warren.store.embedded;

import io.warren.store.Durability;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes commits durable in rounds. A commit that comes while no round is under way syncs the log
 * itself. Those that come during a round gather for the next one, which a thread of this class
 * starts at once when the one before ends: on a busy machine, waking one of the waiting threads
 * first would cost as much as the sync. Called after the row locks are gone, as HDFS' logSync is.
 *
 * <p>Who has somebody to answer for him waits for nothing while others write as well: this class's
 * thread tells when his round is over. So one sync serves more commits, and no thread is woken for
 * each of them. Whoever writes alone is done sooner by himself.
 *
 * <p>Marks are the database's own numbers of commits: one is raised when the commit is in the log
 * and before any reader can see it, so nothing that was seen is missing from a mark taken later.
 */
final class LogSync implements Durability, AutoCloseable {
  /** Hears of a round's end, in a thread that must not wait. */
  @FunctionalInterface
  interface Told {
    /**
     * @param failure why nobody knows whether the commit is durable; null when it is
     */
    void ended(@Nullable StoreException failure);
  }

  /** Commits of one round that are told; more wait themselves, so that a slow disk is felt. */
  private static final int TOLD_MAX = 4_096;

  private static final class Round {
    final CountDownLatch done = new CountDownLatch(1);
    final List<Told> told = new ArrayList<>();
    volatile @Nullable StoreException failure;
    boolean joined;
  }

  private static final Logger LOG = LoggerFactory.getLogger(LogSync.class);

  private final Rocks rocks;
  private final LogDisk disk;
  private final Object lock = new Object();
  private final Thread successor;

  /** Transactions that may write and have not ended. */
  private final AtomicInteger writing = new AtomicInteger();

  private Round gathering = new Round();
  private boolean underWay;
  private volatile boolean handedOver;
  private volatile boolean closed;
  private volatile long durableThrough;
  private volatile @Nullable StoreException broken;

  LogSync(Rocks rocks, LogDisk disk) {
    this.rocks = rocks;
    this.disk = disk;
    this.successor = new Thread(this::succeed, "store-log-sync");
    successor.setDaemon(true);
  }

  void start() {
    successor.start();
  }

  /** The newest commit that any reader can see. */
  private long visible() {
    return rocks.db().getLatestSequenceNumber();
  }

  @Override
  public long mark() {
    synchronized (lock) {
      if (closed) {
        throw new StoreException(Code.CLOSED, "The metadata store is closed");
      }
      return visible();
    }
  }

  /** Asks for a sync when one is needed: nobody may be waiting for what the mark covers. */
  @Override
  public State state(long mark) {
    if (mark <= durableThrough) {
      return State.DURABLE;
    }
    synchronized (lock) {
      if (!closed && broken == null) {
        gathering.joined = true;
        if (!underWay) {
          underWay = true;
          handedOver = true;
          LockSupport.unpark(successor);
        }
      }
    }
    return State.PENDING;
  }

  /** Returns when everything that can be seen before the call is durable. */
  void await() {
    check();
    if (visible() <= durableThrough) {
      return;
    }
    Round round;
    boolean lead;
    synchronized (lock) {
      lead = !underWay;
      underWay = true;
      round = lead ? new Round() : gathering;
      round.joined = true;
    }
    if (lead) {
      sync(round);
      handOver();
    } else {
      awaitDone(round);
    }
    StoreException failure = round.failure;
    if (failure != null) {
      throw stopped(failure);
    }
  }

  /**
   * As {@link #await()}, or returns at once and tells later.
   *
   * @param answering asked for whom to tell, when that is better; null when there is nobody
   * @return whether everything that could be seen before the call is durable, and nobody is told
   */
  boolean awaitOrTell(Supplier<@Nullable Told> answering) {
    check();
    if (visible() <= durableThrough) {
      return true;
    }
    synchronized (lock) {
      boolean alone = !underWay && writing.get() <= 1;
      boolean mayTell = !alone && !closed && gathering.told.size() < TOLD_MAX;
      Told told = mayTell ? answering.get() : null;
      if (told != null) {
        gathering.told.add(told);
        gathering.joined = true;
        if (!underWay) {
          underWay = true;
          handedOver = true;
          LockSupport.unpark(successor);
        }
        return false;
      }
    }
    await();
    return true;
  }

  /** A transaction begins that may write. */
  void beginWriting() {
    writing.incrementAndGet();
  }

  void endWriting() {
    writing.decrementAndGet();
  }

  /** Lets the successor lead when commits have gathered meanwhile. */
  private void handOver() {
    synchronized (lock) {
      underWay = gathering.joined;
      handedOver = underWay;
    }
    if (handedOver) {
      LockSupport.unpark(successor);
    }
  }

  private void succeed() {
    while (true) {
      if (!handedOver) {
        if (closed) {
          return;
        }
        LockSupport.park(this);
        continue;
      }
      Round round;
      synchronized (lock) {
        round = gathering;
        gathering = new Round();
      }
      sync(round);
      tell(round);
      synchronized (lock) {
        underWay = gathering.joined;
        handedOver = underWay;
      }
    }
  }

  private static void tell(Round round) {
    for (Told told : round.told) {
      try {
        told.ended(round.failure);
      } catch (RuntimeException e) {
        LOG.error("The end of a commit could not be told", e);
      }
    }
  }

  private void sync(Round round) {
    try {
      check();
      long through = visible();
      disk.sync();
      durableThrough = through;
    } catch (RocksDBException e) {
      StoreException failure = Classify.error("sync", e);
      fail(failure);
      round.failure = failure;
    } catch (StoreException e) {
      round.failure = e;
    } finally {
      round.done.countDown();
    }
  }

  /** The commit is in the log already: there is no way to be interrupted out of it. */
  private static void awaitDone(Round round) {
    boolean interrupted = false;
    while (true) {
      try {
        round.done.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stops the store: after a failed write nobody knows what is on the disk, so nothing is answered
   * from memory until a restart has read it.
   */
  void fail(StoreException cause) {
    broken = cause;
  }

  /** Throws when the store was stopped by a failed write. */
  void check() {
    StoreException cause = broken;
    if (cause != null) {
      throw stopped(cause);
    }
  }

  private static StoreException stopped(StoreException cause) {
    return new StoreException(
            cause.code(),
            "The metadata store stopped after a failed write: mend the disk or free space, then"
                + " restart the namenodes",
            cause)
        .with("cause", cause.getMessage());
  }

  /** No thread may be waiting any more. Waits for a sync under way, and for those who are told. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
    }
    LockSupport.unpark(successor);
    boolean interrupted = false;
    while (successor.isAlive()) {
      try {
        successor.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
