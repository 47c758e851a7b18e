package io.warren.model;

/** How the rows of a directory's children are spread over partitions. The ordinal is stored. */
public enum ChildrenPartitioning {
  /** All children in the partition of the parent's id: listing reads one shard. */
  BY_PARENT,
  /** Each child in the partition of the hash of (parent id, name): no hot shard. */
  HASHED;

  private static final ChildrenPartitioning[] VALUES = values();

  public static ChildrenPartitioning fromStored(int stored) {
    return VALUES[stored];
  }
}
