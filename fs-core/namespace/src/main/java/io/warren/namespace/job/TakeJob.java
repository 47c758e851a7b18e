package io.warren.namespace.job;

import io.warren.model.JobStepRecord;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/**
 * Makes a worker the one that acts for a job: steps of a lower epoch are refused from its commit
 * on. Answers the number of the last step that acted, 0 for none. Only the superuser may.
 *
 * @param epoch greater than any that took the job before; the same again changes nothing
 */
public record TakeJob(String job, long epoch) implements InodeOperation<Long> {
  public TakeJob {
    JobStep.checkKey(job);
  }

  @Override
  public String name() {
    return "take_job";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Long execute(OperationTx tx) {
    tx.permissions().superuser();
    tx.checkRetry();
    JobStepRecord before = tx.store().get(Tables.JOB_STEPS, job, LockMode.EXCLUSIVE);
    if (before == null) {
      tx.store()
          .insert(Tables.JOB_STEPS, new JobStepRecord(job, epoch, 0, 0, true, tx.nowMs(), null));
      return 0L;
    }
    if (before.epoch() > epoch) {
      throw new NamespaceException(Code.STALE_JOB_EPOCH, "Another worker has taken the job")
          .with("job", job)
          .with("epoch", epoch)
          .with("presentEpoch", before.epoch());
    }
    if (before.epoch() < epoch) {
      tx.store()
          .update(
              Tables.JOB_STEPS,
              new JobStepRecord(
                  job, epoch, before.step(), before.part(), true, tx.nowMs(), before.answer()));
    }
    return before.step();
  }
}
