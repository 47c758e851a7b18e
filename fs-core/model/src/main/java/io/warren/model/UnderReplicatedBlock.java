package io.warren.model;

/**
 * A block with too few good replicas.
 *
 * @param live good replicas that can be reached
 * @param wanted how many there should be
 * @param corrupt replicas that were found corrupt
 * @param sinceMs when it was first seen to have too few
 */
public record UnderReplicatedBlock(
    long inodeId,
    long blockId,
    RedundancyPriority priority,
    int live,
    int wanted,
    int corrupt,
    long sinceMs) {
  public BlockKey key() {
    return new BlockKey(inodeId, blockId);
  }
}
