package io.warren.store.ndb;

import io.warren.model.Change;

/**
 * A committed change that has no sequence yet.
 *
 * @param transactionId rises with the clocks of the namenodes
 * @param position place among the transaction's changes, from 0
 * @param transactionChanges how many changes the transaction made
 */
record PendingChange(long transactionId, int position, int transactionChanges, Change change) {
  /** Primary key: changes of an inode are in one partition. */
  record Key(long inodeId, long logicalTime, long transactionId, int position) {}

  Key key() {
    return new Key(change.inodeId(), change.logicalTime(), transactionId, position);
  }
}
