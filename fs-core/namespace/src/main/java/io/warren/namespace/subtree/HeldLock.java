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
import org.jspecify.annotations.Nullable;

/**
 * A subtree lock of this namenode whose subtree is quiet. What the subtree holds is counted when an
 * operation first asks for it: that attempt unwinds and runs again, with an answer that stays true
 * while the lock is held.
 *
 * @param key where the locked inode was
 * @param counted null until it is
 */
public record HeldLock(
    FsPath path,
    InodeKey key,
    long inodeId,
    long ownerNamenodeId,
    @Nullable QuietContents counted) {

  HeldLock holding(QuietContents contents) {
    return new HeldLock(path, key, inodeId, ownerNamenodeId, contents);
  }

  private QuietContents required() {
    QuietContents known = counted;
    if (known == null) {
      throw new QuietContents.Required();
    }
    return known;
  }

  /**
   * What the subtree holds, the locked inode included. Its space is what quotas charge; policy 0
   * stands for what is inherited from the locked inode.
   */
  public ContentTotals contents() {
    return required().totals();
  }

  /**
   * The locked inode, which the caller has locked in its transaction.
   *
   * @throws NamespaceException SUBTREE_LOCKED when the lock was taken away meanwhile; the client
   *     tries again
   */
  public Inode requireHeld(ResolvedPath found) {
    return requireHeld(found.last());
  }

  /** The same of a row that the caller has locked. */
  Inode requireHeld(@Nullable Inode row) {
    if (row == null || row.id() != inodeId || row.subtreeLockOwner() != ownerNamenodeId) {
      throw lost();
    }
    return row;
  }

  /** The space in the subtree; policy 0 stands for what is inherited from above it. */
  public PolicySpace space(Inode locked) {
    return contents().space().inheriting(locked.storagePolicy());
  }

  /**
   * Follows a change of the storage policy that holds at the locked inode, in what the quotas below
   * it count by type.
   */
  public void policyChanged(OperationTx tx, int policyBefore, int policyAfter) {
    if (policyBefore == policyAfter) {
      return;
    }
    required()
        .inheritedByQuota()
        .forEach(
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
