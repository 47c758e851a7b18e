package io.warren.namenode.service;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Divides the time that calls take among the users who are there. While more calls run at once, on
 * average over some seconds, than the server bears, a user who took more than his part of their
 * time gets no further call, and nobody ever has more than half of the handlers beside others. A
 * user who is alone is not bounded. Thread-safe.
 *
 * <p>The queue in front of the handlers can only choose who is next. Calls that are being served
 * share the processors, so one user's long calls in all handlers slow down everybody's short ones,
 * whatever their order was.
 */
public final class CallShares {
  /** Who has not called for so long does not count as being there. */
  static final long PRESENT_NANOS = 1_000_000_000L;

  /** Time in which what was taken counts less by the factor e. */
  static final long MEMORY_NANOS = 2_000_000_000L;

  /** A user may exceed his even part by so much: calls are of different lengths. */
  static final double SLACK = 1.5;

  /** Repetitions after which a call is let in whoever waits: its client gives up soon. */
  public static final int REPEATED_ENOUGH = 40;

  private static final long LOOK_NANOS = PRESENT_NANOS / 4;

  /**
   * How much may run.
   *
   * @param bearable calls running at once, on average, up to which all are let in; 0 for no bound
   * @param handlers threads that serve calls
   */
  public record Bounds(double bearable, int handlers) {
    /** Whether anybody may be refused. */
    public boolean areSet() {
      return bearable > 0;
    }
  }

  /** Calls of a user, or of all, that run, and the mean of their number, weighted by age. */
  private static final class Use {
    private int running;
    private double mean;
    private long atNanos;

    Use(long atNanos) {
      this.atNanos = atNanos;
    }

    void advance(long now) {
      double kept = Math.exp(-(double) (now - atNanos) / MEMORY_NANOS);
      mean = mean * kept + running * (1 - kept);
      atNanos = now;
    }
  }

  private final LongSupplier nanoClock;
  private final Map<String, Use> users = new HashMap<>();
  private final Use all;
  private volatile Bounds bounds;
  private long refused;
  private long lookedNanos;

  public CallShares(Bounds bounds, LongSupplier nanoClock) {
    this.bounds = bounds;
    this.nanoClock = nanoClock;
    lookedNanos = nanoClock.getAsLong();
    all = new Use(lookedNanos);
  }

  /**
   * Whether the user's call may run now; when so, {@link #leave} must follow.
   *
   * @param repeated how often the client has sent this call again
   */
  public synchronized boolean enter(String user, int repeated) {
    long now = nanoClock.getAsLong();
    forgetAbsent(now);
    Use use = users.computeIfAbsent(user, unused -> new Use(now));
    use.advance(now);
    all.advance(now);
    if (users.size() > 1 && exceeds(use, repeated)) {
      refused++;
      return false;
    }
    use.running++;
    all.running++;
    return true;
  }

  private boolean exceeds(Use use, int repeated) {
    if (use.running >= Math.max(1, bounds.handlers() / 2)) {
      return true;
    }
    return all.mean > bounds.bearable()
        && use.mean > SLACK * all.mean / users.size()
        && repeated < REPEATED_ENOUGH;
  }

  public synchronized void leave(String user) {
    Use use = users.get(user);
    if (use == null || use.running == 0) {
      throw new IllegalStateException("The user has no call running");
    }
    long now = nanoClock.getAsLong();
    use.advance(now);
    all.advance(now);
    use.running--;
    all.running--;
  }

  private void forgetAbsent(long now) {
    if (now - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = now;
    users.values().removeIf(use -> use.running == 0 && now - use.atNanos > PRESENT_NANOS);
  }

  /** Go by these from now on; calls that run go on. */
  public void bounds(Bounds changed) {
    bounds = changed;
  }

  public Bounds bounds() {
    return bounds;
  }

  /** Calls that were told to come again, since the start. */
  public synchronized long refused() {
    return refused;
  }

  /** Users who have calls running or had some in the last second. */
  public synchronized int present() {
    forgetAbsent(nanoClock.getAsLong());
    return users.size();
  }
}
