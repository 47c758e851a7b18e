package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * Who may act for a job, and what its last step did; written in the transactions of the step.
 *
 * @param job the job's key, as its platform made it
 * @param epoch of the worker that may act
 * @param step number of the last step that acted; 0 for none
 * @param part how many transactions of that step are in
 * @param closed whether no more transactions of that step are let in
 * @param answer what the step did until now, as the operation encodes it; null for none
 */
public record JobStepRecord(
    String job,
    long epoch,
    long step,
    long part,
    boolean closed,
    long updatedAtMs,
    byte @Nullable [] answer) {

  /** Whether another transaction has written the record since. */
  public boolean isAsOf(JobStepRecord seen) {
    return epoch == seen.epoch
        && step == seen.step
        && part == seen.part
        && closed == seen.closed
        && job.equals(seen.job);
  }
}
