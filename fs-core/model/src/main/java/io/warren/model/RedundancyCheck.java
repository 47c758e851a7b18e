package io.warren.model;

/**
 * A wish that the leader look whether a block is stored as often as its file wants. blockId 0 means
 * all blocks of the file.
 */
public record RedundancyCheck(long inodeId, long blockId, long requestedAtMs) {
  /** Stands for every block of a file. */
  public static final long ALL_BLOCKS = 0;

  public BlockKey key() {
    return new BlockKey(inodeId, blockId);
  }
}
