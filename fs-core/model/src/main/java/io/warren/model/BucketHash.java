package io.warren.model;

/**
 * The hash of a set of replicas: the exclusive or of the SHA-1 of each. Adding a replica and taking
 * it away are the same operation, in any order ("Scalable Block Reporting for HopsFS", IEEE BigData
 * Congress 2019, §II). The 20 bytes are held as two longs and an int, the first bytes in high.
 */
public record BucketHash(long high, long middle, int low) {
  /** Length of a hash on the wire. */
  public static final int LENGTH_BYTES = 20;

  /** The hash of no replica. */
  public static final BucketHash EMPTY = new BucketHash(0, 0, 0);

  /** Adds the replicas of the other hash that this one lacks, takes away those that both have. */
  public BucketHash xor(BucketHash other) {
    return new BucketHash(high ^ other.high, middle ^ other.middle, low ^ other.low);
  }

  public boolean isEmpty() {
    return high == 0 && middle == 0 && low == 0;
  }
}
