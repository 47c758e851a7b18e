package io.warren.blocks;

import io.warren.model.PendingReplication;
import io.warren.model.Replica;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/** Which replicas come and go, by Hadoop's own placement policy. Thread-safe. */
final class ReplicaPlacement {
  private final Datanodes datanodes;

  ReplicaPlacement(Datanodes datanodes) {
    this.datanodes = datanodes;
  }

  private BlockPlacementPolicy policy() {
    return datanodes.library().getBlockPlacementPolicy();
  }

  private List<DatanodeStorageInfo> reachable(List<Replica> replicas) {
    return replicas.stream()
        .map(r -> datanodes.liveStorage(r.storageId()))
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Whether the datanodes of all good replicas are heard of here; see {@link StorageSights#see}.
   */
  boolean reachesAll(Redundancy redundancy) {
    return Stream.concat(redundancy.live().stream(), redundancy.doubtful().stream())
        .allMatch(replica -> datanodes.isHeard(replica.storageId()));
  }

  /** Whether the replicas are on as many racks as the policy wants. */
  boolean isWellPlaced(Redundancy redundancy) {
    List<DatanodeStorageInfo> storages = reachable(redundancy.live());
    if (storages.size() < redundancy.live().size()) {
      return true;
    }
    DatanodeInfo[] nodes =
        storages.stream()
            .map(DatanodeStorageInfo::getDatanodeDescriptor)
            .toArray(DatanodeInfo[]::new);
    return policy().verifyBlockPlacement(nodes, redundancy.wanted()).isPlacementPolicySatisfied();
  }

  /**
   * The surplus replicas that can best be spared, by the hint of who moved the block if any.
   *
   * @param storagePolicy that holds for the file
   */
  List<Replica> toDelete(long blockId, Redundancy redundancy, int storagePolicy) {
    List<DatanodeStorageInfo> storages = reachable(redundancy.live());
    if (storages.size() < redundancy.live().size()) {
      return List.of();
    }
    BlockStoragePolicy types = datanodes.storagePolicyOf(storagePolicy);
    List<StorageType> excessTypes =
        types.chooseExcess(
            (short) redundancy.wanted(),
            storages.stream().map(DatanodeStorageInfo::getStorageType).toList());
    String hint = datanodes.deletionHints().find(blockId);
    List<DatanodeStorageInfo> chosen =
        policy()
            .chooseReplicasToDelete(
                new ArrayList<>(storages),
                new ArrayList<>(storages),
                redundancy.wanted(),
                new ArrayList<>(excessTypes),
                null,
                hint == null ? null : datanodes.find(hint));
    Set<String> uuids = new HashSet<>();
    chosen.forEach(storage -> uuids.add(storage.getStorageID()));
    List<Replica> spared = new ArrayList<>();
    for (int i = 0; i < storages.size(); i++) {
      if (uuids.contains(storages.get(i).getStorageID()) && spared.size() < redundancy.surplus()) {
        spared.add(redundancy.live().get(i));
      }
    }
    return spared;
  }

  /**
   * Storages for further replicas, on datanodes that have nothing of the block.
   *
   * @param storagePolicy that holds for the file
   * @param source where the copies come from
   * @param newRack only storages on racks without a replica
   */
  List<Target> targets(
      BlockLook look,
      Redundancy redundancy,
      int storagePolicy,
      int copies,
      DatanodeStorageInfo source,
      boolean newRack) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    Set<Node> occupied = new HashSet<>();
    rows.replicas().forEach(r -> occupy(occupied, r.storageId()));
    rows.underConstruction().forEach(r -> occupy(occupied, r.storageId()));
    rows.invalidated().forEach(r -> occupy(occupied, r.storageId()));
    look.pending().forEach(p -> occupy(occupied, p.storageId()));
    if (occupied.size() >= datanodes.live().size()) {
      return List.of();
    }
    List<DatanodeStorageInfo> existing = new ArrayList<>(reachable(redundancy.live()));
    existing.addAll(reachable(redundancy.doubtful()));
    for (PendingReplication arriving : redundancy.arriving()) {
      DatanodeStorageInfo storage = datanodes.liveStorage(arriving.storageId());
      if (storage != null) {
        existing.add(storage);
      }
    }
    List<Target> chosen =
        datanodes.chooseAdditional(
            new PlacementRequest(
                "block " + rows.block().blockId(),
                copies,
                Math.max(1, rows.block().lengthBytes()),
                storagePolicy,
                source.getDatanodeDescriptor().getIpAddr(),
                occupied,
                List.of(),
                java.util.EnumSet.noneOf(org.apache.hadoop.hdfs.AddBlockFlag.class)),
            existing);
    Set<String> racks = new HashSet<>();
    existing.forEach(s -> racks.add(s.getDatanodeDescriptor().getNetworkLocation()));
    return chosen.stream()
        .filter(
            t ->
                !newRack
                    || !racks.contains(t.storage().getDatanodeDescriptor().getNetworkLocation()))
        .limit(copies)
        .toList();
  }

  private void occupy(Set<Node> nodes, int storageId) {
    DatanodeStorageInfo storage = datanodes.liveStorage(storageId);
    DatanodeDescriptor datanode = storage == null ? null : storage.getDatanodeDescriptor();
    if (datanode != null) {
      nodes.add(datanode);
    }
  }
}
