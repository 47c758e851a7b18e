package io.warren.namenode.limits;

import io.warren.model.CallLimit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.RateLimiter;

/** The calls that a limit is about, at one namenode. Thread-safe. */
public final class LimitedCalls {
  private final CallLimit limit;
  private final RateLimiter rate;
  private final LongAdder admitted = new LongAdder();
  private final LongAdder refused = new LongAdder();

  LimitedCalls(CallLimit limit) {
    this.limit = limit;
    this.rate = RateLimiter.create(limit.callsPerSecond());
  }

  /** Whether there is room for one more now; what was not used lasts for a second. */
  boolean admit() {
    boolean has = rate.tryAcquire();
    (has ? admitted : refused).increment();
    return has;
  }

  public CallLimit limit() {
    return limit;
  }

  /** Calls that were let in since this namenode goes by the limit. */
  public long admitted() {
    return admitted.sum();
  }

  /** Attempts that were refused; a client repeats a call that is. */
  public long refused() {
    return refused.sum();
  }
}
