package io.warren.migrate.follow;

import org.jspecify.annotations.Nullable;

/**
 * How far a follower is. Times are this machine's, in milliseconds since the Unix epoch; 0 for
 * never.
 *
 * @param location where edits are read
 * @param appliedTransaction the last one in the store
 * @param newestTransaction the last one that is known to be there
 * @param appliedEditAtMs when the last edit with a time happened, by the clock of the followed HDFS
 * @param atEndAtMs when nothing was left the last time
 * @param editsApplied since the start
 * @param editsPassed of them, those that change nothing here
 * @param waitingFor why edits can't be read now; null when they can
 * @param stoppedBy why following has stopped for good; null while it goes on
 */
public record FollowState(
    String location,
    long appliedTransaction,
    long newestTransaction,
    long appliedEditAtMs,
    long atEndAtMs,
    long editsApplied,
    long editsPassed,
    @Nullable String waitingFor,
    @Nullable String stoppedBy) {
  /** Before anything was read. */
  static FollowState begun(String location) {
    return new FollowState(location, 0, 0, 0, 0, 0, 0, null, null);
  }

  /** How many transactions are known and not applied. */
  public long lagTransactions() {
    return Math.max(0, newestTransaction - appliedTransaction);
  }

  /**
   * How old the store's state is at least, in seconds: the time since nothing was left, or since
   * the last applied edit happened, whichever is shorter. -1 when neither is known.
   */
  public double lagSeconds(long nowMs) {
    long asOfMs = Math.max(atEndAtMs, appliedEditAtMs);
    return asOfMs == 0 ? -1 : Math.max(0, nowMs - asOfMs) / 1000.0;
  }
}
