package io.warren.namespace.file;

import io.warren.model.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * A block with where it begins in its file.
 *
 * @param offsetBytes from the file's beginning
 */
record PlacedBlock(Block block, long offsetBytes) {
  long endBytes() {
    return offsetBytes + block.lengthBytes();
  }

  boolean overlaps(long fromBytes, long lengthBytes) {
    return endBytes() > fromBytes && offsetBytes - fromBytes < lengthBytes;
  }

  /** All blocks of a file, from its beginning. */
  static List<PlacedBlock> of(FileBlocks blocks) {
    List<PlacedBlock> placed = new ArrayList<>();
    long offset = 0;
    for (Block block : blocks.all()) {
      placed.add(new PlacedBlock(block, offset));
      offset += block.lengthBytes();
    }
    return placed;
  }
}
