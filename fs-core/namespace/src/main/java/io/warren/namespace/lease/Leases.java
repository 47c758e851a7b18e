package io.warren.namespace.lease;

import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaseAges;
import io.warren.namespace.OperationTx;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * The rows of leases. A lease row is not touched when a file is opened or closed, as long as it was
 * renewed lately: so the files of one client don't queue for it. That is safe because only a row
 * past the hard limit, which is much longer, is ever removed. How old a lease is says {@link
 * LeaseAges}.
 */
public final class Leases {
  /** Holder of the leases of files whose last block is being recovered. */
  public static final String RECOVERY_HOLDER = "HDFS_NameNode";

  /** A lease that was renewed this recently need not be written again. */
  private static final long FRESH_MS = 10_000;

  private Leases() {}

  /**
   * Refuses to write to a file that is not open, or not by this holder.
   *
   * @param holder null to accept any
   * @throws NamespaceException LEASE_EXPIRED
   */
  public static void check(FsPath path, Inode file, @Nullable String holder) {
    String owner = file.leaseHolder();
    if (owner == null) {
      throw new NamespaceException(Code.LEASE_EXPIRED, "The file is not open for writing")
          .with("path", path)
          .with("fileId", file.id())
          .with("holder", String.valueOf(holder));
    }
    if (holder != null && !holder.equals(owner)) {
      throw new NamespaceException(Code.LEASE_EXPIRED, "Another client holds the file's lease")
          .with("path", path)
          .with("fileId", file.id())
          .with("holder", holder)
          .with("leaseHolder", owner);
    }
  }

  /**
   * Gives a holder a file that was just opened.
   *
   * @param lease the holder's row as read in this transaction
   */
  public static void open(OperationTx tx, String holder, long inodeId, @Nullable Lease lease) {
    renew(tx, holder, lease);
    tx.store().upsert(Tables.LEASE_PATHS, new LeasePath(holder, inodeId));
  }

  /**
   * Writes a lease's row unless it is fresh. Its time rises with every renewal, whichever
   * namenode's clock it is from: others tell by the change that the holder is alive.
   */
  static void renew(OperationTx tx, String holder, @Nullable Lease lease) {
    LeaseAges ages = tx.namespace().leaseAges();
    if (lease != null && ages.isFresh(lease, FRESH_MS)) {
      return;
    }
    long renewedMs = lease == null ? tx.nowMs() : Math.max(tx.nowMs(), lease.lastRenewedMs() + 1);
    Lease renewed = new Lease(holder, renewedMs);
    tx.store().upsert(Tables.LEASES, renewed);
    tx.afterCommit(() -> ages.ageMs(renewed));
  }

  /** Takes a file away from its holder. */
  public static void close(Tx tx, Inode file) {
    String holder = file.leaseHolder();
    if (holder != null) {
      tx.delete(Tables.LEASE_PATHS, new LeasePathKey(holder, file.id()));
    }
  }
}
