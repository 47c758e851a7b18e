package io.warren.namenode.small;

import java.util.concurrent.atomic.LongAdder;

/** What one namenode has done with small files since its start. Thread-safe. */
public final class SmallFileCounts {
  /** Why a close was sent on to datanodes. */
  public enum Fallback {
    /** The store has no room. */
    FULL,
    /** Calls under way held as many bytes as they may. */
    MEMORY
  }

  private final LongAdder written = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder full = new LongAdder();
  private final LongAdder memory = new LongAdder();
  private final LongAdder takenIn = new LongAdder();
  private final LongAdder takenInBytes = new LongAdder();
  private final LongAdder movedOut = new LongAdder();

  /** A file was closed with its bytes in the database. */
  public void wrote() {
    written.increment();
  }

  /** The bytes of a file in the database were handed out. */
  public void handedOut() {
    read.increment();
  }

  public void fellBack(Fallback why) {
    (why == Fallback.FULL ? full : memory).increment();
  }

  void tookIn(long bytes) {
    takenIn.increment();
    takenInBytes.add(bytes);
  }

  void movedOut() {
    movedOut.increment();
  }

  public long written() {
    return written.sum();
  }

  public long read() {
    return read.sum();
  }

  public long fallbacks(Fallback why) {
    return (why == Fallback.FULL ? full : memory).sum();
  }

  public long takenIn() {
    return takenIn.sum();
  }

  public long takenInBytes() {
    return takenInBytes.sum();
  }

  public long filesMovedOut() {
    return movedOut.sum();
  }
}
