package io.warren.store.ndb;

import io.warren.store.StoreCounter;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts where transactions start. */
final class StartMetrics {
  private final LongAdder hinted = new LongAdder();
  private final LongAdder anywhere = new LongAdder();

  void started(boolean onShard) {
    (onShard ? hinted : anywhere).increment();
  }

  /** Transactions by where they started: on the shard of a row, or on any data node. */
  List<StoreCounter> counters() {
    return List.of(counter("shard", hinted), counter("anywhere", anywhere));
  }

  private static StoreCounter counter(String place, LongAdder count) {
    return new StoreCounter(
        "transactions.started",
        "place",
        place,
        "Transactions that began on the shard of the row that matters, or on any data node",
        count::sum);
  }
}
