package io.warren.model;

/** Life cycle of a block (HDFS, HopsFS FAST'17 §4.1). The ordinal is stored: append only. */
public enum BlockState {
  UNDER_CONSTRUCTION,
  UNDER_RECOVERY,
  COMMITTED,
  COMPLETE;

  private static final BlockState[] VALUES = values();

  public static BlockState fromStored(int stored) {
    return VALUES[stored];
  }
}
