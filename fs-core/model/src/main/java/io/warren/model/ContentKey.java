package io.warren.model;

/** Primary key of a part of a small file's bytes, partitioned by inode. */
public record ContentKey(long inodeId, int part) {}
