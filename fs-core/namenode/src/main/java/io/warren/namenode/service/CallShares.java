package io.warren.namenode.service;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Divides the time that calls take among the users who are there. While more calls run at once, on
 * average over some seconds, than the server bears, a user who took more than his part of their
 * time gets no further call; while the processors are busier than it bears, a user whose calls took
 * more than his part of them. Nobody ever has more than half of the handlers beside others. A user
 * who is alone is not bounded. Thread-safe.
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
   * @param bearableLoad busy part of the machine's processors, 0 to 1, up to which all are let in;
   *     0 for no bound
   * @param handlers threads that serve calls
   */
  public record Bounds(double bearable, double bearableLoad, int handlers) {
    /** Whether anybody may be refused. */
    public boolean areSet() {
      return bearable > 0 || bearableLoad > 0;
    }
  }

  /**
   * Calls of a user, or of all, that run, with the mean of their number and what they took of the
   * processors, both weighted by age.
   */
  private static final class Use {
    private int running;
    private double mean;
    private double processorNanos;
    private long atNanos;

    Use(long atNanos) {
      this.atNanos = atNanos;
    }

    void leave(long now, long tookNanos) {
      advance(now);
      running--;
      processorNanos += tookNanos;
    }

    void advance(long now) {
      double kept = Math.exp(-(double) (now - atNanos) / MEMORY_NANOS);
      mean = mean * kept + running * (1 - kept);
      processorNanos *= kept;
      atNanos = now;
    }
  }

  private final LongSupplier nanoClock;
  private final DoubleSupplier processors;
  private final Map<String, Use> users = new HashMap<>();
  private final Use all;
  private volatile Bounds bounds;
  private long refused;
  private long lookedNanos;
  private double load;

  /**
   * @param processors the busy part of the machine's processors since it was asked last, 0 to 1;
   *     below 0 when it is not known
   */
  public CallShares(Bounds bounds, LongSupplier nanoClock, DoubleSupplier processors) {
    this.bounds = bounds;
    this.nanoClock = nanoClock;
    this.processors = processors;
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
    look(now);
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
    return (tookTooLong(use) || tookTooMuch(use)) && repeated < REPEATED_ENOUGH;
  }

  private boolean tookTooLong(Use use) {
    return bounds.bearable() > 0
        && all.mean > bounds.bearable()
        && use.mean > SLACK * all.mean / users.size();
  }

  private boolean tookTooMuch(Use use) {
    return bounds.bearableLoad() > 0
        && load > bounds.bearableLoad()
        && use.processorNanos > SLACK * all.processorNanos / users.size();
  }

  /**
   * The call is over.
   *
   * @param processorNanos what its thread took of the processors
   */
  public synchronized void leave(String user, long processorNanos) {
    Use use = users.get(user);
    if (use == null || use.running == 0) {
      throw new IllegalStateException("The user has no call running");
    }
    long now = nanoClock.getAsLong();
    use.leave(now, processorNanos);
    all.leave(now, processorNanos);
  }

  /**
   * What a user's call took of the processors after it was over, for its answer; also of one that
   * was told to come again. Of a user who is not there any more it is forgotten.
   */
  public synchronized void charge(String user, long processorNanos) {
    Use use = users.get(user);
    if (use != null) {
      use.processorNanos += processorNanos;
      all.processorNanos += processorNanos;
    }
  }

  /** Forgets who is absent and asks how busy the processors were, now and then. */
  private void look(long now) {
    long passed = now - lookedNanos;
    if (passed < LOOK_NANOS) {
      return;
    }
    lookedNanos = now;
    double kept = Math.exp(-(double) passed / MEMORY_NANOS);
    load = load * kept + Math.max(0, processors.getAsDouble()) * (1 - kept);
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

  /** The busy part of the processors, as a mean over some seconds; 0 to 1. */
  public synchronized double load() {
    look(nanoClock.getAsLong());
    return load;
  }

  /** Users who have calls running or had some in the last second. */
  public synchronized int present() {
    look(nanoClock.getAsLong());
    return users.size();
  }
}
