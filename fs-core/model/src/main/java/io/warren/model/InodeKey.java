package io.warren.model;

/** Primary key of an inode row; the partition is decided by the parent (see Partitioning). */
public record InodeKey(long partitionId, long parentId, Name name) {
  // Compared by every look into a cache: what the compiler makes for records is not inlined there.
  @Override
  public boolean equals(Object other) {
    return other instanceof InodeKey key
        && parentId == key.parentId
        && partitionId == key.partitionId
        && name.equals(key.name);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(partitionId) + Long.hashCode(parentId)) + name.hashCode();
  }
}
