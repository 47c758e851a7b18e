package io.warren.model;

/** Primary key of a part of an extended attribute, partitioned by inode. */
public record XattrKey(long inodeId, int number, int part) {}
