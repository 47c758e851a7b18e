package io.warren.store.ndb;

/**
 * How far the feed is, in one row. Whoever gives sequences or trims holds its exclusive lock.
 *
 * @param sequence of the newest change, 0 for none
 * @param committedAtMs of the newest change
 * @param trimmedThrough sequence of the last change that was trimmed away
 */
record FeedState(int id, long sequence, long committedAtMs, long trimmedThrough) {
  static final int ID = 1;
  static final FeedState EMPTY = new FeedState(ID, 0, 0, 0);
}
