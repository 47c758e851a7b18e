package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.CorruptReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.StorageState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often a block is stored, each replica by what it is worth: a pure judgement over rows.
 *
 * @param live good replicas on available storages
 * @param doubtful good replicas by the rows, on storages that are back and have not reported yet,
 *     or of which nothing is known: they count against a loss, never for a deletion
 * @param leaving good replicas on storages that are decommissioned
 * @param maintenance good replicas on storages in maintenance
 * @param bad replicas that are corrupt or of another generation; unfinished ones, too, which have
 *     no row of their own
 * @param arriving copies that are being made on datanodes without a good replica
 * @param arrived orders of copies that are there now, perhaps on another disk of the datanode
 * @param promised replicas of the block's pipeline that were not reported yet
 * @param wanted how many replicas the file wants now, outside maintenance
 */
record Redundancy(
    List<Replica> live,
    List<Replica> doubtful,
    List<Replica> leaving,
    List<Replica> maintenance,
    List<Replica> bad,
    List<PendingReplication> arriving,
    List<PendingReplication> arrived,
    int promised,
    int wanted) {

  /** What the leader knows about storages. */
  interface Storages {
    /**
     * The state of a storage, null when unknown; RETURNED also for one that was available and is
     * not heard of now.
     */
    @Nullable StorageState stateOf(int storageId);

    /** The UUID of the datanode that a storage belongs to, empty when unknown. */
    String datanodeOf(int storageId);
  }

  static Redundancy of(
      BlockRows rows,
      List<PendingReplication> pending,
      int replication,
      int minMaintenanceReplicas,
      Storages storages) {
    Block block = rows.block();
    List<Replica> live = new ArrayList<>();
    List<Replica> doubtful = new ArrayList<>();
    List<Replica> leaving = new ArrayList<>();
    List<Replica> maintenance = new ArrayList<>();
    List<Replica> bad = new ArrayList<>();
    Set<String> good = new HashSet<>();
    for (Replica replica : rows.replicas()) {
      if (replica.blockId() != block.blockId()) {
        // They would look like a surplus, whose deletion would cost data.
        throw new IllegalStateException(
            "Units of a block group are not copies of each other: " + replica + " of " + block);
      }
      if (replica.generationStamp() != block.generationStamp()
          || replica.lengthBytes() != block.lengthBytes()
          || rows.corrupt(replica.storageId()) != null) {
        bad.add(replica);
        continue;
      }
      good.add(storages.datanodeOf(replica.storageId()));
      if (rows.excess(replica.storageId()) != null) {
        continue;
      }
      StorageState state = storages.stateOf(replica.storageId());
      if (state == null || state == StorageState.RETURNED) {
        doubtful.add(replica);
      } else if (state == StorageState.AVAILABLE) {
        live.add(replica);
      } else if (state.isLeaving()) {
        leaving.add(replica);
      } else if (state.isMaintenance()) {
        maintenance.add(replica);
      }
    }
    for (CorruptReplica unfinished : rows.corrupt()) {
      if (rows.replica(unfinished.storageId()) == null) {
        bad.add(
            new Replica(
                unfinished.inodeId(),
                unfinished.blockId(),
                unfinished.storageId(),
                unfinished.generationStamp(),
                0));
      }
    }
    int floor = Math.min(minMaintenanceReplicas, replication);
    int wanted = Math.max(replication - maintenance.size(), floor);
    List<PendingReplication> arriving = new ArrayList<>();
    List<PendingReplication> arrived = new ArrayList<>();
    for (PendingReplication order : pending) {
      boolean there =
          order.generationStamp() != block.generationStamp()
              || good.contains(storages.datanodeOf(order.storageId()));
      (there ? arrived : arriving).add(order);
    }
    int promised = promised(rows, good, storages);
    return new Redundancy(
        live, doubtful, leaving, maintenance, bad, arriving, arrived, promised, wanted);
  }

  private static int promised(BlockRows rows, Set<String> good, Storages storages) {
    return (int)
        rows.underConstruction().stream()
            .filter(expected -> expected.generationStamp() == rows.block().generationStamp())
            .map(expected -> storages.datanodeOf(expected.storageId()))
            .filter(datanode -> !good.contains(datanode))
            .distinct()
            .count();
  }

  /** Replicas that count against a loss. */
  int counted() {
    return live.size() + doubtful.size();
  }

  boolean isEnough() {
    return counted() >= wanted;
  }

  /** Replicas to copy from, the best first. */
  List<Replica> sources() {
    List<Replica> sources = new ArrayList<>(leaving);
    sources.addAll(maintenance);
    sources.addAll(live);
    sources.addAll(doubtful);
    return sources;
  }

  /** Copies to begin now. */
  int toCopy() {
    return Math.max(0, wanted - counted() - arriving.size());
  }

  /** Replicas that may be deleted; only when nothing is in doubt. */
  int surplus() {
    return doubtful.isEmpty() ? Math.max(0, live.size() - wanted) : 0;
  }

  /**
   * Bad replicas that are not needed: as many good ones are certain as are wanted. Those that only
   * may be there do not count, for the bad ones may be all that is left.
   */
  List<Replica> replacedBad() {
    return live.size() >= Math.max(1, wanted) ? bad : List.of();
  }

  /** Whether a bad replica may make room for a good one: one is certain, and none in doubt. */
  boolean mayMakeRoom() {
    return !live.isEmpty() && doubtful.isEmpty();
  }

  /** How urgent another replica is; null when there are enough. */
  @Nullable RedundancyPriority priority() {
    if (isEnough()) {
      return null;
    }
    if (counted() == 0) {
      boolean rescuable = !leaving.isEmpty() || !maintenance.isEmpty();
      return rescuable ? RedundancyPriority.HIGHEST : RedundancyPriority.MISSING;
    }
    if (counted() == 1) {
      return RedundancyPriority.HIGHEST;
    }
    return counted() * 3 < wanted ? RedundancyPriority.VERY_LOW : RedundancyPriority.LOW;
  }
}
