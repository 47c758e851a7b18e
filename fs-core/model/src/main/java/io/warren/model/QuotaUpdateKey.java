package io.warren.model;

/** Primary key of a quota update, partitioned by inode. */
public record QuotaUpdateKey(long inodeId, long updateId) {}
