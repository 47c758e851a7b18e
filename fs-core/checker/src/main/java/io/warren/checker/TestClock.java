package io.warren.checker;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves when it is told to. */
public final class TestClock extends Clock {
  /** Where it begins. */
  public static final long START_MS = 1_700_000_000_000L;

  private final AtomicLong nowMs = new AtomicLong(START_MS);

  public void advance(long ms) {
    nowMs.addAndGet(ms);
  }

  @Override
  public long millis() {
    return nowMs.get();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
