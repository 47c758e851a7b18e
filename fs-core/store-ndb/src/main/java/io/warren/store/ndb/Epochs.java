package io.warren.store.ndb;

/**
 * How far the cluster's epochs have come, as far as this process's own commits tell. Thread-safe.
 *
 * <p>Each commit belongs to an epoch, numbered upwards; the cluster begins the second epoch after
 * one only when every commit of that one is visible in all its rows, wherever they are. Steps count
 * greater and greater epochs of commits that each began after the step before. What was visible
 * during step s belongs to the epoch of step s + 2 or an earlier one (a commit that led to step s +
 * 1 may have begun long before); two greater epochs later it is done with.
 */
final class Epochs {
  private static final int STEPS = 4;

  /**
   * @param step how many greater epochs were seen
   * @param epoch the greatest one; 0 for none since the connection was made
   * @param firstStep the step in which the connection was made
   */
  private record State(long step, long epoch, long firstStep) {}

  private volatile State state = new State(0, 0, 0);

  /** The present step: a mark for {@link #over}, and what a commit notes before it begins. */
  long now() {
    return state.step();
  }

  /** The greatest epoch since the connection was made; 0 for none. */
  long latest() {
    return state.epoch();
  }

  /**
   * A commit was made.
   *
   * @param begun the step before the commit was sent
   */
  void committed(long begun, long epoch) {
    if (isNext(begun, epoch)) {
      synchronized (this) {
        if (isNext(begun, epoch)) {
          state = new State(begun + 1, epoch, state.firstStep());
        }
      }
    }
  }

  private boolean isNext(long begun, long epoch) {
    State present = state;
    return begun == present.step() && epoch > present.epoch();
  }

  /** The connection was made anew: epochs may have begun again from an earlier one. */
  synchronized void restarted() {
    state = new State(state.step(), 0, state.step());
  }

  /** Whether all that was visible in a step is visible in all its rows by now. */
  boolean over(long step) {
    State present = state;
    return present.step() - Math.max(step, present.firstStep()) >= STEPS;
  }
}
