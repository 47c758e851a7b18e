package io.warren.namespace.quota;

import io.warren.model.QuotaType;
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
 * @param types limits by type of storage; those of other types stay
 * @param expected what the limits must be now, else it is refused with CHANGED_SINCE
 */
public record SetInodeQuota(
    long inodeId,
    QuotaLimit names,
    QuotaLimit spaceBytes,
    Map<QuotaType, QuotaLimit> types,
    ExpectedLimits expected,
    JobStep job)
    implements Operation<SetQuota.Result> {
  private static final int NUMBERS = 4;
  private static final QuotaType[] TYPES = QuotaType.values();

  public SetInodeQuota {
    types = Map.copyOf(types);
  }

  /** Whatever the limits are now. */
  public SetInodeQuota(long inodeId, QuotaLimit names, QuotaLimit spaceBytes, JobStep job) {
    this(inodeId, names, spaceBytes, Map.of(), ExpectedLimits.ANY, job);
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
                  new SetQuota(path, names, spaceBytes, types, false, guard), call));
    } catch (StepDone done) {
      return new Committed<>(decode(done.answer()), 0);
    }
  }

  private static byte[] encode(SetQuota.Result result) {
    ByteBuffer bytes = ByteBuffer.allocate(2 * (NUMBERS + 2 * TYPES.length) * Long.BYTES);
    QuotaStatus[] both = {result.before(), result.after()};
    for (QuotaStatus status : both) {
      bytes
          .putLong(status.namespaceQuota())
          .putLong(status.spaceQuotaBytes())
          .putLong(status.namespaceUsed())
          .putLong(status.spaceUsedBytes());
    }
    for (QuotaStatus status : both) {
      put(bytes, status.typeQuotas());
      put(bytes, status.typeUsed());
    }
    return bytes.array();
  }

  private static void put(ByteBuffer bytes, TypeSpace space) {
    for (QuotaType type : TYPES) {
      bytes.putLong(space.get(type));
    }
  }

  private static SetQuota.Result decode(byte[] answer) {
    ByteBuffer bytes = ByteBuffer.wrap(answer);
    QuotaStatus before = status(bytes);
    QuotaStatus after = status(bytes);
    return new SetQuota.Result(withTypes(before, bytes), withTypes(after, bytes));
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

  private static QuotaStatus withTypes(QuotaStatus status, ByteBuffer bytes) {
    return new QuotaStatus(
        status.namespaceQuota(),
        status.spaceQuotaBytes(),
        status.namespaceUsed(),
        status.spaceUsedBytes(),
        space(bytes),
        space(bytes));
  }

  /** Steps of earlier versions set no types, and end before them. */
  private static TypeSpace space(ByteBuffer bytes) {
    TypeSpace space = TypeSpace.NONE;
    for (QuotaType type : TYPES) {
      space = space.with(type, bytes.hasRemaining() ? bytes.getLong() : 0);
    }
    return space;
  }
}
