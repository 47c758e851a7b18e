package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.StorageState;
import io.warren.model.Striping;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a block that is still written needs of its storages: a pure judgement over rows. Nobody
 * copies such a block, and its writer may be gone until its lease runs out, so a storage may leave
 * as soon as others have all that was written; as in stock HDFS the rest follows when the file is
 * closed.
 */
final class UnfinishedBlocks {
  private UnfinishedBlocks() {}

  /**
   * Whether a block keeps a storage from leaving.
   *
   * @param look at a block that is there and not complete
   * @param leastElsewhere replicas that other datanodes in service must have or be writing; of a
   *     block group as many of its units as are needed to read it, if this is more than 0
   */
  static boolean needs(
      BlockLook look, int storageId, int leastElsewhere, Redundancy.Storages storages) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    Block block = rows.block();
    String leaving = storages.datanodeOf(storageId);
    Set<String> datanodes = new HashSet<>();
    Set<Integer> units = new HashSet<>();
    holders(rows)
        .filter(holder -> storages.stateOf(holder.storageId()) == StorageState.AVAILABLE)
        .filter(holder -> !storages.datanodeOf(holder.storageId()).equals(leaving))
        .forEach(
            holder -> {
              datanodes.add(storages.datanodeOf(holder.storageId()));
              units.add(BlockIds.unit(holder.blockId()));
            });
    Striping striping = block.striping();
    if (striping == null) {
      return datanodes.size() < leastElsewhere;
    }
    return leastElsewhere > 0 && units.size() < striping.dataUnits();
  }

  /**
   * Whether a block is not written to the end and has replicas where they will not stay: then it
   * must be looked at once more when it is complete.
   */
  static boolean isOnLeaving(BlockLook look, Redundancy.Storages storages) {
    BlockRows rows = look.rows();
    return rows != null
        && look.file() != null
        && rows.block().state() != BlockState.COMPLETE
        && holders(rows)
            .map(holder -> storages.stateOf(holder.storageId()))
            .filter(Objects::nonNull)
            .anyMatch(state -> state.isLeaving() || state.isMaintenance());
  }

  private record Holder(long blockId, int storageId) {}

  /** Where all that was written is: replicas of the current generation, finished or not. */
  private static Stream<Holder> holders(BlockRows rows) {
    long stamp = rows.block().generationStamp();
    return Stream.concat(
        rows.replicas().stream()
            .filter(replica -> replica.generationStamp() == stamp)
            .filter(replica -> rows.of(replica.blockId()).corrupt(replica.storageId()) == null)
            .map(replica -> new Holder(replica.blockId(), replica.storageId())),
        rows.underConstruction().stream()
            .filter(replica -> replica.generationStamp() == stamp)
            .map(replica -> new Holder(replica.blockId(), replica.storageId())));
  }
}
