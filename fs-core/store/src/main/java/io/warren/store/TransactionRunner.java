package io.warren.store;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * The one place that opens, retries and commits transactions. An attempt that fails with a
 * retriable {@link StoreException} is rolled back and run again from the start, with jittered
 * exponential pauses, a bounded number of times. Any other exception rolls back and goes to the
 * caller.
 */
public final class TransactionRunner {
  /** The body of a transaction: may run several times, so it must not change anything outside. */
  @FunctionalInterface
  public interface Body<T> {
    T run(Tx tx);
  }

  /** Hears of every finished attempt, for metrics. */
  @FunctionalInterface
  public interface Listener {
    /** Nobody listens. */
    Listener NONE = (operation, stats, attempt, outcome) -> {};

    /**
     * @param attempt from 1
     * @param outcome "committed", "rolled_back" or the store error's code
     */
    void finished(String operation, TxStats stats, int attempt, String outcome);
  }

  /**
   * A transaction's result.
   *
   * @param commitSequence what {@link Tx#commit()} returned
   */
  public record Committed<T>(T value, long commitSequence) {}

  private static final int ATTEMPTS_MAX = 8;
  private static final long PAUSE_MIN_MS = 5;
  private static final long PAUSE_MAX_MS = 500;
  private static final int DOUBLINGS_MAX = 10;

  private final Store store;
  private final Listener listener;
  private final WritesUnderWay writes;
  private final int attemptsMax;

  public TransactionRunner(Store store, Listener listener) {
    this(store, listener, new WritesUnderWay());
  }

  /**
   * As the other one.
   *
   * @param writes where writing transactions register; one for all runners of a process
   */
  public TransactionRunner(Store store, Listener listener, WritesUnderWay writes) {
    this(store, listener, writes, ATTEMPTS_MAX);
  }

  private TransactionRunner(
      Store store, Listener listener, WritesUnderWay writes, int attemptsMax) {
    this.store = store;
    this.listener = listener;
    this.writes = writes;
    this.attemptsMax = attemptsMax;
  }

  /**
   * The same for work that nobody waits for, and that an outage of minutes must not end.
   *
   * @param attempts of one transaction at most; most are half a second apart
   */
  public TransactionRunner withAttempts(int attempts) {
    return new TransactionRunner(store, listener, writes, attempts);
  }

  public Store store() {
    return store;
  }

  /** Runs and commits; the result is returned after the commit is durable. */
  public <T> T run(TxOptions options, Body<T> body) {
    return runCommitted(options, body).value();
  }

  /** As {@link #run}, with the feed sequence of the commit. */
  public <T> Committed<T> runCommitted(TxOptions options, Body<T> body) {
    for (int attempt = 1; ; attempt++) {
      try {
        return options.readOnly()
            ? attempt(options, body, attempt)
            : registered(options, body, attempt);
      } catch (StoreException e) {
        if (!e.retriable() || attempt >= attemptsMax || Thread.currentThread().isInterrupted()) {
          throw e.with("attempts", attempt);
        }
        pause(attempt);
      }
    }
  }

  private <T> Committed<T> registered(TxOptions options, Body<T> body, int attempt) {
    WritesUnderWay.Entry entry = writes.enter();
    boolean ended = true;
    try {
      return attempt(options, body, attempt);
    } catch (StoreException e) {
      ended = e.code() != StoreException.Code.COMMIT_UNKNOWN;
      throw e;
    } finally {
      if (ended) {
        writes.leave(entry);
      } else {
        writes.leaveLater(entry);
      }
    }
  }

  private <T> Committed<T> attempt(TxOptions options, Body<T> body, int attempt) {
    try (Tx tx = store.begin(options)) {
      String outcome = "rolled_back";
      try {
        T value = body.run(tx);
        long sequence = tx.commit();
        outcome = "committed";
        return new Committed<>(value, sequence);
      } catch (StoreException e) {
        outcome = e.code().name();
        throw e;
      } finally {
        listener.finished(options.operation(), tx.stats(), attempt, outcome);
      }
    }
  }

  private static void pause(int attempt) {
    long ceilingMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS << Math.min(attempt, DOUBLINGS_MAX));
    long pauseMs = ThreadLocalRandom.current().nextLong(PAUSE_MIN_MS, ceilingMs + 1);
    LockSupport.parkNanos(pauseMs * 1_000_000);
  }
}
