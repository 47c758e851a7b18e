package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.warren.model.Block;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.UnsyncedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.UnregisteredNodeException;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.InvalidBlockReportLeaseException;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two namenodes of one JVM, the first one leading, and datanodes as Hadoop's messages show them.
 */
@NullUnmarked
class DatanodeServiceTest {
  private static final FileSystemIdentity IDENTITY =
      new FileSystemIdentity(7, "CID-test", "BP-test", 0);
  private static final long GIB = 1L << 30;
  private static final long NAMENODE_ID = 4;

  private static final class Node implements Leadership {
    final Datanodes datanodes;
    final Invalidations invalidations;
    final BlockRecoveries recoveries;
    final FullReports fullReports;
    final DatanodeService service;
    final List<BlockSynchronization.Result> synchronizations = new ArrayList<>();
    boolean leads;
    boolean holdsOrders;

    Node(BlockFixture store, boolean leads) throws IOException {
      this.leads = leads;
      Configuration conf = new Configuration();
      datanodes =
          new Datanodes(
              conf, IDENTITY.blockPoolId(), new StorageIds(store.runner), () -> NAMENODE_ID);
      invalidations = new Invalidations(store.runner, store.clock, 100, 60_000);
      fullReports = new FullReports(store.runner, store.changes, store.clock, 30_000);
      recoveries = new BlockRecoveries(datanodes, store.store.durability());
      service =
          new DatanodeService(
              IDENTITY,
              this,
              datanodes,
              new IncrementalReports(datanodes, store.changes, invalidations, fullReports),
              new StockReports(
                  datanodes,
                  fullReports,
                  new ReportHistory(store.runner),
                  new ReportCounts(),
                  new LiveNamenodes(() -> NAMENODE_ID, () -> List.of(NAMENODE_ID)),
                  store.clock),
              invalidations,
              recoveries,
              new RedundancyManager(
                  store.runner,
                  datanodes,
                  store.clock,
                  RedundancySettings.read(new org.apache.hadoop.conf.Configuration()),
                  0),
              new BadBlocks(store.runner, datanodes, store.clock),
              synchronizations::add,
              () -> holdsOrders);
    }

    @Override
    public boolean leads() {
      return leads;
    }

    @Override
    public long epoch() {
      return 3;
    }
  }

