package io.warren.model;

/** The place that a replica had. */
public record DeletedReplicaKey(long blockId, int storageId) {}
