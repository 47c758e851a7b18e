package io.warren.migrate.follow;

import io.warren.migrate.edits.EditBlock;
import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.BlockPlaces;
import io.warren.namespace.file.FileBlocks;
import io.warren.namespace.file.FileTail;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a file's blocks as edits tell them, and charges quotas for the difference. */
final class FileBlockRows {
  private final EditTx edits;

  FileBlockRows(EditTx edits) {
    this.edits = edits;
  }

  /**
   * Gives a file the blocks of a list.
   *
   * @param complete whether the last one is complete, too
   * @return the file's length
   */
  long rewrite(Found at, Inode file, List<EditBlock> told, boolean complete) {
    Tx store = edits.store();
    FileBlocks before = FileBlocks.read(store, file.id(), LockMode.EXCLUSIVE);
    List<Block> old = before.all();
    boolean sameCount = old.size() == told.size();
    FileBlocks now = before;
    for (int i = 0; i < Math.min(old.size(), told.size()); i++) {
      boolean last = i == told.size() - 1;
      Block changed = changed(at, old.get(i), told.get(i), last && sameCount, !last || complete);
      if (!changed.equals(old.get(i))) {
        store.update(Tables.BLOCKS, changed);
        now = now.with(changed);
      }
    }
    PolicySpace charged = at.isCounted() ? charged(file, old) : PolicySpace.NONE;
    List<Block> blocks = new ArrayList<>(now.all());
    if (told.size() < old.size()) {
      List<Block> gone = old.subList(told.size(), old.size());
      FileBlocks.discard(store, file.id(), gone);
      BlockPlaces.shrink(store, file.id(), old.size(), told.size());
      blocks = blocks.subList(0, told.size());
    }
    List<Block> added = new ArrayList<>();
    for (int i = old.size(); i < told.size(); i++) {
      boolean done = complete || i < told.size() - 1;
      added.add(insert(file.id(), told.get(i), i, done));
    }
    if (!added.isEmpty()) {
      BlockPlaces.grow(store, now, added);
      blocks.addAll(added);
    }
    if (at.isCounted()) {
      edits.charge(at, 0, charged(file, blocks).minus(charged));
    }
    return blocks.stream().mapToLong(Block::lengthBytes).sum();
  }

  private static Block changed(
      Found at, Block old, EditBlock told, boolean mayHaveNewStamp, boolean complete) {
    boolean sameStamp = old.generationStamp() == told.generationStamp();
    if (old.blockId() != told.blockId() || !(sameStamp || mayHaveNewStamp)) {
      throw at.misfit("its blocks are others").with("blockId", told.blockId());
    }
    return new Block(
        old.inodeId(),
        old.blockId(),
        old.index(),
        told.generationStamp(),
        told.lengthBytes(),
        complete ? BlockState.COMPLETE : old.state(),
        complete ? 0 : old.recoveryId());
  }

  private static PolicySpace charged(Inode file, List<Block> blocks) {
    PolicySpace sum = PolicySpace.NONE;
    for (Block block : blocks) {
      sum = sum.plus(FileBlocks.charged(file, block));
    }
    return sum;
  }

  private Block insert(long inodeId, EditBlock told, int index, boolean complete) {
    Block block =
        new Block(
            inodeId,
            told.blockId(),
            index,
            told.generationStamp(),
            told.lengthBytes(),
            complete ? BlockState.COMPLETE : BlockState.UNDER_CONSTRUCTION,
            0);
    edits.store().insert(Tables.BLOCKS, block);
    edits.store().insert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), inodeId));
    return block;
  }

  /**
   * Adds a block at the end.
   *
   * @param completed what was the last one before; null when there was none
   * @return the file's length
   */
  long add(Found at, Inode file, @Nullable EditBlock completed, EditBlock told) {
    FileBlocks tail = FileTail.read(edits.store(), file, LockMode.EXCLUSIVE);
    Block last = tail.last();
    if ((last == null) != (completed == null)) {
      throw at.misfit("it has another number of blocks");
    }
    PolicySpace delta = PolicySpace.NONE;
    if (last != null && completed != null) {
      Block done = changed(at, last, completed, false, true);
      if (!done.equals(last)) {
        edits.store().update(Tables.BLOCKS, done);
        tail = tail.with(done);
        delta = FileBlocks.charged(file, done).minus(FileBlocks.charged(file, last));
      }
    }
    Block added = insert(file.id(), told, tail.count(), false);
    BlockPlaces.grow(edits.store(), tail, List.of(added));
    edits.charge(at, 0, delta.plus(FileBlocks.charged(file, added)));
    return tail.lengthBytes() + added.lengthBytes();
  }

  /**
   * Takes what is behind a length away.
   *
   * @param told the block in which the new end is, under the stamp that it will have; null when a
   *     block ends there
   */
  void cut(Found at, Inode file, long lengthBytes, @Nullable EditBlock told) {
    List<Block> old = FileBlocks.read(edits.store(), file.id(), LockMode.EXCLUSIVE).all();
    int kept = 0;
    long endBytes = 0;
    while (kept < old.size() && endBytes < lengthBytes) {
      endBytes += old.get(kept++).lengthBytes();
    }
    if (endBytes < lengthBytes || (endBytes > lengthBytes) != (told != null)) {
      throw at.misfit("its blocks have other lengths");
    }
    PolicySpace charged = at.isCounted() ? charged(file, old) : PolicySpace.NONE;
    FileBlocks.discard(edits.store(), file.id(), old.subList(kept, old.size()));
    BlockPlaces.shrink(edits.store(), file.id(), old.size(), kept);
    List<Block> blocks = new ArrayList<>(old.subList(0, kept));
    if (told != null) {
      Block last = blocks.remove(kept - 1);
      blocks.add(cut(last, last.lengthBytes() - (endBytes - lengthBytes), told));
    }
    if (at.isCounted()) {
      edits.charge(at, 0, charged(file, blocks).minus(charged));
    }
  }

  private Block cut(Block last, long lengthBytes, EditBlock told) {
    if (told.blockId() == last.blockId()) {
      Block shorter =
          last.withLength(lengthBytes)
              .withState(BlockState.UNDER_TRUNCATION)
              .withRecoveryId(told.generationStamp());
      edits.store().update(Tables.BLOCKS, shorter);
      return shorter;
    }
    // A snapshot of the followed HDFS reads the old one: it copies the beginning to a new one.
    FileBlocks.discard(edits.store(), last.inodeId(), List.of(last));
    EditBlock copy = new EditBlock(told.blockId(), told.generationStamp(), lengthBytes);
    Block now = insert(last.inodeId(), copy, last.index(), false);
    BlockPlaces.replace(edits.store(), now);
    return now;
  }
}
