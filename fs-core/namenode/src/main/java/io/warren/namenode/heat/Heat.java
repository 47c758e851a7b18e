package io.warren.namenode.heat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts the calls of one namenode by who made them and where they worked. Calls leave a sample and
 * go on; a thread counts the samples. Thread-safe.
 */
public final class Heat implements AutoCloseable {
  /** Samples that wait; those that find no room are not counted, and their number is told. */
  static final int WAITING_MAX = 50_000;

  private static final long COUNT_INTERVAL_MS = 200;
  private static final long NANOS_PER_S = 1_000_000_000L;

  /**
   * One key's part.
   *
   * @param key as {@link HeatKind} makes it
   * @param errorNanos by which the time may be too large
   * @param waitedNanos before the calls began, no part of their time
   * @param refused calls that never began, no part of the calls
   */
  public record Entry(
      String key,
      long nanos,
      long errorNanos,
      long waitedNanos,
      long calls,
      long rows,
      long refused) {}

  /**
   * Who cost most.
   *
   * @param calls of all, in the window, as the other sums are
   * @param lost samples since the start for which there was no room
   * @param spanS for how long until now was counted: the window and a part of its grain more
   */
  public record Hottest(
      List<Entry> entries,
      long calls,
      long nanos,
      long waitedNanos,
      long rows,
      long refused,
      long lost,
      long spanS) {}

  private final Queue<HeatSample> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final LongAdder lost = new LongAdder();
  private final LongSupplier nanoClock;
  private final HeatWindows windows;
  private final Thread counter;
  private volatile boolean closed;

  public Heat(String namenode, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    windows = new HeatWindows(nowS());
    counter = new Thread(this::count, "heat-" + namenode);
    counter.setDaemon(true);
  }

  /** Begins to count. */
  public void start() {
    counter.start();
  }

  private long nowS() {
    return nanoClock.getAsLong() / NANOS_PER_S;
  }

  /** Takes a call down; costs the caller no more than a place in a queue. */
  public void record(HeatSample sample) {
    if (waitingCount.get() >= WAITING_MAX) {
      lost.increment();
      return;
    }
    waitingCount.incrementAndGet();
    waiting.add(sample);
  }

  private void count() {
    while (!closed) {
      try {
        Thread.sleep(COUNT_INTERVAL_MS);
      } catch (InterruptedException e) {
        return;
      }
      countWaiting();
    }
  }

  /** Samples are of the moment when they are counted, at most a fraction of a second later. */
  private synchronized void countWaiting() {
    long nowS = nowS();
    for (int left = waitingCount.get(); left > 0; left--) {
      HeatSample sample = waiting.poll();
      if (sample == null) {
        return;
      }
      waitingCount.decrementAndGet();
      windows.add(sample, nowS);
    }
  }

  /**
   * Who cost most in the last seconds, calls that ended until now included.
   *
   * @param windowS 10, 60, 600 or 3600
   */
  public synchronized Hottest hottest(HeatKind kind, int windowS, int limit) {
    countWaiting();
    long nowS = nowS();
    HeatSlot slot = windows.last(windowS, kind, nowS);
    List<Entry> entries = slot.of(kind).hitters().stream().limit(limit).map(Heat::entry).toList();
    return new Hottest(
        entries,
        slot.calls(),
        slot.nanos(),
        slot.waitedNanos(),
        slot.rows(),
        slot.refused(),
        lost.sum(),
        windows.spanS(windowS, nowS));
  }

  private static Entry entry(HeavyHitters.Hitter hitter) {
    return new Entry(
        hitter.key(),
        hitter.nanos(),
        hitter.errorNanos(),
        hitter.waitedNanos(),
        hitter.calls(),
        hitter.rows(),
        hitter.refused());
  }

  @Override
  public void close() {
    closed = true;
    counter.interrupt();
  }
}
