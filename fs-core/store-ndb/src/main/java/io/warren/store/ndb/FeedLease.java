package io.warren.store.ndb;

/**
 * Who gives sequences at the moment. Only spares the others the work: the lock of {@link FeedState}
 * keeps the feed correct.
 *
 * @param owner random number of the process, 0 for nobody
 * @param counter rises while the owner lives
 */
record FeedLease(int id, long owner, long counter) {
  static final int ID = 1;
}
