package io.warren.namenode.election;

import io.warren.model.Change;
import io.warren.namespace.LeaderFence;
import io.warren.store.ChangeFeed;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.List;

/** Forgets changes that are older than the retention time, so that the feed stays bounded. */
public final class FeedRetention implements LeaderService {
  private static final int BATCH = 1_000;
  private static final int BATCHES_MAX = 20;

  private final TransactionRunner runner;
  private final ChangeFeed feed;
  private final Clock clock;
  private final long retentionMs;

  public FeedRetention(TransactionRunner runner, Clock clock, long retentionMs) {
    this.runner = runner;
    this.feed = runner.store().feed();
    this.clock = clock;
    this.retentionMs = retentionMs;
  }

  @Override
  public String name() {
    return "feed_retention";
  }

  /** Fenced: the clock of a deposed leader may be one that was wrong. */
  @Override
  public void run(LeaderFence fence) {
    long oldestKeptMs = clock.millis() - retentionMs;
    for (int batch = 0; batch < BATCHES_MAX; batch++) {
      List<Change> oldest = feed.read(feed.trimmedThrough(), BATCH);
      long through = 0;
      for (Change change : oldest) {
        if (change.committedAtMs() >= oldestKeptMs) {
          break;
        }
        through = change.commitSequence();
      }
      if (through == 0) {
        return;
      }
      trim(fence, through);
    }
  }

  private void trim(LeaderFence fence, long throughSequence) {
    boolean more = true;
    while (more) {
      more =
          runner.run(
              TxOptions.write("feed_retention"),
              tx -> {
                fence.check(tx);
                return feed.trim(tx, throughSequence);
              });
    }
  }
}
