package io.warren.namespace;

import java.util.concurrent.CancellationException;

/** Whether a walk of a whole tree is still wanted; asked before each of its transactions. */
@FunctionalInterface
public interface Walk {
  /** A walk that goes on to its end. */
  Walk TO_THE_END = () -> {};

  /**
   * Returns where the walk is to go on.
   *
   * @throws CancellationException when nobody waits for its result any more
   */
  void goOn();
}
