package io.warren.namenode.election;

import io.warren.store.StoreException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two clocks of a namenode: one beats in the election, the other runs the leader's services
 * while this namenode leads. Separate threads, so that slow work never costs the leadership.
 */
public final class LeaderLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderLoop.class);

  private final Election election;
  private final List<LeaderService> services;
  private final ScheduledExecutorService heartbeats;
  private final ScheduledExecutorService work;
  private boolean ledBefore;

  public LeaderLoop(String namenode, Election election, List<LeaderService> services) {
    this.election = election;
    this.services = List.copyOf(services);
    this.heartbeats = single("election-" + namenode);
    this.work = single("leader-" + namenode);
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
  public void start(long heartbeatIntervalMs, long servicesIntervalMs) {
    heartbeats.scheduleWithFixedDelay(
        this::beat, heartbeatIntervalMs, heartbeatIntervalMs, TimeUnit.MILLISECONDS);
    work.scheduleWithFixedDelay(
        this::serve, servicesIntervalMs, servicesIntervalMs, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try {
      election.tick();
    } catch (StoreException e) {
      LOG.warn("A heartbeat failed; this namenode does not count itself as the leader", e);
    } catch (RuntimeException e) {
      LOG.error("A heartbeat failed", e);
    }
  }

  private void serve() {
    EpochFence fence = election.fence();
    if (fence == null) {
      if (ledBefore) {
        services.forEach(LeaderService::deposed);
        ledBefore = false;
      }
      return;
    }
    ledBefore = true;
    for (LeaderService service : services) {
      if (!runOne(service, fence)) {
        return;
      }
    }
  }

  /** Returns whether this namenode may go on as the leader. */
  private static boolean runOne(LeaderService service, EpochFence fence) {
    try {
      service.run(fence);
    } catch (EpochFence.DeposedException e) {
      LOG.info("{}: {}", service.name(), e.getMessage());
      return false;
    } catch (RuntimeException e) {
      LOG.warn("Leader service {} failed; it runs again soon", service.name(), e);
    }
    return true;
  }

  /** Ends both clocks; waits (bounded) for running work. */
  @Override
  public void close() {
    heartbeats.shutdown();
    work.shutdown();
    try {
      boolean ended =
          heartbeats.awaitTermination(5, TimeUnit.SECONDS)
              && work.awaitTermination(5, TimeUnit.SECONDS);
      if (!ended) {
        LOG.warn("Leader services still run after 5 s; the fence stops them");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
