package io.warren.model;

/** A replica that its datanode must delete. */
public record InvalidatedReplica(
    long inodeId, long blockId, int storageId, long generationStamp, long lengthBytes) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
