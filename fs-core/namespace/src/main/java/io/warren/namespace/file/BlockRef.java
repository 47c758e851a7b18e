package io.warren.namespace.file;

import io.warren.model.Block;

/** A block as a client names it, with the length it knows. */
public record BlockRef(long blockId, long generationStamp, long lengthBytes) {
  /** Whether this names the block in its present generation. */
  public boolean matches(Block block) {
    return block.blockId() == blockId && block.generationStamp() == generationStamp;
  }
}
