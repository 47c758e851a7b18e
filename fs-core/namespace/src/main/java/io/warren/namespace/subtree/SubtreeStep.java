package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Principals;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.policy.PolicySpace;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.subtree.StepWalk.Visited;
import io.warren.namespace.subtree.StepWalk.Walked;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One bounded step of work over a subtree; the caller goes on with the returned cursor until it is
 * null. A step that is run again with the same cursor changes nothing more. No lock is held between
 * steps: what others change meanwhile is met as it is. Only the superuser may.
 *
 * @param inodeId the inode that the path named at the first step, 0 to accept any; CONFLICT when it
 *     names another
 * @param cursor of the step before, null to start
 * @param limit inodes visited at most, 1 to {@link #LIMIT_MAX}
 * @param dryRun only count what would change
 */
public record SubtreeStep(
    FsPath path,
    long inodeId,
    @Nullable String cursor,
    int limit,
    boolean dryRun,
    SubtreeChange change)
    implements Operation<StepResult> {
  /** Greatest number of inodes of a step. */
  public static final int LIMIT_MAX = 1000;

  private static final int MODE_MAX = 01777;
  private static final int AGAIN_MAX = 2;

  public SubtreeStep {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw invalid("A step visits 1 to 1000 inodes").with("limit", limit);
    }
    if (change instanceof SubtreeChange.SetPermission set) {
      checkMode(set.fileMode());
      checkMode(set.directoryMode());
    }
    if (change instanceof SubtreeChange.Delete && path.isRoot()) {
      throw invalid("The root can't be deleted");
    }
  }

  private static void checkMode(@Nullable Integer mode) {
    if (mode != null && (mode < 0 || mode > MODE_MAX)) {
      throw invalid("A mode must be 0 to 01777").with("mode", Integer.toOctalString(mode));
    }
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
    if (from != null && from.bottomUp() != change.bottomUp()) {
      throw invalid("The cursor belongs to another operation");
    }
    ReadResult read = namespace.inTransaction(new Read(this, from), call).value();
    Tally tally = new Tally(read);
    if (mutates()) {
      apply(namespace, call, read.walked().visited(), tally);
    } else {
      tally.changed = wouldChange(namespace, read.walked().visited());
    }
    return new Committed<>(tally.result(path), tally.commitSequence);
  }

  private void apply(Namespace namespace, CallContext call, List<Visited> visited, Tally tally) {
    List<StepWork.Failed> failed = applyOnce(namespace, call, visited, tally);
    for (int again = 0; again < AGAIN_MAX && !failed.isEmpty(); again++) {
      Found found = namespace.inTransaction(new Find(failed), call).value();
      found.gone().forEach(item -> tally.errors.add(item.error()));
      failed = applyOnce(namespace, call, found.present(), tally);
    }
    failed.forEach(item -> tally.errors.add(item.error()));
  }

  private List<StepWork.Failed> applyOnce(
      Namespace namespace, CallContext call, List<Visited> visited, Tally tally) {
    List<StepWork.Failed> failed = new ArrayList<>();
    int size =
        change.bottomUp() ? StepWork.DELETES_PER_TRANSACTION : StepWork.ATTRIBUTES_PER_TRANSACTION;
    for (int start = 0; start < visited.size(); start += size) {
      List<Visited> items = visited.subList(start, Math.min(visited.size(), start + size));
      while (!items.isEmpty()) {
        Committed<StepWork.Done> done =
            namespace.inTransaction(new StepWork(change, List.copyOf(items)), call);
        tally.changed += done.value().changed();
        failed.addAll(done.value().failed());
        tally.commitSequence = Math.max(tally.commitSequence, done.commitSequence());
        items = done.value().rest();
      }
    }
    return failed;
  }

  private record Found(List<Visited> present, List<StepWork.Failed> gone) {}

  /** Looks again for items whose rows changed their places, as in a repartitioned directory. */
  private record Find(List<StepWork.Failed> failed) implements InodeOperation<Found> {
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
      List<StepWork.Failed> gone = new ArrayList<>();
      for (StepWork.Failed item : failed) {
        ResolvedPath found = tx.resolve(item.item().path());
        Inode row = found.last();
        if (row != null && row.id() == item.item().inode().id()) {
          present.add(new Visited(found.path(), row, found.ancestors()));
        } else {
          gone.add(item);
        }
      }
      return new Found(present, gone);
    }
  }

  private long wouldChange(Namespace namespace, List<Visited> visited) {
    if (change instanceof SubtreeChange.Delete) {
      return visited.size();
    }
    Principals principals = namespace.principals();
    return visited.stream()
        .filter(item -> StepWork.applied(change, item.inode(), principals) != item.inode())
        .count();
  }

  private record ReadResult(long rootId, Walked walked) {}

  /** The walk's transaction. */
  private record Read(SubtreeStep step, @Nullable StepCursor from)
      implements InodeOperation<ReadResult> {
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
      ResolvedPath found = tx.resolve(step.path());
      tx.permissions().traverse(found);
      Inode root = found.last();
      long expected = from != null ? from.rootId() : step.inodeId();
      if (root == null && from != null && from.bottomUp()) {
        return new ReadResult(expected, new Walked(List.of(), null));
      }
      Inode present = found.requireLast();
      boolean other =
          (step.inodeId() != 0 && step.inodeId() != present.id())
              || (from != null && from.rootId() != present.id());
      if (other) {
        throw new NamespaceException(
                NamespaceException.Code.CONFLICT, "The path names another inode than before")
            .with("path", step.path())
            .with("expectedInodeId", expected)
            .with("inodeId", present.id());
      }
      boolean bottomUp = step.change().bottomUp();
      return new ReadResult(present.id(), StepWalk.walk(tx, found, from, bottomUp, step.limit()));
    }
  }

  private static final class Tally {
    final Walked walked;
    final long rootId;
    final List<ItemError> errors = new ArrayList<>();
    long changed;
    long commitSequence;

    Tally(ReadResult read) {
      this.walked = read.walked();
      this.rootId = read.rootId();
    }

    StepResult result(FsPath root) {
      long files = 0;
      long directories = 0;
      long lengthBytes = 0;
      long spaceBytes = 0;
      for (Visited item : walked.visited()) {
        Inode inode = item.inode();
        if (inode.isDirectory()) {
          directories++;
        } else {
          files++;
          lengthBytes += inode.sizeBytes();
          spaceBytes += PolicySpace.ofFile(inode, inode.sizeBytes()).spaceBytes();
        }
      }
      List<Visited> visited = walked.visited();
      FsPath at = visited.isEmpty() ? root : visited.get(visited.size() - 1).path();
      StepCursor next = walked.next();
      return new StepResult(
          next == null ? null : next.encode(),
          rootId,
          files,
          directories,
          lengthBytes,
          spaceBytes,
          changed,
          errors,
          at.toString());
    }
  }
}
