package io.warren.namenode.small;

import io.warren.model.WarrenException;
import io.warren.store.StoreException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the bytes of files that were closed through this namenode into the database, some time
 * after and at a limited pace. What waits is in memory only, and bounded: what is lost stays in
 * blocks, and is as good there. Thread-safe.
 */
final class TakeIns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TakeIns.class);

  static final int QUEUE_MAX = 100_000;
  private static final int ATTEMPTS_MAX = 3;

  /** When the store is full others write to it no faster than this. */
  private static final long FULL_PAUSE_MS = 60_000;

  /** Takes one file in. */
  @FunctionalInterface
  interface TakesIn {
    /**
     * @return false when it is to stay where it is
     */
    boolean take(long fileId) throws IOException;
  }

  private record Waiting(long fileId, long dueNanos, int attempt) {}

  private final SmallFileSettings settings;
  private final TakesIn takesIn;
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Thread thread;
  private boolean stopped;

  /** Begins at once. */
  TakeIns(String namenode, SmallFileSettings settings, TakesIn takesIn) {
    this.settings = settings;
    this.takesIn = takesIn;
    thread = new Thread(this::loop, namenode + "-takes-in");
    thread.setDaemon(true);
    if (settings.takesIn()) {
      thread.start();
    }
  }

  /** Notes a file that was just closed, or drops it when too many wait. */
  void closed(long fileId) {
    if (settings.takesIn()) {
      add(fileId, 0);
    }
  }

  private synchronized void add(long fileId, int attempt) {
    if (queue.size() >= QUEUE_MAX) {
      dropped.increment();
      return;
    }
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(settings.takeInDelayMs());
    queue.add(new Waiting(fileId, System.nanoTime() + delayNanos, attempt));
    notifyAll();
  }

  private void loop() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(take(next()));
      }
    } catch (InterruptedException e) {
      LOG.debug("No more files are taken in: this namenode stops");
    }
  }

  /** Waits until one is due. All wait equally long, so the first is due first. */
  private synchronized Waiting next() throws InterruptedException {
    while (!stopped) {
      Waiting first = queue.peek();
      long leftNanos = first == null ? Long.MAX_VALUE : first.dueNanos() - System.nanoTime();
      if (first != null && leftNanos <= 0) {
        return queue.remove();
      }
      if (first == null) {
        wait();
      } else {
        wait(1 + TimeUnit.NANOSECONDS.toMillis(leftNanos));
      }
    }
    throw new InterruptedException("Stopped");
  }

  /** How long to pause before the next one. */
  private long take(Waiting next) {
    long paceMs = Math.max(1, 1_000 / settings.takeInFilesPerS());
    try {
      if (!takesIn.take(next.fileId())) {
        refused.increment();
      }
    } catch (StoreException e) {
      again(next, e);
      return e.code() == StoreException.Code.FULL ? FULL_PAUSE_MS : paceMs;
    } catch (IOException | WarrenException e) {
      again(next, e);
    } catch (RuntimeException e) {
      failed.increment();
      LOG.warn("File {} could not be taken into the database", next.fileId(), e);
    }
    return paceMs;
  }

  private void again(Waiting next, Exception why) {
    if (next.attempt() + 1 < ATTEMPTS_MAX) {
      add(next.fileId(), next.attempt() + 1);
      return;
    }
    failed.increment();
    LOG.info("File {} stays in blocks: {}", next.fileId(), why.toString());
  }

  synchronized int waiting() {
    return queue.size();
  }

  long dropped() {
    return dropped.sum();
  }

  long refused() {
    return refused.sum();
  }

  long failed() {
    return failed.sum();
  }

  @Override
  public void close() {
    synchronized (this) {
      stopped = true;
    }
    thread.interrupt();
  }
}
