package io.warren.namenode.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.warren.store.TransactionRunner;
import io.warren.store.TxStats;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What transactions cost the store, by operation: round trips, accesses by kind (rows asked for by
 * primary key; scans that were pruned to a partition, went through an index, or over a table),
 * rows, outcomes and retries. Thread-safe.
 */
final class StoreMeters implements TransactionRunner.Listener {
  /** Operations are named in the code; should one be built from data, it ends up in "other". */
  static final int OPERATIONS_MAX = 200;

  static final String OTHER = "other";
  private static final String COMMITTED = "committed";

  private final MeterRegistry registry;
  private final Map<String, Operation> operations = new ConcurrentHashMap<>();

  StoreMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void finished(String operation, TxStats stats, int attempt, String outcome) {
    Operation meters = operations.get(operation);
    if (meters == null) {
      String name = operations.size() < OPERATIONS_MAX ? operation : OTHER;
      meters = operations.computeIfAbsent(name, Operation::new);
    }
    meters.count(stats, attempt, outcome);
  }

  /** The meters of one operation; looked up once, as there are several for each transaction. */
  private final class Operation {
    private final String name;
    private final Counter committed;
    private final Counter roundTrips;
    private final Counter rowsRead;
    private final Counter rowsWritten;
    private final Counter primaryKeys;
    private final Counter batched;
    private final Counter prunedScans;
    private final Counter indexScans;
    private final Counter fullScans;

    Operation(String name) {
      this.name = name;
      committed = outcome(COMMITTED);
      roundTrips = counter("warren.store.round.trips", "Exchanges with the store", Tags.empty());
      rowsRead = counter("warren.store.rows.read", "Rows that the store returned", Tags.empty());
      rowsWritten =
          counter("warren.store.rows.written", "Rows added, changed or removed", Tags.empty());
      primaryKeys = accesses("primary_key");
      batched = accesses("batched_primary_key");
      prunedScans = accesses("pruned_scan");
      indexScans = accesses("index_scan");
      fullScans = accesses("full_scan");
    }

    private Counter counter(String meter, String description, Tags tags) {
      return Counter.builder(meter)
          .description(description)
          .tags(tags.and("operation", name))
          .register(registry);
    }

    private Counter accesses(String kind) {
      return counter(
          "warren.store.accesses", "Rows asked for by key, and scans", Tags.of("kind", kind));
    }

    private Counter outcome(String outcome) {
      return counter(
          "warren.store.transactions",
          "Attempts of transactions by outcome: a store error's code, or how they ended",
          Tags.of("outcome", outcome));
    }

    void count(TxStats stats, int attempt, String outcome) {
      (outcome.equals(COMMITTED) ? committed : outcome(outcome)).increment();
      if (attempt > 1) {
        counter("warren.store.retries", "Attempts after the first", Tags.empty()).increment();
      }
      add(roundTrips, stats.roundTrips());
      add(rowsRead, stats.rowsRead());
      add(rowsWritten, stats.rowsWritten());
      add(primaryKeys, stats.primaryKeyReads());
      add(batched, stats.batchedReads());
      add(prunedScans, stats.prunedScans());
      add(indexScans, stats.indexScans());
      add(fullScans, stats.fullScans());
    }

    private static void add(Counter counter, int amount) {
      if (amount > 0) {
        counter.increment(amount);
      }
    }
  }
}
