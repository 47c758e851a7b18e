package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import io.warren.model.TypeSpace;
import io.warren.namespace.AnsweredOnce;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.rights.Access;
import io.warren.namespace.subtree.HeldLock;
import io.warren.namespace.subtree.RightsBelow;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.subtree.SubtreeRequired;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a path another name or parent; its inode keeps its id, what is below is not written. A
 * directory with children is moved under a subtree lock.
 *
 * @param rules what happens in the odd cases
 * @param toTrash whether the trash's emptier will delete it, with the rights of the superuser: then
 *     the caller needs the rights of a recursive delete
 * @param guard of the source; hears what was moved
 */
public record Rename(
    FsPath source,
    FsPath destination,
    Rules rules,
    boolean toTrash,
    ChangeGuard<ContentTotals> guard)
    implements AnsweredOnce {
  /** A rename that is not a delete in the making. */
  public Rename(FsPath source, FsPath destination, Rules rules) {
    this(source, destination, rules, false);
  }

  /** Without a guard. */
  public Rename(FsPath source, FsPath destination, Rules rules, boolean toTrash) {
    this(source, destination, rules, toTrash, ChangeGuard.none());
  }

  /** The two calls of HDFS. */
  public enum Rules {
    /** A destination directory receives the source as a child; what can't be done answers false. */
    LEGACY,
    /** What can't be done is an error; an existing destination is one. */
    NO_OVERWRITE,
    /** As NO_OVERWRITE, but replaces a file by a file and an empty directory by a directory. */
    OVERWRITE
  }

  @Override
  public String name() {
    return "rename";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(source);
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            source,
            name(),
            (tx, found) -> guard.admit(found.last()),
            toTrash ? DeleteRights.INSTANCE : RightsBelow.NONE);
    return SubtreeProtocol.runWhenRequired(
        namespace,
        call,
        this,
        source,
        () -> SubtreeProtocol.run(namespace, call, request, held -> new Locked(this, held)),
        "The path kept changing while it was renamed");
  }

  @Override
  public Boolean execute(OperationTx tx) {
    return rename(tx, null);
  }

  /** The same rename in the last transaction of the subtree protocol. */
  private record Locked(Rename rename, HeldLock held) implements AnsweredOnce {
    @Override
    public String name() {
      return rename.name();
    }

    @Override
    public long partition(PartitionGuess guess) {
      return rename.partition(guess);
    }

    @Override
    public Boolean execute(OperationTx tx) {
      tx.passSubtreeLock(held.inodeId());
      return rename.rename(tx, held);
    }
  }

  private Boolean rename(OperationTx tx, @Nullable HeldLock held) {
    guard.begin(tx);
    if (source.isRoot()) {
      return refuse(NamespaceException.Code.INVALID_ARGUMENT, "The root can't be renamed");
    }
    boolean intoDirectory = rules == Rules.LEGACY && tx.looksLikeDirectory(destination);
    FsPath target = intoDirectory ? destination.child(source.last()) : destination;
    if (target.isRoot()) {
      return refuse(NamespaceException.Code.INVALID_ARGUMENT, "Nothing can replace the root");
    }
    boolean within = source.parent().equals(target.parent());
    PathLock sourceLock =
        within && !tx.snapshotReads()
            ? PathLock.parentExclusiveAndLast(source)
            : PathLock.parentAndLast(source);
    List<ResolvedPath> found = tx.lock(List.of(sourceLock, PathLock.parentAndLast(target)));
    ResolvedPath from = found.get(0);
    ResolvedPath to = found.get(1);
    guard.admit(from.last());
    requireRightGuess(tx, to, intoDirectory);
    checkPermissions(tx, from, to);
    Inode moving = from.last();
    if (moving == null) {
      return refuse(NamespaceException.Code.NOT_FOUND, "The source does not exist");
    }
    if (target.equals(source)) {
      return rules == Rules.LEGACY
          || refuse(NamespaceException.Code.ALREADY_EXISTS, "Source and destination are the same");
    }
    if (target.startsWith(source)) {
      return refuse(
          NamespaceException.Code.INVALID_ARGUMENT, "The destination is below the source");
    }
    Inode replaced = to.last();
    if (replaced != null && !mayReplace(tx, moving, replaced)) {
      return false;
    }
    if (rules == Rules.LEGACY && to.existingDepth() < to.depth() - 1) {
      return false;
    }
    to.requireParent();
    target.requireCreatable();
    if (moving.isDirectory() && (held != null || moving.snapshottable())) {
      SnapshotRules.requireNone(tx, source, moving);
    }
    boolean hasChildren = moving.isDirectory() && Children.any(tx.store(), moving);
    if (hasChildren && held == null) {
      throw new SubtreeRequired();
    }
    if (held != null) {
      held.requireHeld(from);
      tx.store().delete(Tables.SUBTREE_OPERATIONS, held.inodeId());
    }
    apply(tx, from, to, held);
    if (guard.listens()) {
      guard.done(tx, held == null ? totals(tx, moving) : held.contents());
    }
    return true;
  }

  /**
   * With the legacy rules a destination that is a directory means a child of it. Which it is was
   * guessed from hints before the rows were locked.
   */
  private void requireRightGuess(OperationTx tx, ResolvedPath to, boolean intoDirectory) {
    if (rules != Rules.LEGACY) {
      return;
    }
    int depth = destination.depth();
    boolean isDirectory = to.existingDepth() >= depth && to.at(depth).isDirectory();
    if (isDirectory != intoDirectory) {
      throw tx.restart();
    }
  }

  private static void checkPermissions(OperationTx tx, ResolvedPath from, ResolvedPath to) {
    tx.permissions().traverse(from);
    tx.permissions().traverseToMake(to);
    if (from.existingDepth() >= from.depth() - 1) {
      tx.permissions().parent(from, Access.WRITE);
    }
    if (from.exists()) {
      tx.permissions().sticky(from);
    }
    int above = Math.min(to.existingDepth(), to.depth() - 1);
    tx.permissions().at(to, above, Access.WRITE);
  }

  /** Whether the destination may be replaced; false is the legacy answer. */
  private boolean mayReplace(OperationTx tx, Inode moving, Inode replaced) {
    if (rules == Rules.LEGACY) {
      return false;
    }
    if (moving.isDirectory() != replaced.isDirectory()) {
      return refuse(
          NamespaceException.Code.INVALID_ARGUMENT,
          "Source and destination must both be directories, or neither");
    }
    if (rules == Rules.NO_OVERWRITE) {
      return refuse(NamespaceException.Code.ALREADY_EXISTS, "The destination exists");
    }
    if (replaced.isDirectory() && Children.any(tx.store(), replaced)) {
      return refuse(
          NamespaceException.Code.DIRECTORY_NOT_EMPTY, "The destination directory is not empty");
    }
    return true;
  }

  private boolean refuse(NamespaceException.Code code, String message) {
    if (rules == Rules.LEGACY) {
      return false;
    }
    throw new NamespaceException(code, message)
        .with("path", source)
        .with("destination", destination);
  }

  private static void apply(
      OperationTx tx, ResolvedPath from, ResolvedPath to, @Nullable HeldLock held) {
    Inode moving = from.requireLast();
    Inode replaced = to.last();
    if (replaced != null) {
      remove(tx, to, replaced);
    }
    if (isCounted(from) || isCounted(to)) {
      long names = held == null ? 1 : held.contents().names();
      PolicySpace space = held == null ? space(tx, moving) : held.space(moving);
      tx.quota().charge(from, -names, space.negated());
      tx.quota().charge(to, names, space);
    }
    if (held != null && moving.storagePolicy() == 0) {
      inheritAnew(tx, from, to, held);
    }
    InodeKey key = Partitioning.childKey(to.requireParent(), to.path().last());
    Inode moved =
        moving.toBuilder()
            .partitionId(key.partitionId())
            .parentId(key.parentId())
            .name(key.name())
            .subtreeLockOwner(0)
            .build();
    tx.inodes().move(moving, moved);
    if (from.requireParent().id() == to.requireParent().id()) {
      tx.childrenMoved(from.requireParent());
    } else {
      tx.touchParent(from);
      tx.touchParent(to);
    }
  }

  private static boolean isCounted(ResolvedPath path) {
    return path.ancestors().stream().anyMatch(Inode::hasQuota);
  }

  /** What is moved inherits the storage policy of its new place; quotas within it count by it. */
  private static void inheritAnew(
      OperationTx tx, ResolvedPath from, ResolvedPath to, HeldLock held) {
    int before = EffectivePolicies.of(from.ancestors()).storage();
    int after = EffectivePolicies.of(to.ancestors()).storage();
    if (before == after) {
      return;
    }
    held.policyChanged(tx, before, after);
    Inode moving = from.requireLast();
    if (moving.hasQuota()) {
      PolicySpace inherited = held.contents().space().inherited();
      TypeSpace delta = inherited.types(after).minus(inherited.types(before));
      tx.quota().chargeTypes(from.path(), moving.id(), delta);
    }
  }

  private static ContentTotals totals(OperationTx tx, Inode single) {
    return new ContentTotals(
        single.isFile() ? 1 : 0,
        single.isDirectory() ? 1 : 0,
        single.isFile() || single.isDirectory() ? 0 : 1,
        single.sizeBytes(),
        space(tx, single),
        null);
  }

  private static PolicySpace space(OperationTx tx, Inode inode) {
    return inode.isFile() ? FileRemoval.charged(tx.store(), inode) : PolicySpace.NONE;
  }

  private static void remove(OperationTx tx, ResolvedPath to, Inode replaced) {
    tx.permissions().sticky(to);
    tx.quota().charge(to, -1, space(tx, replaced).negated());
    if (replaced.isDirectory()) {
      if (replaced.hasQuota()) {
        tx.store().delete(Tables.QUOTA_DIRECTORIES, replaced.id());
      }
      if (replaced.snapshottable()) {
        SnapshotRules.requireNone(tx, to.path(), replaced);
        tx.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, replaced.id());
      }
      tx.inodes().delete(replaced);
    } else {
      FileRemoval.remove(tx, replaced);
    }
  }
}
