package io.warren.namenode;

import io.warren.namespace.Namespace;
import io.warren.namespace.lease.LeaseWatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the leases every few seconds, on every namenode: each judges their ages by its own
 * monotonic clock, and must have watched a lease to call it old.
 */
final class LeaseObserver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseObserver.class);
  private static final long INTERVAL_MS = 10_000;

  private final LeaseWatch watch;
  private final ScheduledExecutorService thread;

  LeaseObserver(String namenode, Namespace namespace) {
    this.watch = new LeaseWatch(namespace);
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "lease-observer-" + namenode);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleWithFixedDelay(this::look, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      watch.look();
    } catch (RuntimeException e) {
      LOG.warn("Looking at the leases failed; files of silent writers are released later", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
