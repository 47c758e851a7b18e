package io.warren.namespace;

import java.util.concurrent.CancellationException;

/**
 * Whether a walk of a whole tree is still wanted, and how fast it may be; asked before each of its
 * transactions.
 */
@FunctionalInterface
public interface Walk {
  /** A walk that goes on to its end. */
  Walk TO_THE_END = rowsRead -> {};

  /**
   * Returns when the walk is to go on.
   *
   * @param rowsRead since it was asked last
   * @throws CancellationException when nobody waits for its result any more
   */
  void goOn(long rowsRead);
}
