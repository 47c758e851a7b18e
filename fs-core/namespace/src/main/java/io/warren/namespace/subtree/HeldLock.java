package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import io.warren.model.TypeSpace;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import java.util.Map;

/**
 * A subtree lock of this namenode whose subtree is quiet.
 *
 * @param key where the locked inode was
 * @param totals what the subtree holds, the locked inode included; stays true while it is locked.
 *     Policy 0 in its space stands for what is inherited from the locked inode
 * @param inheritedByQuota the space that inherits its policy from the locked inode, for each
 *     directory with a quota below it, by id
 */
public record HeldLock(
    FsPath path,
    InodeKey key,
    long inodeId,
    long ownerNamenodeId,
    ContentTotals totals,
    Map<Long, PolicySpace> inheritedByQuota) {
  public HeldLock {
    inheritedByQuota = Map.copyOf(inheritedByQuota);
  }

  /**
   * The locked inode, which the caller has locked in its transaction.
   *
   * @throws NamespaceException SUBTREE_LOCKED when the lock was taken away meanwhile; the client
   *     tries again
   */
  public Inode requireHeld(ResolvedPath found) {
    Inode row = found.last();
    if (row == null || row.id() != inodeId || row.subtreeLockOwner() != ownerNamenodeId) {
      throw lost();
    }
    return row;
  }

  /** The space in the subtree; policy 0 stands for what is inherited from above it. */
  public PolicySpace space(Inode locked) {
    return totals.space().inheriting(locked.storagePolicy());
  }

  /**
   * Follows a change of the storage policy that holds at the locked inode, in what the quotas below
   * it count by type.
   */
  public void policyChanged(OperationTx tx, int policyBefore, int policyAfter) {
    inheritedByQuota.forEach(
        (quotaId, part) -> {
          TypeSpace delta = part.types(policyAfter).minus(part.types(policyBefore));
          tx.quota().chargeTypes(path, quotaId, delta);
        });
  }

  NamespaceException lost() {
    return new NamespaceException(
            NamespaceException.Code.SUBTREE_LOCKED, "The subtree lock was lost")
        .with("path", path);
  }
}
