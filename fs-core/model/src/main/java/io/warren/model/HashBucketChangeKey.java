package io.warren.model;

/**
 * A change of a bucket's replicas.
 *
 * @param changeId random
 */
public record HashBucketChangeKey(int storageId, int bucket, long changeId) {}
