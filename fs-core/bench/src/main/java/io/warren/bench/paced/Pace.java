package io.warren.bench.paced;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Threads that take steps at a steady rate in all. Who is late catches up, but never by more than
 * {@link #DEBT_MAX_NS}: a system that stood still is not flooded afterwards.
 */
public final class Pace implements Closeable {
  private static final long DEBT_MAX_NS = TimeUnit.SECONDS.toNanos(1);

  /** What a thread does when it is due; number counts the thread's own steps from 0. */
  @FunctionalInterface
  public interface Step {
    void take(int thread, long number) throws IOException;
  }

  private final Step step;
  private final int threadCount;
  private volatile long intervalNs;
  private final LongAdder done = new LongAdder();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param stepsPerSecond of all threads together
   */
  public Pace(Step step, int threadCount, double stepsPerSecond) {
    this.step = step;
    this.threadCount = threadCount;
    this.intervalNs = intervalNs(stepsPerSecond);
  }

  /** Another rate, from each thread's next step on. */
  public void setRate(double stepsPerSecond) {
    intervalNs = intervalNs(stepsPerSecond);
  }

  private long intervalNs(double stepsPerSecond) {
    return (long) (threadCount * TimeUnit.SECONDS.toNanos(1) / stepsPerSecond);
  }

  /** Starts the threads; their first steps are spread over one interval. */
  public void start() {
    long startNs = System.nanoTime();
    for (int i = 0; i < threadCount; i++) {
      int number = i;
      long firstNs = startNs + intervalNs / threadCount * i;
      Thread thread = new Thread(() -> run(number, firstNs), "pace-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  /**
   * Steps taken so far.
   *
   * @throws IOException when a step failed, which ends all threads
   */
  public long done() throws IOException {
    Exception first = failure.get();
    if (first != null) {
      throw new IOException("A step failed: " + first, first);
    }
    return done.sum();
  }

  /** Ends the threads after the steps that they are taking. */
  @Override
  public void close() {
    stop.countDown();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(int thread, long firstNs) {
    long dueNs = firstNs;
    try {
      for (long number = 0; isGoingOnAt(dueNs); number++) {
        step.take(thread, number);
        done.increment();
        dueNs = Math.max(dueNs + intervalNs, System.nanoTime() - DEBT_MAX_NS);
      }
    } catch (IOException | RuntimeException e) {
      failure.compareAndSet(null, e);
      stop.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isGoingOnAt(long dueNs) throws InterruptedException {
    return !stop.await(dueNs - System.nanoTime(), TimeUnit.NANOSECONDS);
  }
}
