package io.warren.blocks;

import static io.warren.blocks.BlockFixture.STAMPS_END;
import static io.warren.blocks.BlockFixture.beingWritten;
import static io.warren.blocks.BlockFixture.deleted;
import static io.warren.blocks.BlockFixture.finalized;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaEvent;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaChangesTest {
  private BlockFixture store;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aFinishedReplicaOfAnOpenBlockIsNoted() {
    Block block = store.addBlock(1, 100, 0, BlockState.UNDER_CONSTRUCTION);
    store.expect(block, 1, 2);
    assertThat(store.applyTwice(beingWritten(1, 1, 100)).changed()).isZero();
    assertThat(store.applyTwice(finalized(1, 1, 100, 50)).changed()).isEqualTo(1);
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::lengthBytes).containsExactly(50L);
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).hasSize(2);
    assertThat(store.block(1).state()).isEqualTo(BlockState.UNDER_CONSTRUCTION);
  }

  @Test
  void aFinishedReplicaCompletesACommittedBlock() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMMITTED);
    store.expect(block, 1, 2);
    store.applyTwice(finalized(1, 1, 100, 50));
    assertThat(store.block(1).state()).isEqualTo(BlockState.COMPLETE);
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .as("the rest of the pipeline is still awaited")
        .hasSize(1);
    store.applyTwice(finalized(2, 1, 100, 50));
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).isEmpty();
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).isEmpty();
    assertThat(store.rows(Tables.REPLICAS)).hasSize(2);
  }

  @Test
  void minimumReplicationHoldsBackCompletion() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMMITTED);
    store.expect(block, 1, 2);
    ReplicaChanges two =
        new ReplicaChanges(store.runner, 2, store.clock, store.storageIds, () -> 1);
    two.apply(List.of(finalized(1, 1, 100, 50)));
    assertThat(store.block(1).state()).isEqualTo(BlockState.COMMITTED);
    two.apply(List.of(finalized(2, 1, 100, 50)));
    assertThat(store.block(1).state()).isEqualTo(BlockState.COMPLETE);
  }

  @Test
  void aRepeatedReportCostsTwoRoundTrips() {
    for (long id = 1; id <= 50; id++) {
      store.addBlock(id, 100, 5, BlockState.COMMITTED);
    }
    ReportedReplica[] reports = new ReportedReplica[50];
    for (int i = 0; i < 50; i++) {
      reports[i] = finalized(1, i + 1, 100, 5);
    }
    assertThat(store.applyTwice(reports).changed()).isEqualTo(50);
    assertThat(store.lastRoundTrips()).isEqualTo(2);
  }

  @Test
  void aPipelineGrowsByWhatDatanodesReport() {
    Block block = store.addBlock(1, 100, 0, BlockState.UNDER_CONSTRUCTION);
    store.expect(block, 1, 2);
    store.applyTwice(beingWritten(7, 1, 100));
    store.applyTwice(beingWritten(1, 1, 101));
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .extracting(ReplicaUnderConstruction::storageId, ReplicaUnderConstruction::position)
        .contains(tuple(7, 2));
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .filteredOn(r -> r.storageId() == 1)
        .extracting(ReplicaUnderConstruction::generationStamp)
        .containsExactly(101L);
  }

  @Test
  void aDatanodeIsInAPipelineOnceWhicheverDiskItChooses() {
    int expected = store.storageIds.idOf("DS-expected", "dn-1", "DISK");
    int chosen = store.storageIds.idOf("DS-chosen", "dn-1", "DISK");
    int next = store.storageIds.idOf("DS-next", "dn-2", "DISK");
    Block block = store.addBlock(1, 100, 0, BlockState.UNDER_CONSTRUCTION);
    store.expect(block, expected, next);
    store.applyTwice(beingWritten(chosen, 1, 100));
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .extracting(ReplicaUnderConstruction::storageId, ReplicaUnderConstruction::position)
        .containsExactlyInAnyOrder(tuple(chosen, 0), tuple(next, 1));
  }

  @Test
  void aReplicaThatMissedTheEndOfAWriteIsDeleted() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    store.addReplica(block, 1);
    store.available(1);
    store.applyTwice(finalized(2, 1, 100, 20));
    assertThat(store.rows(Tables.REPLICAS)).hasSize(1);
    assertThat(store.rows(Tables.CORRUPT_REPLICAS)).isEmpty();
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).hasSize(1);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS).get(0).generationStamp()).isEqualTo(100);
    store.applyTwice(deleted(2, 1, 100));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void theOnlyReplicaIsKeptEvenIfItIsCorrupt() {
    store.addBlock(1, 200, 50, BlockState.COMPLETE);
    store.applyTwice(finalized(2, 1, 100, 20));
    store.applyTwice(finalized(3, 1, 200, 49));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
    assertThat(store.rows(Tables.CORRUPT_REPLICAS))
        .extracting(CorruptReplica::storageId)
        .containsExactly(2, 3);
    store.applyTwice(finalized(2, 1, 200, 50));
    assertThat(store.rows(Tables.CORRUPT_REPLICAS))
        .extracting(CorruptReplica::storageId)
        .containsExactly(3);
  }

  @Test
  void anEchoFromBeforeAnAppendChangesNothing() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMPLETE);
    store.addReplica(block, 1);
    Block reopened = store.addBlock(1, 200, 50, BlockState.UNDER_CONSTRUCTION);
    store.expect(reopened, 1);
    assertThat(store.applyTwice(finalized(1, 1, 100, 50)).changed()).isZero();
    assertThat(store.applyTwice(beingWritten(1, 1, 100)).changed()).isZero();
    store.applyTwice(finalized(1, 1, 200, 60));
    assertThat(store.applyTwice(finalized(1, 1, 100, 50)).changed()).isZero();
    assertThat(store.applyTwice(deleted(1, 1, 100)).changed()).isZero();
    assertThat(store.rows(Tables.REPLICAS))
        .extracting(Replica::generationStamp)
        .containsExactly(200L);
  }

  @Test
  void aLateRbwOfACompleteBlockChangesNothing() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMPLETE);
    store.addReplica(block, 1);
    assertThat(store.applyTwice(beingWritten(1, 1, 100)).changed()).isZero();
    assertThat(store.applyTwice(beingWritten(2, 1, 100)).changed()).isZero();
  }

  @Test
  void replicasOfUnknownBlocksAreDeletedButNotThoseFromTheFuture() {
    ReplicaChanges.Outcome outcome =
        store.applyTwice(
            finalized(1, 77, 100, 5), finalized(1, 78, STAMPS_END, 5), deleted(1, 79, 100));
    assertThat(outcome.invalidated()).isEqualTo(1);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS))
        .extracting(r -> r.blockId())
        .containsExactly(77L);
  }

  @Test
  void aDeletedReplicaGoes() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMPLETE);
    store.addReplica(block, 1);
    store.addReplica(block, 2);
    store.applyTwice(deleted(1, 1, 100));
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::storageId).containsExactly(2);
  }

  /** The reports of three storages reach two namenodes at once, in different orders. */
  @Test
  void namenodesApplyTheSameReportsAtOnce() throws Exception {
    long seed = 20_261_121L;
    List<ReportedReplica> reports = new ArrayList<>();
    for (long id = 1; id <= 40; id++) {
      Block block = store.addBlock(id, 100, 5, BlockState.COMMITTED);
      store.expect(block, 1, 2, 3);
      for (int storageId = 1; storageId <= 3; storageId++) {
        reports.add(beingWritten(storageId, id, 100));
        reports.add(finalized(storageId, id, 100, 5));
      }
    }
    ExecutorService namenodes = Executors.newFixedThreadPool(4);
    try {
      List<Callable<ReplicaChanges.Outcome>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        List<ReportedReplica> shuffled = new ArrayList<>(reports);
        Collections.shuffle(shuffled, new Random(seed + i));
        tasks.add(
            () ->
                new ReplicaChanges(store.runner, 1, store.clock, store.storageIds, () -> 1)
                    .apply(shuffled));
      }
      int changed = 0;
      for (Future<ReplicaChanges.Outcome> done : namenodes.invokeAll(tasks)) {
        changed += done.get().changed();
      }
      assertThat(changed).as("seed %d", seed).isEqualTo(120);
    } finally {
      namenodes.shutdownNow();
    }
    assertThat(store.rows(Tables.REPLICAS)).hasSize(120);
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).isEmpty();
    assertThat(store.rows(Tables.BLOCKS))
        .allSatisfy(b -> assertThat(b.state()).isEqualTo(BlockState.COMPLETE));
  }

  @Test
  void aReplicaThatMovedFromDiskToDiskHasOnePlace() {
    int from = store.storageIds.idOf("DS-from", "dn-1", "DISK");
    int to = store.storageIds.idOf("DS-to", "dn-1", "ARCHIVE");
    int elsewhere = store.storageIds.idOf("DS-elsewhere", "dn-2", "DISK");
    Block block = store.addBlock(1, 100, 50, BlockState.COMPLETE);
    store.addReplica(block, from);
    store.addReplica(block, elsewhere);
    assertThat(store.applyTwice(finalized(to, 1, 100, 50)).changed()).isEqualTo(1);
    assertThat(store.rows(Tables.REPLICAS))
        .extracting(Replica::storageId)
        .containsExactlyInAnyOrder(to, elsewhere);
  }

  @Test
  void whatHappensToACorruptReplicaIsItsBlocksHistory() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    store.addReplica(block, 2);
    store.applyTwice(finalized(3, 1, 200, 50));
    assertThat(history(1)).as("a block that was always well").isEmpty();
    store.applyTwice(finalized(1, 1, 200, 49));
    store.clock.advance(10);
    store.applyTwice(deleted(1, 1, 200));
    store.clock.advance(10);
    store.write(tx -> DeletedReplicas.expectAgain(tx, 1, storageId -> storageId == 1));
    store.applyTwice(finalized(1, 1, 200, 50));
    assertThat(history(1))
        .extracting(ReplicaEvent::kind)
        .containsExactly(
            ReplicaEventKind.ARRIVED, ReplicaEventKind.DELETED, ReplicaEventKind.FOUND_CORRUPT);
    assertThat(history(1).get(2).detail()).isEqualTo("does not fit the block");
    store.write(tx -> assertThat(ReplicaHistory.trim(tx, store.clock.millis() - 5)).isEqualTo(2));
    assertThat(history(1)).extracting(ReplicaEvent::kind).containsExactly(ReplicaEventKind.ARRIVED);
  }

  private List<ReplicaEvent> history(long blockId) {
    return store.runner.run(
        TxOptions.read("history"), tx -> new ArrayList<>(ReplicaHistory.of(tx, blockId)));
  }
}
