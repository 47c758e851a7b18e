package io.warren.blockreports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.BucketHash;
import io.warren.model.ReplicaHash;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The protocol over Hadoop's own RPC. */
@NullUnmarked
class BlockReportRpcTest {
  private static final int BUCKETS = 10;
  private static final ReportHeader HEADER = new ReportHeader("uuid-1", 7, "DS-1", "DISK");

  /** Wants the replicas of the buckets that it is told to, and keeps what it gets. */
  private static final class Recorder implements BlockReportProtocol {
    final List<Object> received = new ArrayList<>();
    List<Integer> wanted = List.of();

    @Override
    public SummaryAnswer reportSummary(SummaryReport report) {
      received.add(report);
      return new SummaryAnswer(List.of("DS-2", "DS-9"));
    }

    @Override
    public Turn askTurn(TurnRequest request) {
      received.add(request);
      return new Turn(3, 4, 5, 6);
    }

    @Override
    public HashAnswer reportHashes(HashReport report) {
      received.add(report);
      return new HashAnswer(false, wanted);
    }

    @Override
    public void reportBuckets(BucketReport report) {
      received.add(report);
    }

    @Override
    public void endReport(ReportEnd end) throws IOException {
      received.add(end);
      throw new StaleTurnException("another namenode's");
    }
  }

  private final Recorder recorder = new Recorder();
  private RPC.Server server;
  private BlockReportClient client;

  @BeforeEach
  void serve() throws IOException {
    Configuration conf = new Configuration();
    RPC.setProtocolEngine(conf, BlockReportProtocolPB.class, ProtobufRpcEngine2.class);
    server =
        new RPC.Builder(conf)
            .setProtocol(BlockReportProtocolPB.class)
            .setInstance(new BlockReportServer(recorder))
            .setBindAddress("127.0.0.1")
            .setPort(0)
            .setNumHandlers(1)
            .build();
    server.start();
    InetSocketAddress address = server.getListenerAddress();
    client = BlockReportClient.connect(address, new Configuration(), 10_000);
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop();
  }

  private static BlockListAsLongs replicas(int count) {
    BlockListAsLongs.Builder list = BlockListAsLongs.builder();
    for (int id = 1; id <= count; id++) {
      list.add(new BlockReportReplica(new Block(id, 100L * id, 1_000 + id)));
    }
    BlockReportReplica written = new BlockReportReplica(new Block(count + 1, 5, 2_000));
    written.setState(ReplicaState.RBW);
    list.add(written);
    return list.build();
  }

  @Test
  void turnsAndErrorsTravel() throws IOException {
    TurnRequest request = new TurnRequest("CID-x", "uuid-1", 9);
    assertThat(client.askTurn(request)).isEqualTo(new Turn(3, 4, 5, 6));
    assertThatThrownBy(() -> client.endReport(new ReportEnd("uuid-1", 7, 60_000)))
        .isInstanceOf(StaleTurnException.class)
        .hasMessageContaining("another namenode's");
    assertThat(recorder.received).containsExactly(request, new ReportEnd("uuid-1", 7, 60_000));
  }

  @Test
  void hashesTravelAndOnlyTheBucketsThatAreWanted() throws IOException {
    recorder.wanted = List.of(3, 8);
    StorageSnapshot snapshot = StorageSnapshot.of(replicas(25), BUCKETS);
    ReportSender.send(client, HEADER, snapshot);
    HashReport hashes = (HashReport) recorder.received.get(0);
    assertThat(hashes.header()).isEqualTo(HEADER);
    assertThat(hashes.replicas()).isEqualTo(25);
    assertThat(hashes.hashes()).isEqualTo(snapshot.hashReport(HEADER).hashes()).hasSize(BUCKETS);
    assertThat(hashes.hashes().get(8))
        .isEqualTo(ReplicaHash.of(8, 800, 1_008).xor(ReplicaHash.of(18, 1_800, 1_018)));
    assertThat(ids(hashes.unfinished())).containsExactly(26L);
    BucketReport buckets = (BucketReport) recorder.received.get(1);
    assertThat(buckets.bucketCount()).isEqualTo(BUCKETS);
    assertThat(buckets.buckets()).extracting(BucketReport.Bucket::bucket).containsExactly(3, 8);
    assertThat(ids(buckets.buckets().get(0).replicas())).containsExactly(3L, 13L, 23L);
    assertThat(ids(buckets.buckets().get(1).replicas())).containsExactly(8L, 18L);
  }

  @Test
  void aSummaryOfAStorageTakesAHundredBytesHoweverManyBucketsItHas() throws IOException {
    StorageSnapshot snapshot = StorageSnapshot.of(replicas(5_000), 1_000);
    SummaryReport sent =
        new SummaryReport("CID-x", "uuid-1", 60_000, List.of(snapshot.summary("DS-1", "DISK")));
    assertThat(client.reportSummary(sent).open()).containsExactly("DS-2", "DS-9");
    assertThat(client.sentBytes()).isLessThan(100);
    SummaryReport report = (SummaryReport) recorder.received.get(0);
    assertThat(report).usingRecursiveComparison().ignoringFields("storages").isEqualTo(sent);
    SummaryReport.StorageSummary storage = report.storages().get(0);
    assertThat(storage)
        .usingRecursiveComparison()
        .ignoringFields("unfinished")
        .isEqualTo(sent.storages().get(0));
    assertThat(storage.replicas()).isEqualTo(5_000);
    assertThat(storage.hash())
        .isEqualTo(StorageSnapshot.of(replicas(5_000), 1).hashReport(HEADER).hashes().get(0));
    assertThat(ids(storage.unfinished())).containsExactly(5_001L);
  }

  private static List<Long> ids(BlockListAsLongs list) {
    List<Long> ids = new ArrayList<>();
    list.forEach(replica -> ids.add(replica.getBlockId()));
    return ids;
  }

  @Test
  void aThousandHashesTakeTwentyThousandBytes() throws IOException {
    StorageSnapshot snapshot = StorageSnapshot.of(replicas(5_000), 1_000);
    ReportSender.send(client, HEADER, snapshot);
    assertThat(client.sentBytes()).isBetween(20_000L, 20_100L);
    assertThat(((HashReport) recorder.received.get(0)).lengthBytes())
        .isBetween(client.sentBytes() - 50, client.sentBytes());
  }

  @Test
  void manyBucketsGoInSeveralMessages() throws IOException {
    recorder.wanted = java.util.stream.IntStream.range(0, 200).boxed().toList();
    ReportSender.send(client, HEADER, StorageSnapshot.of(replicas(1_000), 200));
    assertThat(recorder.received).hasSize(5);
  }

  @Test
  void countsOfBucketsThatDoNotFoldAreRefused() {
    assertThatThrownBy(() -> StorageSnapshot.of(BlockListAsLongs.EMPTY, 999))
        .isInstanceOf(IllegalArgumentException.class);
    HashReport report =
        new HashReport(
            HEADER,
            java.util.Collections.nCopies(7, BucketHash.EMPTY),
            0,
            0,
            BlockListAsLongs.EMPTY);
    assertThatThrownBy(() -> client.reportHashes(report))
        .hasMessageContaining("warren.block-report.buckets");
    SummaryReport.StorageSummary storage =
        new SummaryReport.StorageSummary(
            "DS-1", "DISK", 7, BucketHash.EMPTY, 0, 0, BlockListAsLongs.EMPTY);
    assertThatThrownBy(
            () -> client.reportSummary(new SummaryReport("CID", "uuid-1", 0, List.of(storage))))
        .hasMessageContaining("warren.block-report.buckets");
  }
}
