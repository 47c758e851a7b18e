package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.Striping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How well a block group is stored: a pure judgement over rows. Each internal block is judged as a
 * block of its own of which one replica is wanted, so replicas of different units are never
 * mistaken for copies of each other.
 *
 * @param units the internal blocks that have data, by unit
 * @param needed how many of them must be readable so that all data are
 */
record StripedRedundancy(Striping striping, Map<Integer, Redundancy> units, int needed) {

  static StripedRedundancy of(
      BlockLook look, int minMaintenanceReplicas, Redundancy.Storages storages) {
    BlockRows group = Objects.requireNonNull(look.rows());
    long id = group.block().blockId();
    Striping striping =
        Objects.requireNonNull(group.block().striping(), "A group of no known policy");
    long length = group.block().lengthBytes();
    Map<Integer, Redundancy> units = new TreeMap<>();
    for (int unit = 0; unit < striping.units(); unit++) {
      if (striping.isStored(length, unit)) {
        long internalId = BlockIds.inPipeline(id, unit);
        List<PendingReplication> pending =
            look.pending().stream().filter(p -> p.blockId() == internalId).toList();
        units.put(
            unit,
            Redundancy.of(group.of(internalId), pending, 1, minMaintenanceReplicas, storages));
      }
    }
    return new StripedRedundancy(striping, units, striping.neededUnits(length));
  }

  /** Units that are stored as they should be. */
  int counted() {
    return (int) units.values().stream().filter(Redundancy::isEnough).count();
  }

  int wanted() {
    return units.size();
  }

  boolean isEnough() {
    return counted() == wanted();
  }

  /** Units that have a good replica somewhere. */
  int readable() {
    return (int) units.values().stream().filter(unit -> !unit.sources().isEmpty()).count();
  }

  /** Units of which a good replica is certain. */
  int certain() {
    return (int) units.values().stream().filter(unit -> !unit.live().isEmpty()).count();
  }

  /** Units that can only be computed from the others. */
  List<Integer> lost() {
    List<Integer> lost = new ArrayList<>();
    units.forEach(
        (unit, redundancy) -> {
          if (redundancy.sources().isEmpty()) {
            lost.add(unit);
          }
        });
    return lost;
  }

  /** Whether anything of the group is being made now. */
  boolean isArriving() {
    return units.values().stream().anyMatch(unit -> !unit.arriving().isEmpty());
  }

  List<PendingReplication> arrived() {
    return units.values().stream().flatMap(unit -> unit.arrived().stream()).toList();
  }

  /** Corrupt and outdated replicas of all units. */
  List<Replica> bad() {
    return units.values().stream().flatMap(unit -> unit.bad().stream()).toList();
  }

  /** Bad replicas that are not needed: their unit has a good one for certain. */
  List<Replica> replacedBad() {
    return units.values().stream().flatMap(unit -> unit.replacedBad().stream()).toList();
  }

  /** How urgent the missing units are (the levels of stock HDFS); null when none is. */
  @Nullable RedundancyPriority priority() {
    if (isEnough()) {
      return null;
    }
    if (readable() < needed) {
      return RedundancyPriority.MISSING;
    }
    int spare = counted() - needed;
    if (spare <= 0) {
      return RedundancyPriority.HIGHEST;
    }
    return spare < striping.parityUnits() / 3 + 1
        ? RedundancyPriority.VERY_LOW
        : RedundancyPriority.LOW;
  }
}
