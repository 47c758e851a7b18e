package io.warren.namespace.job;

import io.warren.model.JobStepRecord;

/** The step was made before: unwinds, without another change, to what it did. */
public final class StepDone extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient JobStepRecord record;

  StepDone(JobStepRecord record) {
    super("The step was made before", null, false, false);
    this.record = record;
  }

  public JobStepRecord record() {
    return record;
  }

  /** What the step did. */
  public byte[] answer() {
    byte[] answer = record.answer();
    if (answer == null) {
      throw new IllegalStateException("A step without an answer: " + record.job());
    }
    return answer;
  }
}
