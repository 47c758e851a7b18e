package io.warren.namenode;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each namenode does about the block reports that it took: judges the replicas that they
 * lacked and forgets reports that were never ended.
 */
final class ReportUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReportUpkeep.class);

  private final BlockServices blocks;
  private final ScheduledExecutorService thread;

  ReportUpkeep(String namenode, BlockServices blocks, long intervalMs) {
    this.blocks = blocks;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "report-upkeep-" + namenode);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleWithFixedDelay(this::round, intervalMs, intervalMs, TimeUnit.MILLISECONDS);
  }

  private void round() {
    try {
      blocks.fullReports().judge();
      blocks.hashReports().expire();
    } catch (RuntimeException e) {
      LOG.warn("Upkeep of block reports failed; the next round goes on", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
