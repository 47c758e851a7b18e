package io.warren.namespace.job;

import io.warren.model.JobStepRecord;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;

/**
 * Refuses a worker that has lost the job, and unwinds by {@link StepDone} to a step that was made
 * before. Only the superuser may.
 */
public record EnterStep(JobStep step) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "enter_step";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Boolean execute(OperationTx tx) {
    tx.permissions().superuser();
    tx.checkRetry();
    JobStepRecord record = step.lock(tx.store());
    if (step.isOf(record)) {
      throw new StepDone(record);
    }
    return true;
  }
}
