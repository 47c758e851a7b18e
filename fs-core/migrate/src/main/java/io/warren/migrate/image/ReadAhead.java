package io.warren.migrate.image;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches in a thread of its own before they are asked for. Used by one thread, and closed
 * before what is read from is.
 */
final class ReadAhead<T> implements AutoCloseable {
  /** So many batches wait at most. */
  static final int BATCHES_MAX = 8;

  /** Reads the next batch; an empty one is the end. */
  @FunctionalInterface
  interface Source<T> {
    List<T> read() throws IOException;
  }

  /** What a read came to: a batch, or why there is none. */
  private record Read<T>(List<T> batch, @Nullable Exception failure) {
    boolean isLast() {
      return failure != null || batch.isEmpty();
    }
  }

  private final BlockingQueue<Read<T>> waiting = new ArrayBlockingQueue<>(BATCHES_MAX);
  private final Thread reader;
  private volatile boolean closed;

  ReadAhead(Source<T> source) {
    reader = new Thread(() -> readAll(source), "image-reader");
    reader.setDaemon(true);
    reader.start();
  }

  private void readAll(Source<T> source) {
    try {
      Read<T> last;
      do {
        last = read(source);
        waiting.put(last);
      } while (!closed && !last.isLast());
    } catch (InterruptedException e) {
      // Nobody wants more.
      Thread.currentThread().interrupt();
    }
  }

  private static <T> Read<T> read(Source<T> source) {
    try {
      return new Read<>(source.read(), null);
    } catch (IOException | RuntimeException e) {
      return new Read<>(List.of(), e);
    }
  }

  /**
   * The next batch, an empty one at the end.
   *
   * @throws IOException as the source did
   */
  List<T> next() throws IOException {
    Read<T> read;
    try {
      read = waiting.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while an image is read");
    }
    if (read.failure() instanceof IOException failed) {
      throw failed;
    }
    if (read.failure() instanceof RuntimeException failed) {
      throw failed;
    }
    return read.batch();
  }

  /** Returns when nothing more is read. */
  @Override
  public void close() {
    closed = true;
    waiting.clear();
    reader.interrupt();
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
