package io.warren.bench.mix;

import io.warren.bench.clock.CpuClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run: make the tree, warm up, measure, compare the namespace with what was done, clean up. */
public final class MixRun {
  private static final Logger LOG = LoggerFactory.getLogger(MixRun.class);
  private static final int ERRORS_KEPT_MAX = 20;
  private static final int HISTOGRAM_DIGITS = 3;
  private static final int STALLS_KEPT_MAX = 10_000;

  /** From how many milliseconds on an operation is told of by itself. */
  public static final long STALL_MIN_MS = 200;

  /** A part of the work that every thread does. */
  @FunctionalInterface
  private interface Part {
    void run(MixWorker worker) throws IOException;
  }

  private final MixOptions options;
  private final Configuration conf;
  private final CpuClock server;
  private final CpuClock store;
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
  private final Map<MixOperation, Histogram> timesUs = new EnumMap<>(MixOperation.class);
  private final AtomicLong tickets = new AtomicLong();
  private final List<MixResult.Stall> stalls = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch measuring = new CountDownLatch(1);
  private volatile boolean stopped;
  private volatile boolean ended;

  /**
   * @param server clock of the namenodes' processes
   * @param store clock of the store's processes, when they are others
   */
  public MixRun(MixOptions options, Configuration conf, CpuClock server, CpuClock store) {
    this.options = options;
    this.server = server;
    this.store = store;
    this.conf = conf;
    for (MixOperation operation : MixOperation.values()) {
      timesUs.put(operation, new ConcurrentHistogram(HISTOGRAM_DIGITS));
    }
  }

  /**
   * Runs; a failed operation ends the run early and is in the result's errors.
   *
   * @throws IOException when the tree can't be made, or exists already
   */
  public MixResult run() throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(options.threads());
    try (Clients clients = new Clients(options.uris(), options.connections(), conf)) {
      List<MixWorker> workers = new ArrayList<>();
      for (int i = 0; i < options.threads(); i++) {
        workers.add(new MixWorker(clients.of(i), new PathPool(options, i), options, i));
      }
      requireAbsent(clients.of(0), workers);
      try {
        everywhere(threads, workers, MixWorker::makeTree);
        MixResult result = measure(threads, workers);
        long files = errors.isEmpty() ? checkFiles(clients.of(0), workers) : 0;
        return result.checked(files, errors);
      } finally {
        cleanUp(clients.of(0), workers);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Waits, in another thread, until the measured part has begun. */
  public void awaitMeasuring() throws InterruptedException {
    measuring.await();
  }

  /** Ends the measured part early, from another thread. */
  public void end() {
    ended = true;
  }

  private MixResult measure(ExecutorService threads, List<MixWorker> workers)
      throws IOException, InterruptedException {
    long warmUpEndNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.warmUpMs());
    everywhere(threads, workers, worker -> warmUp(worker, warmUpEndNs));
    CpuClock own = CpuClock.own();
    long clientCpuUs = own.usedUs();
    long serverCpuUs = server.usedUs();
    long storeCpuUs = store.usedUs();
    measuring.countDown();
    long startNs = System.nanoTime();
    long endNs = startNs + TimeUnit.MILLISECONDS.toNanos(options.measureMs());
    everywhere(threads, workers, worker -> measured(worker, endNs));
    double seconds = (System.nanoTime() - startNs) / 1e9;
    clientCpuUs = own.usedUs() - clientCpuUs;
    serverCpuUs = server.usedUs() - serverCpuUs;
    storeCpuUs = store.usedUs() - storeCpuUs;
    List<MixResult.Latency> rows = new ArrayList<>();
    long operations = 0;
    for (Map.Entry<MixOperation, Histogram> entry : timesUs.entrySet()) {
      rows.add(MixResult.Latency.of(entry.getKey().label(), entry.getValue(), seconds));
      operations += entry.getValue().getTotalCount();
    }
    return new MixResult(
        options,
        seconds,
        operations,
        operations / seconds,
        (double) clientCpuUs / Math.max(1, operations),
        (double) serverCpuUs / Math.max(1, operations),
        (double) storeCpuUs / Math.max(1, operations),
        List.of(),
        0,
        List.copyOf(stalls),
        List.copyOf(rows));
  }

  private void warmUp(MixWorker worker, long endNs) {
    while (!stopped && System.nanoTime() < endNs) {
      attempt(worker, worker.choose());
    }
  }

  private void measured(MixWorker worker, long endNs) {
    while (!stopped && !ended && more(endNs)) {
      MixOperation operation = worker.choose();
      long beginNs = System.nanoTime();
      if (attempt(worker, operation)) {
        long tookUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - beginNs);
        Histogram times = timesUs.get(operation);
        if (times != null) {
          times.recordValue(tookUs);
        }
        noteStall(operation, worker.thread(), TimeUnit.MICROSECONDS.toMillis(tookUs));
      }
    }
  }

