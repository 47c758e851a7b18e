package io.warren.model;

/** Life cycle of a block (HDFS, HopsFS FAST'17 §4.1). The ordinal is stored: append only. */
public enum BlockState {
  UNDER_CONSTRUCTION,
  UNDER_RECOVERY,
  COMMITTED,
  COMPLETE,
  /** Its replicas are being cut to the length in its row, under its recovery's stamp. */
  UNDER_TRUNCATION;

  private static final BlockState[] VALUES = values();

  public static BlockState fromStored(int stored) {
    return VALUES[stored];
  }

  /** Whether a client or a recovery still works on the block. */
  public boolean isOpen() {
    return this == UNDER_CONSTRUCTION || isRecovering();
  }

  /** Whether datanodes are bringing its replicas to one length. */
  public boolean isRecovering() {
    return this == UNDER_RECOVERY || this == UNDER_TRUNCATION;
  }
}
