package io.warren.checker;

import io.warren.checker.Step.Kind;
import io.warren.model.BlockIds;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaType;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.ListingPage;
import io.warren.namespace.Operation;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.file.OpenedFile;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.TakeJob;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetOwnQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.rights.Access;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.namespace.upkeep.Housekeeping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Carries steps out on real namenodes and answers in the model's words. */
public final class Subject {
  private static final int STEP_INODES = 3;
  private static final int LOCKED_ATTEMPTS_MAX = 5_000;
  private static final long LOCKED_PAUSE_NANOS = 500_000;

  private record Call(Step step, CallContext context, boolean answered, long expiresAtMs) {}

  private final Cluster cluster;
  private final Writers writers;
  private final AttributeSubject attributes;
  private final SnapshotSubject snapshots;
  private final Map<Integer, Call> calls = new ConcurrentHashMap<>();

  public Subject(Cluster cluster) {
    this.cluster = cluster;
    this.writers = new Writers(cluster);
    this.attributes = new AttributeSubject(cluster);
    this.snapshots = new SnapshotSubject(cluster);
  }

  public Cluster cluster() {
    return cluster;
  }

  /** Does a step and answers; moves the clock as the model does. */
  public String apply(Step step) {
    cluster.clock().advance(1);
    return applyNow(step);
  }

  /** As {@link #apply} without moving the clock: for steps of several threads. */
  String applyNow(Step step) {
    if (step.kind() == Kind.REPEAT) {
      return repeat(step);
    }
    CallContext caller = Callers.context(step.caller());
    return first(step, step.kind().atMostOnce() ? cluster.newCall(caller) : caller);
  }

  private String first(Step step, CallContext call) {
    boolean answered = false;
    try {
      String answer = whileLocked(step, call);
      answered = true;
      return answer;
    } catch (NamespaceException e) {
      return e.code().name();
    } finally {
      if (step.kind().atMostOnce()) {
        long expiresAtMs = cluster.clock().millis() + Rules.RETRY_KEPT_MS;
        calls.put(step.caller(), new Call(step, call, answered, expiresAtMs));
      }
    }
  }

