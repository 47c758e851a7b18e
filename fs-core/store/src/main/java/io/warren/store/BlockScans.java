package io.warren.store;

import io.warren.model.BlockIds;
import io.warren.model.ReplicaKey;
import io.warren.store.schema.Table;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Reads the rows about the replicas of one block. Those of a block group are kept under the ids of
 * its internal blocks, which follow the group's.
 */
public final class BlockScans {
  /** More replicas than any replication factor allows, with room for stray ones. */
  public static final int REPLICAS_MAX = 1_000;

  private static final int GROUP_REPLICAS_MAX = 250;

  private BlockScans() {}

  /** A scan of a block's rows; a group's answer goes through {@link #ofBlock}. */
  public static <R> Scan<ReplicaKey, R> replicas(
      Table<ReplicaKey, R> table, long inodeId, long blockId) {
    return BlockIds.isStriped(blockId)
        ? Scan.prefix(table, GROUP_REPLICAS_MAX, inodeId)
            .after(new ReplicaKey(inodeId, BlockIds.owner(blockId) - 1, Integer.MAX_VALUE))
        : Scan.prefix(table, REPLICAS_MAX, inodeId, blockId);
  }

  /** Only the rows that are of a block: a group's scan goes on into the rows of the next one. */
  public static <R> List<R> ofBlock(List<R> rows, long blockId, ToLongFunction<R> idOf) {
    return BlockIds.isStriped(blockId)
        ? rows.stream().filter(r -> BlockIds.owner(idOf.applyAsLong(r)) == blockId).toList()
        : rows;
  }
}
