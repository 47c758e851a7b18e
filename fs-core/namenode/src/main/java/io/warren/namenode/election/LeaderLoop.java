package io.warren.namenode.election;

import io.warren.store.StoreException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clocks of a namenode: one beats in the election; each of the leader's services has one of its
 * own, so that none waits for another; and one looks whether the services live (ADR 80).
 */
public final class LeaderLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderLoop.class);
  private static final long WATCH_INTERVAL_MS = 1_000;
  private static final long END_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * How often things happen.
   *
   * @param stuckAfterMs a service that does nothing for so long in one turn is started again
   */
  public record Settings(long heartbeatIntervalMs, long servicesIntervalMs, long stuckAfterMs) {}

  /** What is known of one service, for metrics. */
  public record Health(String service, long turns, long failures, long restarts, long silentMs) {}

  private final Election election;
  private final Settings settings;
  private final List<LeaderServiceRunner> services;
  private final ScheduledExecutorService heartbeats;
  private final ScheduledExecutorService watch;

  public LeaderLoop(
      String namenode, Election election, List<LeaderService> services, Settings settings) {
    this.election = election;
    this.settings = settings;
    LeaderServiceRunner.Pace pace =
        new LeaderServiceRunner.Pace(settings.servicesIntervalMs(), settings.stuckAfterMs());
    this.services =
        services.stream()
            .map(s -> new LeaderServiceRunner(namenode, s, election::fence, pace))
            .toList();
    this.heartbeats = single("election-" + namenode);
    this.watch = single("leader-watch-" + namenode);
  }

  private static ScheduledExecutorService single(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Begins; the namenode has joined already. */
  public void start() {
    long beatMs = settings.heartbeatIntervalMs();
    heartbeats.scheduleWithFixedDelay(this::beat, beatMs, beatMs, TimeUnit.MILLISECONDS);
    services.forEach(LeaderServiceRunner::start);
    long watchMs = Math.min(WATCH_INTERVAL_MS, Math.max(1, settings.stuckAfterMs() / 2));
    watch.scheduleWithFixedDelay(
        () -> services.forEach(LeaderServiceRunner::watch),
        watchMs,
        watchMs,
        TimeUnit.MILLISECONDS);
  }

  /** What is known of each service now. */
  public List<Health> health() {
    return services.stream()
        .map(s -> new Health(s.service(), s.turns(), s.failures(), s.restarts(), s.silentMs()))
        .toList();
  }

  private void beat() {
    try {
      election.tick();
    } catch (StoreException e) {
      LOG.warn("A heartbeat failed; this namenode does not count itself as the leader", e);
    } catch (RuntimeException | Error e) {
      // Whatever it was: without further beats this namenode would lead on and do nothing.
      LOG.error("A heartbeat failed", e);
    }
  }

  /** Ends all clocks; waits (bounded) for running work. */
  @Override
  public void close() {
    heartbeats.shutdown();
    watch.shutdown();
    services.forEach(LeaderServiceRunner::stop);
    long deadlineNanos = System.nanoTime() + END_WAIT_NANOS;
    try {
      boolean ended = heartbeats.awaitTermination(END_WAIT_NANOS, TimeUnit.NANOSECONDS);
      for (LeaderServiceRunner service : services) {
        ended &= service.awaitEnd(deadlineNanos);
      }
      if (!ended) {
        LOG.warn("Leader services still run after 5 s; the fence stops them");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
