package io.warren.namespace.operation;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.CreateMode;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.rights.Access;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Moves a path to /user/USER/.Trash/Current, as the stock client's trash does: below the same
 * parents, with the time appended where the name is taken. The move itself is one rename. Answers
 * the path in the trash.
 *
 * @param user whose trash; it owns the trash directories that are made
 * @param guards the guard of the move to a place in the trash
 */
public record MoveToTrash(
    FsPath path, String user, Function<FsPath, ChangeGuard<ContentTotals>> guards)
    implements Operation<FsPath> {
  private static final Name USER = Name.of("user");
  private static final Name TRASH = Name.of(".Trash");
  private static final Name CURRENT = Name.of("Current");
  private static final int USERS_MODE = 0755;
  private static final int MODE = 0700;
  private static final int NAMES_TRIED_MAX = 10;

  /** Without a guard. */
  public MoveToTrash(FsPath path, String user) {
    this(path, user, target -> ChangeGuard.none());
  }

  @Override
  public String name() {
    return "move_to_trash";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<FsPath> perform(Namespace namespace, CallContext call) {
    FsPath trash = FsPath.ROOT.child(USER).child(Name.of(user)).child(TRASH);
    FsPath current = trash.child(CURRENT);
    checkOutside(trash);
    namespace.run(new CheckAccess(path, Access.NONE), call);
    FsPath parent = makeParents(namespace, call, current);
    for (int tried = 0; tried < NAMES_TRIED_MAX; tried++) {
      Name last =
          tried == 0 ? path.last() : Name.of(path.last().toString() + stamp(namespace, tried));
      FsPath target = parent.child(last);
      try {
        Committed<Boolean> moved =
            namespace.runCommitted(
                new Rename(path, target, Rename.Rules.NO_OVERWRITE, true, guards.apply(target)),
                call);
        return new Committed<>(target, moved.commitSequence());
      } catch (NamespaceException e) {
        boolean taken = e.code() == Code.ALREADY_EXISTS || e.code() == Code.INVALID_ARGUMENT;
        if (!taken || !exists(namespace, target)) {
          throw e;
        }
      }
    }
    throw new NamespaceException(Code.CONFLICT, "No free name was found in the trash")
        .with("path", path)
        .with("trash", parent);
  }

  private static boolean exists(Namespace namespace, FsPath target) {
    CallContext system = CallContext.system(namespace.config().superuserName());
    return namespace.run(new GetStatus(target), system).isPresent();
  }

  private static String stamp(Namespace namespace, int tried) {
    return Long.toString(namespace.clock().millis() + tried - 1);
  }

  private void checkOutside(FsPath trash) {
    if (path.isRoot()) {
      throw refused("The root can't be moved to the trash");
    }
    if (path.startsWith(trash)) {
      throw refused("The path is in the trash already");
    }
    if (trash.startsWith(path)) {
      throw refused("The trash is below the path");
    }
  }

  private NamespaceException refused(String message) {
    return new NamespaceException(Code.INVALID_ARGUMENT, message)
        .with("path", path)
        .with("hint", "Delete it without the trash");
  }

  /** The parents in the trash; a component that is a file there gets the time appended. */
  private FsPath makeParents(Namespace namespace, CallContext call, FsPath current) {
    List<Name> above = new ArrayList<>(path.components().subList(0, path.depth() - 1));
    CallContext system = CallContext.system(namespace.config().superuserName());
    namespace.run(new Mkdirs(FsPath.ROOT.child(USER), USERS_MODE, true), system);
    make(namespace, system, current);
    for (int tried = 0; tried < NAMES_TRIED_MAX; tried++) {
      FsPath parent = current;
      int blocked = -1;
      for (int i = 0; i < above.size() && blocked < 0; i++) {
        parent = parent.child(above.get(i));
        blocked = isFile(namespace, system, parent) ? i : -1;
      }
      if (blocked < 0) {
        make(namespace, system, parent);
        return parent;
      }
      Name taken = above.get(blocked);
      above.set(blocked, Name.of(taken.toString() + stamp(namespace, tried + 1)));
    }
    throw new NamespaceException(Code.CONFLICT, "No free parent was found in the trash")
        .with("path", path)
        .with("user", call.user());
  }

  private static boolean isFile(Namespace namespace, CallContext system, FsPath at) {
    return namespace
        .run(new GetStatus(at), system)
        .map(status -> !status.inode().isDirectory())
        .orElse(false);
  }

  private void make(Namespace namespace, CallContext system, FsPath directory) {
    namespace.run(new Mkdirs(directory, CreateMode.of(MODE), true, user), system);
  }
}
