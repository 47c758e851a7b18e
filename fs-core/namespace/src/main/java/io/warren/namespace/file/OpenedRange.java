package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.namespace.EntryStatus;
import io.warren.store.Tx;
import java.util.ArrayList;
import java.util.List;

/** The part of a file that a reader asks for. */
record OpenedRange(long offsetBytes, long lengthBytes) {
  static final OpenedRange WHOLE = new OpenedRange(0, Long.MAX_VALUE);

  /**
   * Puts an opened file together from its rows; reads the replicas that are not among them.
   *
   * @param blocks those of the range or more, in order; with the file's last one
   */
  OpenedFile of(
      Tx tx, EntryStatus status, List<PlacedBlock> blocks, FileRows rows, boolean isAccessTimeDue) {
    List<PlacedBlock> wanted = new ArrayList<>();
    List<Block> wantedBlocks = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      if (i == blocks.size() - 1 || blocks.get(i).overlaps(offsetBytes, lengthBytes)) {
        wanted.add(blocks.get(i));
        wantedBlocks.add(blocks.get(i).block());
      }
    }
    FileRows.OfBlocks replicas = rows.replicas(tx, wantedBlocks);
    List<FileBlock> inRange = new ArrayList<>();
    FileBlock last = null;
    for (PlacedBlock placed : wanted) {
      last = replicas.fileBlock(readable(placed.block()), placed.offsetBytes());
      if (placed.overlaps(offsetBytes, lengthBytes) && !last.isOpen()) {
        inRange.add(last);
      }
    }
    return new OpenedFile(status, inRange, last, isAccessTimeDue, null);
  }

  /**
   * A block whose replicas are being cut reads as what it will be: datanodes serve so much of the
   * longer replicas, too.
   */
  private static Block readable(Block block) {
    return block.state() == BlockState.UNDER_TRUNCATION
        ? block.withState(BlockState.COMPLETE)
        : block;
  }
}
