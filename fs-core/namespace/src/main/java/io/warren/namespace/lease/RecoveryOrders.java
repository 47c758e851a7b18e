package io.warren.namespace.lease;

import java.util.Set;

/** Passes block recoveries to the datanodes that lead them. */
@FunctionalInterface
public interface RecoveryOrders {
  /**
   * Orders a recovery in place of an older one of the same block.
   *
   * @return false when no datanode can take it now: try later
   */
  boolean order(BlockRecovery recovery);

  /**
   * Whether the datanode that was asked last may be at work. False when it is dead, or has started
   * anew and forgotten what it was asked.
   */
  default boolean isUnderWay(long blockId) {
    return true;
  }

  /** Forgets the recoveries of all other blocks: they have ended. */
  default void retain(Set<Long> blockIds) {}
}
