package io.warren.store.ndb;

import java.util.concurrent.atomic.LongAdder;

/** Counts where transactions start. */
public final class StartMetrics {
  private final LongAdder hinted = new LongAdder();
  private final LongAdder anywhere = new LongAdder();

  void started(boolean onShard) {
    (onShard ? hinted : anywhere).increment();
  }

  /** Transactions that started on the shard of a row. */
  public long hinted() {
    return hinted.sum();
  }

  /** Transactions that started on any data node. */
  public long anywhere() {
    return anywhere.sum();
  }
}