  private void noteStall(MixOperation operation, int client, long tookMs) {
    if (tookMs >= STALL_MIN_MS && stalls.size() < STALLS_KEPT_MAX) {
      stalls.add(
          new MixResult.Stall(operation.label(), client, System.currentTimeMillis(), tookMs));
    }
  }

  private boolean more(long endNs) {
    return options.operations() > 0
        ? tickets.incrementAndGet() <= options.operations()
        : System.nanoTime() < endNs;
  }

  private boolean attempt(MixWorker worker, MixOperation operation) {
    try {
      worker.run(operation);
      return true;
    } catch (IOException | RuntimeException e) {
      stopped = true;
      if (errors.size() < ERRORS_KEPT_MAX) {
        errors.add(operation.label() + ": " + e);
      }
      return false;
    }
  }

  private static void everywhere(ExecutorService threads, List<MixWorker> workers, Part part)
      throws IOException, InterruptedException {
    List<Future<?>> running = new ArrayList<>();
    for (MixWorker worker : workers) {
      running.add(
          threads.submit(
              () -> {
                part.run(worker);
                return worker;
              }));
    }
    for (Future<?> future : running) {
      try {
        future.get();
      } catch (ExecutionException e) {
        throw new IOException("A client thread failed: " + e.getCause(), e.getCause());
      }
    }
  }

  /** Listings must show exactly the files that the threads believe they have. */
  private long checkFiles(DistributedFileSystem client, List<MixWorker> workers)
      throws IOException {
    long found = 0;
    for (MixWorker worker : workers) {
      Set<String> listed = new HashSet<>();
      for (String directory : worker.pool().directories()) {
        for (FileStatus child : client.listStatus(new Path(directory))) {
          String path = child.getPath().toUri().getPath();
          if (child.isFile() && worker.pool().owns(path)) {
            listed.add(path);
          }
        }
      }
      Set<String> expected = new HashSet<>(worker.pool().files());
      if (!listed.equals(expected)) {
        errors.add(
            "The listings show other files than were made: "
                + listed.size()
                + " instead of "
                + expected.size());
      }
      found += listed.size();
    }
    return found;
  }

  private void requireAbsent(DistributedFileSystem client, List<MixWorker> workers)
      throws IOException {
    for (MixWorker worker : workers) {
      Path root = new Path(worker.pool().root());
      if (client.exists(root) && (!prepared(worker) || client.listStatus(root).length > 0)) {
        throw new IOException(root + " exists: delete it or choose another --base-path");
      }
    }
  }

  /** The one directory may have been made before, with the partitioning to measure. */
  private boolean prepared(MixWorker worker) {
    return options.shape() == TreeShape.ONE_DIRECTORY
        && worker.pool().root().equals(options.basePath());
  }

  /** A failure here must not hide the run's own. */
  private void cleanUp(DistributedFileSystem client, List<MixWorker> workers) {
    if (options.keep() || !errors.isEmpty()) {
      return;
    }
    try {
      for (MixWorker worker : workers) {
        client.delete(new Path(worker.pool().root()), true);
      }
      if (options.shape() == TreeShape.SHARED_TOP) {
        client.delete(new Path(options.basePath()), true);
      }
    } catch (IOException e) {
      LOG.warn("The run's tree could not be deleted", e);
    }
  }
}
