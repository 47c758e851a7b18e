package io.warren.namespace.policy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.rights.Access;
import io.warren.namespace.subtree.HeldLock;
import io.warren.namespace.subtree.PolicyRecount;
import io.warren.namespace.subtree.RightsBelow;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.subtree.SubtreeRequired;
import io.warren.store.TransactionRunner.Committed;
import java.util.Set;

/**
 * Sets or clears the storage policy of a path; needs write on it. It holds for blocks written from
 * now on. True when it changed.
 *
 * <p>Usage by type of storage follows from the policies. So where quotas count it, what a directory
 * holds is counted under a subtree lock.
 *
 * @param policyId 0 for the parent's
 * @param fixedAtCreation policies that a file takes when it is made and keeps for good
 */
public record SetStoragePolicy(FsPath path, int policyId, Set<Integer> fixedAtCreation)
    implements InodeOperation<Boolean> {
  public SetStoragePolicy {
    fixedAtCreation = Set.copyOf(fixedAtCreation);
  }

  @Override
  public String name() {
    return "set_storage_policy";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            path, name(), (tx, found) -> check(tx, found), RightsBelow.NONE);
    return SubtreeProtocol.runWhenRequired(
        namespace,
        call,
        this,
        path,
        () -> SubtreeProtocol.run(namespace, call, request, held -> new Counted(this, held)),
        "The path kept changing while its storage policy was set");
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    Inode inode = check(tx, found);
    if (inode.storagePolicy() == policyId) {
      return false;
    }
    Inode after = inode.toBuilder().storagePolicy(policyId).build();
    if (inode.isFile()) {
      PolicySpace charged = FileRemoval.charged(tx.store(), inode);
      tx.quota().chargeUnchecked(found, 0, FileRemoval.charged(tx.store(), after).minus(charged));
    } else if (new PolicyRecount(tx).needsLock(path, found.rows())) {
      throw new SubtreeRequired();
    }
    tx.inodes().update(inode, after);
    return true;
  }

  private Inode check(OperationTx tx, ResolvedPath found) {
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    tx.permissions().last(found, Access.WRITE);
    boolean fixed =
        fixedAtCreation.contains(policyId) || fixedAtCreation.contains(inode.storagePolicy());
    if (inode.isFile() && fixed) {
      throw new NamespaceException(
              NamespaceException.Code.CONFLICT,
              "This storage policy can neither be set nor changed after a file's creation")
          .with("path", path)
          .with("policyId", policyId)
          .with("present", inode.storagePolicy());
    }
    return inode;
  }

  /** The last transaction for a directory whose data a quota counts. */
  private record Counted(SetStoragePolicy set, HeldLock held) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return set.name();
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return set.partition(guess);
    }

    @Override
    public Boolean execute(OperationTx tx) {
      tx.passSubtreeLock(held.inodeId());
      ResolvedPath found = tx.lock(PathLock.last(set.path()));
      Inode before = held.requireHeld(found);
      new PolicyRecount(tx).set(held, set.path(), found.ancestors(), before, set.policyId());
      return true;
    }
  }
}
