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

  /**
   * The newest incarnations, oldest first, at least one. A reader that was told a sequence by one
   * of them has seen the same changes as this feed has, if the next one begins above that sequence;
   * of one that is not here nothing is known.
   */
  default List<FeedIncarnation> incarnations() {
    return List.of(FeedIncarnation.UNKNOWN);
  }

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

  /**
   * Forgets a bounded number of changes up to a sequence, at once or with the commit of a
   * transaction: what the transaction holds locked until then guards it in either case.
   *
   * @return whether more are left up to that sequence
   */
  boolean trim(Tx tx, long throughSequence);
}
