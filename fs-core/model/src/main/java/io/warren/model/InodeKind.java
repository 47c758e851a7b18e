package io.warren.model;

/** What an inode is. The ordinal is stored: append only. */
public enum InodeKind {
  DIRECTORY,
  FILE,
  SYMLINK;

  private static final InodeKind[] VALUES = values();

  public static InodeKind fromStored(int stored) {
    return VALUES[stored];
  }
}
