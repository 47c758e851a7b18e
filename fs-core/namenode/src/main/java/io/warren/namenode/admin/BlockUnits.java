package io.warren.namenode.admin;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.Striping;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.jspecify.annotations.Nullable;

/**
 * The units of a block group: data first, then parity, numbered from 0.
 *
 * @param policy name of its erasure-coding policy
 * @param needed so many units must be readable so that all data are
 * @param missing those that have bytes and no good replica
 */
record BlockUnits(
    String policy, int dataUnits, int parityUnits, int needed, List<Integer> missing) {

  /**
   * Null for a contiguous block.
   *
   * @param good the units with a good replica
   */
  static @Nullable BlockUnits of(Block block, Set<Integer> good) {
    Striping striping = block.striping();
    if (striping == null) {
      return null;
    }
    ErasureCodingPolicy policy = SystemErasureCodingPolicies.getByID((byte) striping.policyId());
    List<Integer> missing =
        IntStream.range(0, striping.units())
            .filter(unit -> striping.isStored(block.lengthBytes(), unit) && !good.contains(unit))
            .boxed()
            .toList();
    return new BlockUnits(
        policy.getName(),
        striping.dataUnits(),
        striping.parityUnits(),
        striping.neededUnits(block.lengthBytes()),
        missing);
  }

  /** Which unit an internal block is; null for a contiguous block. */
  static @Nullable Integer unitOf(long blockId) {
    return BlockIds.isStriped(blockId) ? BlockIds.unit(blockId) : null;
  }
}
