package io.warren.model;

/** Primary key of a lease path, partitioned by holder. */
public record LeasePathKey(String holder, long inodeId) {}
