package io.warren.model;

/** The next number of a kind (inode, block, generation stamp, …) that no namenode has taken. */
public record IdRange(String kind, long nextId) {}
