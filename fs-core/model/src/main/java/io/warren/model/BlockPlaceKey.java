package io.warren.model;

/**
 * Primary key of a block's place in its file, partitioned by inode. The index in the file is
 * negated, so that the last block comes first.
 */
public record BlockPlaceKey(long inodeId, int negatedIndex) {
  public static BlockPlaceKey of(long inodeId, int index) {
    return new BlockPlaceKey(inodeId, -index);
  }
}
