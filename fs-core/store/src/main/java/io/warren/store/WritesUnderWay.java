package io.warren.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The writing transactions of one process, so that somebody can wait for those that are under way.
 * Every runner over the store registers with the same object. Thread-safe.
 *
 * <p>A transaction belongs to the phase in which it begins. Who waits begins another phase, and is
 * done when all transactions of the phases before have ended (as readers are waited for in
 * McKenney's read-copy-update): entering and leaving add to a counter and never wait.
 */
public final class WritesUnderWay {
  /** A commit whose outcome is unknown takes effect within this time, or never. */
  private static final long UNKNOWN_OUTCOME_MS = 10_000;

  private static final long LOOK_NANOS = 200_000;

  /** What one transaction holds until it has ended. */
  public static final class Entry {
    private final Phase phase;

    private Entry(Phase phase) {
      this.phase = phase;
    }
  }

  /** Both counters only rise, so a sum of one is never more than there was when it was complete. */
  private static final class Phase {
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();

    boolean hasEnded() {
      long leftBefore = left.sum();
      return leftBefore == entered.sum();
    }
  }

  private final Executor later =
      CompletableFuture.delayedExecutor(UNKNOWN_OUTCOME_MS, TimeUnit.MILLISECONDS);
  private final ReentrantLock ending = new ReentrantLock();
  private final Deque<Phase> before = new ArrayDeque<>();
  private volatile Phase present = new Phase();

  /** Before the transaction begins: what it reads is read afterwards. */
  Entry enter() {
    while (true) {
      Phase phase = present;
      phase.entered.increment();
      if (phase == present) {
        return new Entry(phase);
      }
      phase.left.increment();
    }
  }

  /** After the transaction was committed or rolled back. */
  void leave(Entry entry) {
    entry.phase.left.increment();
  }

  /** After a commit that may still take effect. */
  void leaveLater(Entry entry) {
    later.execute(entry.phase.left::increment);
  }

  /**
   * Waits until every transaction has ended that had begun when this was called.
   *
   * @return false when the time was over before, or the thread was interrupted
   */
  public boolean awaitPresent(long timeoutMs) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    Deque<Phase> waitedFor = beginPhase();
    while (true) {
      waitedFor.removeIf(Phase::hasEnded);
      if (waitedFor.isEmpty()) {
        return true;
      }
      if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** All phases that have not ended, of which the present one is the last. */
  private Deque<Phase> beginPhase() {
    ending.lock();
    try {
      before.removeIf(Phase::hasEnded);
      before.add(present);
      present = new Phase();
      return new ArrayDeque<>(before);
    } finally {
      ending.unlock();
    }
  }
}
