package io.warren.model;

/**
 * Hash and number of a bucket's finalised replicas, but for the {@link HashBucketChange} rows that
 * were not merged yet. An empty bucket may have no row.
 */
public record HashBucket(int storageId, int bucket, BucketHash hash, int replicas) {
  public BucketKey key() {
    return new BucketKey(storageId, bucket);
  }
}
