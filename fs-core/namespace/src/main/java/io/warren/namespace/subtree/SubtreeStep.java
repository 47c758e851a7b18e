package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.JobStepRecord;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.job.AtInode;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.walk.StepCursor;
import io.warren.namespace.walk.StepWalk;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.namespace.walk.StepWalk.Walked;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One bounded step of work over the subtree of an inode, wherever that is; the caller goes on with
 * the returned cursor until it is null. No lock is held between steps: what others change meanwhile
 * is met as it is. A step that changes something belongs to a job: asked for again it changes
 * nothing more and answers what it did. Only the superuser may.
 *
 * <p>Each transaction of a step writes into the job's record what the step did until then, and
 * where the next one would go on. A repetition finds that, even where the first attempt stopped
 * halfway.
 *
 * @param cursor of the step before, null to start
 * @param limit inodes visited at most, 1 to {@link #LIMIT_MAX}
 * @param dryRun only count what would change
 * @param job the step that this is; null only for one that changes nothing
 */
public record SubtreeStep(
    long inodeId,
    @Nullable String cursor,
    int limit,
    boolean dryRun,
    SubtreeChange change,
    @Nullable JobStep job)
    implements Operation<StepResult> {
  /** Greatest number of inodes of a step. */
  public static final int LIMIT_MAX = 1000;

  /** Greatest number of inodes that a step names one by one: they fit into one transaction. */
  public static final int NAMED_MAX = StepWork.ATTRIBUTES_PER_TRANSACTION;

  /** Greatest number of changes that a step which only looks tells as examples. */
  public static final int EXAMPLES_MAX = 20;

  /** As many where their former values are texts: these fit into the job's record. */
  public static final int NAMED_TEXTS_MAX = 8;

  public SubtreeStep {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw invalid("A step visits 1 to 1000 inodes").with("limit", limit);
    }
    if (change instanceof SubtreeChange.Restore || change instanceof SubtreeChange.Chosen) {
      int inodes = change.inodeIds().size();
      int inodesMax = change.ofTexts() && job != null ? NAMED_TEXTS_MAX : NAMED_MAX;
      if (inodes < 1 || inodes > inodesMax) {
        throw invalid("A step names at least one inode, and no more than its change allows")
            .with("inodes", inodes)
            .with("inodesMax", inodesMax);
      }
    }
    if (change instanceof SubtreeChange.Delete && inodeId == Inode.ROOT_ID) {
      throw invalid("The root can't be deleted");
    }
    if (job == null && !dryRun && !(change instanceof SubtreeChange.Count)) {
      throw invalid("A step that changes something belongs to a job");
    }
  }

  /** A step that restores attributes of certain inodes; without a job it only looks. */
  public static SubtreeStep restoring(SubtreeChange.Restore change, @Nullable JobStep job) {
    return new SubtreeStep(Inode.ROOT_ID, null, LIMIT_MAX, job == null, change, job);
  }

  /** A step that changes certain inodes; without a job it only looks. */
  public static SubtreeStep choosing(SubtreeChange.Chosen change, @Nullable JobStep job) {
    return new SubtreeStep(Inode.ROOT_ID, null, LIMIT_MAX, job == null, change, job);
  }

  private static NamespaceException invalid(String message) {
    return new NamespaceException(NamespaceException.Code.INVALID_ARGUMENT, message);
  }

  @Override
  public String name() {
    return "subtree_step";
  }

  @Override
  public boolean mutates() {
    return !dryRun && !(change instanceof SubtreeChange.Count);
  }

  @Override
  public Committed<StepResult> perform(Namespace namespace, CallContext call) {
    StepCursor from = cursor == null ? null : StepCursor.decode(cursor);
    if (from != null && (from.bottomUp() != change.bottomUp() || from.rootId() != inodeId)) {
      throw invalid("The cursor belongs to another operation");
    }
    if (job == null || !mutates()) {
      return new Committed<>(look(namespace, call, from), 0);
    }
    JobStepRecord record = namespace.inTransaction(new Enter(job), call).value();
    if (!job.isOf(record)) {
      try {
        return new StepRun(namespace, call, this, job).run(record, from);
      } catch (StepWork.Overtaken e) {
        record = namespace.inTransaction(new Enter(job), call).value();
      }
    }
    return new Committed<>(again(namespace, call, record), 0);
  }

  private StepResult look(Namespace namespace, CallContext call, @Nullable StepCursor from) {
    Looked looked = namespace.inTransaction(new Look(new Read(this, from)), call).value();
    ReadResult read = looked.read();
    List<Visited> visited = read.walked().visited();
    StepTally tally =
        StepTally.from(read.walked().next())
            .visited(visited)
            .changed(looked.wouldChange())
            .with(looked.examples())
            .failed(read.missing())
            .failed(looked.refused());
    FsPath at = visited.isEmpty() ? read.root() : visited.get(visited.size() - 1).path();
    return result(tally, read.root(), at).with(looked.quotas());
  }

  /** What the step did when it was asked for before. */
  private StepResult again(Namespace namespace, CallContext call, JobStepRecord record) {
    StepTally tally = StepTally.decode(Objects.requireNonNull(record.answer()));
    FsPath root = namespace.inTransaction(new Locate(inodeId), call).value().orElse(null);
    StepCursor next = tally.cursor();
    return result(tally, root, root == null || next == null ? root : next.below(root));
  }

  StepResult result(StepTally tally, @Nullable FsPath root, @Nullable FsPath at) {
    StepCursor next = tally.cursor();
    return new StepResult(
        next == null ? null : next.encode(),
        inodeId,
        tally.files(),
        tally.directories(),
        tally.lengthBytes(),
        tally.spaceBytes(),
        tally.changed(),
        tally.errorCount(),
        tally.errors(),
        tally.attributes(),
        List.of(),
        root == null ? null : root.toString(),
        at == null ? null : at.toString());
  }

  /** Looks for an earlier attempt of the step, and lets none of its transactions in any more. */
  private record Enter(JobStep job) implements InodeOperation<JobStepRecord> {
    @Override
    public String name() {
      return "subtree_step";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public JobStepRecord execute(OperationTx tx) {
      tx.permissions().superuser();
      tx.checkRetry();
      JobStepRecord record = job.lock(tx.store());
      if (!job.isOf(record) || record.closed()) {
        return record;
      }
      JobStepRecord closed =
          new JobStepRecord(
              record.job(),
              record.epoch(),
              record.step(),
              record.part(),
              true,
              tx.nowMs(),
              record.answer());
      tx.store().update(Tables.JOB_STEPS, closed);
      return closed;
    }
  }

  /** Where the root is; empty when it is not in the tree any more. */
  private record Locate(long inodeId) implements InodeOperation<Optional<FsPath>> {
    @Override
    public String name() {
      return "subtree_step";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Optional<FsPath> execute(OperationTx tx) {
      return Optional.ofNullable(tx.findById(inodeId)).map(ResolvedPath::path);
    }
  }

  /**
   * What a step that changes nothing sees.
   *
   * @param wouldChange inodes that it would change
   * @param examples the first of these whose attributes it would change
   * @param refused those that it would leave as they are
   * @param quotas what directories with a quota would gain
   */
  private record Looked(
      ReadResult read,
      long wouldChange,
      List<ChangedInode> examples,
      List<ItemError> refused,
      List<QuotaGain> quotas) {}

  /** The walk's transaction, and what would become of the inodes that it comes to. */
  private record Look(Read read) implements InodeOperation<Looked> {
    @Override
    public String name() {
      return "subtree_step";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Looked execute(OperationTx tx) {
      ReadResult result = read.execute(tx);
      SubtreeChange change = read.step().change();
      List<ItemError> refused = new ArrayList<>();
      boolean named = !change.inodeIds().isEmpty();
      QuotaGains gains =
          new QuotaGains(tx, change, named ? Integer.MAX_VALUE : result.root().depth());
      long wouldChange = 0;
      List<ChangedInode> examples = new ArrayList<>();
      for (Visited item : result.walked().visited()) {
        InodeBeside beside = InodeBeside.seen(tx, item.inode());
        ItemError refusal = StepWork.refusal(change, item, beside);
        if (refusal != null) {
          refused.add(refusal);
        }
        if (change instanceof SubtreeChange.Delete) {
          wouldChange++;
        }
        if (refusal != null || change instanceof SubtreeChange.Delete) {
          continue;
        }
        Inode row = beside.inode();
        TextSetting.TextWish wish = StepWork.wish(change, beside);
        Inode after =
            wish == null ? StepWork.applied(change, row, tx.namespace().principals()) : row;
        if (wish == null ? after == row : wish.isFulfilled()) {
          continue;
        }
        wouldChange++;
        if (examples.size() < EXAMPLES_MAX) {
          AttributeChange wanted =
              wish == null ? AttributeChange.between(row, after) : AttributeChange.of(wish);
          examples.add(new ChangedInode(row.id(), wanted));
        }
        if (change.ofSpace()) {
          gains.add(item, row, after);
        }
      }
      return new Looked(result, wouldChange, examples, refused, gains.all());
    }
  }

  /**
   * What the walk came to.
   *
   * @param missing inodes that were asked for by their ids and are not there
   */
  record ReadResult(FsPath root, Walked walked, List<ItemError> missing) {}

  /** The walk's transaction. */
  record Read(SubtreeStep step, @Nullable StepCursor from) implements InodeOperation<ReadResult> {
    @Override
    public String name() {
      return "subtree_step";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public ReadResult execute(OperationTx tx) {
      tx.permissions().superuser();
      if (!step.change().inodeIds().isEmpty()) {
        return ChosenInodes.find(tx, step.change());
      }
      ResolvedPath found = tx.findById(step.inodeId());
      if (found == null) {
        throw AtInode.gone(step.inodeId());
      }
      if (step.change() instanceof SubtreeChange.Delete delete) {
        requireAdmitted(delete, found);
      }
      boolean bottomUp = step.change().bottomUp();
      Walked walked = StepWalk.walk(tx, found, from, bottomUp, step.limit());
      return new ReadResult(found.path(), walked, List.of());
    }

    private void requireAdmitted(SubtreeChange.Delete delete, ResolvedPath found) {
      if (!delete.admitsPlace(found.path())) {
        throw changed(StepWork.LEFT_TRASH, found);
      }
      // What the steps before deleted below it raised its logical time.
      if (from == null && !delete.admitsTime(found.requireLast())) {
        throw changed(StepWork.CHANGED, found);
      }
    }

    private static NamespaceException changed(String title, ResolvedPath found) {
      return new NamespaceException(NamespaceException.Code.CHANGED_SINCE, title)
          .with("path", found.path());
    }
  }
}
