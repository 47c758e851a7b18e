package io.warren.model;

/**
 * What a block's id says. Ids of contiguous blocks are positive. A block group's id is negative,
 * and the last four bits of it are 0, as stock clients and datanodes expect; there they find the
 * unit of an internal block. Ours also name the erasure-coding policy, in the seven bits below the
 * sign; ids that HDFS gave, which counts on from the least number or from the last of ours, say
 * nothing there: their policy is in the row of the group.
 */
public final class BlockIds {
  private static final long UNIT_MASK = 15;
  private static final int NUMBER_SHIFT = 4;
  private static final int POLICY_SHIFT = 56;
  private static final long POLICY_MASK = 127;
  private static final long NUMBER_MAX = (1L << (POLICY_SHIFT - NUMBER_SHIFT)) - 1;

  private BlockIds() {}

  /** Whether this is a block group or an internal block of one. */
  public static boolean isStriped(long blockId) {
    return blockId < 0;
  }

  /** The id of a block group with a number that no other group has. */
  public static long group(int policyId, long number) {
    if (policyId < 1 || policyId > POLICY_MASK || number < 0 || number > NUMBER_MAX) {
      throw new IllegalArgumentException("No group id for policy " + policyId + ", " + number);
    }
    return Long.MIN_VALUE | ((long) policyId << POLICY_SHIFT) | (number << NUMBER_SHIFT);
  }

  /** The block that has a row of its own: an internal block's group, any other block itself. */
  public static long owner(long blockId) {
    return isStriped(blockId) ? blockId & ~UNIT_MASK : blockId;
  }

  /** Which unit of its group an internal block is. */
  public static int unit(long internalBlockId) {
    return (int) (internalBlockId & UNIT_MASK);
  }

  /** The greatest id among a block's internal blocks; a contiguous block's own. */
  public static long last(long blockId) {
    return isStriped(blockId) ? blockId | UNIT_MASK : blockId;
  }

  /**
   * What the place in a pipeline writes: an internal block of its own in a group, else the block.
   */
  public static long inPipeline(long blockId, int position) {
    return isStriped(blockId) ? owner(blockId) + position : blockId;
  }

  /** The number of a group, whoever gave its id. */
  public static long number(long groupId) {
    return groupId >>> NUMBER_SHIFT & NUMBER_MAX;
  }

  /** The erasure-coding policy that the id of a group of our own names, 0 for none. */
  public static int policyId(long blockId) {
    return isStriped(blockId) ? (int) (blockId >>> POLICY_SHIFT & POLICY_MASK) : 0;
  }
}
