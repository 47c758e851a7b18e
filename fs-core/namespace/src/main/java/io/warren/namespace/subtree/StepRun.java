package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.JobStepRecord;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.subtree.StepWork.Batch;
import io.warren.namespace.subtree.StepWork.Failed;
import io.warren.namespace.walk.StepCursor;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt of a step that changes something: the walk, then its transactions. */
final class StepRun {
  private static final int AGAIN_MAX = 2;
  private static final int LOCKS_MAX = 5;
  private static final int TEXTS_WORTH_A_TRANSACTION = 4;

  /** The path names another inode than the walk saw. */
  private static final class Elsewhere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Elsewhere() {
      super("The inode is not at the path any more", null, false, false);
    }
  }

  private final Namespace namespace;
  private final CallContext call;
  private final SubtreeStep step;
  private final JobStep job;
  private long commitSequence;

  StepRun(Namespace namespace, CallContext call, SubtreeStep step, JobStep job) {
    this.namespace = namespace;
    this.call = call;
    this.step = step;
    this.job = job;
  }

  /** What has been done, and the record that says so. */
  private record Progress(StepTally tally, JobStepRecord record) {}

  /**
   * Runs the step.
   *
   * @param before the job's record before the step
   * @throws StepWork.Overtaken when another attempt, or another worker, came first
   */
  Committed<StepResult> run(JobStepRecord before, @Nullable StepCursor from) {
    SubtreeStep.ReadResult read =
        namespace.inTransaction(new SubtreeStep.Read(step, from), call).value();
    FsPath root = read.root();
    List<Visited> visited = read.walked().visited();
    boolean bottomUp = step.change().bottomUp();
    StepWork.Walk walk = new StepWork.Walk(step.inodeId(), root.depth(), bottomUp);
    Progress progress = new Progress(StepTally.from(from).failed(read.missing()), before);
    int start = 0;
    while (start < visited.size()) {
      int size = size(progress.tally(), walk, visited, start);
      if (size == 0) {
        break;
      }
      int end = start + size;
      boolean last = end == visited.size() && read.walked().next() == null;
      progress = apply(progress, new Batch(visited.subList(start, end), List.of(), walk, last));
      start = end;
    }
    StepTally tally = visited.isEmpty() ? progress.tally().at(null) : progress.tally();
    FsPath at = visited.isEmpty() ? root : visited.get(visited.size() - 1).path();
    return new Committed<>(step.result(tally, root, at), commitSequence);
  }

  /**
   * How many inodes the next transaction takes: what it may have to tell of them fits into the
   * record. 0 ends the step, whose cursor the next one goes on from; never for its first one.
   */
  private int size(StepTally tally, StepWork.Walk walk, List<Visited> visited, int start) {
    int left = visited.size() - start;
    if (!step.change().ofAttributes()) {
      return Math.min(left, StepWork.DELETES_PER_TRANSACTION);
    }
    int wanted = Math.min(left, StepWork.ATTRIBUTES_PER_TRANSACTION);
    // Inodes that are named one by one have no place to go on from.
    boolean named = !step.change().inodeIds().isEmpty();
    int placeBytes =
        named
            ? 0
            : visited.subList(start, start + wanted).stream()
                .mapToInt(each -> walk.after(each).bytes().length)
                .max()
                .orElse(0);
    boolean ofTexts = step.change().ofTexts();
    int eachBytes = ofTexts ? ChangedInodes.EACH_TEXT_MAX_BYTES : ChangedInodes.EACH_MAX_BYTES;
    int room = Math.min(wanted, tally.room(placeBytes, eachBytes));
    // Texts that are all the same leave room for more, however few fit whatever they are.
    int least = ofTexts ? Math.min(wanted, TEXTS_WORTH_A_TRANSACTION) : wanted;
    if (room < least && start > 0) {
      return 0;
    }
    return Math.max(1, room);
  }

  /** Changes some inodes; those that were not where the walk saw them are looked for again. */
  private Progress apply(Progress before, Batch batch) {
    List<Failed> failed = new ArrayList<>();
    Progress progress = transactions(before, batch, failed);
    for (int again = 0; again < AGAIN_MAX && !failed.isEmpty(); again++) {
      Found found = namespace.inTransaction(new Find(step.inodeId(), failed), call).value();
      if (found.present().isEmpty()) {
        break;
      }
      failed.clear();
      Batch retry = new Batch(found.present(), found.failed(), batch.walk(), batch.end());
      progress = transactions(progress, retry, failed);
    }
    return progress;
  }

  private Progress transactions(Progress before, Batch batch, List<Failed> failed) {
    Progress progress = before;
    Batch left = batch;
    while (!left.items().isEmpty()) {
      Committed<StepWork.Done> committed =
          work(new StepWork(step.change(), left, job, progress.record(), progress.tally(), null));
      StepWork.Done done = committed.value();
      progress = new Progress(done.tally(), done.record());
      failed.addAll(done.failed());
      commitSequence = Math.max(commitSequence, committed.commitSequence());
      left = new Batch(done.rest(), retried(left, done), left.walk(), left.end());
    }
    return progress;
  }

  /** The failures that the tally has of the items that are left. */
  private List<Failed> retried(Batch batch, StepWork.Done done) {
    if (batch.retried().isEmpty()) {
      return step.change().inodeIds().isEmpty() ? List.of() : StepWork.interrupted(done.rest());
    }
    int handled = batch.items().size() - done.rest().size();
    return batch.retried().subList(handled, batch.retried().size());
  }

  /** One transaction, under a subtree lock of its first item where that needs it. */
  private Committed<StepWork.Done> work(StepWork work) {
    for (int round = 0; round < LOCKS_MAX; round++) {
      try {
        return namespace.inTransaction(work, call);
      } catch (SubtreeRequired e) {
        Optional<Committed<StepWork.Done>> done = underLock(work);
        if (done.isPresent()) {
          return done.get();
        }
      }
    }
    throw new StoreException(
            StoreException.Code.UNAVAILABLE, "The directory kept changing its place")
        .with("path", work.batch().items().get(0).path());
  }

  /** Empty when the item is no directory there any more: without a lock that is found out again. */
  private Optional<Committed<StepWork.Done>> underLock(StepWork work) {
    Visited item = work.batch().items().get(0);
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            item.path(),
            work.name(),
            (tx, found) -> {
              Inode row = found.last();
              if (row == null || row.id() != item.inode().id()) {
                throw new Elsewhere();
              }
            },
            RightsBelow.NONE);
    try {
      return SubtreeProtocol.run(namespace, call, request, work::under);
    } catch (Elsewhere e) {
      return Optional.empty();
    }
  }

  /** Items where they are now, each with its failure. */
  private record Found(List<Visited> present, List<Failed> failed) {}

  /**
   * Looks by their ids for items that were not where the walk saw them, as in a directory that is
   * repartitioned, or that was renamed with all above them. What is not in the subtree any more
   * keeps its failure.
   */
  private record Find(long rootId, List<Failed> failed) implements InodeOperation<Found> {
    Find {
      failed = List.copyOf(failed);
    }

    @Override
    public String name() {
      return "subtree_step";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Found execute(OperationTx tx) {
      List<Visited> present = new ArrayList<>();
      List<Failed> kept = new ArrayList<>();
      for (Failed each : failed) {
        ResolvedPath found = tx.findById(each.item().inode().id());
        if (found != null && isBelow(found)) {
          present.add(new Visited(found.path(), found.requireLast(), found.ancestors()));
          kept.add(each);
        }
      }
      return new Found(present, kept);
    }

    private boolean isBelow(ResolvedPath found) {
      for (Inode row : found.rows()) {
        if (row.id() == rootId) {
          return true;
        }
      }
      return false;
    }
  }
}
