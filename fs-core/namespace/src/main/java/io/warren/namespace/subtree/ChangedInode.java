package io.warren.namespace.subtree;

/** An inode whose attributes a step changed. */
public record ChangedInode(long inodeId, AttributeChange change) {}
