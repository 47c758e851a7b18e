package io.warren.namenode.small;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes of small files that the calls under way hold in this namenode's memory together.
 * Thread-safe.
 */
public final class BytesInFlight {
  private final long maxBytes;
  private long heldBytes;

  public BytesInFlight(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Bytes that somebody may hold until he closes this. */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes room for some bytes; whoever got it closes what he got.
   *
   * @param waitMs how long to wait for others to let go; 0 for not at all
   * @return null when there was no room
   */
  public synchronized @Nullable Held tryHold(long bytes, long waitMs) {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    while (heldBytes + bytes > maxBytes) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (leftMs <= 0) {
        return null;
      }
      try {
        wait(leftMs);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
    heldBytes += bytes;
    return () -> letGo(bytes);
  }

  private synchronized void letGo(long bytes) {
    heldBytes -= bytes;
    notifyAll();
  }

  public synchronized long bytes() {
    return heldBytes;
  }

  public long maxBytes() {
    return maxBytes;
  }
}
