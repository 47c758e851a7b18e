package io.warren.namenode.walks;

import io.warren.namespace.CallContext;
import io.warren.namespace.Walk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.RateLimiter;

/**
 * Calls of clients that read every row below a path. A namenode runs few of them at once and lets
 * few wait, so that handlers are left for others; one whose client is gone ends, and one that a
 * client repeats after a time-out is not begun twice. All of them together read a bounded number of
 * rows a second. Thread-safe.
 */
public final class Walks {
  /** The work of a call, which asks its walk before each transaction. */
  @FunctionalInterface
  public interface Body<T> {
    T run(Walk walk) throws IOException;
  }

  private record CallKey(String clientId, int callId) {}

  private static final String RUNNING_MAX_KEY = "warren.namenode.walks.running-max";
  private static final int RUNNING_MAX_DEFAULT = 4;
  private static final String WAITING_MAX_KEY = "warren.namenode.walks.waiting-max";
  private static final int WAITING_MAX_DEFAULT = 8;

  private static final String ROWS_PER_SECOND_KEY = "warren.namenode.walks.rows-per-second";
  private static final int ROWS_PER_SECOND_DEFAULT = 300_000;

  private final Map<CallKey, SharedWalk> byCall = new ConcurrentHashMap<>();
  private final Semaphore free;
  private final RateLimiter rows;
  private final int runningMax;
  private final int waitingMax;
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder abandoned = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder joined = new LongAdder();

  /** With the bounds that the configuration gives. */
  public static Walks read(Configuration conf) {
    return new Walks(
        conf.getInt(RUNNING_MAX_KEY, RUNNING_MAX_DEFAULT),
        conf.getInt(WAITING_MAX_KEY, WAITING_MAX_DEFAULT),
        conf.getInt(ROWS_PER_SECOND_KEY, ROWS_PER_SECOND_DEFAULT));
  }

  /**
   * @param runningMax walks at once
   * @param waitingMax calls that wait for one of these to end
   * @param rowsPerSecond how many all walks together read, at least 1
   */
  public Walks(int runningMax, int waitingMax, int rowsPerSecond) {
    this.rows = RateLimiter.create(Math.max(1, rowsPerSecond));
    this.runningMax = runningMax;
    this.waitingMax = waitingMax;
    this.free = new Semaphore(runningMax, true);
  }

  /**
   * Runs a walk, or waits for the one that an earlier attempt of this call began.
   *
   * @param client whether who made this attempt is still connected
   * @throws RetriableException when too many others wait
   * @throws InterruptedIOException when the client is gone, or has waited for long enough
   */
  @SuppressWarnings("unchecked") // both attempts are of one call, which has one kind of result
  public <T> T run(CallContext caller, BooleanSupplier client, Body<T> body) throws IOException {
    SharedWalk walk = new SharedWalk(client, rows);
    if (!caller.hasRetryIdentity()) {
      return runAlone(walk, body);
    }
    CallKey key = new CallKey(caller.clientId(), caller.callId());
    SharedWalk earlier = byCall.putIfAbsent(key, walk);
    if (earlier != null) {
      joined.increment();
      return (T) earlier.await(client);
    }
    try {
      T result = runAlone(walk, body);
      walk.complete(result);
      return result;
    } catch (IOException | RuntimeException | Error e) {
      walk.fail(e);
      throw e;
    } finally {
      byCall.remove(key);
    }
  }

  private <T> T runAlone(SharedWalk walk, Body<T> body) throws IOException {
    acquire(walk);
    try {
      return body.run(walk);
    } catch (CancellationException e) {
      throw gone();
    } finally {
      free.release();
    }
  }

  private void acquire(SharedWalk walk) throws IOException {
    if (free.tryAcquire()) {
      return;
    }
    if (waiting.incrementAndGet() > waitingMax) {
      waiting.decrementAndGet();
      refused.increment();
      throw new RetriableException(
          "Too many calls that walk whole trees are under way at this namenode; try again");
    }
    try {
      while (!free.tryAcquire(SharedWalk.POLL_MS, TimeUnit.MILLISECONDS)) {
        if (!walk.wanted()) {
          throw gone();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The wait for other walks was interrupted");
    } finally {
      waiting.decrementAndGet();
    }
  }

  private InterruptedIOException gone() {
    abandoned.increment();
    return new InterruptedIOException(
        "The client is gone, or has waited longer than a client by HTTP does: ask again later, or"
            + " for a smaller directory");
  }

  /** Walks under way now. */
  public int running() {
    return runningMax - free.availablePermits();
  }

  /** Calls that wait for one of these to end. */
  public int waiting() {
    return waiting.get();
  }

  /** Walks that ended early since their client was gone. */
  public long abandoned() {
    return abandoned.sum();
  }

  /** Calls that were told to come again. */
  public long refused() {
    return refused.sum();
  }

  /** Repeated calls that got the result of the walk that was under way. */
  public long joined() {
    return joined.sum();
  }
}
