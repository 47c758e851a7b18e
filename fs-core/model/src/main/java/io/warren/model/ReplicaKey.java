package io.warren.model;

/** Primary key of every per-replica row, partitioned by inode. */
public record ReplicaKey(long inodeId, long blockId, int storageId) {}
