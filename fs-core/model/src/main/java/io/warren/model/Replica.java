package io.warren.model;

/** A finalised replica on a storage. */
public record Replica(
    long inodeId, long blockId, int storageId, long generationStamp, long lengthBytes) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
