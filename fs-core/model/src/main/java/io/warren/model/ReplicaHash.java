package io.warren.model;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a finalised replica adds to the hash of its bucket, and which bucket that is. Namenodes and
 * datanodes must agree on every byte of it. Replicas in other states are in no bucket.
 */
public final class ReplicaHash {
  /**
   * Buckets of a storage as the store keeps them: bucket = block id mod this. A report may use any
   * divisor of it; its buckets then each cover several of these.
   */
  public static final int STORED_BUCKETS = 2_000;

  /** Keeps the hash apart from those of other states, should they ever be hashed. */
  private static final byte FINALIZED = 0;

  private static final int INPUT_BYTES = 3 * Long.BYTES + 1;

  private static final ThreadLocal<MessageDigest> SHA1 = ThreadLocal.withInitial(ReplicaHash::sha1);

  private ReplicaHash() {}

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-1", e);
    }
  }

  /** The hash of one finalised replica. */
  public static BucketHash of(long blockId, long lengthBytes, long generationStamp) {
    byte[] input = new byte[INPUT_BYTES];
    ByteBuffer.wrap(input)
        .putLong(blockId)
        .putLong(lengthBytes)
        .putLong(generationStamp)
        .put(FINALIZED);
    ByteBuffer digest = ByteBuffer.wrap(SHA1.get().digest(input));
    return new BucketHash(digest.getLong(), digest.getLong(), digest.getInt());
  }

  /** The hash of one finalised replica. */
  public static BucketHash of(Replica replica) {
    return of(replica.blockId(), replica.lengthBytes(), replica.generationStamp());
  }

  /** The bucket of a block when a storage has so many. */
  public static int bucketOf(long blockId, int buckets) {
    return (int) Math.floorMod(blockId, (long) buckets);
  }

  /** Whether a report may use so many buckets. */
  public static boolean isBucketCount(int buckets) {
    return buckets > 0 && buckets <= STORED_BUCKETS && STORED_BUCKETS % buckets == 0;
  }
}
