package io.warren.store.ndb;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Paces the tries of background work that must go on once the cluster is back, and what it says in
 * the log meanwhile: a line at the beginning, one now and then, and one at the end. Used by one
 * thread.
 */
final class Outage {
  static final long PAUSE_MIN_MS = 200;
  static final long PAUSE_MAX_MS = 3_200;
  static final long LINE_EVERY_MS = 30_000;

  private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

  private final String what;
  private long failures;
  private long sinceMs;
  private long lineAtMs;

  /**
   * @param what what is held up, as the beginning of a log line
   */
  Outage(String what) {
    this.what = what;
  }

  /**
   * A try failed; returns how long to pause before the next one.
   *
   * @param nowMs of a clock that only goes forward
   */
  long failed(Exception why, long nowMs) {
    failures++;
    if (failures == 1) {
      sinceMs = nowMs;
    }
    if (failures == 1 || nowMs - lineAtMs >= LINE_EVERY_MS) {
      lineAtMs = nowMs;
      LOG.warn(
          "{}; tried {} times in {} s: {}",
          what,
          failures,
          TimeUnit.MILLISECONDS.toSeconds(nowMs - sinceMs),
          why.getMessage());
    }
    return Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS << Math.min(failures - 1, 10));
  }

  /** A try succeeded. */
  void over(long nowMs) {
    if (failures > 0) {
      LOG.info(
          "{}: over after {} s and {} tries",
          what,
          TimeUnit.MILLISECONDS.toSeconds(nowMs - sinceMs),
          failures);
      failures = 0;
    }
  }
}
