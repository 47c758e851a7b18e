package io.warren.model;

/** A replica that a client or a datanode found corrupt. */
public record CorruptReplica(
    long inodeId,
    long blockId,
    int storageId,
    long generationStamp,
    String reason,
    long reportedAtMs) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
