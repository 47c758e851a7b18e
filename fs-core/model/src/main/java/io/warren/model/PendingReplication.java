package io.warren.model;

/**
 * A copy of a replica that a datanode was or will be told to make.
 *
 * @param storageId where it goes
 * @param sourceStorageId where it comes from
 * @param epoch of the leader that ordered it
 */
public record PendingReplication(
    long inodeId,
    long blockId,
    int storageId,
    int sourceStorageId,
    long generationStamp,
    long lengthBytes,
    long orderedAtMs,
    long epoch) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
