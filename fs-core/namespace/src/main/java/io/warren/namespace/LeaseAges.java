package io.warren.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.Lease;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long leases have not been renewed, as this namenode saw it. Namenodes' clocks may differ by
 * minutes or be set, so the time in a lease's row is never compared with another clock: it only
 * tells that the row has changed, and the time since then is measured by the local monotonic clock.
 * A lease is therefore never taken for older than it is; for younger, when this namenode has not
 * watched it long enough. Bounded, thread-safe.
 */
public final class LeaseAges {
  private static final long LEASES_MAX = 1_000_000;

  private record Seen(long renewedMs, long sinceNanos) {}

  private final LongSupplier monotonicNanos;
  private final Cache<String, Seen> seen = Caffeine.newBuilder().maximumSize(LEASES_MAX).build();

  public LeaseAges(LongSupplier monotonicNanos) {
    this.monotonicNanos = monotonicNanos;
  }

  /** Milliseconds that a row has at least stood as it is; 0 when it is seen for the first time. */
  public long ageMs(Lease lease) {
    long now = monotonicNanos.getAsLong();
    Seen present =
        seen.asMap()
            .compute(
                lease.holder(),
                (holder, before) ->
                    before != null && before.renewedMs() == lease.lastRenewedMs()
                        ? before
                        : new Seen(lease.lastRenewedMs(), now));
    return TimeUnit.NANOSECONDS.toMillis(now - present.sinceNanos());
  }

  /** Whether a lease was not renewed for longer than a limit; a missing lease was not. */
  public boolean isOlder(@Nullable Lease lease, long limitMs) {
    return lease == null || ageMs(lease) > limitMs;
  }

  /** Whether a row was renewed so lately, as this namenode knows itself, that it may stand. */
  public boolean isFresh(Lease lease, long limitMs) {
    Seen known = seen.getIfPresent(lease.holder());
    return known != null && known.renewedMs() == lease.lastRenewedMs() && ageMs(lease) <= limitMs;
  }

  /** Forgets a lease whose row was removed. */
  public void forget(String holder) {
    seen.invalidate(holder);
  }
}
