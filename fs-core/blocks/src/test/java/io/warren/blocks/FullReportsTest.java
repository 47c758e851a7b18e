package io.warren.blocks;

import static io.warren.blocks.BlockFixture.finalized;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullReportsTest {
  private static final long GRACE_MS = 30_000;

  private BlockFixture store;
  private FullReports reports;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
    reports = new FullReports(store.runner, store.changes, store.clock, GRACE_MS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static BlockReportReplica replica(long blockId, long stamp, long lengthBytes) {
    return new BlockReportReplica(
        new org.apache.hadoop.hdfs.protocol.Block(blockId, lengthBytes, stamp));
  }

  private static BlockListAsLongs report(List<BlockReportReplica> replicas) {
    BlockListAsLongs.Builder builder = BlockListAsLongs.builder();
    replicas.forEach(builder::add);
    return builder.build();
  }

  @Test
  void missingRowsComeAndRowsWithoutReplicaGoAfterTheGrace() {
    Block kept = store.addBlock(1, 100, 5, BlockState.COMPLETE);
    Block lost = store.addBlock(2, 100, 5, BlockState.COMPLETE);
    store.addBlock(3, 100, 5, BlockState.COMMITTED);
    store.addReplica(kept, 1);
    store.addReplica(lost, 1);
    store.addReplica(lost, 2);
    FullReports.Outcome outcome =
        reports.apply(1, report(List.of(replica(1, 100, 5), replica(3, 100, 5))));
    assertThat(outcome.changed()).isEqualTo(1);
    assertThat(outcome.suspected()).isEqualTo(1);
    assertThat(store.block(3).state()).isEqualTo(BlockState.COMPLETE);
    assertThat(reports.judge()).isZero();
    store.clock.advance(GRACE_MS);
    assertThat(reports.judge()).isEqualTo(1);
    assertThat(store.rows(Tables.REPLICAS))
        .extracting(Replica::blockId, Replica::storageId)
        .containsExactlyInAnyOrder(tuple(1L, 1), tuple(2L, 2), tuple(3L, 1));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void aReplicaFinishedAfterTheReportWasMadeStays() {
    Block late = store.addBlock(1, 100, 5, BlockState.COMMITTED);
    store.changes.apply(List.of(finalized(1, late.blockId(), 100, 5)));
    reports.apply(1, report(List.of()));
    reports.heard("dn", List.of(finalized(1, late.blockId(), 100, 5)));
    store.clock.advance(GRACE_MS);
    assertThat(reports.judge()).isZero();
    assertThat(store.rows(Tables.REPLICAS)).hasSize(1);
  }

  @Test
  void aReplicaThatIsHeardOfWhileTheReportIsTakenIsNotSuspected() {
    Block late = store.addBlock(1, 100, 5, BlockState.COMMITTED);
    Block lost = store.addBlock(2, 100, 5, BlockState.COMPLETE);
    store.addReplica(lost, 1);
    reports.reportBegins("dn");
    reports.heard("dn", List.of(finalized(1, late.blockId(), 100, 5)));
    store.changes.apply(List.of(finalized(1, late.blockId(), 100, 5)));
    assertThat(reports.apply(1, report(List.of())).suspected()).isEqualTo(1);
    reports.reportEnds("dn");
    store.clock.advance(GRACE_MS);
    assertThat(reports.judge()).isEqualTo(1);
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::blockId).containsExactly(1L);
    assertThat(reports.apply(1, report(List.of())).suspected()).isEqualTo(1);
  }

  @Test
  void aReplicaWrittenAnewSinceItWasSuspectedStays() {
    Block block = store.addBlock(1, 100, 5, BlockState.COMPLETE);
    store.addReplica(block, 1);
    reports.apply(1, report(List.of()));
    store.addReplica(store.addBlock(1, 200, 6, BlockState.COMPLETE), 1);
    store.clock.advance(GRACE_MS);
    assertThat(reports.judge()).isZero();
  }

  @Test
  void replicasOfUnknownBlocksAreInvalidatedAndThoseUnderConstructionRespected() {
    Block open = store.addBlock(1, 100, 0, BlockState.UNDER_CONSTRUCTION);
    store.expect(open, 1);
    BlockReportReplica unknown = replica(50, 100, 5);
    FullReports.Outcome outcome = reports.apply(1, report(List.of(replica(1, 100, 9), unknown)));
    assertThat(outcome.invalidated()).isEqualTo(1);
    assertThat(store.block(1).state()).isEqualTo(BlockState.UNDER_CONSTRUCTION);
    assertThat(store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).hasSize(1);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS))
        .extracting(r -> r.blockId())
        .containsExactly(50L);
  }

  @Test
  void aLargeReportIsComparedInBatches() {
    int count = 3_500;
    List<BlockReportReplica> replicas = new ArrayList<>();
    store.write(
        tx -> {
          for (long id = 1; id <= count; id++) {
            Block block =
                new Block(BlockFixture.INODE, id, (int) id, 100, 5, BlockState.COMPLETE, 0);
            tx.upsert(Tables.BLOCKS, block);
            tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(id, BlockFixture.INODE));
          }
        });
    for (long id = 1; id <= count; id++) {
      replicas.add(replica(id, 100, 5));
    }
    assertThat(reports.apply(4, report(replicas)).changed()).isEqualTo(count);
    store.costs.clear();
    FullReports.Outcome again = reports.apply(4, report(replicas));
    assertThat(again).isEqualTo(new FullReports.Outcome(count, 0, 0, 0));
    // Each page of the storage's rows, and whether the blocks of that page exist.
    assertThat(store.costs).hasSize(2 * 4).allSatisfy(c -> assertThat(c.rowsWritten()).isZero());
    assertThat(store.lastRoundTrips()).isEqualTo(2 * 4);
  }

  @Test
  void aReplicaWhoseBlockIsGoneIsDeletedThoughItHasARow() {
    Block kept = store.addBlock(1, 100, 5, BlockState.COMPLETE);
    Block gone = store.addBlock(2, 100, 5, BlockState.COMPLETE);
    store.addReplica(kept, 4);
    store.addReplica(gone, 4);
    store.write(
        tx -> {
          tx.delete(Tables.BLOCKS, gone.key());
          tx.delete(Tables.BLOCK_LOOKUP, gone.blockId());
        });
    FullReports.Outcome outcome =
        reports.apply(4, report(List.of(replica(1, 100, 5), replica(2, 100, 5))));
    assertThat(outcome).isEqualTo(new FullReports.Outcome(2, 0, 1, 0));
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::blockId).containsExactly(1L);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS))
        .extracting(InvalidatedReplica::blockId)
        .containsExactly(2L);
  }
}
