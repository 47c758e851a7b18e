package io.warren.namenode.election;

import io.warren.namespace.LeaderFence;
import io.warren.store.Tx;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one of the leader's services in a thread of its own, turn after turn, while this namenode
 * leads. What one service does to its thread stops no other: an Error ends it, and {@link #watch}
 * begins another; a turn in which nothing happens for too long is given up, and may write nothing
 * from then on.
 */
final class LeaderServiceRunner {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderServiceRunner.class);

  /** How often turns begin, and how long one may do nothing. */
  record Pace(long intervalMs, long stuckAfterMs) {}

  /** A turn was given up by the watch; whatever it still wants to write is refused. */
  static final class GivenUpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GivenUpException(String service) {
      super("The turn of " + service + " was given up");
    }
  }

  /** The fence of one turn: that of the epoch, until the turn is given up. */
  private final class Turn implements LeaderFence {
    private final LeaderFence epoch;
    private volatile boolean givenUp;
    private volatile long lastSignNanos = System.nanoTime();

    private Turn(LeaderFence epoch) {
      this.epoch = epoch;
    }

    @Override
    public void check(Tx tx) {
      lastSignNanos = System.nanoTime();
      if (givenUp) {
        throw new GivenUpException(service.name());
      }
      epoch.check(tx);
    }

    long silentMs() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastSignNanos);
    }
  }

  private final String namenode;
  private final LeaderService service;
  private final Supplier<@Nullable EpochFence> leadership;
  private final Pace pace;
  private final AtomicLong failures = new AtomicLong();
  private final AtomicLong restarts = new AtomicLong();
  private final AtomicLong turns = new AtomicLong();
  private volatile boolean stopped;
  private volatile @Nullable Turn running;
  private volatile @Nullable Thread thread;

  /** A thread that was given up and has not ended yet; there is one at most. */
  private @Nullable Thread abandoned;

  private boolean ledBefore;

  /**
   * Does not begin yet.
   *
   * @param leadership the fence of the present epoch while this namenode leads, else null
   */
  LeaderServiceRunner(
      String namenode,
      LeaderService service,
      Supplier<@Nullable EpochFence> leadership,
      Pace pace) {
    this.namenode = namenode;
    this.service = service;
    this.leadership = leadership;
    this.pace = pace;
  }

  String service() {
    return service.name();
  }

  /** Turns that failed. */
  long failures() {
    return failures.get();
  }

  /** How often a new thread had to go on, because the one before had died or did nothing. */
  long restarts() {
    return restarts.get();
  }

  /** Turns that ended well. */
  long turns() {
    return turns.get();
  }

  /** How long the turn under way has done nothing in the store, 0 between turns. */
  long silentMs() {
    Turn turn = running;
    return turn == null ? 0 : turn.silentMs();
  }

  synchronized void start() {
    Thread next = new Thread(this::loop, "leader-" + namenode + "-" + service.name());
    next.setDaemon(true);
    thread = next;
    next.start();
  }

  /** Begins a new thread where the present one has died or does nothing. */
  synchronized void watch() {
    Thread present = thread;
    if (stopped || present == null) {
      return;
    }
    Thread before = abandoned;
    if (before != null && !before.isAlive()) {
      abandoned = null;
    }
    if (!present.isAlive()) {
      LOG.error("Leader service {} has died; it is started again", service.name());
      restart();
      return;
    }
    Turn turn = running;
    if (turn == null || turn.silentMs() < pace.stuckAfterMs()) {
      return;
    }
    if (abandoned != null) {
      // Threads are bounded: a service that hangs again waits for the one that hung before.
      return;
    }
    turn.givenUp = true;
    LOG.error(
        "Leader service {} has done nothing for {} ms; it is given up and started again. It is"
            + " at:\n{}",
        service.name(),
        turn.silentMs(),
        Arrays.stream(present.getStackTrace())
            .map(frame -> "  " + frame)
            .collect(Collectors.joining("\n")));
    abandoned = present;
    restart();
    present.interrupt();
  }

  private void restart() {
    restarts.incrementAndGet();
    running = null;
    start();
  }

  private boolean isPresent() {
    return !stopped && Thread.currentThread() == thread;
  }

  private void loop() {
    if (restarts.get() > 0) {
      // What the thread before kept in memory may be half done.
      service.deposed();
    }
    while (isPresent()) {
      try {
        TimeUnit.MILLISECONDS.sleep(pace.intervalMs());
      } catch (InterruptedException e) {
        continue;
      }
      if (isPresent()) {
        turn();
      }
    }
  }

  private void turn() {
    EpochFence fence = leadership.get();
    if (fence == null) {
      if (ledBefore) {
        ledBefore = false;
        service.deposed();
      }
      return;
    }
    ledBefore = true;
    Turn turn = new Turn(fence);
    running = turn;
    try {
      service.run(turn);
      turns.incrementAndGet();
    } catch (EpochFence.DeposedException e) {
      LOG.info("{}: {}", service.name(), e.getMessage());
    } catch (RuntimeException e) {
      failures.incrementAndGet();
      LOG.warn("Leader service {} failed; it runs again soon", service.name(), e);
    } catch (Error e) {
      failures.incrementAndGet();
      LOG.error("Leader service {} dies", service.name(), e);
      throw e;
    } finally {
      if (running == turn) {
        running = null;
      }
    }
  }

  /** Begins no further turn. */
  void stop() {
    stopped = true;
  }

  /** Waits for the turn under way; whether it has ended. */
  boolean awaitEnd(long deadlineNanos) throws InterruptedException {
    Thread present = thread;
    if (present == null) {
      return true;
    }
    while (running != null && System.nanoTime() - deadlineNanos < 0) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    boolean ended = running == null;
    present.interrupt();
    return ended;
  }
}
