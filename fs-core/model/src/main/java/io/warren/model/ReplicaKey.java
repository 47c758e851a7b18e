package io.warren.model;

/** Primary key of every per-replica row, partitioned by inode. */
public record ReplicaKey(long inodeId, long blockId, int storageId) {
  /** The row that is the lock of everything about the replica: its block's, or its group's. */
  public BlockKey block() {
    return new BlockKey(inodeId, BlockIds.owner(blockId));
  }
}
