package io.warren.namenode.election;

import io.warren.model.Change;
import io.warren.namespace.LeaderFence;
import io.warren.store.ChangeFeed;
import java.time.Clock;
import java.util.List;

/** Forgets changes that are older than the retention time, so that the feed stays bounded. */
public final class FeedRetention implements LeaderService {
  private static final int BATCH = 1_000;
  private static final int BATCHES_MAX = 20;

  private final ChangeFeed feed;
  private final Clock clock;
  private final long retentionMs;

  public FeedRetention(ChangeFeed feed, Clock clock, long retentionMs) {
    this.feed = feed;
    this.clock = clock;
    this.retentionMs = retentionMs;
  }

  @Override
  public String name() {
    return "feed_retention";
  }

  /** Trimming twice is harmless, so a deposed leader needs no fence here. */
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
      feed.trim(through);
    }
  }
}
