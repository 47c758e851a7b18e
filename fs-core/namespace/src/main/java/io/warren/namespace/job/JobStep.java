package io.warren.namespace.job;

import io.warren.model.JobStepRecord;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/**
 * One change of a job. Its number and its worker's epoch are compared, and written, in the
 * transactions that make the change: it is made once however often it is asked for, and not by a
 * worker whose job was taken over.
 *
 * @param job the job's key: unique among all jobs that there ever were
 * @param epoch of the worker, as it took the job ({@link TakeJob})
 * @param number of the step, from 1 on; a repetition has the same
 */
public record JobStep(String job, long epoch, long number) {
  /** Greatest length of a job's key, in characters of ASCII. */
  public static final int KEY_MAX = 64;

  /** Room for what a step did. */
  public static final int ANSWER_MAX_BYTES = 13_000;

  public JobStep {
    checkKey(job);
    if (epoch < 1 || number < 1) {
      throw new NamespaceException(
          Code.INVALID_ARGUMENT, "Epochs and steps of a job are counted from 1 on");
    }
  }

  static void checkKey(String job) {
    boolean printable = job.chars().allMatch(c -> c > ' ' && c < 127);
    if (job.isEmpty() || job.length() > KEY_MAX || !printable) {
      throw new NamespaceException(
          Code.INVALID_ARGUMENT, "The key of a job is 1 to 64 characters of ASCII");
    }
  }

  /**
   * The job's record, locked until the commit. To be locked before anything else.
   *
   * @throws NamespaceException STALE_JOB_EPOCH when another worker has the job, or it is beyond
   *     this step
   */
  public JobStepRecord lock(Tx tx) {
    JobStepRecord record = tx.get(Tables.JOB_STEPS, job, LockMode.EXCLUSIVE);
    if (record == null || record.epoch() != epoch || record.step() > number) {
      NamespaceException stale =
          new NamespaceException(
                  Code.STALE_JOB_EPOCH,
                  "Another worker has taken the job, or it is beyond this step")
              .with("job", job)
              .with("epoch", epoch)
              .with("step", number);
      throw record == null
          ? stale
          : stale.with("presentEpoch", record.epoch()).with("presentStep", record.step());
    }
    return record;
  }

  /** Whether a record tells of this step. */
  public boolean isOf(JobStepRecord record) {
    return record.step() == number;
  }

  /** Writes what this step did until now; the record was locked in this transaction. */
  public JobStepRecord write(OperationTx tx, JobStepRecord locked, byte[] answer) {
    return write(tx, isOf(locked) ? locked.part() + 1 : 1, answer);
  }

  /** Writes what this step, of a single transaction, did; the record was locked in it. */
  void writeOnly(OperationTx tx, byte[] answer) {
    write(tx, 1, answer);
  }

  private JobStepRecord write(OperationTx tx, long part, byte[] answer) {
    if (answer.length > ANSWER_MAX_BYTES) {
      throw new NamespaceException(Code.UNSUPPORTED, "The place of the step is too long to be kept")
          .with("bytes", answer.length)
          .with("bytesMax", ANSWER_MAX_BYTES);
    }
    JobStepRecord record = new JobStepRecord(job, epoch, number, part, false, tx.nowMs(), answer);
    tx.store().update(Tables.JOB_STEPS, record);
    return record;
  }
}
