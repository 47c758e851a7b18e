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
import io.warren.model.BucketReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.store.ReplicaRows;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Replicas that should be gone, because their blocks are: whatever was lost on the way, reports end
 * with datanodes and rows having the replicas of the blocks that exist, and no others.
 */
@NullUnmarked
class GoneReplicasTest {
  private static final int BLOCKS = 300;
  private static final int DATANODES = 2;
  private static final int BUCKETS = 100;
  private static final int ROUNDS_MAX = 6;
  private static final long STAMP = 1_001;
  private static final long LENGTH_BYTES = 7;
  private static final long GRACE_MS = 30_000;
  private static final long DAY_MS = 86_400_000;

  /** What becomes of a removed block's replica on one datanode. */
  private enum Loss {
    /** Nothing goes wrong. */
    NONE,
    /** Nobody orders its deletion. */
    ORDER,
    /** Its row stays, and agrees with the datanode. */
    ROW_STAYS,
    /** Its row stays, and the datanode has lost the replica. */
    ROW_STAYS_ALONE
  }

  private BlockFixture store;
  private SimulatedNamenode namenode;
  private final List<SimulatedDatanode> datanodes = new ArrayList<>();
  private final Set<Long> living = new TreeSet<>();

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    namenode =
        new SimulatedNamenode(store, 1, List.of(1L), new HashReports.Settings(4, DAY_MS), GRACE_MS);
    for (int number = 1; number <= DATANODES; number++) {
      SimulatedDatanode datanode = new SimulatedDatanode(number, 1);
      datanodes.add(datanode);
      namenode.register(datanode);
    }
    for (long id = 1; id <= BLOCKS; id++) {
      Block block = store.addBlock(id, STAMP, LENGTH_BYTES, BlockState.COMPLETE);
      for (SimulatedDatanode datanode : datanodes) {
        datanode.finish(id, STAMP, LENGTH_BYTES);
        store.addReplica(block, storageOf(datanode));
      }
      living.add(id);
    }
    for (SimulatedDatanode datanode : datanodes) {
      assertThat(report(datanode).full()).isTrue();
    }
  }

  @AfterEach
  void close() {
    namenode.close();
    store.close();
  }

  private int storageOf(SimulatedDatanode datanode) {
    return namenode.datanodes.storagesOf(datanode.uuid()).get(0);
  }

  private HashAnswer report(SimulatedDatanode datanode) throws IOException {
    List<ReceivedDeletedBlockInfo> untold = datanode.untold.get(0);
    namenode.incremental.apply(datanode.registration(), datanode.message(List.copyOf(untold)));
    untold.clear();
    Turn turn = namenode.hashReports.askTurn(new TurnRequest("CID-test", datanode.uuid(), 0));
    ReportHeader header =
        new ReportHeader(
            datanode.uuid(), turn.leaseId(), datanode.storage().getStorageID(), "DISK");
    HashAnswer answer =
        ReportSender.send(
            namenode.hashReports, header, StorageSnapshot.of(datanode.list(), BUCKETS));
    namenode.hashReports.endReport(new ReportEnd(datanode.uuid(), turn.leaseId(), 1_000));
    return answer;
  }

  private void remove(long blockId, List<Loss> losses) {
    Block block = store.block(blockId);
    store.write(
        tx -> {
          tx.delete(Tables.BLOCKS, block.key());
          tx.delete(Tables.BLOCK_LOOKUP, blockId);
          for (int i = 0; i < DATANODES; i++) {
            remove(tx, block, storageOf(datanodes.get(i)), losses.get(i));
          }
        });
    for (int i = 0; i < DATANODES; i++) {
      if (losses.get(i) == Loss.ROW_STAYS_ALONE) {
        datanodes.get(i).replicas.remove(blockId);
      }
    }
    living.remove(blockId);
  }

  private static void remove(Tx tx, Block block, int storageId, Loss loss) {
    if (loss == Loss.ROW_STAYS || loss == Loss.ROW_STAYS_ALONE) {
      return;
    }
    ReplicaRows.delete(
        tx, new Replica(block.inodeId(), block.blockId(), storageId, STAMP, LENGTH_BYTES));
    if (loss == Loss.NONE) {
      tx.upsert(
          Tables.INVALIDATED_BLOCKS,
          new InvalidatedReplica(block.inodeId(), block.blockId(), storageId, STAMP, LENGTH_BYTES));
    }
  }

  /** A day passes: every storage sends all it has, and obeys what it is told. */
  private void day() throws IOException {
    store.clock.advance(DAY_MS + 1);
    for (SimulatedDatanode datanode : datanodes) {
      assertThat(report(datanode).full()).isTrue();
      obey(datanode);
    }
    store.clock.advance(GRACE_MS + 1);
    namenode.fullReports.judge();
  }

  private void obey(SimulatedDatanode datanode) throws IOException {
    namenode.invalidations.take(List.of(storageOf(datanode))).forEach(datanode::delete);
    report(datanode);
  }

  private void expectOnlyLiving() throws IOException {
    for (int round = 0;
        round < ROUNDS_MAX && !store.rows(Tables.INVALIDATED_BLOCKS).isEmpty();
        round++) {
      for (SimulatedDatanode datanode : datanodes) {
        obey(datanode);
      }
      store.clock.advance(DAY_MS);
    }
    for (SimulatedDatanode datanode : datanodes) {
      assertThat(datanode.replicas.keySet()).as(datanode.uuid()).isEqualTo(living);
      int storageId = storageOf(datanode);
      assertThat(store.rows(Tables.REPLICAS))
          .filteredOn(row -> row.storageId() == storageId)
          .extracting(Replica::blockId)
          .containsExactlyElementsOf(living);
      assertThat(report(datanode).buckets()).hasSizeLessThanOrEqualTo(BUCKETS);
      store.clock.advance(1);
      assertThat(report(datanode).buckets()).as("buckets that differ in the end").isEmpty();
    }
    assertThat(store.rows(Tables.BUCKET_REPLICAS))
        .extracting(BucketReplica::replica)
        .containsExactlyInAnyOrderElementsOf(store.rows(Tables.REPLICAS));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
    assertThat(namenode.hashReports.corrections()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Loss.class)
  void whatWasLostOnTheWayIsMadeGood(Loss loss) throws IOException {
    for (long id = 1; id <= BLOCKS; id += 7) {
      remove(id, List.of(loss, loss));
    }
    day();
    expectOnlyLiving();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {20_261_122, 5, 99})
  void anyMixtureOfLossesIsMadeGood(long seed) throws IOException {
    Random random = new Random(seed);
    List<Loss> all = List.copyOf(EnumSet.allOf(Loss.class));
    for (int day = 0; day < 3; day++) {
      for (long id : List.copyOf(living)) {
        if (random.nextInt(4) == 0) {
          remove(
              id,
              List.of(all.get(random.nextInt(all.size())), all.get(random.nextInt(all.size()))));
        }
      }
      day();
    }
    expectOnlyLiving();
  }
}
