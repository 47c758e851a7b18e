package io.warren.model;

/** Primary key of a former inode row: its place, and the last snapshot that holds it. */
public record InodeFormKey(long parentId, Name name, long untilSnapshot) {}
