package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A block with its place in the file and all rows about its replicas.
 *
 * @param offsetBytes where it begins in the file
 * @param pipeline replicas that are being written, in the order of the pipeline
 */
public record FileBlock(
    Block block,
    long offsetBytes,
    List<Replica> replicas,
    List<ReplicaUnderConstruction> pipeline,
    List<CorruptReplica> corrupt) {
  public FileBlock {
    replicas = List.copyOf(replicas);
    pipeline =
        pipeline.stream()
            .sorted(Comparator.comparingInt(ReplicaUnderConstruction::position))
            .toList();
    corrupt = List.copyOf(corrupt);
  }

  /** Whether a client or a recovery still works on the block. */
  public boolean isOpen() {
    return block.state().isOpen();
  }

  /**
   * Storages of the pipeline in its order; for a block without one, those with replicas. Of a block
   * group: those of its units in their order, 0 where there is none.
   */
  public List<Integer> expectedStorageIds() {
    if (BlockIds.isStriped(block.blockId())) {
      return storageIdsByUnit();
    }
    Set<Integer> ids = new LinkedHashSet<>();
    pipeline.forEach(r -> ids.add(r.storageId()));
    if (ids.isEmpty()) {
      replicas.forEach(r -> ids.add(r.storageId()));
    }
    return List.copyOf(ids);
  }

  /** Of a block group: where each unit is or is expected, 0 for nowhere. */
  private List<Integer> storageIdsByUnit() {
    Map<Integer, Integer> places = new TreeMap<>();
    replicas.forEach(r -> places.put(BlockIds.unit(r.blockId()), r.storageId()));
    pipeline.forEach(r -> places.put(BlockIds.unit(r.blockId()), r.storageId()));
    List<Integer> ids = new ArrayList<>();
    places.forEach(
        (unit, storageId) -> {
          while (ids.size() < unit) {
            ids.add(0);
          }
          ids.add(storageId);
        });
    return List.copyOf(ids);
  }

  /** How many places of the block are known: of different units, for a block group. */
  public int expectedPlaces() {
    return (int) expectedStorageIds().stream().filter(id -> id != 0).count();
  }

  /** Storages that have a replica or are still to report one. */
  public List<Integer> knownStorageIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    replicas.forEach(r -> ids.add(r.storageId()));
    pipeline.forEach(r -> ids.add(r.storageId()));
    return List.copyOf(ids);
  }
}
