package io.warren.model;

/** What a key signs. The ordinal is stored: append only. */
public enum TokenKeyKind {
  /** Delegation tokens: a user's leave to call namenodes without a ticket. */
  DELEGATION,
  /** Block tokens: a client's leave to read or write one block at datanodes. */
  BLOCK;

  private static final TokenKeyKind[] VALUES = values();

  public static TokenKeyKind fromStored(int stored) {
    return VALUES[stored];
  }
}
