package io.warren.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of the feed whose changes were numbered in one life of the store. A store that may have
 * been set back to an earlier state begins another one with the next change, so that a sequence
 * that is given twice is not taken for the same change.
 *
 * @param id random and above 0; 0 is everything from before incarnations were kept
 * @param firstSequence sequence of its first change
 */
public record FeedIncarnation(int id, long firstSequence) {
  /** So many are kept: who comes with an older one is told that nothing is known. */
  public static final int KEPT_MAX = 64;

  /** What a store has that never began one. */
  public static final FeedIncarnation UNKNOWN = new FeedIncarnation(0, 1);

  /**
   * The one that gave a sequence.
   *
   * @param all oldest first, at least one
   */
  public static FeedIncarnation of(List<FeedIncarnation> all, long sequence) {
    FeedIncarnation found = all.get(0);
    for (FeedIncarnation each : all) {
      if (each.firstSequence() <= sequence) {
        found = each;
      }
    }
    return found;
  }

  /**
   * All with another one behind them. Those that gave no sequence are left out, and the oldest
   * beyond {@link #KEPT_MAX}.
   */
  public static List<FeedIncarnation> begin(List<FeedIncarnation> all, FeedIncarnation next) {
    List<FeedIncarnation> kept = new ArrayList<>();
    for (FeedIncarnation each : all) {
      if (each.firstSequence() < next.firstSequence()) {
        kept.add(each);
      }
    }
    kept.add(next);
    return List.copyOf(kept.subList(Math.max(0, kept.size() - KEPT_MAX), kept.size()));
  }
}
