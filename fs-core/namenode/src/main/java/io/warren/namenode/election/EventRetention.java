package io.warren.namenode.election;

import io.warren.blocks.ReplicaHistory;
import io.warren.namespace.ClusterEvents;
import io.warren.namespace.LeaderFence;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.function.ToIntFunction;

/** Forgets events of the cluster and of replicas that are too old or too many. */
public final class EventRetention implements LeaderService {
  private static final long EVENTS_MAX = 10_000;
  private static final int BATCHES_MAX = 20;
  private static final long INTERVAL_MS = 60_000;

  private final TransactionRunner runner;
  private final Clock clock;
  private final long retentionMs;
  private long nextRunMs;

  public EventRetention(TransactionRunner runner, Clock clock, long retentionMs) {
    this.runner = runner;
    this.clock = clock;
    this.retentionMs = retentionMs;
  }

  @Override
  public String name() {
    return "event_retention";
  }

  @Override
  public void run(LeaderFence fence) {
    long nowMs = clock.millis();
    if (nowMs < nextRunMs) {
      return;
    }
    trim(fence, EVENTS_MAX, nowMs - retentionMs);
    batches(fence, "replica_event_retention", tx -> ReplicaHistory.trim(tx, nowMs - retentionMs));
    nextRunMs = nowMs + INTERVAL_MS;
  }

  /** Deletes in bounded transactions; returns how many events went. */
  int trim(LeaderFence fence, long keptMax, long oldestKeptMs) {
    return batches(fence, "event_retention", tx -> ClusterEvents.trim(tx, keptMax, oldestKeptMs));
  }

  private int batches(LeaderFence fence, String operation, ToIntFunction<Tx> trimmer) {
    int trimmed = 0;
    for (int batch = 0; batch < BATCHES_MAX; batch++) {
      int rows =
          runner.run(
              TxOptions.write(operation),
              tx -> {
                fence.check(tx);
                return trimmer.applyAsInt(tx);
              });
      trimmed += rows;
      if (rows == 0) {
        break;
      }
    }
    return trimmed;
  }
}
