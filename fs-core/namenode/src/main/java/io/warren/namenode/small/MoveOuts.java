package io.warren.namenode.small;

import io.warren.namespace.FsPath;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ipc.RetriableException;

/**
 * Moves files into blocks for calls that need them there. Few calls wait at once, each for a
 * limited time, since datanodes need this namenode's handlers to report the blocks; the others, and
 * those that waited long enough, are told to come again. A call that comes again finds the move
 * that it asked for.
 */
final class MoveOuts implements AutoCloseable {
  static final long WAIT_MAX_MS = 20_000;
  private static final int THREADS_MAX = 8;
  private static final long IDLE_THREAD_S = 30;

  /** Moves one file. */
  @FunctionalInterface
  interface Move {
    void of(FsPath path) throws IOException;
  }

  private final Move move;
  private final long waitMaxMs;
  private final Semaphore waiting;
  private final ThreadPoolExecutor workers;
  private final Map<FsPath, Future<Void>> underWay = new ConcurrentHashMap<>();

  /**
   * @param waitingMax calls that may wait at once
   */
  MoveOuts(String namenode, Move move, int waitingMax, long waitMaxMs) {
    this.move = move;
    this.waitMaxMs = waitMaxMs;
    this.waiting = new Semaphore(waitingMax);
    AtomicInteger threads = new AtomicInteger();
    workers =
        new ThreadPoolExecutor(
            0,
            Math.min(waitingMax, THREADS_MAX),
            IDLE_THREAD_S,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread =
                  new Thread(work, namenode + "-moves-out-" + threads.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Returns when the files are in blocks.
   *
   * @throws RetriableException when that takes longer, or too many others wait
   * @throws IOException why a file could not be moved
   */
  void await(List<FsPath> paths) throws IOException {
    if (!waiting.tryAcquire()) {
      throw later("Other calls wait for small files to be moved to datanodes", paths.get(0));
    }
    try {
      long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMaxMs);
      for (FsPath path : paths) {
        await(path, deadlineNanos);
      }
    } finally {
      waiting.release();
    }
  }

  private void await(FsPath path, long deadlineNanos) throws IOException {
    try {
      Future<Void> moved = underWay.computeIfAbsent(path, this::begin);
      moved.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException | TimeoutException e) {
      throw later("A small file is still to be moved to datanodes", path);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw later("The wait for a small file was interrupted", path);
    } catch (ExecutionException e) {
      Throwable why = e.getCause();
      if (why instanceof IOException failure) {
        throw failure;
      }
      if (why instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("Moving a file failed", why);
    }
  }

  private Future<Void> begin(FsPath path) {
    return workers.submit(
        () -> {
          try {
            move.of(path);
            return null;
          } finally {
            // Waits for the one who put it there.
            underWay.remove(path);
          }
        });
  }

  private static RetriableException later(String why, FsPath path) {
    return new RetriableException(why + "; try again: " + path);
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
