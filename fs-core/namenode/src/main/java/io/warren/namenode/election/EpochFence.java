package io.warren.namenode.election;

import io.warren.model.ClusterVariable;
import io.warren.namespace.LeaderFence;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/**
 * Keeps a deposed leader from writing. A leader-only transaction calls {@link #check} first: it
 * share-locks the epoch row, which a takeover must lock exclusively, so the work either commits
 * before the takeover or fails.
 */
public final class EpochFence implements LeaderFence {
  static final String EPOCH = "leader_epoch";
  static final String LEADER_ID = "leader_id";

  /** The incarnation of the store in which the epoch was begun. */
  static final String INCARNATION = "leader_incarnation";

  /** The namenode that runs this work no longer leads. */
  public static final class DeposedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeposedException(long epoch, long current) {
      super("Leader of epoch " + epoch + " was deposed; the epoch is now " + current);
    }
  }

  private final long epoch;

  public EpochFence(long epoch) {
    this.epoch = epoch;
  }

  /**
   * Holds the epoch for the rest of the transaction.
   *
   * @throws DeposedException when another epoch has begun
   */
  @Override
  public void check(Tx tx) {
    long current = variable(tx, EPOCH, LockMode.SHARED);
    if (current != epoch) {
      throw new DeposedException(epoch, current);
    }
  }

  static long variable(Tx tx, String name, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, name, lock);
    return row == null ? 0 : Long.parseLong(row.value());
  }
}
