package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Turns the rows of a block group into the located group that clients read and write. */
final class StripedLocations {
  private StripedLocations() {}

  /**
   * A group to read: one place for each unit that can be reached. It is corrupt when, as far as the
   * rows know, too few units are good.
   */
  static LocatedBlock toRead(
      Datanodes datanodes,
      Block group,
      Collection<Replica> replicas,
      Collection<CorruptReplica> corrupt,
      long offsetBytes) {
    Set<ReplicaKey> bad = new HashSet<>();
    corrupt.forEach(c -> bad.add(new ReplicaKey(c.inodeId(), c.blockId(), c.storageId())));
    Set<Integer> good = new HashSet<>();
    Map<Integer, DatanodeStorageInfo> places = new TreeMap<>();
    for (Replica replica : replicas) {
      if (replica.generationStamp() == group.generationStamp() && !bad.contains(replica.key())) {
        int unit = BlockIds.unit(replica.blockId());
        good.add(unit);
        DatanodeStorageInfo storage = datanodes.liveStorage(replica.storageId());
        if (storage != null) {
          // A datanode that is to leave is read from only where there is no other.
          places.merge(unit, storage, (a, b) -> a.getDatanodeDescriptor().isInService() ? a : b);
        }
      }
    }
    Striping striping = group.striping();
    boolean isCorrupt =
        !bad.isEmpty()
            && striping != null
            && good.size() < striping.neededUnits(group.lengthBytes());
    return located(datanodes, group, places, offsetBytes, isCorrupt);
  }

  /** A group that is being written. */
  static LocatedBlock toWrite(
      Datanodes datanodes, Block group, List<ReplicaUnderConstruction> pipeline, long offsetBytes) {
    Map<Integer, DatanodeStorageInfo> places = new TreeMap<>();
    for (ReplicaUnderConstruction expected : pipeline) {
      DatanodeStorageInfo storage = datanodes.liveStorage(expected.storageId());
      if (storage != null) {
        places.putIfAbsent(BlockIds.unit(expected.blockId()), storage);
      }
    }
    return located(datanodes, group, places, offsetBytes, false);
  }

  private static LocatedBlock located(
      Datanodes datanodes,
      Block group,
      Map<Integer, DatanodeStorageInfo> places,
      long offsetBytes,
      boolean corrupt) {
    byte[] units = new byte[places.size()];
    List<DatanodeStorageInfo> storages = new ArrayList<>();
    for (Map.Entry<Integer, DatanodeStorageInfo> place : places.entrySet()) {
      units[storages.size()] = place.getKey().byteValue();
      storages.add(place.getValue());
    }
    return BlockManager.newLocatedStripedBlock(
        new ExtendedBlock(
            datanodes.blockPoolId(), group.blockId(), group.lengthBytes(), group.generationStamp()),
        storages.toArray(DatanodeStorageInfo[]::new),
        units,
        offsetBytes,
        corrupt);
  }
}
