package io.warren.bench.reports;

import io.warren.bench.peers.Peer;
import io.warren.blockreports.BlockReportClient;
import io.warren.blockreports.BucketReport;
import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.HashReport;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.SummaryAnswer;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import io.warren.model.BucketHash;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.VersionInfo;

/** A datanode that only reports, over the same RPC as a real one. */
final class ReportingDatanode implements AutoCloseable {
  private static final int PORTS = 4;
  private static final int TIMEOUT_MS = 600_000;
  private static final int BUCKETS_PER_MESSAGE = 50;
  private static final int LEASE_ATTEMPTS = 50;
  private static final long LEASE_WAIT_MS = 200;
  private static final long CAPACITY_BYTES = 1L << 50;

  private final DatanodeProtocolClientSideTranslatorPB stock;
  private final BlockReportClient hashed;
  private final NamespaceInfo namespace;
  private final DatanodeRegistration registration;
  private final String uuid;
  private final DatanodeStorage storage;

  private ReportingDatanode(
      DatanodeProtocolClientSideTranslatorPB stock, BlockReportClient hashed, int number)
      throws IOException {
    uuid = "bench-block-reports-" + number;
    storage =
        new DatanodeStorage(storageUuid(number), DatanodeStorage.State.NORMAL, StorageType.DISK);
    this.stock = stock;
    this.hashed = hashed;
    namespace = stock.versionRequest();
    StorageInfo info =
        new StorageInfo(
            namespace.getLayoutVersion(),
            namespace.getNamespaceID(),
            namespace.getClusterID(),
            namespace.getCTime(),
            NodeType.DATA_NODE);
    int port = 1 + PORTS * number;
    DatanodeID id =
        new DatanodeID("127.0.0.1", "localhost", uuid, port, port + 1, port + 2, port + 3);
    registration =
        stock.registerDatanode(
            new DatanodeRegistration(id, info, new ExportedBlockKeys(), VersionInfo.getVersion()));
    // The stock translator looks up there how it may encode a report.
    registration.setNamespaceInfo(namespace);
    heartbeat(false);
  }

  /** The id of a datanode's only storage. */
  static String storageUuid(int number) {
    return "DS-bench-block-reports-" + number;
  }

  /**
   * Registers with a namenode.
   *
   * @param number from 0; tells datanodes apart
   */
  static ReportingDatanode join(Peer namenode, int number) throws IOException {
    URI uri = URI.create(namenode.uri());
    InetSocketAddress address = new InetSocketAddress(uri.getHost(), uri.getPort());
    Configuration conf = new HdfsConfiguration();
    return new ReportingDatanode(
        new DatanodeProtocolClientSideTranslatorPB(address, conf),
        BlockReportClient.connect(address, conf, TIMEOUT_MS),
        number);
  }

  private long heartbeat(boolean wantsReport) throws IOException {
    StorageReport report =
        new StorageReport(storage, false, CAPACITY_BYTES, 0, CAPACITY_BYTES, 0, 0);
    return stock
        .sendHeartbeat(
            registration,
            new StorageReport[] {report},
            0,
            0,
            0,
            0,
            0,
            null,
            wantsReport,
            SlowPeerReports.EMPTY_REPORT,
            SlowDiskReports.EMPTY_REPORT)
        .getFullBlockReportLeaseId();
  }

  /** Sends a stock full report under a lease of its own. */
  void reportInFull(BlockListAsLongs replicas) throws IOException, InterruptedException {
    long leaseId = lease();
    stock.blockReport(
        registration,
        namespace.getBlockPoolID(),
        new StorageBlockReport[] {new StorageBlockReport(storage, replicas)},
        new BlockReportContext(1, 0, System.nanoTime(), leaseId));
  }

  /** Permission for a stock full report. */
  private long lease() throws IOException, InterruptedException {
    for (int attempt = 0; attempt < LEASE_ATTEMPTS; attempt++) {
      long leaseId = heartbeat(true);
      if (leaseId != 0) {
        return leaseId;
      }
      Thread.sleep(LEASE_WAIT_MS);
    }
    throw new IOException("The namenode gives no permission for a full report");
  }

  /** Bytes of all messages of hash reports so far, without RPC headers. */
  long sentBytes() {
    return hashed.sentBytes();
  }

  /**
   * Reports hashes, some of them wrong, so that the namenode asks for replicas and finds that
   * nothing differs: every report finds the same rows.
   *
   * @return how many buckets were asked for
   */
  int report(StorageSnapshot snapshot, int wrong) throws IOException {
    List<BucketHash> mistakes = new ArrayList<>();
    for (int i = 0; i < wrong; i++) {
      // Different ones: two equal mistakes would cancel out in the hash of the whole storage.
      mistakes.add(new BucketHash(i + 1L, 1, 1));
    }
    SummaryReport.StorageSummary right =
        snapshot.summary(storage.getStorageID(), storage.getStorageType().name());
    SummaryReport.StorageSummary sent =
        new SummaryReport.StorageSummary(
            right.storageUuid(),
            right.storageType(),
            right.buckets(),
            mistakes.stream().reduce(right.hash(), BucketHash::xor),
            right.replicas(),
            right.fullBytes(),
            right.unfinished());
    SummaryAnswer answer =
        hashed.reportSummary(
            new SummaryReport(namespace.getClusterID(), uuid, TIMEOUT_MS, List.of(sent)));
    return answer.open().isEmpty() ? 0 : reportBuckets(snapshot, mistakes);
  }

  private int reportBuckets(StorageSnapshot snapshot, List<BucketHash> mistakes)
      throws IOException {
    Turn turn = hashed.askTurn(new TurnRequest(namespace.getClusterID(), uuid, 0));
    if (!turn.isHere()) {
      throw new IOException("The only namenode does not take the report: " + turn);
    }
    ReportHeader header =
        new ReportHeader(
            uuid, turn.leaseId(), storage.getStorageID(), storage.getStorageType().name());
    HashReport truth = snapshot.hashReport(header);
    List<BucketHash> hashes = new ArrayList<>(truth.hashes());
    for (int i = 0; i < mistakes.size(); i++) {
      hashes.set(i, hashes.get(i).xor(mistakes.get(i)));
    }
    HashAnswer answer =
        hashed.reportHashes(
            new HashReport(
                header, hashes, truth.replicas(), truth.fullBytes(), truth.unfinished()));
    List<BucketReport.Bucket> asked =
        answer.buckets().isEmpty() ? List.of() : snapshot.replicasOf(answer.buckets());
    for (int from = 0; from < asked.size(); from += BUCKETS_PER_MESSAGE) {
      int to = Math.min(asked.size(), from + BUCKETS_PER_MESSAGE);
      hashed.reportBuckets(new BucketReport(header, snapshot.buckets(), asked.subList(from, to)));
    }
    hashed.endReport(new ReportEnd(uuid, turn.leaseId(), TIMEOUT_MS));
    return answer.buckets().size();
  }

  @Override
  public void close() throws IOException {
    hashed.close();
    stock.close();
  }
}
