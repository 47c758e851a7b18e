package io.warren.migrate.load;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.Inode;
import io.warren.model.LeasePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An inode of an image with all rows that are its own. */
record ImportedInode(AttributedRow row, List<Block> blocks, @Nullable LeasePath lease) {
  Inode inode() {
    return row.inode();
  }

  /** The way from a block's id to the inode. */
  List<BlockLookup> lookups() {
    return blocks.stream().map(block -> new BlockLookup(block.blockId(), inode().id())).toList();
  }
}
