package io.warren.namespace.operation;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.job.AtInode;
import io.warren.namespace.job.EnterStep;
import io.warren.namespace.job.JobGuard;
import io.warren.namespace.job.JobStep;
import io.warren.namespace.job.StepDone;
import io.warren.store.TransactionRunner.Committed;
import org.jspecify.annotations.Nullable;

/**
 * The step of a job that moves an inode, with all that is in it, to a path. Directories above that
 * are missing are made, as the superuser's. Asked for again it answers what it moved.
 * ALREADY_EXISTS when the path is taken. Only the superuser may.
 *
 * @param origin where the inode must be still, else CHANGED_SINCE
 * @param logicalTime what the inode's must be still, else CHANGED_SINCE; null for any
 */
public record MoveInode(
    long inodeId, FsPath destination, Origin origin, @Nullable Long logicalTime, JobStep job)
    implements Operation<MoveInodeToTrash.Moved> {
  private static final Name TRASH = Name.of(".Trash");
  private static final int PARENTS_MODE = 0755;

  /** Where an inode may be moved from. */
  public sealed interface Origin {
    /** Wherever it is. */
    record Anywhere() implements Origin {}

    /** Out of a trash. */
    record InTrash() implements Origin {}

    /** From one path alone. */
    record At(FsPath path) implements Origin {}
  }

  @Override
  public String name() {
    return "move_inode";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<MoveInodeToTrash.Moved> perform(Namespace namespace, CallContext call) {
    if (destination.isRoot()) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "Nothing can replace the root");
    }
    try {
      namespace.inTransaction(new EnterStep(job), call);
      return AtInode.run(namespace, call, inodeId, path -> move(namespace, call, path));
    } catch (StepDone done) {
      return new Committed<>(MoveInodeToTrash.Moved.decode(done.answer()), 0);
    }
  }

  private Committed<MoveInodeToTrash.Moved> move(
      Namespace namespace, CallContext call, FsPath path) {
    requireOrigin(path);
    namespace.run(new Mkdirs(destination.parent(), PARENTS_MODE, true), call);
    MoveInodeToTrash.Moved[] moved = new MoveInodeToTrash.Moved[1];
    JobGuard<ContentTotals> guard =
        new JobGuard<>(
            job,
            inodeId,
            logicalTime,
            totals -> {
              moved[0] = MoveInodeToTrash.Moved.of(destination, totals);
              return moved[0].encode();
            });
    Rename rename = new Rename(path, destination, Rename.Rules.NO_OVERWRITE, false, guard);
    try {
      Committed<Boolean> done = namespace.runCommitted(rename, call);
      return new Committed<>(moved[0], done.commitSequence());
    } catch (NamespaceException e) {
      // A directory that would replace a file is refused for that first.
      if (e.code() == Code.INVALID_ARGUMENT && isTaken(namespace, call)) {
        throw new NamespaceException(Code.ALREADY_EXISTS, "The destination exists")
            .with("path", destination);
      }
      throw e;
    }
  }

  private void requireOrigin(FsPath path) {
    if (origin instanceof Origin.InTrash && !path.components().contains(TRASH)) {
      throw new NamespaceException(Code.CHANGED_SINCE, "It is not in the trash any more")
          .with("path", path);
    }
    if (origin instanceof Origin.At at && !path.equals(at.path())) {
      throw new NamespaceException(Code.CHANGED_SINCE, "It was moved since").with("path", path);
    }
    if (destination.startsWith(path)) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "Nothing can be moved to where it is, or into itself")
          .with("path", path);
    }
  }

  private boolean isTaken(Namespace namespace, CallContext call) {
    return namespace.run(new GetStatus(destination), call).isPresent();
  }
}
