package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.ExcessReplica;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.Storage;
import io.warren.model.Striping;
import io.warren.store.ReplicaRows;
import io.warren.store.TransactionRunner;
import io.warren.store.TxStats;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where lost replicas are made again and which surplus ones go, when the storage policy is set on a
 * directory above the file. Every datanode has a disk and an archive.
 */
@NullUnmarked
class InheritedPolicyTest {
  private static final long GIB = 1L << 30;
  private static final long STAMP = 1_001;
  private static final long LENGTH_BYTES = 100;
  private static final int DATANODES = 8;
  private static final int COLD = 2;
  private static final long TOP = 30_001;
  private static final long MIDDLE = 30_002;
  private static final long OUTSIDE = 30_003;

  private BlockFixture store;
  private SimulatedNamenode namenode;
  private RedundancyManager redundancy;
  private final Map<String, TxStats> costs = new ConcurrentHashMap<>();

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    namenode =
        new SimulatedNamenode(store, 1, List.of(1L), new HashReports.Settings(1, 60_000), 1_000);
    redundancy =
        new RedundancyManager(
            new TransactionRunner(
                store.store, (operation, stats, attempt, outcome) -> costs.put(operation, stats)),
            namenode.datanodes,
            store.clock,
            RedundancySettings.read(new Configuration()),
            0);
    for (int number = 1; number <= DATANODES; number++) {
      register(number);
    }
    redundancy.round(tx -> {}, 1);
    store.write(
        tx -> {
          tx.insert(Tables.INODES, Samples.directory(0, 0, "root", Inode.ROOT_ID));
          tx.insert(Tables.INODES, directory(Inode.ROOT_ID, "top", TOP, COLD));
          tx.insert(Tables.INODES, directory(TOP, "middle", MIDDLE, 0));
          tx.insert(Tables.INODES, directory(Inode.ROOT_ID, "outside", OUTSIDE, 0));
        });
  }

  @AfterEach
  void close() {
    namenode.close();
    store.close();
  }

  private static Inode directory(long parent, String name, long id, int policy) {
    return Samples.directory(parent, parent, name, id).toBuilder().storagePolicy(policy).build();
  }

  private void register(int number) throws IOException {
    SimulatedDatanode datanode = new SimulatedDatanode(number, 1);
    namenode.datanodes.register(datanode.registration());
    StorageReport[] reports = {
      report(new DatanodeStorage("DISK-" + number, DatanodeStorage.State.NORMAL, StorageType.DISK)),
      report(
          new DatanodeStorage(
              "ARCHIVE-" + number, DatanodeStorage.State.NORMAL, StorageType.ARCHIVE))
    };
    namenode.datanodes.heartbeat(
        datanode.registration(),
        reports,
        0,
        0,
        0,
        0,
        0,
        null,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
  }

  private static StorageReport report(DatanodeStorage storage) {
    return new StorageReport(storage, false, 100 * GIB, GIB, 99 * GIB, GIB, 0);
  }

  private int storage(int number, StorageType type) {
    return store.storageIds.idOf(type + "-" + number, "uuid-" + number, type.name());
  }

  private StorageType typeOf(int storageId) {
    Storage storage = store.storageIds.find(storageId);
    return StorageType.valueOf(storage.type());
  }

  /** A file of which a block wants two replicas. */
  private Block file(Inode place) {
    store.write(tx -> tx.insert(Tables.INODES, place.toBuilder().replication(2).build()));
    return store.addBlock(1, STAMP, LENGTH_BYTES, BlockState.COMPLETE);
  }

  private static Inode below(long parent) {
    return Samples.file(parent, parent, "file", BlockFixture.INODE);
  }

  private void look(Block block) {
    store.write(
        tx ->
            tx.upsert(
                Tables.REDUNDANCY_CHECKS,
                new RedundancyCheck(BlockFixture.INODE, block.blockId(), store.clock.millis())));
    redundancy.round(tx -> {}, 1);
    redundancy.round(tx -> {}, 1);
  }

  private List<StorageType> healed(Block block) {
    store.addReplica(block, storage(1, StorageType.ARCHIVE));
    look(block);
    return store.rows(Tables.PENDING_REPLICATIONS).stream()
        .map(PendingReplication::storageId)
        .map(this::typeOf)
        .toList();
  }

  private List<StorageType> spared(Block block) {
    store.addReplica(block, storage(1, StorageType.DISK));
    store.addReplica(block, storage(2, StorageType.ARCHIVE));
    store.addReplica(block, storage(3, StorageType.ARCHIVE));
    look(block);
    return store.rows(Tables.EXCESS_REPLICAS).stream()
        .map(ExcessReplica::storageId)
        .map(this::typeOf)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {TOP, MIDDLE})
  void aLostReplicaIsMadeAgainWhereThePolicyAboveWantsIt(long directory) {
    assertThat(healed(file(below(directory)))).containsExactly(StorageType.ARCHIVE);
    // The rows above the file, one after the other, and what beginning a copy reads anyway.
    assertThat(costs.get("begin_replication").roundTrips()).isLessThanOrEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(longs = {TOP, MIDDLE})
  void theReplicaThatThePolicyAboveDoesNotWantGoes(long directory) {
    assertThat(spared(file(below(directory)))).containsExactly(StorageType.DISK);
  }

  @Test
  void outsideOfTheDirectoryTheDefaultHolds() {
    Block block = file(below(OUTSIDE));
    assertThat(healed(block)).containsExactly(StorageType.DISK);
  }

  @Test
  void theFilesOwnPolicyIsNearest() {
    Inode hot = below(MIDDLE).toBuilder().storagePolicy(7).build();
    assertThat(healed(file(hot))).containsExactly(StorageType.DISK);
  }

  @Test
  void aRenamedFileObeysItsNewPlace() {
    Block block = file(below(OUTSIDE));
    store.write(
        tx -> {
          tx.delete(Tables.INODES, below(OUTSIDE).key());
          tx.insert(Tables.INODES, below(MIDDLE).toBuilder().replication(2).build());
        });
    assertThat(healed(block)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void aDeletedFileThatASnapshotHoldsObeysThePlaceItHad() {
    Inode kept =
        Samples.file(
            Inode.RETAINED_ID,
            Inode.RETAINED_ID,
            Long.toString(BlockFixture.INODE),
            BlockFixture.INODE);
    Block block = file(kept);
    store.write(tx -> tx.insert(Tables.INODE_FORMS, InodeForm.of(below(MIDDLE), 1, 0)));
    assertThat(healed(block)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void blocksThatWereCutOffObeyThePlaceOfTheirFile() {
    Inode part =
        Samples.file(
            Inode.RETAINED_ID, Inode.RETAINED_ID, "30009.0000000000000000001", BlockFixture.INODE);
    Block block = file(part);
    store.write(tx -> tx.insert(Tables.INODES, Samples.file(MIDDLE, MIDDLE, "whole", 30_009)));
    assertThat(healed(block)).containsExactly(StorageType.ARCHIVE);
  }

  @Test
  void nothingIsDeletedWhileNoPathLeadsToTheFile() {
    assertThat(spared(file(below(30_077)))).isEmpty();
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS)).hasSize(1);
  }

  @Test
  void aUnitOfABlockGroupIsMadeAgainWhereThePolicyAboveWantsIt() {
    store.write(
        tx ->
            tx.insert(
                Tables.INODES,
                below(MIDDLE).toBuilder().erasureCodingPolicy(2).replication(1).build()));
    long group = BlockIds.group(2, 5);
    store.addBlock(group, STAMP, 3 << 20, BlockState.COMPLETE);
    store.write(
        tx -> {
          for (int unit = 0; unit < 4; unit++) {
            long id = BlockIds.inPipeline(group, unit);
            ReplicaRows.put(
                tx,
                new Replica(
                    BlockFixture.INODE,
                    id,
                    storage(unit + 1, StorageType.ARCHIVE),
                    STAMP,
                    Objects.requireNonNull(Striping.of(BlockIds.policyId(group)))
                        .internalLengthBytes(3 << 20, unit)),
                null);
          }
        });
    look(store.block(group));
    assertThat(store.rows(Tables.PENDING_REPLICATIONS))
        .isNotEmpty()
        .allMatch(order -> typeOf(order.storageId()) == StorageType.ARCHIVE);
  }
}
