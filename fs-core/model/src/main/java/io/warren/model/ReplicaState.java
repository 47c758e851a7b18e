package io.warren.model;

/** State of one replica as a datanode reported it. The ordinal is stored: append only. */
public enum ReplicaState {
  FINALIZED,
  RBW,
  RWR,
  RUR,
  TEMPORARY;

  private static final ReplicaState[] VALUES = values();

  public static ReplicaState fromStored(int stored) {
    return VALUES[stored];
  }
}
