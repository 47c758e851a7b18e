package io.warren.store;

import io.warren.model.Change;
import java.util.List;

/**
 * The committed outbox rows in commit order. A reader that has seen sequence s never later finds a
 * new row with a sequence at or below s: rows of transactions still committing are held back.
 */
public interface ChangeFeed {
  /**
   * Changes with a sequence above the given one, at most limit.
   *
   * @throws StoreException with code FEED_TRIMMED when rows above afterSequence were trimmed away,
   *     or the store has lost newest changes that a reader was told
   */
  List<Change> read(long afterSequence, int limit);

  /** Sequence of the newest visible change, 0 when none was ever written. */
  long head();

  /** Sequence of the last change that was trimmed away, 0 when none was. */
  long trimmedThrough();

  /**
   * Waits until the head is above a sequence.
   *
   * @return whether it is
   */
  boolean await(long aboveSequence, long timeoutMs) throws InterruptedException;

  /** Forgets changes up to a sequence, in bounded batches. */
  void trim(long throughSequence);
}
