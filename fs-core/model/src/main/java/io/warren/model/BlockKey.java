package io.warren.model;

/** Primary key of a block row, partitioned by inode. */
public record BlockKey(long inodeId, long blockId) {}
