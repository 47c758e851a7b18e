package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * Makes a flagged subtree quiet whatever its size: waits until every write has ended that had begun
 * before the flag was there, and looks for subtree locks below it. Whatever begins later reads the
 * flag on its way.
 */
final class SubtreeBarrier {
  private static final int OPERATIONS_MAX = 1_000;

  private SubtreeBarrier() {}

  /**
   * Returns when nothing runs below the locked directory.
   *
   * @return false when that can't be known without locking the rows below it
   */
  static boolean pass(Namespace namespace, HeldLock held, CallContext call) {
    return namespace.writeBarrier().await()
        && namespace.inTransaction(new RefuseLocksBelow(held), call).value();
  }

  /** Whoever has a lock below goes first; false when there are too many locks to look at. */
  private record RefuseLocksBelow(HeldLock held) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return "subtree_quiesce";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Boolean execute(OperationTx tx) {
      List<SubtreeOperation> operations =
          tx.store()
              .scan(
                  Scan.prefix(Tables.SUBTREE_OPERATIONS, OPERATIONS_MAX).locked(LockMode.SETTLED));
      if (operations.size() == OPERATIONS_MAX) {
        return false;
      }
      for (SubtreeOperation operation : operations) {
        FsPath at = operation.inodeId() == held.inodeId() ? null : tx.pathOf(operation.inodeId());
        if (at != null && at.startsWith(held.path())) {
          Inode row = InodeRows.find(tx.store(), operation.inodeId());
          if (row != null) {
            tx.requireNoSubtreeLock(at, row);
          }
        }
      }
      return true;
    }
  }
}
