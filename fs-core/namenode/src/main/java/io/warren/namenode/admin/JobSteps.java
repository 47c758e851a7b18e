package io.warren.namenode.admin;

import io.warren.namespace.job.JobStep;
import org.jspecify.annotations.Nullable;

/** The members of a body that say which step of which job it is. */
final class JobSteps {
  private JobSteps() {}

  /** The step; a problem when one of its members is missing. */
  static JobStep required(AdminRequest.Body body) {
    JobStep step = optional(body);
    if (step == null) {
      throw Problem.invalid("A member is missing", "Give job, epoch and step");
    }
    return step;
  }

  /** The step, or null when the body names no job. */
  static @Nullable JobStep optional(AdminRequest.Body body) {
    String job = body.text("job");
    if (job == null) {
      return null;
    }
    return new JobStep(
        job,
        body.requiredNumber("epoch", 1, Long.MAX_VALUE),
        body.requiredNumber("step", 1, Long.MAX_VALUE));
  }
}
