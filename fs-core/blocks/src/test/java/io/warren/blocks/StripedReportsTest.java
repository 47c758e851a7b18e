package io.warren.blocks;

import static io.warren.blocks.BlockFixture.beingWritten;
import static io.warren.blocks.BlockFixture.deleted;
import static io.warren.blocks.BlockFixture.finalized;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of internal blocks of groups; XOR-2-1, unit u of the group on storage u + 1. */
class StripedReportsTest {
  private static final int POLICY = 4;
  private static final long CELL = 1 << 20;
  private static final long BEFORE = BlockIds.group(POLICY, 8);
  private static final long ID = BlockIds.group(POLICY, 9);
  private static final long NEXT = BlockIds.group(POLICY, 10);
  private static final long LENGTH = 3 * CELL;

  private BlockFixture store;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
    for (long neighbour : new long[] {BEFORE, NEXT}) {
      store.addBlock(neighbour, 90, 2 * CELL, BlockState.COMMITTED);
      store.applyTwice(finalized(7, BlockIds.inPipeline(neighbour, 0), 90, CELL));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static ReportedReplica unit(int unit, long lengthBytes) {
    return finalized(unit + 1, BlockIds.inPipeline(ID, unit), 100, lengthBytes);
  }

  private void expectAll(long length, BlockState state) {
    store.addBlock(ID, 100, length, state);
    for (int unit = 0; unit < 3; unit++) {
      int at = unit;
      store.write(
          tx ->
              tx.upsert(
                  Tables.REPLICAS_UNDER_CONSTRUCTION,
                  new ReplicaUnderConstruction(
                      BlockFixture.INODE,
                      BlockIds.inPipeline(ID, at),
                      at + 1,
                      at,
                      100,
                      0,
                      ReplicaState.RBW)));
    }
  }

  @Test
  void aGroupIsCompleteWithAsManyDifferentUnitsAsItsDataNeed() {
    expectAll(LENGTH, BlockState.COMMITTED);
    store.applyTwice(unit(1, CELL));
    assertThat(store.block(ID).state()).isEqualTo(BlockState.COMMITTED);
    store.applyTwice(finalized(20, BlockIds.inPipeline(ID, 1), 100, CELL));
    assertThat(store.block(ID).state())
        .as("the same unit twice is not two units")
        .isEqualTo(BlockState.COMMITTED);
    store.applyTwice(unit(2, 2 * CELL));
    assertThat(store.block(ID).state()).isEqualTo(BlockState.COMPLETE);
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION))
        .extracting(ReplicaUnderConstruction::blockId)
        .as("the last unit is still awaited")
        .containsExactly(BlockIds.inPipeline(ID, 0));
    store.applyTwice(unit(0, 2 * CELL));
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).isEmpty();
    assertThat(store.rows(Tables.CORRUPT_REPLICAS)).isEmpty();
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
    assertThat(store.block(BEFORE).state()).isEqualTo(BlockState.COMMITTED);
    assertThat(store.block(NEXT).state()).isEqualTo(BlockState.COMMITTED);
  }

  @Test
  void aUnitOfAnotherLengthIsCorruptAndKept() {
    expectAll(LENGTH, BlockState.COMPLETE);
    store.applyTwice(unit(1, CELL), unit(2, 2 * CELL), unit(0, CELL));
    assertThat(store.rows(Tables.CORRUPT_REPLICAS))
        .extracting(CorruptReplica::blockId)
        .containsExactly(BlockIds.inPipeline(ID, 0));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS))
        .extracting(RedundancyCheck::blockId)
        .contains(ID)
        .allMatch(id -> Objects.equals(id, BlockIds.owner(id)));
  }

  @Test
  void unitsOfAnOpenGroupAreNotedUnderTheirIds() {
    expectAll(0, BlockState.UNDER_CONSTRUCTION);
    store.applyTwice(beingWritten(1, BlockIds.inPipeline(ID, 0), 100), unit(2, 55));
    assertThat(store.rows(Tables.REPLICAS))
        .filteredOn(r -> BlockIds.owner(r.blockId()) == ID)
        .extracting(Replica::blockId)
        .containsExactly(BlockIds.inPipeline(ID, 2));
    assertThat(store.block(ID).state()).isEqualTo(BlockState.UNDER_CONSTRUCTION);
  }

  @Test
  void aDeletedUnitLeavesTheOthersAlone() {
    expectAll(LENGTH, BlockState.COMPLETE);
    store.applyTwice(unit(0, 2 * CELL), unit(1, CELL), unit(2, 2 * CELL));
    store.applyTwice(deleted(2, BlockIds.inPipeline(ID, 1), 100));
    assertThat(store.rows(Tables.REPLICAS))
        .filteredOn(r -> BlockIds.owner(r.blockId()) == ID)
        .extracting(Replica::storageId)
        .containsExactly(1, 3);
  }

  @Test
  void unitsOfADeletedGroupAreOrderedToGo() {
    store.applyTwice(unit(0, CELL), unit(2, CELL));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).hasSize(2);
    assertThat(store.rows(Tables.REPLICAS)).hasSize(2);
  }
}
