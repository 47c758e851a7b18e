package io.warren.model;

/**
 * Where a block of a file with many blocks is; files with few have no such rows.
 *
 * @param index its place in the file, from 0
 * @param offsetBytes where it begins in the file, which stays as it is while the block is there
 */
public record BlockPlace(long inodeId, int index, long blockId, long offsetBytes) {
  public BlockPlaceKey key() {
    return BlockPlaceKey.of(inodeId, index);
  }

  public BlockKey block() {
    return new BlockKey(inodeId, blockId);
  }
}
