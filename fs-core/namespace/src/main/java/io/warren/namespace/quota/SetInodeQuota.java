package io.warren.namespace.quota;

import io.warren.model.TypeSpace;
import io.warren.namespace.CallContext;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.job.AtInode;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.job.EnterStep;
import io.warren.namespace.job.JobGuard;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.StepDone;
import io.warren.store.TransactionRunner.Committed;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The step of a job that sets the quota of a directory, wherever it is ({@link SetQuota}). Asked
 * for again it answers the limits before and after as they were then. Only the superuser may.
 *
 * @param expected what the limits must be now, else it is refused with CHANGED_SINCE
 */
public record SetInodeQuota(
    long inodeId, QuotaLimit names, QuotaLimit spaceBytes, ExpectedLimits expected, JobStep job)
    implements Operation<SetQuota.Result> {
  private static final int NUMBERS = 8;

  /** Whatever the limits are now. */
  public SetInodeQuota(long inodeId, QuotaLimit names, QuotaLimit spaceBytes, JobStep job) {
    this(inodeId, names, spaceBytes, ExpectedLimits.ANY, job);
  }

  @Override
  public String name() {
    return "set_quota";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<SetQuota.Result> perform(Namespace namespace, CallContext call) {
    ChangeGuard<SetQuota.Result> guard =
        new ExpectedQuota(new JobGuard<>(job, inodeId, SetInodeQuota::encode), expected);
    try {
      namespace.inTransaction(new EnterStep(job), call);
      return AtInode.run(
          namespace,
          call,
          inodeId,
          path ->
              namespace.runCommitted(
                  new SetQuota(path, names, spaceBytes, Map.of(), false, guard), call));
    } catch (StepDone done) {
      return new Committed<>(decode(done.answer()), 0);
    }
  }

  private static byte[] encode(SetQuota.Result result) {
    ByteBuffer bytes = ByteBuffer.allocate(NUMBERS * Long.BYTES);
    for (QuotaStatus status : new QuotaStatus[] {result.before(), result.after()}) {
      bytes
          .putLong(status.namespaceQuota())
          .putLong(status.spaceQuotaBytes())
          .putLong(status.namespaceUsed())
          .putLong(status.spaceUsedBytes());
    }
    return bytes.array();
  }

  private static SetQuota.Result decode(byte[] answer) {
    ByteBuffer bytes = ByteBuffer.wrap(answer);
    return new SetQuota.Result(status(bytes), status(bytes));
  }

  private static QuotaStatus status(ByteBuffer bytes) {
    return new QuotaStatus(
        bytes.getLong(),
        bytes.getLong(),
        bytes.getLong(),
        bytes.getLong(),
        TypeSpace.NONE,
        TypeSpace.NONE);
  }
}
