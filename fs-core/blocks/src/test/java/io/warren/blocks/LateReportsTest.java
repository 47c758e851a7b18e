package io.warren.blocks;

import static io.warren.blocks.BlockFixture.deleted;
import static io.warren.blocks.BlockFixture.finalized;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Replica;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The second namenode stands still with RECEIVED in its hands, at every store call in turn, while
 * the first one hears that the replica came and went.
 */
@NullUnmarked
class LateReportsTest {
  private static final long STAMP = 1_001;
  private static final long LENGTH_BYTES = 100;
  private static final int STORAGE = 8;
  private static final long SECOND = 2;

  private BlockFixture store;
  private FaultInjectingStore pausing;
  private ReplicaChanges late;
  private Block block;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
    pausing = new FaultInjectingStore(store.store);
    late =
        new ReplicaChanges(
            new TransactionRunner(pausing, TransactionRunner.Listener.NONE),
            1,
            store.clock,
            store.storageIds,
            () -> SECOND);
    block = store.addBlock(1, STAMP, LENGTH_BYTES, BlockState.COMPLETE);
    store.addReplica(block, 7);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static ReportedReplica received() {
    return finalized(STORAGE, 1, STAMP, LENGTH_BYTES);
  }

  private void comesAndGoes() {
    store.changes.apply(List.of(received()));
    store.changes.apply(List.of(deleted(STORAGE, 1, STAMP)));
  }

  private List<Integer> storages() {
    return store.rows(Tables.REPLICAS).stream().map(Replica::storageId).toList();
  }

  /**
   * The calls up to which nothing is locked: a namenode that stands still behind them is waited
   * for.
   */
  private int callsBeforeTheLock() {
    late.apply(List.of(received()));
    int lock =
        pausing.calls().stream()
            .filter(call -> call.operation().equals("apply_report"))
            .filter(call -> call.method().equals("get"))
            .findFirst()
            .orElseThrow()
            .number();
    store.write(
        tx -> {
          Replica added =
              new Replica(block.inodeId(), block.blockId(), STORAGE, STAMP, LENGTH_BYTES);
          io.warren.store.ReplicaRows.delete(tx, added);
        });
    pausing.reset();
    return lock;
  }

  @Test
  void aReportThatIsMerelyLateBringsNothingBack() {
    int calls = callsBeforeTheLock();
    for (int call = 1; call <= calls; call++) {
      store.write(tx -> forgetDeletions(tx));
      pausing.pauseAt(call, this::comesAndGoes);
      late.apply(List.of(received()));
      assertThat(storages()).as("paused before call %d", call).containsExactly(7);
      pausing.reset();
    }
    assertThat(calls).isGreaterThanOrEqualTo(5);
  }

  private void forgetDeletions(io.warren.store.Tx tx) {
    DeletedReplicas.trim(tx, Long.MAX_VALUE);
  }

  @Test
  void anEvictedNamenodesReportBringsNothingBackHoweverLateItIs() {
    int calls = callsBeforeTheLock();
    for (int call = 1; call <= calls; call++) {
      store.join(SECOND);
      pausing.pauseAt(
          call,
          () -> {
            comesAndGoes();
            store.evict(SECOND);
            store.write(this::forgetDeletions);
          });
      assertThatThrownBy(() -> late.apply(List.of(received())))
          .as("paused before call %d", call)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("declared dead");
      assertThat(storages()).as("paused before call %d", call).containsExactly(7);
      pausing.reset();
    }
  }

