package io.warren.model;

/** A replica by its storage's bucket. */
public record BucketReplicaKey(int storageId, int bucket, long blockId) {
  /** The key of a storage's replica of a block. */
  public static BucketReplicaKey of(int storageId, long blockId) {
    return new BucketReplicaKey(
        storageId, ReplicaHash.bucketOf(blockId, ReplicaHash.STORED_BUCKETS), blockId);
  }
}
