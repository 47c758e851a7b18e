package io.warren.namespace.lease;

import io.warren.model.Lease;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/** Says that a client is alive; covers all its files. */
public record RenewLease(String holder) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "renew_lease";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  /** Writers keep their files until they may go on. */
  @Override
  public boolean runsInSafeMode() {
    return true;
  }

  /** Whether the holder was known; a renewal makes it so. */
  @Override
  public Boolean execute(OperationTx tx) {
    Lease lease = tx.store().get(Tables.LEASES, holder, LockMode.READ_COMMITTED);
    Leases.renew(tx, holder, lease);
    return lease != null;
  }
}
