package io.warren.model;

/** Which inode a block belongs to. */
public record BlockLookup(long blockId, long inodeId) {}
