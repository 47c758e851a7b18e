package io.warren.model;

/** Primary key of a snapshot: the snapshottable directory and the snapshot's number. */
public record SnapshotKey(long directoryId, long id) {}
