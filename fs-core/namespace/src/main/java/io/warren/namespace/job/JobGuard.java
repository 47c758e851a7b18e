package io.warren.namespace.job;

import io.warren.model.Inode;
import io.warren.model.JobStepRecord;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.OperationTx;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets a change pass that is the step of a job: on its inode alone, and once.
 *
 * @param logicalTime what the inode's must be still; null for any
 * @param encode the change's answer, for a repetition of the step
 */
public record JobGuard<R>(
    JobStep step, long inodeId, @Nullable Long logicalTime, Function<R, byte[]> encode)
    implements ChangeGuard<R> {
  /** Whatever became of the inode. */
  public JobGuard(JobStep step, long inodeId, Function<R, byte[]> encode) {
    this(step, inodeId, null, encode);
  }

  /** Unwinds to the step when it was made before. */
  @Override
  public void begin(OperationTx tx) {
    JobStepRecord record = step.lock(tx.store());
    if (step.isOf(record)) {
      throw new StepDone(record);
    }
  }

  @Override
  public void admit(@Nullable Inode target) {
    if (target == null || target.id() != inodeId) {
      throw new AtInode.Moved();
    }
    if (logicalTime != null && target.logicalTime() != logicalTime) {
      throw new NamespaceException(Code.CHANGED_SINCE, "It was changed since it was chosen")
          .with("inodeId", inodeId);
    }
  }

  @Override
  public void done(OperationTx tx, R result) {
    step.writeOnly(tx, encode.apply(result));
  }
}
