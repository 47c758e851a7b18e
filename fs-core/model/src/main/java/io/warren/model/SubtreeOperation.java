package io.warren.model;

/** A subtree operation under way at an inode, owned by a namenode. */
public record SubtreeOperation(
    long inodeId,
    String path,
    String operation,
    long ownerNamenodeId,
    String user,
    long startedAtMs) {}
