package io.warren.model;

/** What happened to an inode. The ordinal is stored: append only. */
public enum ChangeOperation {
  CREATE,
  UPDATE,
  RENAME,
  DELETE;

  private static final ChangeOperation[] VALUES = values();

  public static ChangeOperation fromStored(int stored) {
    return VALUES[stored];
  }
}
