package io.warren.model;

/**
 * A datanode has told that it deleted a replica. Kept for a while, so that a report from before the
 * deletion does not bring the replica back.
 *
 * @param generationStamp of the replica, or of a later one there
 */
public record DeletedReplica(long blockId, int storageId, long generationStamp, long deletedAtMs) {
  public DeletedReplicaKey key() {
    return new DeletedReplicaKey(blockId, storageId);
  }
}
