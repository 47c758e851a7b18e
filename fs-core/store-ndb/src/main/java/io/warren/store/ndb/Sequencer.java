package io.warren.store.ndb;

import io.warren.model.Change;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives sequences to committed changes: moves them from the log to the feed, batch by batch. So no
 * transaction of a client has to touch a row that all share. Every process has one of these; a
 * lease keeps one at work, and the exclusive lock of the feed's state makes two at work harmless.
 */
final class Sequencer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sequencer.class);
  private static final int ROWS_MAX = 500;
  private static final int PAGE_ROWS = 2_000;

  /** A full page may lack what a namenode with a slower clock committed: this much is waited. */
  private static final long CLOCK_SKEW_MS = 1_000;

  private static final long BUSY_PAUSE_MS = 10;

  /** A batch costs the store the same rows and scans however small it is: so long it gathers. */
  private static final long GATHER_MS = 25;

  private static final long ACTIVE_PAUSE_MS = 25;
  private static final long IDLE_PAUSE_MS = 100;
  private static final long ACTIVE_MS = 1_000;
  private static final long RENEW_MS = 500;
  private static final long LEASE_MS = 2_000;
  private static final long CLOSE_MS = 5_000;

  private final Outage outage = new Outage("Changes wait for their sequence");
  private final TransactionRunner runner;
  private final Feed feed;
  private final long self = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private final Thread thread = new Thread(this::work, "feed-sequencer");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private boolean appended;
  private volatile boolean closing;
  private boolean owner;
  private long lookedAtMs = Long.MIN_VALUE;
  private long seenCounter = -1;
  private long seenSinceMs;
  private long lastWorkMs;

  /** What a sequencer tells and asks. */
  interface Feed {
    /** The state after a batch. */
    void published(FeedState state);

    /** The greatest sequence that this process has seen. */
    long headSeen();

    /** The cluster's feed ends before what this process has seen: it must be begun anew. */
    void setBack(long headSeen);
  }

  Sequencer(TransactionRunner runner, Feed feed) {
    this.runner = runner;
    this.feed = feed;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** This process has committed changes. */
  void appended() {
    lock.lock();
    try {
      appended = true;
      wake.signal();
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    while (!closing) {
      try {
        keepLease();
        long pauseMs = owner ? sequenceAll() : IDLE_PAUSE_MS;
        outage.over(nowMs());
        pause(pauseMs, true);
      } catch (StoreException e) {
        afterFailure(e);
      } catch (RuntimeException e) {
        LOG.error("Sequencing changes failed", e);
        afterFailure(e);
      }
    }
  }

  private void afterFailure(RuntimeException e) {
    if (!closing) {
      pause(outage.failed(e, nowMs()), false);
    }
  }

  /**
   * Waits.
   *
   * @param wakeable whether changes of this process end it early
   */
  private void pause(long pauseMs, boolean wakeable) {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(pauseMs);
    lock.lock();
    try {
      while (leftNs > 0 && !closing && !(wakeable && appended)) {
        leftNs = wake.awaitNanos(leftNs);
      }
      appended = false;
    } catch (InterruptedException e) {
      closing = true;
    } finally {
      lock.unlock();
    }
  }

  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private void keepLease() {
    long nowMs = nowMs();
    if (lookedAtMs != Long.MIN_VALUE && nowMs - lookedAtMs < RENEW_MS) {
      return;
    }
    lookedAtMs = nowMs;
    FeedLease seen = runner.run(TxOptions.read("feed_lease"), Sequencer::lease);
    if (seen.counter() != seenCounter) {
      seenCounter = seen.counter();
      seenSinceMs = nowMs;
    }
    boolean free = seen.owner() == 0 || nowMs - seenSinceMs >= LEASE_MS;
    if (seen.owner() != self && !free) {
      owner = false;
      return;
    }
    owner = runner.run(TxOptions.write("feed_lease"), tx -> take(tx, seen));
    if (owner) {
      seenCounter = seen.counter() + 1;
      seenSinceMs = nowMs;
    }
  }

  private static FeedLease lease(Tx tx) {
    return orNobody(tx.get(FeedTables.LEASE, FeedLease.ID, LockMode.READ_COMMITTED));
  }

  private static FeedLease orNobody(@org.jspecify.annotations.Nullable FeedLease row) {
    return row == null ? new FeedLease(FeedLease.ID, 0, 0) : row;
  }

  private boolean take(Tx tx, FeedLease seen) {
    FeedLease now = orNobody(tx.get(FeedTables.LEASE, FeedLease.ID, LockMode.EXCLUSIVE));
    if (!now.equals(seen)) {
      return false;
    }
    tx.upsert(FeedTables.LEASE, new FeedLease(FeedLease.ID, self, now.counter() + 1));
    return true;
  }

  /** Sequences what is there; returns how long to pause. */
  private long sequenceAll() {
    for (int batch = 0; batch < PAGE_ROWS && !closing; batch++) {
      List<PendingChange> first =
          runner.run(TxOptions.read("look_for_changes"), tx -> page(tx, LockMode.READ_COMMITTED));
      if (first.isEmpty()) {
        return nowMs() - lastWorkMs < ACTIVE_MS ? ACTIVE_PAUSE_MS : IDLE_PAUSE_MS;
      }
      lastWorkMs = nowMs();
      long headSeen = feed.headSeen();
      FeedState before = runner.run(TxOptions.read("feed_state"), Sequencer::state);
      if (before.sequence() < headSeen) {
        feed.setBack(headSeen);
        return BUSY_PAUSE_MS;
      }
      FeedState after = runner.run(TxOptions.write("sequence_changes"), tx -> move(tx, first));
      feed.published(after);
      if (after.sequence() == before.sequence()) {
        // What was seen is still being committed.
        return BUSY_PAUSE_MS;
      }
      if (after.sequence() - before.sequence() < ROWS_MAX) {
        pause(GATHER_MS, false);
      }
      keepLease();
      if (!owner) {
        return IDLE_PAUSE_MS;
      }
    }
    return 0;
  }

  private static FeedState state(Tx tx) {
    FeedState row = tx.get(FeedTables.STATE, FeedState.ID, LockMode.SETTLED);
    return row == null ? FeedState.EMPTY : row;
  }

  private static List<PendingChange> page(Tx tx, LockMode mode) {
    return tx.scan(Scan.index(FeedTables.LOG, FeedTables.BY_TRANSACTION, PAGE_ROWS).locked(mode));
  }

  private static FeedState move(Tx tx, List<PendingChange> first) {
    FeedState state = tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE);
    if (state == null) {
      throw new StoreException(StoreException.Code.CORRUPT, "The feed's state is missing");
    }
    // Waits for commits that are not visible in all their rows yet: those of changes before the
    // ones that were seen first, and the batch before this one, which another process may have
    // made.
    List<PendingChange> second = page(tx, LockMode.SETTLED);
    List<PendingChange> next = SequenceOrder.next(first, second, newest(second), ROWS_MAX);
    if (next.isEmpty()) {
      return state;
    }
    int incarnation = Incarnations.current(tx, state);
    long atMs = Math.max(state.committedAtMs(), System.currentTimeMillis());
    long sequence = state.sequence();
    for (PendingChange row : next) {
      sequence++;
      tx.delete(FeedTables.LOG, row.key());
      Change change = row.change().committed(sequence, atMs);
      tx.insert(
          FeedTables.FEED, new FeedRow(row.transactionId(), row.position(), change, incarnation));
    }
    FeedState after = new FeedState(FeedState.ID, sequence, atMs, state.trimmedThrough());
    tx.update(FeedTables.STATE, after);
    return after;
  }

  private static long newest(List<PendingChange> page) {
    if (page.size() < PAGE_ROWS) {
      return Long.MAX_VALUE;
    }
    long lastId = page.get(page.size() - 1).transactionId();
    long margin = TransactionIds.ofMillis(CLOCK_SKEW_MS);
    long firstId = page.get(0).transactionId();
    // A page within the margin is all there is to choose from.
    return lastId - margin > firstId ? lastId - margin : lastId;
  }

  @Override
  public void close() {
    closing = true;
    appended();
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (owner && !thread.isAlive()) {
      try {
        runner.run(TxOptions.write("feed_lease"), this::leave);
      } catch (StoreException e) {
        LOG.info("The feed's lease runs out by itself: {}", e.getMessage());
      }
    }
  }

  private boolean leave(Tx tx) {
    FeedLease now = orNobody(tx.get(FeedTables.LEASE, FeedLease.ID, LockMode.EXCLUSIVE));
    if (now.owner() == self) {
      tx.upsert(FeedTables.LEASE, new FeedLease(FeedLease.ID, 0, now.counter() + 1));
    }
    return true;
  }
}
