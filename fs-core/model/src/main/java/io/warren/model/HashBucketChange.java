package io.warren.model;

/**
 * What one transaction changed of a bucket, written with the replica rows that it changed.
 *
 * @param hash to be xored into the bucket's
 * @param replicas to be added to the bucket's number; may be negative
 */
public record HashBucketChange(
    int storageId, int bucket, long changeId, BucketHash hash, int replicas) {
  public HashBucketChangeKey key() {
    return new HashBucketChangeKey(storageId, bucket, changeId);
  }
}
