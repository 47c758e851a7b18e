package io.warren.bench.flood;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Users of one thread each, who look at files, make them and open them in turn. */
final class Others implements AutoCloseable {
  private static final long HIGHEST_US = TimeUnit.MINUTES.toMicros(5);
  private static final int DIGITS = 3;

  private final List<FileSystem> clients = new ArrayList<>();
  private final ExecutorService pool;
  private int round;

  Others(String rpc, int users) throws IOException, InterruptedException {
    pool = Executors.newFixedThreadPool(users);
    for (int i = 0; i < users; i++) {
      clients.add(UserClients.open(rpc, "other" + i));
    }
  }

  /** Lets them work for so long. */
  FloodRun.Met work(String directory, int seconds) throws IOException, InterruptedException {
    round++;
    long startNanos = System.nanoTime();
    long endNanos = startNanos + TimeUnit.SECONDS.toNanos(seconds);
    List<Future<Histogram>> running = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      FileSystem client = clients.get(i);
      Path own = new Path(directory + "-round" + round + "-user" + i);
      running.add(pool.submit(() -> oneUser(client, own, endNanos)));
    }
    Histogram all = new Histogram(HIGHEST_US, DIGITS);
    for (Future<Histogram> user : running) {
      try {
        all.add(user.get());
      } catch (ExecutionException e) {
        throw new IOException("A call of another user failed: " + e.getCause(), e);
      }
    }
    double tookSeconds = (System.nanoTime() - startNanos) / 1e9;
    return new FloodRun.Met(
        all.getTotalCount() / tookSeconds,
        all.getValueAtPercentile(50),
        all.getValueAtPercentile(99),
        all.getMaxValue());
  }

  private static Histogram oneUser(FileSystem fs, Path own, long endNanos) throws IOException {
    Histogram times = new Histogram(HIGHEST_US, DIGITS);
    for (int i = 0; System.nanoTime() - endNanos < 0; i++) {
      Path file = new Path(own, "file" + i);
      timed(times, () -> fs.create(file).close());
      for (int look = 0; look < 6; look++) {
        timed(times, () -> fs.getFileStatus(file));
      }
      timed(
          times,
          () -> {
            try (FSDataInputStream in = fs.open(file)) {
              in.getPos();
            }
          });
    }
    return times;
  }

  @FunctionalInterface
  private interface Operation {
    void run() throws IOException;
  }

  private static void timed(Histogram times, Operation operation) throws IOException {
    long startNanos = System.nanoTime();
    operation.run();
    long us = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos);
    times.recordValue(Math.min(us, HIGHEST_US));
  }

  @Override
  public void close() throws IOException {
    pool.shutdownNow();
    for (FileSystem client : clients) {
      client.close();
    }
  }
}
