package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.ReportHeader;
import io.warren.blockreports.ReportSender;
import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Replica;
import io.warren.store.Store;
import io.warren.store.TxStats;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Store round trips and rows of a whole block report, on the store that a subclass opens. The
 * budgets are those of any store.
 */
@NullUnmarked
public abstract class ReportBudget {
  private static final int BUCKETS = 1_000;
  private static final int BLOCKS = 400;
  private static final long STAMP = 100;
  private static final long LENGTH_BYTES = 5;
  private static final long DAY_MS = 86_400_000;

  /** The turn, the hashes and the end of a report, as far as they don't depend on its buckets. */
  private static final int TURN_ROUND_TRIPS = 12;

  private BlockFixture store;
  private SimulatedNamenode namenode;
  private SimulatedDatanode datanode;
  private int storageId;

  /**
   * An empty store; closed by this class.
   *
   * @param folder for stores that keep their files there
   */
  protected abstract Store openStore(Path folder) throws Exception;

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    store = new BlockFixture(openStore(folder));
    HashReports.Settings settings = new HashReports.Settings(2, DAY_MS);
    namenode = new SimulatedNamenode(store, 1, List.of(1L), settings, 30_000);
    datanode = new SimulatedDatanode(1, 1);
    namenode.register(datanode);
    storageId = namenode.datanodes.storagesOf(datanode.uuid()).get(0);
    List<Block> blocks = new ArrayList<>();
    for (long id = 1; id <= BLOCKS; id++) {
      blocks.add(store.addBlock(id, STAMP, LENGTH_BYTES, BlockState.COMPLETE));
      datanode.finish(id, STAMP, LENGTH_BYTES);
    }
    // The replicas of most blocks have come in, the others come with the first report.
    blocks.subList(0, BLOCKS / 4).forEach(block -> store.addReplica(block, storageId));
    assertThat(report(datanode.list()).full()).isTrue();
    namenode.hashReports.merge(List.of(storageId), tx -> {});
    assertThat(report(datanode.list()).buckets()).isEmpty();
  }

  @AfterEach
  void close() {
    if (namenode != null) {
      namenode.close();
    }
    if (store != null) {
      store.close();
    }
  }

  private HashAnswer report(BlockListAsLongs replicas) throws IOException {
    HashReports reports = namenode.hashReports;
    Turn turn = reports.askTurn(new TurnRequest("CID-test", datanode.uuid(), 0));
    ReportHeader header = new ReportHeader(datanode.uuid(), turn.leaseId(), "DS-1", "DISK");
    HashAnswer answer = ReportSender.send(reports, header, StorageSnapshot.of(replicas, BUCKETS));
    reports.endReport(new ReportEnd(datanode.uuid(), turn.leaseId(), 1_000));
    store.clock.advance(1);
    return answer;
  }

  private int sum(ToIntFunction<TxStats> number) {
    return store.costs.stream().mapToInt(number).sum();
  }

  @Test
  void aReportBringsInAllThatItHas() {
    assertThat(store.rows(Tables.REPLICAS))
        .extracting(Replica::blockId)
        .hasSize(BLOCKS)
        .isEqualTo(List.copyOf(datanode.replicas.keySet()));
    assertThat(namenode.hashReports.corrections()).isZero();
  }

  @Test
  void aStorageThatMatchesIsTwoRoundTrips() throws IOException {
    int reports = 8;
    assertThat(namenode.hashReports.reportSummary(datanode.summary(BUCKETS)).open()).isEmpty();
    store.costs.clear();
    for (int i = 0; i < reports; i++) {
      store.clock.advance(1);
      assertThat(namenode.hashReports.reportSummary(datanode.summary(BUCKETS)).open()).isEmpty();
    }
    System.out.println("Reports of a storage that matches: " + store.costs);
    assertThat(store.costs).as("transactions").hasSize(reports);
    // One of eight reads the storage's history to forget the oldest of it.
    assertThat(sum(TxStats::roundTrips)).isLessThanOrEqualTo(2 * reports + 1);
    assertThat(sum(TxStats::rowsWritten)).isEqualTo(reports);
    // The hash of the whole, and of the history the newest row known and the one behind it.
    assertThat(store.costs)
        .filteredOn(cost -> cost.roundTrips() == 2)
        .allMatch(cost -> cost.rowsRead() <= 3);
  }

  @Test
  void bucketsThatDifferAreReadManyAtOnce() throws IOException {
    int different = 48;
    for (long id = 1; id <= different; id++) {
      datanode.replicas.remove(id);
    }
    store.costs.clear();
    assertThat(report(datanode.list()).buckets()).hasSize(different);
    System.out.println("A report of " + different + " buckets that differ: " + store.costs);
    // Of the 96 buckets of the store that these are 24 are read at once.
    assertThat(sum(TxStats::roundTrips)).isLessThanOrEqualTo(TURN_ROUND_TRIPS + 4);
    // The hashes of all buckets, and of those that differ their hashes and replicas once.
    assertThat(sum(TxStats::rowsRead)).isLessThanOrEqualTo(BLOCKS + 1 + 2 * different + 20);
  }
}
