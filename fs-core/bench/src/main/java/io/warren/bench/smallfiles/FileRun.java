package io.warren.bench.smallfiles;

import io.warren.bench.clock.CpuClock;
import io.warren.bench.mix.Clients;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Writes files as fast as some clients can, then reads them in any order and compares them. */
public final class FileRun {
  /**
   * What to do.
   *
   * @param uri hdfs://host:port
   * @param folder to make and fill
   * @param policy storage policy of the folder; empty for the cluster's own
   * @param clients each with a thread and a connection of its own
   * @param filesMax of one client
   */
  public record Options(
      String uri,
      String folder,
      String policy,
      FileSizes sizes,
      int clients,
      int filesMax,
      long warmUpMs,
      long measureMs,
      long seed) {}

  private static final int HISTOGRAM_DIGITS = 3;

  /** How a file's bytes follow from its number: a window of this. */
  private static final byte[] NOISE = noise();

  private final Options options;
  private final CpuClock servers;

  public FileRun(Options options, CpuClock servers) {
    this.options = options;
    this.servers = servers;
  }

  private static byte[] noise() {
    byte[] bytes = new byte[1 << 20];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  /** The files of one client: lengths in the order in which they were written. */
  private static final class Written {
    private final int client;
    private final List<Integer> lengths = new ArrayList<>();

    Written(int client) {
      this.client = client;
    }
  }

  /** A step of one client; false when there is nothing more to do. */
  @FunctionalInterface
  private interface Step {
    boolean run(Written mine, Random random) throws IOException;
  }

  /**
   * Runs with clients of one kind; with those of the others only the reads.
   *
   * @param writer configures the clients that write and read
   * @param others configures further clients that read the same files
   * @throws IOException on the first error of any client, also when bytes differ
   */
  public FileRunResult run(Configuration writer, List<Configuration> others)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(options.clients());
    List<Written> all = new ArrayList<>();
    for (int client = 0; client < options.clients(); client++) {
      all.add(new Written(client));
    }
    try {
      FileRunResult.Phase writes;
      List<FileRunResult.Phase> reads = new ArrayList<>();
      try (Clients clients = new Clients(List.of(options.uri()), options.clients(), writer)) {
        prepare(clients.of(0));
        Step write = (mine, random) -> write(clients.of(mine.client), mine, random);
        phase(threads, all, write, options.warmUpMs());
        writes = phase(threads, all, write, options.measureMs());
        reads.add(read(threads, all, clients));
      }
      for (Configuration other : others) {
        try (Clients clients = new Clients(List.of(options.uri()), options.clients(), other)) {
          reads.add(read(threads, all, clients));
        }
      }
      int files = all.stream().mapToInt(each -> each.lengths.size()).sum();
      return new FileRunResult(options, files, writes, reads);
    } finally {
      threads.shutdownNow();
    }
  }

  private void prepare(DistributedFileSystem client) throws IOException {
    Path folder = new Path(options.folder());
    if (client.exists(folder)) {
      throw new IOException("The folder is there already: " + folder);
    }
    client.mkdirs(folder);
    if (!options.policy().isEmpty()) {
      client.setStoragePolicy(folder, options.policy());
    }
    for (int each = 0; each < options.clients(); each++) {
      client.mkdirs(new Path(folder, "c" + each));
    }
  }

  private FileRunResult.Phase read(ExecutorService threads, List<Written> all, Clients clients)
      throws IOException, InterruptedException {
    Step read = (mine, random) -> read(clients.of(mine.client), mine, random);
    phase(threads, all, read, options.warmUpMs());
    return phase(threads, all, read, options.measureMs());
  }

  private Path path(Written mine, int number) {
    return new Path(options.folder(), "c" + mine.client + "/f" + number);
  }

  private static int window(Written mine, int number, int length) {
    return Math.floorMod(mine.client * 7_919 + number * 104_729, NOISE.length - length);
  }

  private boolean write(DistributedFileSystem fs, Written mine, Random random) throws IOException {
    int number = mine.lengths.size();
    if (number >= options.filesMax()) {
      return false;
    }
    int length = options.sizes().next(random);
    try (FSDataOutputStream out = fs.create(path(mine, number))) {
      out.write(NOISE, window(mine, number, length), length);
    }
    mine.lengths.add(length);
    return true;
  }

  private boolean read(DistributedFileSystem fs, Written mine, Random random) throws IOException {
    int number = random.nextInt(mine.lengths.size());
    int length = mine.lengths.get(number);
    byte[] bytes;
    try (FSDataInputStream in = fs.open(path(mine, number))) {
      bytes = in.readAllBytes();
    }
    int from = window(mine, number, length);
    if (!Arrays.equals(bytes, 0, bytes.length, NOISE, from, from + length)) {
      throw new IOException("Other bytes than were written: " + path(mine, number));
    }
    return true;
  }

  private FileRunResult.Phase phase(
      ExecutorService threads, List<Written> all, Step step, long lastsMs)
      throws IOException, InterruptedException {
    Histogram timesUs = new ConcurrentHistogram(HISTOGRAM_DIGITS);
    CpuClock own = CpuClock.own();
    long serversUs = servers.usedUs();
    long ownUs = own.usedUs();
    long startNs = System.nanoTime();
    long endNs = startNs + TimeUnit.MILLISECONDS.toNanos(lastsMs);
    AtomicLong lastNs = new AtomicLong(startNs);
    List<Future<?>> running = new ArrayList<>();
    for (Written mine : all) {
      running.add(
          threads.submit(
              () -> {
                Random random = new Random(options.seed() * 31 + mine.client);
                long beginNs = System.nanoTime();
                while (beginNs < endNs && step.run(mine, random)) {
                  long doneNs = System.nanoTime();
                  timesUs.recordValue(TimeUnit.NANOSECONDS.toMicros(doneNs - beginNs));
                  beginNs = doneNs;
                }
                lastNs.accumulateAndGet(System.nanoTime(), Math::max);
                return mine;
              }));
    }
    for (Future<?> each : running) {
      await(each);
    }
    double seconds = (lastNs.get() - startNs) / 1e9;
    return FileRunResult.Phase.of(
        timesUs, seconds, servers.usedUs() - serversUs, own.usedUs() - ownUs);
  }

  private static void await(Future<?> running) throws IOException, InterruptedException {
    try {
      running.get();
    } catch (ExecutionException e) {
      throw new IOException("A client failed: " + e.getCause(), e.getCause());
    }
  }
}
