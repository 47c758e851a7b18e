package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Turns rows into the located blocks that clients read and write. Thread-safe. */
public final class Locations {
  private final Datanodes datanodes;

  public Locations(Datanodes datanodes) {
    this.datanodes = datanodes;
  }

  /**
   * A block to read: replicas on live datanodes with the block's generation stamp, without corrupt
   * ones. When all live replicas are corrupt they are given after all, with the corrupt flag.
   *
   * @param offsetBytes where the block begins in its file
   */
  public LocatedBlock toRead(
      Block block,
      Collection<Replica> replicas,
      Collection<CorruptReplica> corrupt,
      long offsetBytes) {
    if (BlockIds.isStriped(block.blockId())) {
      return StripedLocations.toRead(datanodes, block, replicas, corrupt, offsetBytes);
    }
    Set<Integer> bad = new HashSet<>();
    corrupt.forEach(c -> bad.add(c.storageId()));
    replicas.stream()
        .filter(r -> r.generationStamp() != block.generationStamp())
        .forEach(r -> bad.add(r.storageId()));
    List<Integer> all = replicas.stream().map(Replica::storageId).toList();
    List<Integer> good = all.stream().filter(s -> !bad.contains(s)).toList();
    boolean isCorrupt = good.isEmpty() && !all.isEmpty();
    return located(block, isCorrupt ? all : good, offsetBytes, isCorrupt);
  }

  /** A block that is being written, on the live storages of its pipeline in their order. */
  public LocatedBlock toWrite(Block block, List<Integer> storageIds, long offsetBytes) {
    return located(block, storageIds, offsetBytes, false);
  }

  /** A block group that is being written, on the live storages of its pipeline. */
  public LocatedBlock toWriteStriped(
      Block group, List<ReplicaUnderConstruction> pipeline, long offsetBytes) {
    return StripedLocations.toWrite(datanodes, group, pipeline, offsetBytes);
  }

  private LocatedBlock located(
      Block block, List<Integer> storageIds, long offsetBytes, boolean corrupt) {
    DatanodeStorageInfo[] storages =
        storageIds.stream()
            .map(datanodes::liveStorage)
            .filter(Objects::nonNull)
            .toArray(DatanodeStorageInfo[]::new);
    return BlockManager.newLocatedBlock(extended(block), storages, offsetBytes, corrupt);
  }

  /** The block as the wire names it. */
  public ExtendedBlock extended(Block block) {
    return new ExtendedBlock(
        datanodes.blockPoolId(), block.blockId(), block.lengthBytes(), block.generationStamp());
  }
}
