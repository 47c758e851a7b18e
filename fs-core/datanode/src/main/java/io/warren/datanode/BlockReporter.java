package io.warren.datanode;

import io.warren.blockreports.BlockReportClient;
import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.ReportSender;
import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports a datanode's blocks by the hashes of its buckets: now and then, and soon after it has
 * registered with a namenode. Any namenode is asked first whether the storages match as wholes. One
 * namenode takes the report of the buckets of those that don't; which one the namenodes say. Before
 * it looks at the replicas it sends that namenode what it has not yet told of changes. A report
 * that fails is begun again, elsewhere if need be: no message of it is harmful to repeat.
 */
public final class BlockReporter implements AutoCloseable {
  /**
   * How to report.
   *
   * @param buckets of each storage
   * @param intervalMs between reports
   * @param timeoutMs of one call
   */
  public record Settings(int buckets, long intervalMs, int timeoutMs) {
    private static final String BUCKETS_KEY = "warren.block-report.buckets";
    private static final int BUCKETS_DEFAULT = 1_000;
    private static final String INTERVAL_MS_KEY = "warren.block-report.interval-ms";
    private static final long INTERVAL_DEFAULT_MS = 3_600_000;
    private static final String TIMEOUT_MS_KEY = "warren.block-report.timeout-ms";
    private static final int TIMEOUT_DEFAULT_MS = 120_000;

