package io.warren.model;

/**
 * How urgent another replica of a block is, in the order of the work (the levels of stock HDFS).
 * The ordinal is stored: append only.
 */
public enum RedundancyPriority {
  /** One more loss loses data. */
  HIGHEST,
  /** Less than a third of the wanted replicas. */
  VERY_LOW,
  /** Some replicas are missing. */
  LOW,
  /** Enough replicas, on too few racks. */
  BADLY_PLACED,
  /** No good replica can be reached: nothing to copy from. */
  MISSING;

  private static final RedundancyPriority[] VALUES = values();

  public static RedundancyPriority fromStored(int stored) {
    return VALUES[stored];
  }
}
