package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /** Storages of the pipeline in its order; for a block without one, those with replicas. */
  public List<Integer> expectedStorageIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    pipeline.forEach(r -> ids.add(r.storageId()));
    if (ids.isEmpty()) {
      replicas.forEach(r -> ids.add(r.storageId()));
    }
    return List.copyOf(ids);
  }

  /** Storages that have a replica or are still to report one. */
  public List<Integer> knownStorageIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    replicas.forEach(r -> ids.add(r.storageId()));
    pipeline.forEach(r -> ids.add(r.storageId()));
    return List.copyOf(ids);
  }
}
