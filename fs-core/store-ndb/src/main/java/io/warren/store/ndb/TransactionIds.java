package io.warren.store.ndb;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers for transactions that make changes: milliseconds of this machine's clock, then the node's
 * id, then a counter. They rise within a process and differ between processes of one cluster.
 */
final class TransactionIds {
  private static final int MILLIS_SHIFT = 22;
  private static final int NODE_SHIFT = 14;
  private static final int NODE_MASK = 0xFF;

  private final AtomicLong last = new AtomicLong();
  private volatile int nodeId;

  /** This process's node id in the cluster; another one after a reconnect. */
  void node(int id) {
    nodeId = id & NODE_MASK;
  }

  long next() {
    long least = ofMillis(System.currentTimeMillis()) | (long) nodeId << NODE_SHIFT;
    return last.updateAndGet(before -> Math.max(before + 1, least));
  }

  /** The difference between the ids of two moments. */
  static long ofMillis(long millis) {
    return millis << MILLIS_SHIFT;
  }
}
