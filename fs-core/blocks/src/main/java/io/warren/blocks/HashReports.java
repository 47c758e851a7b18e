package io.warren.blocks;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.BucketReport;
import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.HashReport;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.StaleTurnException;
import io.warren.blockreports.SummaryAnswer;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import io.warren.model.BlockReport;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes hash-bucket reports ("Scalable Block Reporting for HopsFS", algorithms 1 and 2). The rows
 * say which namenode takes a datanode's report; what it has sent so far is in this namenode's
 * memory, and is sent again to another one when this one dies. Thread-safe.
 */
public final class HashReports implements BlockReportProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(HashReports.class);

  /**
   * Bounds.
   *
   * @param perNamenodeMax reports that one namenode takes at once
   * @param fullIntervalMs how long a storage may go without sending every replica
   */
  public record Settings(int perNamenodeMax, long fullIntervalMs) {}

  private final String clusterId;
  private final Datanodes datanodes;
  private final FullReports fullReports;
  private final ReplicaChanges changes;
  private final BucketHashes hashes;
  private final BucketReports buckets;
  private final ReportTurns turns;
  private final ReportHistory history;
  private final SummaryReports summaries;
  private final ReportCounts counts = new ReportCounts();
  private final LiveNamenodes namenodes;
  private final Clock clock;
  private final Settings settings;
  private final Map<Long, OpenReport> open = new ConcurrentHashMap<>();

  public HashReports(
      String clusterId,
      TransactionRunner runner,
      Datanodes datanodes,
      FullReports fullReports,
      ReplicaChanges changes,
      LiveNamenodes namenodes,
      Clock clock,
      Settings settings) {
    this.clusterId = clusterId;
    this.datanodes = datanodes;
    this.fullReports = fullReports;
    this.changes = changes;
    this.hashes = new BucketHashes(runner);
    this.buckets = new BucketReports(runner, fullReports, changes);
    this.history = new ReportHistory(runner);
    this.summaries =
        new SummaryReports(
            runner,
            datanodes.storageIds(),
            changes,
            hashes,
            history,
            namenodes,
            clock,
            settings.fullIntervalMs());
    this.turns = new ReportTurns(runner, history, namenodes, clock, settings.perNamenodeMax());
    this.namenodes = namenodes;
    this.clock = clock;
    this.settings = settings;
  }

  @Override
  public SummaryAnswer reportSummary(SummaryReport report) throws IOException {
    requireOurs(report.clusterId(), report.datanodeUuid());
    SummaryReports.Outcome outcome = summaries.take(report);
    for (BlockReport ended : outcome.ended()) {
      counts.compared(ended.buckets(), 0);
      counts.finished(ended);
    }
    return outcome.answer();
  }

  private void requireOurs(String cluster, String datanodeUuid) throws IOException {
    if (!cluster.equals(clusterId)) {
      LOG.warn("Datanode {} belongs to another file system", datanodeUuid);
      throw new IOException(
          "The datanode belongs to cluster " + cluster + ", this is " + clusterId);
    }
    requireLive(datanodeUuid);
  }

  @Override
  public Turn askTurn(TurnRequest request) throws IOException {
    requireOurs(request.clusterId(), request.datanodeUuid());
    Turn turn = turns.ask(request.datanodeUuid(), request.unreachable());
    if (turn.mustWait()) {
      counts.waited();
    } else if (turn.isHere()) {
      open(request.datanodeUuid(), turn.leaseId());
    }
    return turn;
  }

  private void requireLive(String datanodeUuid) throws IOException {
    if (!datanodes.isLive(datanodeUuid)) {
      throw new IOException("Report from a datanode that is not registered: " + datanodeUuid);
    }
  }

  @Override
  public HashAnswer reportHashes(HashReport report) throws IOException {
    ReportHeader header = report.header();
    OpenReport turn = turnOf(header.datanodeUuid(), header.leaseId());
    requireLive(header.datanodeUuid());
    int storageId = storageId(header);
    long startedAtMs = clock.millis();
    List<ReportedReplica> unfinished = new ArrayList<>();
    for (BlockReportReplica replica : report.unfinished()) {
      ReportedReplica reported = FullReports.reported(storageId, replica);
      if (reported != null) {
        unfinished.add(reported);
      }
    }
    long changed = changes.apply(unfinished).changed();
    int count = report.hashes().size();
    List<Integer> mismatching = hashes.mismatching(storageId, report.hashes());
    boolean full = isFullDue(storageId, startedAtMs);
    turn.begin(storageId, report, mismatching.size(), full, changed, startedAtMs, clock.millis());
    counts.compared(count - mismatching.size(), mismatching.size());
    return new HashAnswer(full, full ? IntStream.range(0, count).boxed().toList() : mismatching);
  }

  private boolean isFullDue(int storageId, long nowMs) {
    return !history.hasFullSince(storageId, nowMs - settings.fullIntervalMs());
  }

  @Override
  public void reportBuckets(BucketReport report) throws IOException {
    ReportHeader header = report.header();
    OpenReport turn = turnOf(header.datanodeUuid(), header.leaseId());
    int storageId = storageId(header);
    if (!turn.hasBegun(storageId)) {
      throw new StaleTurnException("The hashes of the storage were not reported here");
    }
    BucketReports.Outcome outcome =
        buckets.apply(storageId, report.bucketCount(), report.buckets());
    turn.add(storageId, outcome.changes());
    counts.differences(outcome.differences());
    turn.received(storageId, report.lengthBytes(), clock.millis());
  }

  private int storageId(ReportHeader header) {
    return datanodes
        .storageIds()
        .idOf(header.storageUuid(), header.datanodeUuid(), header.storageType());
  }

  @Override
  public void endReport(ReportEnd end) throws IOException {
    OpenReport turn = turnOf(end.datanodeUuid(), end.leaseId());
    long nextDueAtMs = end.nextInMs() <= 0 ? 0 : clock.millis() + end.nextInMs();
    List<BlockReport> reports = turn.finished(namenodes.selfId().getAsLong(), nextDueAtMs);
    turns.end(end.datanodeUuid(), end.leaseId(), reports);
    reports.forEach(counts::finished);
    open.remove(end.leaseId());
    endOf(turn);
  }

  private OpenReport turnOf(String datanodeUuid, long leaseId) throws StaleTurnException {
    OpenReport known = open.get(leaseId);
    if (known == null || !known.isOf(datanodeUuid)) {
      throw new StaleTurnException("The report is not this namenode's to take: ask again");
    }
    return known;
  }

  /** The datanode flushes what it has not told yet and looks at its replicas after this. */
  private void open(String datanodeUuid, long leaseId) {
    fullReports.reportBegins(datanodeUuid);
    open.computeIfAbsent(leaseId, id -> new OpenReport(datanodeUuid, clock.millis()));
  }

  /** Forgets reports whose datanodes have gone silent. */
  public void expire() {
    long oldestMs = clock.millis() - ReportTurns.LEASE_MS;
    for (Map.Entry<Long, OpenReport> entry : open.entrySet()) {
      OpenReport report = entry.getValue();
      if (report.beganAtMs() < oldestMs && open.remove(entry.getKey(), report)) {
        endOf(report);
      }
    }
  }

  private void endOf(OpenReport report) {
    boolean reportsAgain =
        open.values().stream().anyMatch(other -> other.isOf(report.datanodeUuid()));
    if (!reportsAgain) {
      fullReports.reportEnds(report.datanodeUuid());
    }
  }

  /**
   * The leader's part: forgets turns that nobody will end.
   *
   * @param fence refuses a transaction once another namenode leads
   */
  public void trimTurns(Consumer<Tx> fence) {
    turns.trim(fence);
  }

  /**
   * The leader's part: merges the changes of storages' buckets, so that reports need not.
   *
   * @param fence as for {@link #trimTurns}
   */
  public void merge(Iterable<Integer> storageIds, Consumer<Tx> fence) {
    for (int storageId : storageIds) {
      hashes.merge(storageId, fence);
    }
  }

  /** Reports that this namenode takes now. */
  public int active() {
    return open.size();
  }

  /** Datanodes that wait for a namenode to take their report. */
  public int waiting() {
    return turns.waiting();
  }

  /** Sums since this namenode started. */
  public ReportCounts counts() {
    return counts;
  }

  /** Hashes that had to be set right. */
  public long corrections() {
    return buckets.corrections();
  }
}
