package io.warren.bench.reports;

import io.warren.bench.clock.CpuClock;
import io.warren.bench.peers.Median;
import io.warren.bench.peers.Peer;
import io.warren.blockreports.StorageSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Sends reports of each kind until there are enough to tell, and measures them. */
public final class ReportRuns {
  /** More reports of one datanode than these tell nothing new. */
  private static final int REPORTS_MAX = 2_000;

  private static final int HASHED_MIN = 3;
  private static final int FULL_OF_ONE = 3;
  private static final int FULL_OF_EACH = 2;
  private static final int HASHINGS = 7;
  private static final int WARM_UP_REPORTS = 5_000;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** A report that does so little says nothing before the namenode's code is compiled. */
  private static final long WARM_UP_MATCHING_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final Peer namenode;
  private final BlockListAsLongs replicas;
  private final long measureNanos;

  /**
   * @param seconds how long each kind is measured, and at least three reports
   */
  ReportRuns(Peer namenode, BlockListAsLongs replicas, int seconds) {
    this.namenode = namenode;
    this.replicas = replicas;
    this.measureNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  private interface Report {
    /** Sends one; returns what it took on the wire. */
    long send(ReportingDatanode datanode) throws IOException, InterruptedException;
  }

  /**
   * How many reports each datanode sends.
   *
   * @param nanos after this long none is begun, but for the least number
   */
  private record Amount(int least, int most, long nanos) {}

  /** Stock full reports, of all datanodes at once. */
  ReportLine full(List<ReportingDatanode> datanodes) throws IOException, InterruptedException {
    long bytes = replicas.getBlocksBuffers().stream().mapToLong(ByteString::size).sum();
    int count = datanodes.size() == 1 ? FULL_OF_ONE : FULL_OF_EACH;
    Report report =
        datanode -> {
          datanode.reportInFull(replicas);
          return bytes;
        };
    // The first report of a storage tells the namenode that it may be verified by hashes.
    send(datanodes, report, new Amount(1, 1, 0));
    return measure(0, 0, datanodes, report, new Amount(count, count, 0));
  }

  /** Milliseconds that the datanode takes to hash its replicas for one report, the median. */
  double hashingMs(int buckets) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < HASHINGS; i++) {
      long startNanos = System.nanoTime();
      StorageSnapshot snapshot = StorageSnapshot.of(replicas, buckets);
      millis.add((System.nanoTime() - startNanos) / 1e6);
      if (snapshot.replicas() != replicas.getNumberOfBlocks()) {
        throw new IllegalStateException("All replicas are finalised");
      }
    }
    return Median.of(millis);
  }

  /** Reports of hashes, of all datanodes at once. */
  ReportLine hashed(List<ReportingDatanode> datanodes, int buckets, int mismatchingPercent)
      throws IOException, InterruptedException {
    StorageSnapshot snapshot = StorageSnapshot.of(replicas, buckets);
    int wrong = buckets * mismatchingPercent / 100;
    Report report =
        datanode -> {
          long before = datanode.sentBytes();
          int asked = datanode.report(snapshot, wrong);
          if (asked != wrong) {
            throw new IOException(
                "The namenode asked for " + asked + " buckets instead of " + wrong);
          }
          return datanode.sentBytes() - before;
        };
    long warmUpNanos = wrong == 0 ? WARM_UP_MATCHING_NANOS : WARM_UP_NANOS;
    send(datanodes, report, new Amount(1, WARM_UP_REPORTS, warmUpNanos));
    return measure(
        buckets,
        mismatchingPercent,
        datanodes,
        report,
        new Amount(HASHED_MIN, REPORTS_MAX, measureNanos));
  }

  private ReportLine measure(
      int buckets,
      int mismatchingPercent,
      List<ReportingDatanode> datanodes,
      Report report,
      Amount amount)
      throws IOException, InterruptedException {
    CpuClock processor = CpuClock.of(List.of(namenode.processId()));
    StoreRows before = StoreRows.of(namenode);
    long cpuUs = processor.usedUs();
    long startNanos = System.nanoTime();
    List<Sent> sent = send(datanodes, report, amount);
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpuMs = (processor.usedUs() - cpuUs) / 1e3;
    StoreRows rows = StoreRows.of(namenode).minus(before);
    int reports = sent.size();
    return new ReportLine(
        buckets,
        mismatchingPercent,
        datanodes.size(),
        reports,
        sent.stream().mapToLong(Sent::bytes).sum() / reports,
        Median.of(sent.stream().map(Sent::millis).toList()),
        reports / seconds,
        cpuMs / reports,
        rows.read() / reports,
        rows.written() / reports);
  }

  private record Sent(double millis, long bytes) {}

  /** Every datanode sends one report after the other. */
  private static List<Sent> send(List<ReportingDatanode> datanodes, Report report, Amount amount)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(datanodes.size());
    try {
      List<Future<List<Sent>>> running = new ArrayList<>();
      for (ReportingDatanode datanode : datanodes) {
        running.add(threads.submit(() -> send(datanode, report, amount)));
      }
      List<Sent> all = new ArrayList<>();
      for (Future<List<Sent>> each : running) {
        all.addAll(each.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IOException("A report failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Sent> send(ReportingDatanode datanode, Report report, Amount amount)
      throws IOException, InterruptedException {
    List<Sent> sent = new ArrayList<>();
    long beganNanos = System.nanoTime();
    while (sent.size() < amount.least()
        || (sent.size() < amount.most() && System.nanoTime() - beganNanos < amount.nanos())) {
      long startNanos = System.nanoTime();
      long bytes = report.send(datanode);
      sent.add(new Sent((System.nanoTime() - startNanos) / 1e6, bytes));
    }
    return sent;
  }
}
