package io.warren.model;

/** Primary key of an inode row; the partition is decided by the parent (see Partitioning). */
public record InodeKey(long partitionId, long parentId, Name name) {}