  private UnsyncedStore disk;
  private BlockFixture store;
  private Node leader;
  private Node other;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    disk = new UnsyncedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    store = new BlockFixture(disk);
    leader = new Node(store, true);
    other = new Node(store, false);
  }

  @AfterEach
  void close() {
    leader.datanodes.close();
    other.datanodes.close();
    store.close();
  }

  private static DatanodeRegistration registration(int number, String clusterId) {
    DatanodeID id =
        new DatanodeID(
            "127.0.0." + number, "dn" + number, "uuid-" + number, 9866, 9864, 9865, 9867);
    StorageInfo storage = new StorageInfo(-57, 7, clusterId, 0, NodeType.DATA_NODE);
    return new DatanodeRegistration(id, storage, new ExportedBlockKeys(), VersionInfo.getVersion());
  }

  private static DatanodeStorage storage(int number) {
    return new DatanodeStorage("DS-" + number, DatanodeStorage.State.NORMAL, StorageType.DISK);
  }

  private static HeartbeatResponse heartbeat(Node node, int number, boolean wantsReport)
      throws IOException {
    StorageReport report =
        new StorageReport(storage(number), false, 100 * GIB, 10 * GIB, 90 * GIB, 10 * GIB, 0);
    return node.service.sendHeartbeat(
        registration(number, "CID-test"),
        new StorageReport[] {report},
        0,
        0,
        0,
        1,
        0,
        null,
        wantsReport,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
  }

  private void join(int... numbers) throws IOException {
    for (int number : numbers) {
      for (Node node : List.of(leader, other)) {
        node.service.registerDatanode(registration(number, "CID-test"));
        heartbeat(node, number, false);
      }
    }
  }

  private static StorageReceivedDeletedBlocks[] message(
      int number, long blockId, long stamp, long lengthBytes, BlockStatus status) {
    return new StorageReceivedDeletedBlocks[] {
      new StorageReceivedDeletedBlocks(
          storage(number),
          new ReceivedDeletedBlockInfo[] {
            new ReceivedDeletedBlockInfo(
                new org.apache.hadoop.hdfs.protocol.Block(blockId, lengthBytes, stamp), status, "")
          })
    };
  }

  @Test
  void onlyTheLeaderCallsItselfActive() throws IOException {
    join(1);
    HeartbeatResponse active = heartbeat(leader, 1, true);
    HeartbeatResponse standby = heartbeat(other, 1, true);
    assertThat(active.getNameNodeHaState().getState()).isEqualTo(HAServiceState.ACTIVE);
    assertThat(active.getNameNodeHaState().getTxId()).isEqualTo(3);
    assertThat(active.getFullBlockReportLeaseId()).isNotZero();
    assertThat(standby.getNameNodeHaState().getState()).isEqualTo(HAServiceState.STANDBY);
    assertThat(standby.getFullBlockReportLeaseId()).isZero();
  }

  @Test
  void anUnknownDatanodeIsToldToRegisterAndAForeignOneRefused() throws IOException {
    assertThat(heartbeat(leader, 1, false).getCommands())
        .singleElement()
        .isInstanceOf(RegisterCommand.class);
    assertThatThrownBy(() -> leader.service.registerDatanode(registration(1, "CID-foreign")))
        .isInstanceOf(UnregisteredNodeException.class);
    assertThatThrownBy(
            () ->
                leader.service.blockReceivedAndDeleted(
                    registration(1, "CID-test"),
                    "BP-test",
                    message(1, 1, 100, 5, BlockStatus.RECEIVED_BLOCK)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void placementUsesLiveDatanodesAndHonoursExclusions() throws IOException {
    join(1, 2, 3);
    PlacementRequest request = PlacementRequest.of("/f", 3, 1 << 20, 0, "127.0.0.2");
    List<Target> targets = leader.datanodes.choose(request);
    assertThat(targets).hasSize(3);
    assertThat(targets.get(0).storage().getDatanodeDescriptor().getDatanodeUuid())
        .isEqualTo("uuid-2");
    assertThat(other.datanodes.choose(request))
        .extracting(Target::storageId)
        .containsExactlyInAnyOrderElementsOf(targets.stream().map(Target::storageId).toList());
    PlacementRequest without =
        new PlacementRequest(
            "/f",
            3,
            1 << 20,
            0,
            "",
            Set.of(targets.get(0).storage().getDatanodeDescriptor()),
            List.of(),
            EnumSet.noneOf(AddBlockFlag.class));
    assertThat(leader.datanodes.choose(without)).hasSize(2).doesNotContain(targets.get(0));
    PlacementRequest onlyTwo = PlacementRequest.of("/f", 1, 1 << 20, 0, "");
    List<Target> more =
        leader.datanodes.chooseAdditional(
            onlyTwo, List.of(targets.get(0).storage(), targets.get(1).storage()));
    assertThat(more).containsExactly(targets.get(2));
  }

  @Test
  void placementFailsWithoutDatanodes() {
    assertThatThrownBy(
            () -> leader.datanodes.choose(PlacementRequest.of("/f", 3, 1 << 20, 0, "127.0.0.1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could only be written to 0");
  }

  @Test
  void readersGetGoodReplicasOnLiveDatanodesNearestFirst() throws IOException {
    join(1, 2, 3);
    List<Integer> ids = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      ids.addAll(leader.datanodes.storagesOf("uuid-" + number));
    }
    Block block = store.addBlock(1, 100, 5, BlockState.COMPLETE);
    List<Replica> replicas = new ArrayList<>();
    ids.forEach(id -> replicas.add(new Replica(BlockFixture.INODE, 1, id, 100, 5)));
    replicas.add(new Replica(BlockFixture.INODE, 1, 999, 100, 5));
    CorruptReplica bad = new CorruptReplica(BlockFixture.INODE, 1, ids.get(0), 100, "", 0);
    Locations locations = new Locations(leader.datanodes);
    LocatedBlock located = locations.toRead(block, replicas, List.of(bad), 64);
    leader.datanodes.sort("127.0.0.3", List.of(located));
    assertThat(located.getLocations())
        .extracting(d -> d.getDatanodeUuid())
        .containsExactly("uuid-3", "uuid-2");
    assertThat(located.isCorrupt()).isFalse();
    assertThat(located.getStartOffset()).isEqualTo(64);
    LocatedBlock corrupt = locations.toRead(block, replicas.subList(0, 1), List.of(bad), 0);
    assertThat(corrupt.isCorrupt()).isTrue();
    assertThat(corrupt.getLocations()).hasSize(1);
  }

  @Test
  void reportsThroughEitherNamenodeReachTheRows() throws IOException {
    join(1);
    store.addBlock(1, 100, 5, BlockState.COMMITTED);
    StorageReceivedDeletedBlocks[] received = message(1, 1, 100, 5, BlockStatus.RECEIVED_BLOCK);
    other.service.blockReceivedAndDeleted(registration(1, "CID-test"), "BP-test", received);
    leader.service.blockReceivedAndDeleted(registration(1, "CID-test"), "BP-test", received);
    assertThat(store.block(1).state()).isEqualTo(BlockState.COMPLETE);
    assertThat(store.rows(Tables.REPLICAS)).hasSize(1);
    assertThat(store.rows(Tables.STORAGES)).hasSize(1);
  }

  @Test
  void theLeaderOrdersDeletionsAndRecoveries() throws IOException {
    join(1);
    int storageId = leader.datanodes.storagesOf("uuid-1").get(0);
    store.invalidate(9, 5, storageId, 100);
    assertThat(
            leader.recoveries.order(
                new BlockRecoveries.Recovery(
                    6, 100, 1, 200, false, List.of(storageId, 999), List.of(), 0, null)))
        .isTrue();
    assertThat(
            leader.recoveries.order(
                new BlockRecoveries.Recovery(
                    7, 100, 1, 200, false, List.of(999), List.of(), 0, null)))
        .isFalse();
    assertThat(heartbeat(other, 1, false).getCommands()).isEmpty();
    leader.holdsOrders = true;
    assertThat(heartbeat(leader, 1, false).getCommands()).isEmpty();
    leader.holdsOrders = false;
    var commands = heartbeat(leader, 1, false).getCommands();
    assertThat(commands).hasSize(2);
    BlockRecoveryCommand recovery = (BlockRecoveryCommand) commands[0];
    assertThat(recovery.getRecoveringBlocks())
        .singleElement()
        .satisfies(b -> assertThat(b.getNewGenerationStamp()).isEqualTo(200));
    assertThat(((BlockCommand) commands[1]).getBlocks()[0].getBlockId()).isEqualTo(5);
    assertThat(heartbeat(leader, 1, false).getCommands()).isEmpty();
    leader.service.blockReceivedAndDeleted(
        registration(1, "CID-test"), "BP-test", message(1, 5, 100, 5, BlockStatus.DELETED_BLOCK));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void aTruncationIsOrderedWithTheLengthToCutTo() throws IOException {
    join(1);
    int storageId = leader.datanodes.storagesOf("uuid-1").get(0);
    leader.recoveries.order(
        new BlockRecoveries.Recovery(6, 100, 7, 200, true, List.of(storageId), List.of(), 0, null));
    var commands = heartbeat(leader, 1, false).getCommands();
    assertThat(((BlockRecoveryCommand) commands[0]).getRecoveringBlocks())
        .singleElement()
        .satisfies(
            b -> {
              assertThat(b.getNewBlock().getNumBytes()).isEqualTo(7);
              assertThat(b.getNewBlock().getGenerationStamp()).isEqualTo(200);
              assertThat(b.getBlock().getGenerationStamp()).isEqualTo(100);
            });
  }

  @Test
  void aTruncationThatSnapshotsForbidMakesAnotherBlock() throws IOException {
    join(1);
    int storageId = leader.datanodes.storagesOf("uuid-1").get(0);
    leader.recoveries.order(
        new BlockRecoveries.Recovery(6, 100, 7, 200, true, List.of(storageId), List.of(), 8, null));
    var commands = heartbeat(leader, 1, false).getCommands();
    assertThat(((BlockRecoveryCommand) commands[0]).getRecoveringBlocks())
        .singleElement()
        .satisfies(
            b -> {
              assertThat(b.getBlock().getBlockId()).isEqualTo(6);
              assertThat(b.getNewBlock().getBlockId()).isEqualTo(8);
              assertThat(b.getNewBlock().getNumBytes()).isEqualTo(7);
            });
  }

  private static BlockRecoveries.Recovery truncation(
      long recoveryId, List<Integer> storageIds, List<Integer> cutStorageIds) {
    return new BlockRecoveries.Recovery(
        6, 100, 7, recoveryId, true, storageIds, cutStorageIds, 0, null);
  }

  @Test
  void aRecoveryWaitsUntilItsRowsAreDurable() throws IOException {
    join(1);
    List<Integer> storages = leader.datanodes.storagesOf("uuid-1");
    disk.stall();
    assertThat(leader.recoveries.order(truncation(200, storages, List.of()))).isTrue();
    assertThat(heartbeat(leader, 1, false).getCommands()).isEmpty();
    assertThat(leader.recoveries.isUnderWay(6)).isTrue();
    disk.sync();
    assertThat(heartbeat(leader, 1, false).getCommands())
        .singleElement()
        .isInstanceOf(BlockRecoveryCommand.class);
  }

  @Test
  void aRecoveryWhoseRowsMayBeLostIsNotSent() throws IOException {
    join(1);
    List<Integer> storages = leader.datanodes.storagesOf("uuid-1");
    disk.stall();
    leader.recoveries.order(truncation(200, storages, List.of()));
    disk.reconnect();
    disk.sync();
    assertThat(heartbeat(leader, 1, false).getCommands()).isEmpty();
    assertThat(leader.recoveries.isUnderWay(6)).as("the lease monitor orders it again").isFalse();
  }

  @Test
  void aDeletionIsNotOrderedWhileTheDiskStandsStill() throws IOException {
    join(1);
    disk.stall();
    store.invalidate(9, 5, leader.datanodes.storagesOf("uuid-1").get(0), 100);
    assertThat(heartbeat(leader, 1, false).getCommands()).isEmpty();
    disk.sync();
    assertThat(heartbeat(leader, 1, false).getCommands())
        .singleElement()
        .isInstanceOf(BlockCommand.class);
  }

  @Test
  void aRecoveryIsUnderWayUntilTheDatanodeThatLeadsItIsLost() throws IOException {
    join(1, 2);
    List<Integer> both =
        List.of(
            leader.datanodes.storagesOf("uuid-1").get(0),
            leader.datanodes.storagesOf("uuid-2").get(0));
    assertThat(leader.recoveries.order(truncation(200, both, List.of()))).isTrue();
    assertThat(leader.recoveries.isUnderWay(6)).isTrue();
    int leading = heartbeat(leader, 1, false).getCommands().length == 1 ? 1 : 2;
    heartbeat(leader, 2, false);
    leader.service.registerDatanode(registration(3 - leading, "CID-test"));
    assertThat(leader.recoveries.isUnderWay(6)).isTrue();
    leader.service.registerDatanode(registration(leading, "CID-test"));
    assertThat(leader.recoveries.isUnderWay(6)).isFalse();
  }

  @Test
  void anotherDatanodeLeadsTheNextAttempt() throws IOException {
    join(1, 2);
    List<Integer> both =
        List.of(
            leader.datanodes.storagesOf("uuid-1").get(0),
            leader.datanodes.storagesOf("uuid-2").get(0));
    leader.recoveries.order(truncation(200, both, List.of()));
    int first = heartbeat(leader, 1, false).getCommands().length == 1 ? 1 : 2;
    heartbeat(leader, 2, false);
    leader.recoveries.order(truncation(201, both, List.of()));
    assertThat(heartbeat(leader, first, false).getCommands()).isEmpty();
    assertThat(heartbeat(leader, 3 - first, false).getCommands()).hasSize(1);
    leader.recoveries.retain(Set.of());
    assertThat(leader.recoveries.isUnderWay(6)).isFalse();
  }

  @Test
  void replicasOfTwoLengthsDoNotTakePartInOneTruncation() throws IOException {
    join(1, 2, 3);
    List<Integer> all = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      all.add(leader.datanodes.storagesOf("uuid-" + number).get(0));
    }
    leader.recoveries.order(truncation(200, all, all.subList(0, 1)));
    assertThat(takeLocations()).containsExactlyInAnyOrder("uuid-2", "uuid-3");
    leader.recoveries.order(truncation(201, all, all.subList(0, 2)));
    assertThat(takeLocations()).containsExactlyInAnyOrder("uuid-1", "uuid-2");
    leader.recoveries.order(truncation(202, all, List.of()));
    assertThat(takeLocations()).hasSize(3);
  }

  @Test
  void aDatanodeTakesPartOnceWhicheverOfItsDisksAreKnown() throws IOException {
    join(1, 2, 3);
    int first = leader.datanodes.storagesOf("uuid-1").get(0);
    int elsewhere = leader.datanodes.storagesOf("uuid-2").get(0);
    DatanodeStorage disk =
        new DatanodeStorage("DS-second", DatanodeStorage.State.NORMAL, StorageType.DISK);
    leader.service.sendHeartbeat(
        registration(1, "CID-test"),
        new StorageReport[] {
          new StorageReport(storage(1), false, GIB, 0, GIB, 0, 0),
          new StorageReport(disk, false, GIB, 0, GIB, 0, 0)
        },
        0,
        0,
        0,
        1,
        0,
        null,
        false,
        SlowPeerReports.EMPTY_REPORT,
        SlowDiskReports.EMPTY_REPORT);
    int second = leader.datanodes.storageIds().idOf("DS-second");
    List<Integer> known = List.of(first, elsewhere, second);
    leader.recoveries.order(truncation(200, known, List.of()));
    assertThat(takeLocations()).containsExactlyInAnyOrder("uuid-1", "uuid-2");
    leader.recoveries.order(truncation(201, known, List.of(first)));
    assertThat(takeLocations()).hasSize(1);
  }

  private List<String> takeLocations() throws IOException {
    List<String> uuids = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      for (DatanodeCommand command : heartbeat(leader, number, false).getCommands()) {
        for (var block : ((BlockRecoveryCommand) command).getRecoveringBlocks()) {
          for (DatanodeInfo location : block.getLocations()) {
            uuids.add(location.getDatanodeUuid());
          }
        }
      }
    }
    return uuids;
  }

  @Test
  void fullReportsNeedALeaseOfTheLeader() throws IOException {
    join(1);
    store.addBlock(1, 100, 5, BlockState.COMMITTED);
    BlockListAsLongs.Builder builder = BlockListAsLongs.builder();
    builder.add(
        new BlockListAsLongs.BlockReportReplica(
            new org.apache.hadoop.hdfs.protocol.Block(1, 5, 100)));
    StorageBlockReport[] report = {new StorageBlockReport(storage(1), builder.build())};
    long lease = heartbeat(leader, 1, true).getFullBlockReportLeaseId();
    BlockReportContext context = new BlockReportContext(1, 0, 42, lease);
    assertThatThrownBy(
            () ->
                other.service.blockReport(registration(1, "CID-test"), "BP-test", report, context))
        .isInstanceOf(InvalidBlockReportLeaseException.class);
    leader.service.blockReport(registration(1, "CID-test"), "BP-test", report, context);
    assertThat(store.block(1).state()).isEqualTo(BlockState.COMPLETE);
    assertThat(store.rows(Tables.BLOCK_REPORTS))
        .extracting(
            BlockReport::kind, BlockReport::replicas, BlockReport::changes, BlockReport::namenodeId)
        .containsExactly(tuple(BlockReportKind.FULL, 1L, 1L, NAMENODE_ID));
    assertThatThrownBy(
            () ->
                leader.service.blockReport(registration(1, "CID-test"), "BP-test", report, context))
        .isInstanceOf(InvalidBlockReportLeaseException.class);
  }

  @Test
  void aReplicaWithAWrongChecksumIsNotedOnce() throws IOException {
    join(1);
    int storageId = leader.datanodes.storagesOf("uuid-1").get(0);
    Block block = store.addBlock(1, 100, 5, BlockState.COMPLETE);
    store.addReplica(block, storageId);
    Locations locations = new Locations(leader.datanodes);
    LocatedBlock located = locations.toWrite(block, List.of(storageId), 0);
    leader.service.reportBadBlocks(new LocatedBlock[] {located});
    other.service.reportBadBlocks(new LocatedBlock[] {located});
    assertThat(store.rows(Tables.CORRUPT_REPLICAS)).hasSize(1);
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void viewsTellWhatIsThere() throws IOException {
    join(1, 2);
    assertThat(other.datanodes.report(DatanodeReportType.LIVE)).hasSize(2);
    assertThat(other.datanodes.dead()).isEmpty();
    assertThat(other.datanodes.staleCount()).isZero();
    assertThat(other.datanodes.totals().getCapacityTotal()).isEqualTo(200 * GIB);
    assertThat(other.datanodes.totals().getCapacityUsed()).isEqualTo(20 * GIB);
    other.datanodes.remove(registration(1, "CID-test"));
    assertThat(other.datanodes.isLive("uuid-1")).isFalse();
    assertThat(leader.datanodes.isLive("uuid-1")).isTrue();
    assertThat(other.datanodes.totals().getCapacityTotal()).isEqualTo(100 * GIB);
  }
}
