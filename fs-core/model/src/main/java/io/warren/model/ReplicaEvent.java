package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a replica, written in the transaction that made it so.
 *
 * @param atMs by the clock of the namenode whose transaction it was
 * @param detail why, in words; null when the kind says all
 */
public record ReplicaEvent(
    ReplicaEventKey key, long atMs, long generationStamp, @Nullable String detail) {
  public ReplicaEventKind kind() {
    return ReplicaEventKind.fromStored(key.kind());
  }

  public int storageId() {
    return key.storageId();
  }
}