    /** Reads them from the datanode's hdfs-site.xml. */
    public static Settings read(Configuration conf) {
      return new Settings(
          conf.getInt(BUCKETS_KEY, BUCKETS_DEFAULT),
          conf.getLong(INTERVAL_MS_KEY, INTERVAL_DEFAULT_MS),
          conf.getInt(TIMEOUT_MS_KEY, TIMEOUT_DEFAULT_MS));
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(BlockReporter.class);
  private static final long GAP_MIN_MS = 3_000;
  private static final long RETRY_MIN_MS = 500;
  private static final long RETRY_MAX_MS = 30_000;

  /** Spreads the reports of datanodes that were started together. */
  private static final double JITTER = 0.1;

  private final Supplier<List<ReportingPool>> pools;
  private final Configuration conf;
  private final Settings settings;
  private final Map<InetSocketAddress, BlockReportClient> clients = new HashMap<>();
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long dueNanos = System.nanoTime();
  private long endedNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(GAP_MIN_MS);
  private boolean closed;

  /**
   * @param pools the file systems that the datanode serves, as of now
   */
  public BlockReporter(Supplier<List<ReportingPool>> pools, Configuration conf) {
    this.pools = pools;
    this.conf = conf;
    this.settings = Settings.read(conf);
    thread = new Thread(this::run, "block-reporter");
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Wishes for a report soon. */
  public void soon() {
    lock.lock();
    try {
      long now = System.nanoTime();
      long wished = endedNanos + TimeUnit.MILLISECONDS.toNanos(GAP_MIN_MS);
      long soon = wished - now > 0 ? wished : now;
      if (dueNanos - soon > 0) {
        dueNanos = soon;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    int failures = 0;
    try {
      while (awaitDue()) {
        boolean reported = false;
        try {
          reported = reportAll();
        } catch (IOException | RuntimeException e) {
          LOG.warn("The block report failed and is begun again: {}", e.toString());
          LOG.debug("Why the block report failed", e);
        }
        failures = reported ? 0 : failures + 1;
        next(reported ? settings.intervalMs() : retryMs(failures));
      }
    } catch (InterruptedException e) {
      LOG.debug("The block reporter ends");
    }
  }

  private static long retryMs(int failures) {
    return Math.min(RETRY_MAX_MS, RETRY_MIN_MS << Math.min(failures, 10));
  }

  private boolean awaitDue() throws InterruptedException {
    lock.lock();
    try {
      while (!closed) {
        long leftNanos = dueNanos - System.nanoTime();
        if (leftNanos <= 0) {
          // A wish that comes from now on is for another report.
          dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.intervalMs());
          return true;
        }
        changed.awaitNanos(leftNanos);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void next(long delayMs) {
    double jitter = 1 + JITTER * (ThreadLocalRandom.current().nextDouble() - 0.5);
    lock.lock();
    try {
      endedNanos = System.nanoTime();
      long next = endedNanos + (long) (TimeUnit.MILLISECONDS.toNanos(delayMs) * jitter);
      if (dueNanos - next > 0) {
        dueNanos = next;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether there was anything to report to. */
  private boolean reportAll() throws IOException, InterruptedException {
    List<ReportingPool> served = pools.get();
    for (ReportingPool pool : served) {
      report(pool);
    }
    return !served.isEmpty();
  }

  private record Place(ReportingPool.Seat seat, BlockReportClient client, long leaseId) {}

  private void report(ReportingPool pool) throws IOException, InterruptedException {
    Set<String> open = new HashSet<>(summarise(pool));
    if (!open.isEmpty()) {
      reportBuckets(pool, open);
    }
  }

  /**
   * Reports all storages as wholes, to any namenode: there is little to do for it.
   *
   * @return the ids of those whose buckets are to be reported
   */
  private List<String> summarise(ReportingPool pool) throws IOException {
    List<ReportingPool.Seat> seats = pool.namenodes();
    if (seats.isEmpty()) {
      throw new IOException("No namenode knows this datanode yet");
    }
    ReportingPool.Seat seat = seats.get(ThreadLocalRandom.current().nextInt(seats.size()));
    List<SummaryReport.StorageSummary> summaries = new ArrayList<>();
    List<String> open;
    long startNanos = System.nanoTime();
    try {
      seat.flush();
      for (Map.Entry<DatanodeStorage, BlockListAsLongs> storage : pool.replicas().entrySet()) {
        summaries.add(
            StorageSnapshot.of(storage.getValue(), settings.buckets())
                .summary(
                    storage.getKey().getStorageID(), storage.getKey().getStorageType().name()));
      }
      open =
          client(seat.address())
              .reportSummary(
                  new SummaryReport(
                      pool.clusterId(), pool.datanodeUuid(), settings.intervalMs(), summaries))
              .open();
    } catch (IOException e) {
      LOG.info("{} did not compare summaries, so buckets are reported: {}", seat.address(), e);
      return pool.replicas().keySet().stream().map(DatanodeStorage::getStorageID).toList();
    }
    LOG.info(
        "Reported a summary of {} storages to {} in {} ms: {} of them to be reported by buckets",
        summaries.size(),
        seat.address(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
        open.size());
    return open;
  }

  /** Reports the buckets of storages in a turn. */
  private void reportBuckets(ReportingPool pool, Set<String> storageUuids)
      throws IOException, InterruptedException {
    Place place = turn(pool);
    place.seat().flush();
    long startNanos = System.nanoTime();
    long sentBefore = place.client().sentBytes();
    for (Map.Entry<DatanodeStorage, BlockListAsLongs> storage : pool.replicas().entrySet()) {
      if (!storageUuids.contains(storage.getKey().getStorageID())) {
        continue;
      }
      StorageSnapshot snapshot = StorageSnapshot.of(storage.getValue(), settings.buckets());
      ReportHeader header =
          new ReportHeader(
              pool.datanodeUuid(),
              place.leaseId(),
              storage.getKey().getStorageID(),
              storage.getKey().getStorageType().name());
      HashAnswer answer = ReportSender.send(place.client(), header, snapshot);
      LOG.info(
          "Reported {} replicas of storage {} to {}: {} of {} buckets sent{}",
          snapshot.replicas(),
          header.storageUuid(),
          place.seat().address(),
          answer.buckets().size(),
          snapshot.buckets(),
          answer.full() ? ", a full report" : "");
    }
    place
        .client()
        .endReport(new ReportEnd(pool.datanodeUuid(), place.leaseId(), settings.intervalMs()));
    LOG.info(
        "Block report took {} ms and {} bytes",
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos),
        place.client().sentBytes() - sentBefore);
  }

  /** Asks the namenodes until one of them takes the report. */
  private Place turn(ReportingPool pool) throws IOException, InterruptedException {
    long unreachable = 0;
    while (true) {
      Turn last = null;
      IOException failure = null;
      for (ReportingPool.Seat seat : pool.namenodes()) {
        try {
          BlockReportClient client = client(seat.address());
          Turn turn =
              client.askTurn(new TurnRequest(pool.clusterId(), pool.datanodeUuid(), unreachable));
          if (turn.isHere()) {
            return new Place(seat, client, turn.leaseId());
          }
          last = turn;
          if (turn.mustWait()) {
            break;
          }
        } catch (IOException e) {
          failure = e;
        }
      }
      if (last == null) {
        throw failure == null ? new IOException("No namenode knows this datanode yet") : failure;
      }
      unreachable = last.namenodeId() == unreachable ? 0 : last.namenodeId();
      long waitMs = Math.max(RETRY_MIN_MS, last.waitMs());
      Thread.sleep(ThreadLocalRandom.current().nextLong(waitMs / 2, waitMs + 1));
    }
  }

  private BlockReportClient client(InetSocketAddress address) throws IOException {
    BlockReportClient known = clients.get(address);
    if (known == null) {
      known = BlockReportClient.connect(address, conf, settings.timeoutMs());
      clients.put(address, known);
    }
    return known;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
    clients.values().forEach(BlockReportClient::close);
  }
}