  @Test
  void anEvictedNamenodeOrdersNothingToBeDeleted() {
    store.evict(SECOND);
    assertThatThrownBy(() -> late.apply(List.of(finalized(STORAGE, 77, STAMP, LENGTH_BYTES))))
        .isInstanceOf(StoreException.class);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void aReportOfTheTimeBeforeAnEvictionIsNotAppliedUnderTheNextId() {
    store.evict(SECOND);
    store.join(5);
    ReplicaChanges rejoined =
        new ReplicaChanges(store.runner, 1, store.clock, store.storageIds, () -> 5);
    assertThatThrownBy(() -> rejoined.apply(List.of(received()), SECOND))
        .isInstanceOf(StoreException.class);
    assertThat(storages()).containsExactly(7);
    assertThat(rejoined.apply(List.of(received())).changed()).isEqualTo(1);
  }

  @Test
  void aDatanodeRegistersAnewWithANamenodeThatWasEvicted() throws IOException {
    AtomicLong id = new AtomicLong(SECOND);
    SimulatedDatanode datanode = new SimulatedDatanode(1, 1);
    try (Datanodes datanodes =
        new Datanodes(new Configuration(), "BP-test", new StorageIds(store.runner), id::get)) {
      datanodes.register(datanode.registration());
      assertThat(heartbeat(datanodes, datanode)).noneMatch(RegisterCommand.class::isInstance);
      assertThat(datanodes.isLive(datanode.uuid())).isTrue();
      id.set(5);
      assertThat(datanodes.isLive(datanode.uuid())).isFalse();
      assertThat(heartbeat(datanodes, datanode)).hasExactlyElementsOfTypes(RegisterCommand.class);
      assertThat(datanodes.registeredUnder(datanode.uuid())).isEqualTo(SECOND);
      datanodes.register(datanode.registration());
      assertThat(heartbeat(datanodes, datanode)).noneMatch(RegisterCommand.class::isInstance);
      assertThat(datanodes.isLive(datanode.uuid())).isTrue();
    }
  }

  private static List<DatanodeCommand> heartbeat(Datanodes datanodes, SimulatedDatanode datanode)
      throws IOException {
    StorageReport report = new StorageReport(datanode.storage(), false, 1, 0, 1, 0, 0);
    return List.of(
        datanodes.heartbeat(
            datanode.registration(),
            new StorageReport[] {report},
            0,
            0,
            0,
            0,
            0,
            null,
            SlowPeerReports.EMPTY_REPORT,
            SlowDiskReports.EMPTY_REPORT));
  }

  @Test
  void aDeletionThatNobodyExpectedIsRememberedOnce() {
    ReportedReplica gone = deleted(STORAGE, 1, STAMP);
    assertThat(store.applyTwice(gone).changed()).isEqualTo(1);
    assertThat(store.rows(Tables.DELETED_REPLICAS)).hasSize(1);
    assertThat(store.applyTwice(received()).changed()).isZero();
  }

  @Test
  void aReplicaOfALaterGenerationComesIn() {
    comesAndGoes();
    store.write(tx -> tx.update(Tables.BLOCKS, block.withGenerationStamp(STAMP + 1)));
    store.changes.apply(List.of(finalized(STORAGE, 1, STAMP + 1, LENGTH_BYTES)));
    assertThat(storages()).containsExactly(7, STORAGE);
  }

  @Test
  void aReplicaThatWasOrderedAgainComesIn() {
    comesAndGoes();
    store.write(tx -> DeletedReplicas.expectAgain(tx, 1, storage -> storage == STORAGE + 1));
    assertThat(store.changes.apply(List.of(received())).changed()).isZero();
    store.write(tx -> DeletedReplicas.expectAgain(tx, 1, storage -> storage == STORAGE));
    assertThat(store.changes.apply(List.of(received())).changed()).isEqualTo(1);
    assertThat(storages()).containsExactly(7, STORAGE);
  }

  /** Every namenode is told of the deletion; the order may come between two of them. */
  @Test
  void aDeletionThatIsToldAgainAfterTheOrderKeepsNothingOut() {
    comesAndGoes();
    store.write(tx -> DeletedReplicas.expectAgain(tx, 1, storage -> storage == STORAGE));
    assertThat(late.apply(List.of(deleted(STORAGE, 1, STAMP))).changed()).isZero();
    assertThat(store.changes.apply(List.of(received())).changed()).isEqualTo(1);
    assertThat(storages()).containsExactly(7, STORAGE);
    store.changes.apply(List.of(deleted(STORAGE, 1, STAMP)));
    assertThat(late.apply(List.of(received())).changed()).isZero();
    assertThat(storages()).containsExactly(7);
  }

  @Test
  void deletionsAreForgottenAfterAWhile() {
    comesAndGoes();
    store.clock.advance(DeletedReplicas.KEPT_MS / 2);
    store.changes.apply(List.of(deleted(STORAGE + 1, 1, STAMP)));
    store.clock.advance(DeletedReplicas.KEPT_MS / 2 + 1);
    store.write(
        tx ->
            assertThat(DeletedReplicas.trim(tx, store.clock.millis() - DeletedReplicas.KEPT_MS))
                .isEqualTo(1));
    assertThat(store.rows(Tables.DELETED_REPLICAS))
        .singleElement()
        .satisfies(kept -> assertThat(kept.storageId()).isEqualTo(STORAGE + 1));
  }
}
