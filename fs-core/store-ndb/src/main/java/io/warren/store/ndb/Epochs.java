package io.warren.store.ndb;

import io.warren.store.Durability;

/**
 * How far the cluster's epochs have come, as far as this process's own commits tell. Thread-safe.
 *
 * <p>Each commit belongs to an epoch, numbered upwards; the cluster begins the second epoch after
 * one only when every commit of that one is visible in all its rows, wherever they are. Steps count
 * greater and greater epochs of commits that each began after the step before. What was visible
 * during step s belongs to the epoch of step s + 2 or an earlier one (a commit that led to step s +
 * 1 may have begun long before); two greater epochs later it is done with.
 *
 * <p>The upper half of an epoch numbers the global checkpoint that saves it. The cluster begins
 * checkpoint g + 1 when it begins to save g, and g + 2 only when g is in the logs on disk of all
 * data nodes and noted there as what a restart restores. So a commit of checkpoint g + 2 shows that
 * all commits of g survive the loss of every data node at once.
 */
final class Epochs implements Durability {
  private static final int STEPS = 4;

  /** What was visible during a step belongs to the epoch of the step this many later at most. */
  private static final int STEPS_TO_EPOCH = 2;

  /** The epochs of one global checkpoint share the bits above these. */
  private static final int CHECKPOINT_BITS = 32;

  /** Checkpoints from a commit's own to the one whose commits show it to be saved. */
  private static final int CHECKPOINTS_TO_SAVED = 2;

  /** The last step of a checkpoint of which a commit was seen. */
  private record Checkpoint(long number, long lastStep) {
    static final Checkpoint NONE = new Checkpoint(Long.MIN_VALUE / 2, Long.MIN_VALUE / 2);
  }

  /**
   * @param step how many greater epochs were seen
   * @param epoch the greatest one; 0 for none since the connection was made
   * @param firstStep the step in which the connection was made
   * @param present the checkpoint of that epoch
   * @param former the one that was seen before it
   * @param savedStep the last step whose epoch is known to be on disk
   */
  private record State(
      long step,
      long epoch,
      long firstStep,
      Checkpoint present,
      Checkpoint former,
      long savedStep) {

    /** No epoch was seen since a step. */
    static State begin(long step) {
      return new State(step, 0, step, Checkpoint.NONE, Checkpoint.NONE, Long.MIN_VALUE);
    }

    State next(long nextEpoch) {
      long nextStep = step + 1;
      Checkpoint now = new Checkpoint(nextEpoch >>> CHECKPOINT_BITS, nextStep);
      if (now.number() == present.number()) {
        return new State(nextStep, nextEpoch, firstStep, now, former, savedStep);
      }
      long through = now.number() - CHECKPOINTS_TO_SAVED;
      long saved = savedStep;
      if (former.number() <= through) {
        saved = Math.max(saved, former.lastStep());
      }
      if (present.number() <= through) {
        saved = Math.max(saved, present.lastStep());
      }
      return new State(nextStep, nextEpoch, firstStep, now, present, saved);
    }
  }

  private volatile State state = State.begin(0);

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
          state = state.next(epoch);
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
    // One step on, so that no mark from before is taken for one from after.
    state = State.begin(state.step() + 1);
  }

  /** Whether all that was visible in a step is visible in all its rows by now. */
  boolean over(long step) {
    State present = state;
    return present.step() - Math.max(step, present.firstStep()) >= STEPS;
  }

  @Override
  public long mark() {
    return state.step();
  }

  @Override
  public Durability.State state(long mark) {
    State present = state;
    if (mark < present.firstStep()) {
      return Durability.State.VOID;
    }
    return mark + STEPS_TO_EPOCH <= present.savedStep()
        ? Durability.State.DURABLE
        : Durability.State.PENDING;
  }
}
