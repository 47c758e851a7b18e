package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.Replica;
import io.warren.model.Striping;
import java.util.HashSet;
import java.util.Set;

/** What the rows of a block group say about it as a whole. */
final class StripedGroups {
  private StripedGroups() {}

  /**
   * Whether so many units of a group are stored that all its data can be read, when a replica of an
   * internal block is just being added.
   *
   * @param addedIsGood whether it has a good replica with that one
   */
  static boolean isStored(BlockRows group, long addedId, boolean addedIsGood) {
    Set<Integer> units = goodUnits(group);
    if (addedIsGood) {
      units.add(BlockIds.unit(addedId));
    } else {
      units.remove(BlockIds.unit(addedId));
    }
    return isStored(group, units);
  }

  private static boolean isStored(BlockRows group, Set<Integer> units) {
    Striping striping = group.block().striping();
    return striping != null && units.size() >= striping.neededUnits(group.block().lengthBytes());
  }

  private static Set<Integer> goodUnits(BlockRows group) {
    Set<Integer> units = new HashSet<>();
    for (Replica replica : group.replicas()) {
      if (group.of(replica.blockId()).goodReplicas() > 0) {
        units.add(BlockIds.unit(replica.blockId()));
      }
    }
    return units;
  }
}
