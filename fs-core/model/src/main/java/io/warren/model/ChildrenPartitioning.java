package io.warren.model;

/**
 * How the rows of a directory's children are spread over partitions. The ordinal is stored.
 *
 * <p>While a directory is being switched each child is in exactly one of two partitions: where the
 * old partitioning has it, or already where the new one does.
 */
public enum ChildrenPartitioning {
  /** All children in the partition of the parent's id: listing reads one shard. */
  BY_PARENT,
  /** Each child in the partition of the hash of (parent id, name): no hot shard. */
  HASHED,
  /** Children are being moved from BY_PARENT to HASHED. */
  TO_HASHED,
  /** Children are being moved from HASHED to BY_PARENT. */
  TO_BY_PARENT;

  private static final ChildrenPartitioning[] VALUES = values();

  public static ChildrenPartitioning fromStored(int stored) {
    return VALUES[stored];
  }

  /** Where new children go and the others end up: BY_PARENT or HASHED. */
  public ChildrenPartitioning target() {
    return switch (this) {
      case BY_PARENT, TO_BY_PARENT -> BY_PARENT;
      case HASHED, TO_HASHED -> HASHED;
    };
  }

  /** Where children are that were not moved yet; the target when nothing is being moved. */
  public ChildrenPartitioning source() {
    return switch (this) {
      case BY_PARENT, TO_HASHED -> BY_PARENT;
      case HASHED, TO_BY_PARENT -> HASHED;
    };
  }

  /** Whether children are being moved. */
  public boolean isChanging() {
    return source() != target();
  }

  /** The state in which children are moved to a partitioning that is not changing. */
  public static ChildrenPartitioning towards(ChildrenPartitioning target) {
    return target.target() == HASHED ? TO_HASHED : TO_BY_PARENT;
  }
}
