package io.warren.namenode.admin;

import io.warren.namenode.service.Callers;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.Namespace;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.TakeJob;
import io.warren.namespace.subtree.LookAtInodes;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.TransactionRunner.Committed;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * POST /subtree/steps: one bounded step of work over a subtree. POST /subtree/restores: one over
 * inodes that are named one by one, each with its change. POST /subtree/chosen: one over such
 * inodes, with one change for all. POST /subtree/looks: what they are now. POST /subtree/concerns:
 * whom a change of them would concern. POST /subtree/epochs: a worker takes a job.
 */
final class SubtreeResource implements AdminServlet.Resource {
  record Result(
      @Nullable String cursor,
      long inodeId,
      long files,
      long directories,
      long lengthBytes,
      long spaceConsumedBytes,
      long changed,
      long errorCount,
      List<StepResult.ItemError> errors,
      ChangedAttributes attributes,
      List<QuotaView.Gain> quotas,
      long commitSequence,
      @Nullable String path,
      @Nullable String atPath) {}

  /** Inodes that are in the tree, in the order of their ids, and the ids of the others. */
  record Looks(List<InodeView.Entry> entries, List<Long> missing, long asOfMs) {}

  record Taken(String job, long epoch, long lastStep) {}

  private final Namespace namespace;
  private final Callers callers;
  private final StepOperations operations;

  SubtreeResource(Namespace namespace, Callers callers, StepOperations.Rules rules) {
    this.namespace = namespace;
    this.callers = callers;
    this.operations = new StepOperations(rules);
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> path = request.segments();
    String call = path.size() == 2 ? request.method() + " " + path.get(1) : "";
    return switch (call) {
      case "POST steps" -> runStep(request);
      case "POST restores" -> restore(request);
      case "POST chosen" -> chosen(request);
      case "POST looks" -> look(request);
      case "POST concerns" -> concerns(request);
      case "POST epochs" -> takeJob(request);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private Taken takeJob(AdminRequest request) throws IOException {
    AdminRequest.Body body = request.body("job", "epoch");
    String job = body.requiredText("job");
    long epoch = body.requiredNumber("epoch", 1, Long.MAX_VALUE);
    return new Taken(job, epoch, namespace.run(new TakeJob(job, epoch), callers.system()));
  }

  private Result runStep(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body(
            operations.members("inode_id", "cursor", "limit", "dry_run", "job", "epoch", "step"));
    return run(step(body));
  }

  private Result restore(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body("changes", "inode_ids", "change_of", "dry_run", "job", "epoch", "step");
    SubtreeChange.Restore change = ChangedAttributes.read(body, namespace.principals());
    JobStep job = body.flag("dry_run", false) ? null : JobSteps.required(body);
    return run(SubtreeStep.restoring(change, job));
  }

  private Result chosen(AdminRequest request) throws IOException {
    AdminRequest.Body body =
        request.body(
            operations.members("inode_ids", "logical_times", "dry_run", "job", "epoch", "step"));
    SubtreeChange change = operations.readForChosen(body);
    Map<Long, Long> wanted = timesOf(body);
    boolean looks = body.flag("dry_run", false) || change instanceof SubtreeChange.Count;
    JobStep job = looks ? null : JobSteps.required(body);
    return run(SubtreeStep.choosing(new SubtreeChange.Chosen(change, wanted), job));
  }

  /** The inodes that are named, each with the logical time that it must have still. */
  private static Map<Long, Long> timesOf(AdminRequest.Body body) {
    List<Long> ids = body.numbers("inode_ids", 1, SubtreeStep.NAMED_MAX);
    List<Long> times =
        body.numbers("logical_times", SubtreeChange.Chosen.ANY_TIME, SubtreeStep.NAMED_MAX);
    Map<Long, Long> wanted = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      if (i >= times.size() || wanted.put(ids.get(i), times.get(i)) != null) {
        throw Problem.invalid(
            "The lists do not belong together",
            "Give each inode once, and in logical_times its logical time, or 0 for any");
      }
    }
    return wanted;
  }

  private InodeConcerns.Concerns concerns(AdminRequest request) throws IOException {
    List<Long> ids = request.body("inode_ids").numbers("inode_ids", 1, SubtreeStep.NAMED_MAX);
    return new InodeConcerns(namespace, callers.system()).of(Set.copyOf(ids));
  }

  private Looks look(AdminRequest request) throws IOException {
    AdminRequest.Body body = request.body("inode_ids");
    List<Long> ids = body.numbers("inode_ids", 1, SubtreeStep.NAMED_MAX);
    long asOfMs = namespace.clock().millis();
    LookAtInodes.Found found = namespace.run(new LookAtInodes(Set.copyOf(ids)), callers.system());
    return new Looks(
        found.inodes().stream()
            .map(
                at ->
                    InodeView.Entry.of(
                        namespace.status(at.inode(), EntryStatus.NOT_COUNTED), at.path(), null))
            .toList(),
        found.missing(),
        asOfMs);
  }

  private Result run(SubtreeStep step) {
    Committed<StepResult> done = namespace.runCommitted(step, callers.system().withSequence());
    StepResult result = done.value();
    return new Result(
        result.cursor(),
        result.inodeId(),
        result.files(),
        result.directories(),
        result.lengthBytes(),
        result.spaceConsumedBytes(),
        result.changed(),
        result.errorCount(),
        result.errors(),
        ChangedAttributes.of(result.attributes(), namespace.principals()),
        result.quotas().stream().map(QuotaView.Gain::of).toList(),
        done.commitSequence(),
        result.path(),
        result.atPath());
  }

  private SubtreeStep step(AdminRequest.Body body) {
    return new SubtreeStep(
        body.requiredNumber("inode_id", 1, Long.MAX_VALUE),
        body.text("cursor"),
        Objects.requireNonNullElse(
                body.number("limit", 1, SubtreeStep.LIMIT_MAX), (long) SubtreeStep.LIMIT_MAX)
            .intValue(),
        body.flag("dry_run", false),
        operations.read(body),
        JobSteps.optional(body));
  }
}
