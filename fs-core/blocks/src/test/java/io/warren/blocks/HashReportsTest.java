package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.ReportSender;
import io.warren.blockreports.StaleTurnException;
import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import io.warren.model.Block;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import io.warren.model.BlockState;
import io.warren.model.BucketHash;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.Replica;
import io.warren.store.Tx;
import io.warren.store.TxStats;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked
class HashReportsTest {
  private static final Consumer<Tx> DEPOSED =
      tx -> {
        throw new IllegalStateException("deposed");
      };

  private static final long DAY_MS = 86_400_000;
  private static final int BUCKETS = 1_000;
  private static final List<Long> NAMENODES = List.of(1L, 2L);

  private BlockFixture store;
  private SimulatedNamenode first;
  private SimulatedNamenode second;
  private SimulatedDatanode datanode;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    HashReports.Settings settings = new HashReports.Settings(2, DAY_MS);
    first = new SimulatedNamenode(store, 1, NAMENODES, settings, 30_000);
    second = new SimulatedNamenode(store, 2, NAMENODES, settings, 30_000);
    datanode = join(1);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
    store.close();
  }

  private SimulatedDatanode join(int number) throws IOException {
    SimulatedDatanode joined = new SimulatedDatanode(number, NAMENODES.size());
    first.register(joined);
    second.register(joined);
    return joined;
  }

  private static Turn ask(SimulatedNamenode namenode, SimulatedDatanode datanode)
      throws IOException {
    return namenode.hashReports.askTurn(new TurnRequest("CID-test", datanode.uuid(), 0));
  }

  private HashAnswer report() throws IOException {
    Turn turn = ask(first, datanode);
    SimulatedNamenode taker = turn.isHere() ? first : second;
    assertThat(ask(taker, datanode).isHere()).isTrue();
    ReportHeader header = new ReportHeader(datanode.uuid(), turn.leaseId(), "DS-1", "DISK");
    HashAnswer answer =
        ReportSender.send(taker.hashReports, header, StorageSnapshot.of(datanode.list(), BUCKETS));
    taker.hashReports.endReport(new ReportEnd(datanode.uuid(), turn.leaseId(), 1_000));
    return answer;
  }

  private int storageId() {
    return first.datanodes.storagesOf(datanode.uuid()).get(0);
  }

  private void store(long blockId) {
    datanode.finish(blockId, 100, 5);
    store.addReplica(store.addBlock(blockId, 100, 5, BlockState.COMPLETE), storageId());
  }

  private BlockReport last() {
    return new ReportHistory(store.runner).last(storageId());
  }

  @Test
  void theFirstReportIsFullAndThenHashesAreEnough() throws IOException {
    for (long id = 1; id <= 3_000; id++) {
      store(id);
    }
    HashAnswer answer = report();
    assertThat(answer.full()).isTrue();
    assertThat(last())
        .extracting(BlockReport::kind, BlockReport::bucketsMatching, BlockReport::replicas)
        .containsExactly(BlockReportKind.FULL, BUCKETS, 3_000L);
    store.costs.clear();
    assertThat(report()).isEqualTo(new HashAnswer(false, List.of()));
    assertThat(last().bytesReceived()).isBetween(20_000L, 20_100L);
    // The list of so few replicas is shorter than the hashes.
    assertThat(last().bytesSaved()).isZero();
    store.clock.advance(DAY_MS);
    assertThat(report().full()).isTrue();
    assertThat(store.rows(Tables.ACTIVE_BLOCK_REPORTS)).isEmpty();
  }

  private List<String> summarise(SimulatedNamenode namenode) throws IOException {
    return namenode.hashReports.reportSummary(datanode.summary(BUCKETS)).open();
  }

  @Test
  void aStorageThatMatchesAsAWholeIsDoneInTwoRoundTrips() throws IOException {
    for (long id = 1; id <= 3_000; id++) {
      store(id);
    }
    assertThat(summarise(first)).containsExactly("DS-1");
    assertThat(store.rows(Tables.BLOCK_REPORTS)).isEmpty();
    report();
    first.hashReports.merge(List.of(storageId()), tx -> {});
    // The first report in which all buckets match writes the hash of the whole storage.
    report();
    long full = last().lastFullAtMs();
    assertThat(summarise(first)).isEmpty();
    store.clock.advance(1);
    store.costs.clear();
    assertThat(summarise(first)).isEmpty();
    assertThat(store.costs).hasSize(1);
    TxStats cost = store.costs.element();
    assertThat(cost)
        .extracting(TxStats::roundTrips, TxStats::rowsRead, TxStats::rowsWritten)
        .containsExactly(2, 2, 1);
    BlockReport report = last();
    assertThat(report)
        .isEqualTo(
            new BlockReport(
                storageId(),
                store.clock.millis(),
                BlockReportKind.HASHED,
                0,
                BUCKETS,
                BUCKETS,
                0,
                3_000,
                0,
                report.bytesReceived(),
                report.bytesSaved(),
                1,
                store.clock.millis() + SimulatedDatanode.NEXT_IN_MS,
                full));
    assertThat(report.bytesReceived()).isLessThan(100);
    assertThat(report.bytesSaved()).isPositive();
    assertThat(first.hashReports.counts().bucketsMatching()).isGreaterThanOrEqualTo(2L * BUCKETS);
  }

  @Test
  void whatASummaryDoesNotEndGoesOnByBuckets() throws IOException {
    for (long id = 1; id <= 20; id++) {
      store(id);
    }
    report();
    report();
    assertThat(summarise(second)).isEmpty();
    store.clock.advance(DAY_MS);
    assertThat(summarise(second)).containsExactly("DS-1");
    assertThat(report().full()).isTrue();
    assertThat(summarise(second)).isEmpty();
    datanode.replicas.remove(7L);
    assertThat(summarise(second)).containsExactly("DS-1");
    assertThat(report().buckets()).containsExactly(7);
    assertThatThrownBy(
            () ->
                first.hashReports.reportSummary(
                    new SummaryReport("CID-other", datanode.uuid(), 0, List.of())))
        .hasMessageContaining("CID-other");
  }

  @Test
  void theHistoryOfStoragesThatMatchIsBounded() throws IOException {
    store(9);
    report();
    report();
    for (int i = 0; i < 2 * BlockReport.KEPT_PER_STORAGE; i++) {
      store.clock.advance(1);
      assertThat(summarise(first)).isEmpty();
    }
    assertThat(store.rows(Tables.BLOCK_REPORTS))
        .hasSizeBetween(BlockReport.KEPT_PER_STORAGE, BlockReport.KEPT_PER_STORAGE + 8);
  }

  @Test
  void unfinishedReplicasOfASummaryComeIntoTheRows() throws IOException {
    store(9);
    report();
    report();
    store.addBlock(10, 100, 0, BlockState.UNDER_CONSTRUCTION);
    datanode.receive(10, 100);
    assertThat(summarise(first)).isEmpty();
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).hasSize(1);
    store.clock.advance(1);
    assertThat(summarise(first)).isEmpty();
    assertThat(store.rows(Tables.BLOCK_REPORTS)).extracting(BlockReport::changes).contains(1L);
  }

  @Test
  void onlyBucketsThatDifferAreSentAndMended() throws IOException {
    for (long id = 1; id <= 50; id++) {
      store(id);
    }
    report();
    datanode.replicas.remove(7L);
    store.addBlock(60, 100, 5, BlockState.COMPLETE);
    datanode.finish(60, 100, 5);
    assertThat(report().buckets()).containsExactly(7, 60);
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::blockId).contains(7L, 60L);
    assertThat(report().buckets()).containsExactly(7);
    store.clock.advance(30_000);
    assertThat(first.fullReports.judge() + second.fullReports.judge()).isPositive();
    assertThat(report().buckets()).isEmpty();
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::blockId).doesNotContain(7L);
  }

  @Test
  void mergedChangesAreTheSameHashes() throws IOException {
    for (long id = 1; id <= 900; id++) {
      store(id);
    }
    int changes = store.rows(Tables.HASH_BUCKET_CHANGES).size();
    assertThatIllegalStateException()
        .isThrownBy(() -> first.hashReports.merge(List.of(storageId()), DEPOSED));
    assertThat(store.rows(Tables.HASH_BUCKET_CHANGES)).hasSize(changes).isNotEmpty();
    BucketHashes hashes = new BucketHashes(store.runner);
    var before = hashes.of(storageId(), BUCKETS);
    hashes.merge(storageId());
    assertThat(store.rows(Tables.HASH_BUCKET_CHANGES)).isEmpty();
    assertThat(store.rows(Tables.HASH_BUCKETS)).hasSize(900).allMatch(b -> b.replicas() == 1);
    assertThat(hashes.of(storageId(), BUCKETS)).isEqualTo(before);
    assertThat(hashes.merge(storageId())).isZero();
  }

  private HashBucket whole() {
    return store.rows(Tables.HASH_BUCKETS).stream()
        .filter(HashBucket::isOfWholeStorage)
        .findFirst()
        .orElse(null);
  }

  private List<BucketHash> hashesOfReplicas() {
    ReportHeader header = new ReportHeader(datanode.uuid(), 1, "DS-1", "DISK");
    return StorageSnapshot.of(datanode.list(), BUCKETS).hashReport(header).hashes();
  }

  @Test
  void theHashOfTheWholeStorageSparesTheRowsOfItsBuckets() throws IOException {
    for (long id = 1; id <= 900; id++) {
      store(id);
    }
    BucketHashes hashes = new BucketHashes(store.runner);
    hashes.merge(storageId());
    assertThat(whole()).isNull();
    List<BucketHash> reported = hashesOfReplicas();
    assertThat(hashes.mismatching(storageId(), reported)).isEmpty();
    assertThat(whole()).extracting(HashBucket::replicas).isEqualTo(900);
    assertThat(rowsReadBy(() -> hashes.mismatching(storageId(), reported))).isOne();

    store(901);
    List<BucketHash> more = hashesOfReplicas();
    assertThat(hashes.mismatching(storageId(), reported)).containsExactly(901);
    assertThat(rowsReadBy(() -> hashes.mismatching(storageId(), more))).isEqualTo(2);
    hashes.merge(storageId());
    assertThat(whole()).extracting(HashBucket::replicas).isEqualTo(901);
    assertThat(rowsReadBy(() -> hashes.mismatching(storageId(), more))).isOne();
  }

  @Test
  void aWrongHashOfTheWholeStorageIsSetRight() throws IOException {
    store(9);
    report();
    report();
    HashBucket right = whole();
    HashBucket wrong =
        new HashBucket(right.storageId(), right.bucket(), new BucketHash(1, 2, 3), 0);
    store.write(tx -> tx.upsert(Tables.HASH_BUCKETS, wrong));
    assertThat(report().buckets()).isEmpty();
    assertThat(whole()).isEqualTo(right);
  }

  private int rowsReadBy(Supplier<List<Integer>> compare) {
    store.costs.clear();
    assertThat(compare.get()).isEmpty();
    return store.costs.stream().mapToInt(TxStats::rowsRead).sum();
  }

  @Test
  void replicasFromBeforeTheBucketsAreAdopted() throws IOException {
    Block old = store.addBlock(9, 100, 5, BlockState.COMPLETE);
    datanode.finish(9, 100, 5);
    store.write(
        tx -> tx.insert(Tables.REPLICAS, new Replica(old.inodeId(), 9, storageId(), 100, 5)));
    assertThat(report().buckets()).contains(9);
    assertThat(store.rows(Tables.BUCKET_REPLICAS)).hasSize(1);
    assertThat(report().buckets()).isEmpty();
  }

  @Test
  void aWrongHashIsSetRight() throws IOException {
    store(9);
    report();
    store.write(
        tx -> {
          for (HashBucketChange change : store.rows(Tables.HASH_BUCKET_CHANGES)) {
            tx.delete(Tables.HASH_BUCKET_CHANGES, change.key());
          }
        });
    assertThat(report().buckets()).containsExactly(9);
    assertThat(first.hashReports.corrections() + second.hashReports.corrections()).isOne();
    assertThat(report().buckets()).isEmpty();
  }

  @Test
  void turnsGoToTheLeastLoadedNamenodeUpToTheCap() throws IOException {
    List<Long> takers = new ArrayList<>();
    for (int number = 2; number <= 5; number++) {
      takers.add(ask(first, join(number)).namenodeId());
    }
    assertThat(takers).containsExactlyInAnyOrder(1L, 1L, 2L, 2L);
    SimulatedDatanode fifth = join(6);
    Turn refused = ask(second, fifth);
    assertThat(refused.mustWait()).isTrue();
    assertThat(refused.waitMs()).isPositive();
    assertThat(first.hashReports.waiting()).isOne();
    store.clock.advance(ReportTurns.LEASE_MS);
    assertThat(ask(second, fifth).mustWait()).isFalse();
    int turns = store.rows(Tables.ACTIVE_BLOCK_REPORTS).size();
    assertThatIllegalStateException().isThrownBy(() -> first.hashReports.trimTurns(DEPOSED));
    assertThat(store.rows(Tables.ACTIVE_BLOCK_REPORTS)).hasSize(turns).hasSizeGreaterThan(1);
    first.hashReports.trimTurns(tx -> {});
    assertThat(store.rows(Tables.ACTIVE_BLOCK_REPORTS)).hasSize(1);
  }

  @Test
  void aTurnIsGoodForItsNamenodeAndDatanodeAlone() throws IOException {
    Turn turn = ask(first, datanode);
    assertThat(ask(second, datanode).leaseId()).isEqualTo(turn.leaseId());
    SimulatedNamenode other = turn.isHere() ? second : first;
    StorageSnapshot snapshot = StorageSnapshot.of(datanode.list(), BUCKETS);
    ReportHeader header = new ReportHeader(datanode.uuid(), turn.leaseId(), "DS-1", "DISK");
    assertThatThrownBy(() -> ReportSender.send(other.hashReports, header, snapshot))
        .isInstanceOf(StaleTurnException.class);
    Turn elsewhere =
        first.hashReports.askTurn(new TurnRequest("CID-test", datanode.uuid(), turn.namenodeId()));
    assertThat(elsewhere.namenodeId()).isNotEqualTo(turn.namenodeId()).isNotZero();
    assertThatThrownBy(
            () -> first.hashReports.askTurn(new TurnRequest("CID-other", datanode.uuid(), 0)))
        .hasMessageContaining("CID-other");
    assertThatThrownBy(() -> first.hashReports.askTurn(new TurnRequest("CID-test", "uuid-9", 0)))
        .isInstanceOf(IOException.class);
  }
}
