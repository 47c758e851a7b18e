package io.warren.namenode;

import io.warren.namespace.Namespace;
import io.warren.namespace.subtree.DetachedRemover;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every namenode looks now and then whether it left a deleted tree, and hands it to the leader. */
final class LeftTrees implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeftTrees.class);
  private static final long INTERVAL_MS = 30_000;

  private final DetachedRemover remover;
  private final ScheduledExecutorService thread;

  LeftTrees(String namenode, Namespace namespace) {
    this.remover = new DetachedRemover(namespace);
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "left-trees-" + namenode);
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleWithFixedDelay(this::look, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      remover.handOverLeft();
    } catch (RuntimeException e) {
      LOG.warn("Looking for deleted trees that were left failed; they are looked for again", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
