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
import io.warren.namespace.file.KeptByTruncation;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
    PolicySpace charged = FileBlocks.charged(file, old);
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
      added.add(insert(file, told.get(i), i, done));
    }
    if (!added.isEmpty()) {
      BlockPlaces.grow(store, now, added);
      blocks.addAll(added);
    }
    edits.charge(at, 0, FileBlocks.charged(file, blocks).minus(charged));
    return blocks.stream().mapToLong(Block::lengthBytes).sum();
  }

  private static Block changed(
      Found at, Block old, EditBlock told, boolean mayHaveNewStamp, boolean complete) {
    boolean sameStamp = old.generationStamp() == told.generationStamp();
    if (old.blockId() != told.blockId() || !(sameStamp || mayHaveNewStamp)) {
      throw at.misfit("its blocks are others").with("blockId", told.blockId());
    }
    Block now = old.withGenerationStamp(told.generationStamp()).withLength(told.lengthBytes());
    return complete ? now.withState(BlockState.COMPLETE).withRecoveryId(0) : now;
  }

  private Block insert(Inode file, EditBlock told, int index, boolean complete) {
    Block block =
        new Block(
            file.id(),
            told.blockId(),
            index,
            told.generationStamp(),
            told.lengthBytes(),
            complete ? BlockState.COMPLETE : BlockState.UNDER_CONSTRUCTION,
            0,
            file.erasureCodingPolicy());
    edits.store().insert(Tables.BLOCKS, block);
    edits.store().insert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), file.id()));
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
    PolicySpace before = space(file, tail);
    if (last != null && completed != null) {
      Block done = changed(at, last, completed, false, true);
      if (!done.equals(last)) {
        edits.store().update(Tables.BLOCKS, done);
        tail = tail.with(done);
      }
    }
    Block added = insert(file, told, tail.count(), false);
    BlockPlaces.grow(edits.store(), tail, List.of(added));
    long openBytes = FileBlocks.chargedBytes(file, added);
    PolicySpace now = PolicySpace.ofFile(file, tail.lengthBytes() + openBytes);
    edits.charge(at, 0, now.minus(before));
    return tail.lengthBytes() + added.lengthBytes();
  }

  /** What a file is charged for, by its length and its last block. */
  private static PolicySpace space(Inode file, FileBlocks tail) {
    Block last = tail.last();
    long openBytes = last == null ? 0 : FileBlocks.chargedBytes(file, last) - last.lengthBytes();
    return PolicySpace.ofFile(file, tail.lengthBytes() + openBytes);
  }

  /**
   * Takes what is behind a length away.
   *
   * @param told the block in which the new end is, under the stamp that it will have; null when a
   *     block ends there
   */
  void cut(Found at, Inode file, long lengthBytes, @Nullable EditBlock told) {
    KeptByTruncation held = new KeptByTruncation(edits.operation(), file);
    FileBlocks present = FileBlocks.read(edits.store(), file.id(), LockMode.EXCLUSIVE);
    held.look(present);
    List<Block> old = present.all();
    int kept = 0;
    long endBytes = 0;
    while (kept < old.size() && endBytes < lengthBytes) {
      endBytes += old.get(kept++).lengthBytes();
    }
    if (endBytes < lengthBytes || (endBytes > lengthBytes) != (told != null)) {
      throw at.misfit("its blocks have other lengths");
    }
    PolicySpace charged = FileBlocks.charged(file, old);
    boolean copied = told != null && told.blockId() != old.get(kept - 1).blockId();
    // A block that a snapshot of the followed HDFS reads is not cut: its beginning is copied.
    Map<Boolean, List<Block>> gone =
        old.subList(copied ? kept - 1 : kept, old.size()).stream()
            .collect(Collectors.partitioningBy(block -> held.bytesRead(block) > 0));
    held.keepAll(gone.getOrDefault(true, List.of()));
    FileBlocks.discard(edits.store(), file.id(), gone.getOrDefault(false, List.of()));
    BlockPlaces.shrink(edits.store(), file.id(), old.size(), kept);
    List<Block> blocks = new ArrayList<>(old.subList(0, kept));
    if (told != null) {
      Block last = blocks.remove(kept - 1);
      long keptBytes = last.lengthBytes() - (endBytes - lengthBytes);
      blocks.add(
          copied
              ? copy(file, last, keptBytes, told, held.bytesRead(last) > 0)
              : shorten(last, keptBytes, told));
    }
    edits.charge(at, 0, FileBlocks.charged(file, blocks).minus(charged));
  }

  private Block shorten(Block last, long lengthBytes, EditBlock told) {
    Block shorter =
        last.withLength(lengthBytes)
            .withState(BlockState.UNDER_TRUNCATION)
            .withRecoveryId(told.generationStamp());
    edits.store().update(Tables.BLOCKS, shorter);
    return shorter;
  }

  /** A block whose source is kept is one that datanodes are making; see {@code BlockCopies}. */
  private Block copy(
      Inode file, Block source, long lengthBytes, EditBlock told, boolean sourceKept) {
    EditBlock copy = new EditBlock(told.blockId(), told.generationStamp(), lengthBytes);
    Block now = insert(file, copy, source.index(), false);
    if (sourceKept) {
      now = now.withState(BlockState.UNDER_TRUNCATION).withRecoveryId(told.generationStamp());
      edits.store().update(Tables.BLOCKS, now);
    }
    BlockPlaces.replace(edits.store(), now);
    return now;
  }
}
