package io.warren.namenode.admin;

import io.warren.namenode.admin.FileChecksums.Answer;
import io.warren.namenode.admin.FileChecksums.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/**
 * Calls for the checksums of several files: few at once, each for a limited time, so that slow
 * datanodes hold up nothing else.
 */
final class ChecksumCalls {
  static final int CALLS_MAX = 2;
  private static final long IDLE_THREAD_S = 30;

  private final LongFunction<Answer> files;
  private final long timeLimitMs;
  private final ThreadPoolExecutor workers;

  /**
   * @param files answers for one inode; may take long, ends soon when interrupted
   * @param timeLimitMs of one call
   */
  ChecksumCalls(String namenode, LongFunction<Answer> files, long timeLimitMs) {
    this.files = files;
    this.timeLimitMs = timeLimitMs;
    AtomicInteger threads = new AtomicInteger();
    workers =
        new ThreadPoolExecutor(
            0,
            CALLS_MAX,
            IDLE_THREAD_S,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              Thread thread =
                  new Thread(work, namenode + "-checksums-" + threads.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * As many answers as inodes, in their order; those that the time was too short for say so.
   *
   * @throws Problem.ProblemException 503 when enough other calls are under way
   */
  List<Answer> answers(long... inodeIds) throws InterruptedException {
    Call call = new Call(inodeIds);
    Future<?> work;
    try {
      work = workers.submit(call::work);
    } catch (RejectedExecutionException e) {
      throw new Problem.ProblemException(
          Problem.of(
              503,
              "unavailable",
              "Other calls are asking the datanodes for checksums",
              "Try again in some seconds"));
    }
    try {
      work.get(timeLimitMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return call.settled();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("Computing checksums failed", e.getCause());
    } finally {
      // Its thread stays taken until the datanode answers or is given up: so few run at once.
      work.cancel(true);
    }
    return call.settled();
  }

  /** A worker's thread answers file by file until the time is over. */
  private final class Call {
    private final long[] inodeIds;
    private final List<Answer> found = new ArrayList<>();
    private boolean over;

    Call(long[] inodeIds) {
      this.inodeIds = inodeIds;
    }

    void work() {
      for (long inodeId : inodeIds) {
        if (!add(files.apply(inodeId))) {
          return;
        }
      }
    }

    private synchronized boolean add(Answer answer) {
      if (!over) {
        found.add(answer);
      }
      return !over;
    }

    synchronized List<Answer> settled() {
      over = true;
      List<Answer> all = new ArrayList<>(found);
      for (int at = found.size(); at < inodeIds.length; at++) {
        boolean underWay = at == found.size();
        all.add(Answer.without(inodeIds[at], underWay ? Reason.TIME_LIMIT : Reason.NOT_REACHED));
      }
      return all;
    }
  }
}
