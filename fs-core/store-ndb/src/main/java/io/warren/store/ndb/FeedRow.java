package io.warren.store.ndb;

import io.warren.model.Change;

/** A change with its sequence, the transaction that made it, and the incarnation that told it. */
record FeedRow(long transactionId, int position, Change change, int incarnation) {
  /** Rows of one partition, so that a range of the feed is one or two cheap scans. */
  private static final int BUCKET_BITS = 12;

  /** Primary key; the bucket is the partition. */
  record Key(long bucket, long sequence) {
    static Key of(long sequence) {
      return new Key(bucketOf(sequence), sequence);
    }
  }

  static long bucketOf(long sequence) {
    return sequence >> BUCKET_BITS;
  }

  Key key() {
    return Key.of(change.commitSequence());
  }
}
