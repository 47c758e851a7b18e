package io.warren.model;

/**
 * Hash and number of a bucket's finalised replicas, but for the {@link HashBucketChange} rows that
 * were not merged yet. An empty bucket may have no row.
 *
 * @param bucket as in {@link BucketKey}, or {@link #WHOLE_STORAGE}
 */
public record HashBucket(int storageId, int bucket, BucketHash hash, int replicas) {
  /** The row of all buckets of a storage together. A storage need not have one. */
  public static final int WHOLE_STORAGE = ReplicaHash.STORED_BUCKETS;

  public boolean isOfWholeStorage() {
    return bucket == WHOLE_STORAGE;
  }

  public BucketKey key() {
    return new BucketKey(storageId, bucket);
  }
}
