package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.AnsweredOnce;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.rights.Access;
import io.warren.namespace.subtree.DetachedRemover;
import io.warren.namespace.subtree.HeldLock;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.subtree.SubtreeRequired;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a path. False when there is nothing, and for the root. A directory with children needs
 * recursive; it leaves the tree in one transaction, under a subtree lock, and its rows are freed
 * after that.
 *
 * @param guard of what is deleted; hears whether anything was
 */
public record Delete(FsPath path, boolean recursive, ChangeGuard<Boolean> guard)
    implements AnsweredOnce {
  /** Without a guard. */
  public Delete(FsPath path, boolean recursive) {
    this(path, recursive, ChangeGuard.none());
  }

  @Override
  public String name() {
    return "delete";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    return SubtreeProtocol.runWhenRequired(
        namespace,
        call,
        this,
        path,
        () -> deleteSubtree(namespace, call),
        "The path kept changing while it was deleted");
  }

  @Override
  public Boolean execute(OperationTx tx) {
    guard.begin(tx);
    if (path.isRoot()) {
      return keepRoot(tx);
    }
    ResolvedPath found = tx.lock(PathLock.parentAndLast(path));
    guard.admit(found.last());
    Inode inode = check(tx, found);
    if (inode == null) {
      return false;
    }
    if (inode.isDirectory() && Children.any(tx.store(), inode)) {
      if (!recursive) {
        throw new NamespaceException(
                NamespaceException.Code.DIRECTORY_NOT_EMPTY, "The directory is not empty")
            .with("path", path);
      }
      throw new SubtreeRequired();
    }
    tx.quota().charge(found, -1, space(tx, inode).negated());
    if (inode.isDirectory()) {
      requireNoSnapshots(tx, inode);
      removeEmptyDirectory(tx, inode);
    } else {
      FileRemoval.remove(tx, inode);
    }
    tx.touchParent(found);
    guard.done(tx, true);
    return true;
  }

  /** The root is never deleted; without recursive the call must hear of its children. */
  private Boolean keepRoot(OperationTx tx) {
    if (!recursive && Children.any(tx.store(), tx.resolve(path).requireLast())) {
      throw new NamespaceException(
              NamespaceException.Code.DIRECTORY_NOT_EMPTY, "The directory is not empty")
          .with("path", path);
    }
    return false;
  }

  private static PolicySpace space(OperationTx tx, Inode inode) {
    return inode.isFile() ? FileRemoval.charged(tx.store(), inode) : PolicySpace.NONE;
  }

  private void requireNoSnapshots(OperationTx tx, Inode directory) {
    if (directory.snapshottable()) {
      SnapshotRules.requireNone(tx, path, directory);
      tx.store().delete(Tables.SNAPSHOTTABLE_DIRECTORIES, directory.id());
    }
  }

  private static void removeEmptyDirectory(OperationTx tx, Inode directory) {
    if (directory.hasQuota()) {
      tx.store().delete(Tables.QUOTA_DIRECTORIES, directory.id());
    }
    tx.inodes().delete(directory);
  }

  private @Nullable Inode checkGuarded(OperationTx tx, ResolvedPath found) {
    guard.admit(found.last());
    return check(tx, found);
  }

  /** Traverse, write to the parent, sticky bit; null when there is nothing to delete. */
  private static @Nullable Inode check(OperationTx tx, ResolvedPath found) {
    tx.permissions().traverse(found);
    Inode inode = found.last();
    if (inode != null) {
      tx.permissions().parent(found, Access.WRITE);
      tx.permissions().sticky(found);
    }
    return inode;
  }

  private Optional<Committed<Boolean>> deleteSubtree(Namespace namespace, CallContext call) {
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(path, name(), this::checkGuarded, DeleteRights.INSTANCE);
    Detach[] acted = new Detach[1];
    Optional<Committed<Boolean>> done =
        SubtreeProtocol.run(
            namespace,
            call,
            request,
            held -> {
              acted[0] = new Detach(path, held, guard);
              return acted[0];
            });
    if (done.isPresent() && acted[0] != null) {
      new DetachedRemover(namespace).free(acted[0].held().inodeId());
    }
    return done;
  }

  /** The last transaction of a recursive delete. */
  private record Detach(FsPath path, HeldLock held, ChangeGuard<Boolean> guard)
      implements AnsweredOnce {
    @Override
    public String name() {
      return "delete";
    }

    @Override
    public long partition(PartitionGuess guess) {
      return guess.ofRow(path);
    }

    @Override
    public Boolean execute(OperationTx tx) {
      tx.passSubtreeLock(held.inodeId());
      guard.begin(tx);
      ResolvedPath found = tx.lock(PathLock.parentAndLast(path));
      Inode root = held.requireHeld(found);
      SnapshotRules.requireNone(tx, path, root);
      if (found.ancestors().stream().anyMatch(Inode::hasQuota)) {
        tx.quota().charge(found, -held.contents().names(), held.space(root).negated());
      }
      if (tx.snapshots().keeps(root)) {
        FileRemoval.retain(tx, root);
      } else {
        FileRemoval.detach(tx, root, tx.namespace().liveness().selfId());
      }
      tx.store().delete(Tables.SUBTREE_OPERATIONS, root.id());
      tx.touchParent(found);
      guard.done(tx, true);
      return true;
    }
  }
}
