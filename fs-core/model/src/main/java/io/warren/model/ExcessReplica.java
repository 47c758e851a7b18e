package io.warren.model;

/** A good replica that is not needed and is being deleted. */
public record ExcessReplica(
    long inodeId,
    long blockId,
    int storageId,
    long generationStamp,
    long lengthBytes,
    long chosenAtMs) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
