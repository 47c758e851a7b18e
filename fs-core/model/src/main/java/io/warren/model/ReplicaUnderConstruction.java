package io.warren.model;

/**
 * A replica that a write pipeline is expected to make or is making; position is its place in the
 * pipeline.
 */
public record ReplicaUnderConstruction(
    long inodeId,
    long blockId,
    int storageId,
    int position,
    long generationStamp,
    long lengthBytes,
    ReplicaState state) {
  public ReplicaKey key() {
    return new ReplicaKey(inodeId, blockId, storageId);
  }
}
