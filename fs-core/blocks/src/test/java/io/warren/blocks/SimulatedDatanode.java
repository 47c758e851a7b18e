package io.warren.blocks;

import io.warren.blockreports.StorageSnapshot;
import io.warren.blockreports.SummaryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.NullUnmarked;

/** A datanode with one storage, whose replicas are in memory. */
@NullUnmarked
final class SimulatedDatanode {
  static final long NEXT_IN_MS = 1_000;

  /** A replica as the disk has it. */
  record Stored(ReplicaState state, long stamp, long lengthBytes) {}

  final int number;
  final Map<Long, Stored> replicas = new TreeMap<>();

  /** Changes that it has not told yet, for each namenode. */
  final List<List<ReceivedDeletedBlockInfo>> untold = new ArrayList<>();

  SimulatedDatanode(int number, int namenodes) {
    this.number = number;
    for (int i = 0; i < namenodes; i++) {
      untold.add(new ArrayList<>());
    }
  }

  String uuid() {
    return "uuid-" + number;
  }

  DatanodeStorage storage() {
    return new DatanodeStorage("DS-" + number, DatanodeStorage.State.NORMAL, StorageType.DISK);
  }

  DatanodeRegistration registration() {
    DatanodeID id =
        new DatanodeID("127.0.0." + number, "dn" + number, uuid(), 9866, 9864, 9865, 9867);
    StorageInfo storage = new StorageInfo(-57, 7, "CID-test", 0, NodeType.DATA_NODE);
    return new DatanodeRegistration(id, storage, new ExportedBlockKeys(), VersionInfo.getVersion());
  }

  private void tell(long blockId, Stored replica, BlockStatus status) {
    for (List<ReceivedDeletedBlockInfo> list : untold) {
      list.add(
          new ReceivedDeletedBlockInfo(
              new Block(blockId, replica.lengthBytes(), replica.stamp()), status, ""));
    }
  }

  void receive(long blockId, long stamp) {
    Stored replica = new Stored(ReplicaState.RBW, stamp, 0);
    replicas.put(blockId, replica);
    tell(blockId, replica, BlockStatus.RECEIVING_BLOCK);
  }

  void finish(long blockId, long stamp, long lengthBytes) {
    Stored replica = new Stored(ReplicaState.FINALIZED, stamp, lengthBytes);
    replicas.put(blockId, replica);
    tell(blockId, replica, BlockStatus.RECEIVED_BLOCK);
  }

  /** Obeys the order to delete a replica, which names its generation stamp. */
  void delete(Block block) {
    Stored replica = replicas.get(block.getBlockId());
    if (replica == null || replica.stamp() == block.getGenerationStamp()) {
      replicas.remove(block.getBlockId());
      tell(
          block.getBlockId(),
          new Stored(ReplicaState.FINALIZED, block.getGenerationStamp(), 0),
          BlockStatus.DELETED_BLOCK);
    }
  }

  /** It dies and comes back: nothing untold is told any more, nobody goes on writing. */
  void crash() {
    untold.forEach(List::clear);
    replicas.replaceAll(
        (id, replica) ->
            replica.state() == ReplicaState.RBW
                ? new Stored(ReplicaState.RWR, replica.stamp(), replica.lengthBytes())
                : replica);
  }

  StorageReceivedDeletedBlocks[] message(List<ReceivedDeletedBlockInfo> infos) {
    return new StorageReceivedDeletedBlocks[] {
      new StorageReceivedDeletedBlocks(storage(), infos.toArray(ReceivedDeletedBlockInfo[]::new))
    };
  }

  SummaryReport summary(int buckets) {
    return new SummaryReport(
        "CID-test",
        uuid(),
        NEXT_IN_MS,
        List.of(StorageSnapshot.of(list(), buckets).summary(storage().getStorageID(), "DISK")));
  }

  BlockListAsLongs list() {
    BlockListAsLongs.Builder list = BlockListAsLongs.builder();
    replicas.forEach(
        (id, replica) -> {
          BlockReportReplica listed =
              new BlockReportReplica(new Block(id, replica.lengthBytes(), replica.stamp()));
          listed.setState(replica.state());
          list.add(listed);
        });
    return list.build();
  }
}
