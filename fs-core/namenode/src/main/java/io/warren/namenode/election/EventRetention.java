package io.warren.namenode.election;

import io.warren.namespace.LeaderFence;
import io.warren.namespace.events.ClusterEvents;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.time.Clock;

/** Forgets cluster events that are too old or too many, so that their table stays bounded. */
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
    nextRunMs = nowMs + INTERVAL_MS;
  }

  /** Deletes in bounded transactions; returns how many events went. */
  int trim(LeaderFence fence, long keptMax, long oldestKeptMs) {
    int trimmed = 0;
    for (int batch = 0; batch < BATCHES_MAX; batch++) {
      int rows =
          runner.run(
              TxOptions.write("event_retention"),
              tx -> {
                fence.check(tx);
                return ClusterEvents.trim(tx, keptMax, oldestKeptMs);
              });
      trimmed += rows;
      if (rows == 0) {
        break;
      }
    }
    return trimmed;
  }
}
