package io.warren.model;

/**
 * A bucket of a storage.
 *
 * @param bucket 0 to {@link ReplicaHash#STORED_BUCKETS} - 1; of a row of hashes {@link
 *     HashBucket#WHOLE_STORAGE}, too
 */
public record BucketKey(int storageId, int bucket) {}
