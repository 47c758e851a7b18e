package io.warren.namenode;

import io.warren.blocks.Leadership;
import io.warren.namespace.Following;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;

/**
 * The leader as datanodes hear of it. Those of a file system that was taken over have obeyed stock
 * namenodes, whose numbers were greater than an epoch: without ours behind these, one that has both
 * addresses would go on waiting for the old active namenode's orders.
 *
 * @param behind added to each epoch
 */
record DatanodeClaims(Leadership leadership, long behind) implements Leadership {
  /** Those of the file system in a store, which does not change while a namenode runs. */
  static DatanodeClaims of(TransactionRunner runner, Leadership leadership) {
    return new DatanodeClaims(
        leadership, runner.run(TxOptions.read("datanode_claims"), Following::claimsBehind));
  }

  @Override
  public boolean leads() {
    return leadership.leads();
  }

  @Override
  public long epoch() {
    return behind + leadership.epoch();
  }
}
