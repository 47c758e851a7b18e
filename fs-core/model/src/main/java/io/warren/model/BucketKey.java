package io.warren.model;

/**
 * A bucket of a storage.
 *
 * @param bucket 0 to {@link ReplicaHash#STORED_BUCKETS} - 1
 */
public record BucketKey(int storageId, int bucket) {}
