package io.warren.model;

/** A {@link Replica} again, in the order of its storage's buckets. */
public record BucketReplica(
    int storageId, int bucket, long blockId, long inodeId, long generationStamp, long lengthBytes) {
  public static BucketReplica of(Replica replica) {
    BucketReplicaKey key = BucketReplicaKey.of(replica.storageId(), replica.blockId());
    return new BucketReplica(
        key.storageId(),
        key.bucket(),
        key.blockId(),
        replica.inodeId(),
        replica.generationStamp(),
        replica.lengthBytes());
  }

  public BucketReplicaKey key() {
    return new BucketReplicaKey(storageId, bucket, blockId);
  }

  public Replica replica() {
    return new Replica(inodeId, blockId, storageId, generationStamp, lengthBytes);
  }
}
