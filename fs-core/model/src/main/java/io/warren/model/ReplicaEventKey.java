package io.warren.model;

/**
 * Key of a replica's event: a block's events are rows of one partition, the newest first. A block
 * keeps its history when it changes its file (concat).
 *
 * @param newestFirst the negative time in milliseconds
 * @param kind ordinal of the event's kind
 */
public record ReplicaEventKey(long blockId, long newestFirst, int storageId, int kind) {
  public static ReplicaEventKey of(long blockId, long atMs, int storageId, ReplicaEventKind kind) {
    return new ReplicaEventKey(blockId, -atMs, storageId, kind.ordinal());
  }
}
