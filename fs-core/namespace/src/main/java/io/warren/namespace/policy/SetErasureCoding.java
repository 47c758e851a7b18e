package io.warren.namespace.policy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;
import org.jspecify.annotations.Nullable;

/**
 * Gives a directory an erasure-coding policy, or takes it away; needs write on it. It holds for
 * files made from now on. At most once.
 *
 * @param policy name of an enabled policy, "replication", or empty for the default one; null to
 *     take away what is set on this very directory
 */
public record SetErasureCoding(FsPath path, @Nullable String policy) implements DoneOnce {
  @Override
  public String name() {
    return policy == null ? "unset_erasure_coding" : "set_erasure_coding";
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    int id = policy == null ? 0 : ErasureCodingPolicies.read(tx.store()).enabledId(policy);
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    tx.permissions().last(found, Access.WRITE);
    if (!inode.isDirectory()) {
      throw new NamespaceException(
              Code.CONFLICT, "An erasure coding policy is set on directories only")
          .with("path", path);
    }
    if (policy == null && inode.erasureCodingPolicy() == 0) {
      throw new NamespaceException(
              Code.NO_ERASURE_CODING_SET, "No erasure coding policy is set on this very directory")
          .with("path", path);
    }
    if (inode.erasureCodingPolicy() != id) {
      tx.inodes().update(inode, inode.toBuilder().erasureCodingPolicy(id).build());
    }
    return true;
  }
}