  /** A client tries again, bounded, while a subtree operation is in its way. */
  private String whileLocked(Step step, CallContext call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return dispatch(step, call);
      } catch (NamespaceException e) {
        boolean locked = e.code() == NamespaceException.Code.SUBTREE_LOCKED;
        if (!locked || attempt == LOCKED_ATTEMPTS_MAX) {
          throw e;
        }
        LockSupport.parkNanos(LOCKED_PAUSE_NANOS);
      }
    }
  }

  private String repeat(Step step) {
    Call call = calls.get(step.caller());
    if (call == null) {
      return "skipped";
    }
    Step again =
        new Step(
            call.step().kind(),
            step.namenode(),
            call.step().caller(),
            call.step().slot(),
            call.step().path(),
            call.step().other(),
            call.step().number());
    if (!call.answered()) {
      return first(again, call.context());
    }
    try {
      String answer = writers.keepingSlots(() -> dispatch(again, call.context()));
      // A file's state is answered as it is now, not as it was.
      return again.opens() ? "answered" : answer;
    } catch (NamespaceException e) {
      return e.code().name();
    }
  }

  private String dispatch(Step step, CallContext call) {
    return switch (step.kind()) {
      case CREATE,
          CREATE_OVERWRITE,
          CREATE_ALONE,
          ADD_BLOCK,
          ADD_BLOCK_UNREPORTED,
          REPORT,
          COMPLETE,
          COMPLETE_SMALL,
          TAKE_IN,
          ABANDON,
          FSYNC,
          NEW_PIPELINE,
          APPEND,
          APPEND_NEW_BLOCK,
          APPEND_SMALL,
          TRUNCATE,
          CONCAT,
          RENEW_LEASE,
          RECOVER_LEASE,
          LEASE_TICK,
          FINISH_RECOVERY ->
          writers.apply(step, call);
      case ACL_GRANT,
          ACL_DEFAULT,
          ACL_CLEAR,
          ACL_REVOKE,
          ACL_CLEAR_DEFAULT,
          GET_ACL,
          SET_XATTR,
          REMOVE_XATTR,
          GET_XATTRS,
          SET_POLICY,
          SET_EC,
          GET_EC ->
          attributes.apply(step, call);
      case ALLOW_SNAPSHOTS,
          DISALLOW_SNAPSHOTS,
          TAKE_SNAPSHOT,
          DROP_SNAPSHOT,
          RENAME_SNAPSHOT,
          READ_SNAPSHOT,
          DIFF_SNAPSHOT ->
          snapshots.apply(step, call);
      case STAT, LIST, CONTENT_SUMMARY, QUOTA_USAGE, ACCESS, OPEN -> read(step, call);
      case HOUSEKEEPING -> {
        new Housekeeping(cluster.at(step.namenode()).namespace()).run(tx -> {});
        giveUpOldCalls();
        yield "done";
      }
      case RESTART -> {
        cluster.restart(step.namenode());
        if (step.namenode() == 0) {
          writers.forgetOrders();
        }
        yield "done";
      }
      case ADVANCE -> {
        cluster.clock().advance(step.number());
        yield "done";
      }
      default -> write(step, call);
    };
  }

  /** No client tries again after so long; the namenodes forget the answers. */
  private void giveUpOldCalls() {
    long nowMs = cluster.clock().millis();
    calls.values().removeIf(call -> call.answered() && call.expiresAtMs() <= nowMs);
  }

  private <R> R run(Step step, Operation<R> operation, CallContext call) {
    return cluster.at(step.namenode()).run(operation, call);
  }

  private String write(Step step, CallContext call) {
    FsPath path = FsPath.parse(step.path());
    int number = (int) step.number();
    return switch (step.kind()) {
      case MKDIRS -> text(run(step, new Mkdirs(path, number, true), call));
      case MKDIR -> text(run(step, new Mkdirs(path, number, false), call));
      case RENAME -> rename(step, path, Rename.Rules.LEGACY, call);
      case RENAME_STRICT -> rename(step, path, Rename.Rules.NO_OVERWRITE, call);
      case RENAME_OVERWRITE -> rename(step, path, Rename.Rules.OVERWRITE, call);
      case DELETE -> text(run(step, new Delete(path, false), call));
      case DELETE_RECURSIVE -> text(run(step, new Delete(path, true), call));
      case CHMOD -> done(run(step, new SetPermission(path, number), call));
      case CHOWN -> done(run(step, new SetOwner(path, step.other(), null), call));
      case CHGRP -> done(run(step, new SetOwner(path, null, step.other()), call));
      case SET_REPLICATION -> text(run(step, new SetReplication(path, number), call));
      case SET_TIMES -> done(run(step, new SetTimes(path, step.number(), SetTimes.KEEP), call));
      case SET_NAMES_QUOTA ->
          limits(run(step, new SetQuota(path, limit(step), QuotaLimit.KEEP), call));
      case SET_SPACE_QUOTA ->
          limits(run(step, new SetQuota(path, QuotaLimit.KEEP, limit(step)), call));
      case SET_TYPE_QUOTA -> limits(run(step, typeQuota(step, path), call));
      case CHGRP_ALL -> bulk(step, call, new OwnerSetting(null, step.other()));
      case DELETE_ALL -> bulk(step, call, new SubtreeChange.Delete());
      default -> throw new IllegalArgumentException("No write: " + step);
    };
  }

  private String rename(Step step, FsPath path, Rename.Rules rules, CallContext call) {
    return text(run(step, new Rename(path, FsPath.parse(step.other()), rules), call));
  }

  private static String text(boolean value) {
    return Boolean.toString(value);
  }

  /** Whether an attribute was different before is not part of what HDFS answers. */
  private static String done(Boolean changed) {
    return changed == null ? "no answer" : "done";
  }

  private static QuotaLimit limit(Step step) {
    return step.number() < 0 ? QuotaLimit.CLEAR : QuotaLimit.of(step.number());
  }

  private static SetQuota typeQuota(Step step, FsPath path) {
    Map<QuotaType, QuotaLimit> types = Map.of(QuotaType.valueOf(step.other()), limit(step));
    return new SetQuota(path, QuotaLimit.KEEP, QuotaLimit.KEEP, types, false);
  }

  private static String limits(SetQuota.Result result) {
    return result.after().namespaceQuota() + " " + result.after().spaceQuotaBytes();
  }

  private String bulk(Step step, CallContext call, SubtreeChange change) {
    FsPath path = FsPath.parse(step.path());
    long root = run(step, new SubtreeRoot(path), call);
    String job = UUID.randomUUID().toString();
    run(step, new TakeJob(job, 1), call);
    long changed = 0;
    long number = 0;
    String cursor = null;
    do {
      JobStep jobStep = new JobStep(job, 1, ++number);
      StepResult result =
          run(step, new SubtreeStep(root, cursor, STEP_INODES, false, change, jobStep), call);
      if (!result.errors().isEmpty()) {
        return result.errors().toString();
      }
      changed += result.changed();
      cursor = result.cursor();
    } while (cursor != null);
    return Long.toString(changed);
  }

  private String read(Step step, CallContext call) {
    FsPath path = FsPath.parse(step.path());
    return switch (step.kind()) {
      case STAT -> run(step, new GetStatus(path), call).map(Subject::stat).orElse("absent");
      case LIST -> list(step, path, call);
      case CONTENT_SUMMARY -> {
        ContentTotals totals = run(step, new ContentSummary(path), call);
        yield "files=%d directories=%d bytes=%d space=%d"
            .formatted(
                totals.files(),
                totals.directories(),
                totals.lengthBytes(),
                totals.spaceConsumedBytes());
      }
      case QUOTA_USAGE -> {
        QuotaStatus status = usage(step, path, call);
        yield "%d/%d %d/%d"
            .formatted(
                status.namespaceUsed(),
                status.namespaceQuota(),
                status.spaceUsedBytes(),
                status.spaceQuotaBytes());
      }
      case ACCESS ->
          text(run(step, new CheckAccess(path, Access.ofBits((int) step.number())), call));
      case OPEN -> {
        GetBlockLocations whole = new GetBlockLocations(path, 0, Long.MAX_VALUE, Rules.FILES);
        OpenedFile file = run(step, whole, call);
        yield opened(file);
      }
      default -> throw new IllegalArgumentException("No read: " + step);
    };
  }

  /** Without what only snapshots hold, of which the model does not tell. */
  private QuotaStatus usage(Step step, FsPath path, CallContext call) {
    return run(step, new GetOwnQuotaUsage(path), call)
        .orElseGet(
            () ->
                QuotaStatus.unlimited(
                    run(step, new ContentSummary(path), call), ContentTotals.NOTHING));
  }

  private static String opened(OpenedFile file) {
    String text = file.settledLengthBytes() + (file.isUnderConstruction() ? " open" : " closed");
    if (file.status().inode().striping() == null) {
      return text;
    }
    List<List<Integer>> units = new ArrayList<>();
    for (FileBlock group : file.blocks()) {
      if (group.block().lengthBytes() > 0) {
        units.add(group.replicas().stream().map(r -> BlockIds.unit(r.blockId())).sorted().toList());
      }
    }
    return text + Descriptions.units(units);
  }

  private static String stat(EntryStatus status) {
    return attributes(status) + Descriptions.coding(status.policies().erasureCoding());
  }

  private static String attributes(EntryStatus status) {
    Inode inode = status.inode();
    return inode.isDirectory()
        ? Descriptions.directory(inode.mode(), status.owner(), status.group(), -1)
        : Descriptions.file(
            inode.mode(),
            status.owner(),
            status.group(),
            inode.mtimeMs(),
            inode.sizeBytes(),
            inode.replication(),
            String.valueOf(inode.leaseHolder()));
  }

  private String list(Step step, FsPath path, CallContext call) {
    List<String> names = new ArrayList<>();
    @Nullable Name after = null;
    boolean more = true;
    while (more) {
      GetListing page = new GetListing(path, after, (int) step.number());
      ListingPage answer = run(step, page, call).orElse(null);
      if (answer == null) {
        return "absent";
      }
      answer.entries().forEach(entry -> names.add(entry.localName()));
      more = answer.hasMore();
      if (!answer.entries().isEmpty()) {
        after = answer.entries().get(answer.entries().size() - 1).inode().name();
      }
    }
    return String.join(" ", names);
  }
}
