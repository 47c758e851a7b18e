package io.warren.namespace.policy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.Access;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import java.util.Set;

/**
 * Sets or clears the storage policy of a path; needs write on it. It holds for blocks written from
 * now on. True when it changed.
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
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
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
    if (inode.storagePolicy() == policyId) {
      return false;
    }
    tx.inodes().update(inode, inode.toBuilder().storagePolicy(policyId).build());
    return true;
  }
}
