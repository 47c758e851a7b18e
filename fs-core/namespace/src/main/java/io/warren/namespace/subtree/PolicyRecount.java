package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.Children;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What quotas count when a directory gets another storage policy: all that inherits it. Used in one
 * transaction.
 */
public final class PolicyRecount {
  private final OperationTx tx;
  private @Nullable List<QuotaDirectory> quotas;

  public PolicyRecount(OperationTx tx) {
    this.tx = tx;
  }

  /**
   * Whether the directory's policy can be set only while nothing changes below it: there is
   * something, and a quota at or above it, or a limit of a type of storage below, counts it.
   *
   * @param rows of the path, root first, with the directory as the last one
   */
  public boolean needsLock(FsPath path, List<Inode> rows) {
    Inode directory = rows.get(rows.size() - 1);
    return directory.isDirectory() && Children.any(tx.store(), directory) && isCounted(path, rows);
  }

  private boolean isCounted(FsPath path, List<Inode> rows) {
    if (rows.stream().anyMatch(Inode::hasQuota)) {
      return true;
    }
    List<QuotaDirectory> all = quotas();
    if (all.size() == Scan.LIMIT_MAX) {
      return true;
    }
    for (QuotaDirectory quota : all) {
      FsPath at = quota.typeQuotas().isNothing() ? null : tx.pathOf(quota.inodeId());
      if (at != null && at.startsWith(path)) {
        return true;
      }
    }
    return false;
  }

  private List<QuotaDirectory> quotas() {
    List<QuotaDirectory> read = quotas;
    if (read == null) {
      read = tx.store().scan(Scan.prefix(Tables.QUOTA_DIRECTORIES, Scan.LIMIT_MAX));
      quotas = read;
    }
    return read;
  }

  /**
   * Sets the policy of a directory that is under a subtree lock, counts its contents anew, and ends
   * the lock.
   *
   * @param ancestors rows above it, root first
   * @param before its row, which holds the lock
   * @return the row as written
   */
  public Inode set(HeldLock held, FsPath path, List<Inode> ancestors, Inode before, int policyId) {
    List<Inode> rowsBefore = AncestorRows.withLast(ancestors, before);
    PolicySpace space = held.contents().space();
    tx.quota().chargeWithin(path, rowsBefore, space.negated());
    Inode after = before.toBuilder().storagePolicy(policyId).subtreeLockOwner(0).build();
    List<Inode> rowsAfter = AncestorRows.withLast(ancestors, after);
    tx.quota().chargeWithin(path, rowsAfter, space);
    held.policyChanged(
        tx, EffectivePolicies.of(rowsBefore).storage(), EffectivePolicies.of(rowsAfter).storage());
    Inode written = tx.inodes().update(before, after);
    tx.store().delete(Tables.SUBTREE_OPERATIONS, before.id());
    return written;
  }
}
