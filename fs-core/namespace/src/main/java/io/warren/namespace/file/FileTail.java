package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockPlace;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the last blocks of a file, however many it has: writers look at no others. A file of few
 * blocks is read whole, in one exchange.
 */
public final class FileTail {
  /** More blocks than may be committed only, with room for the two that a writer works on. */
  static final int BLOCKS = 16;

  private FileTail() {}

  /**
   * Reads the last blocks of a file whose row the transaction holds; waits for who held it before
   * (ADR 16).
   */
  static FileBlocks readSettled(Tx tx, Inode file) {
    return read(tx, file, LockMode.SETTLED);
  }

  /**
   * Reads the last blocks.
   *
   * @param lock a locking mode locks those that may still change
   */
  public static FileBlocks read(Tx tx, Inode file, LockMode lock) {
    if (file.sizeBytes() <= BlockPlaces.SMALL_MAX * file.fullBlockBytes()) {
      List<Block> all =
          tx.scan(Scan.prefix(Tables.BLOCKS, BlockPlaces.SMALL_MAX + 1, file.id()).locked(lock));
      if (all.size() <= BlockPlaces.SMALL_MAX) {
        return new FileBlocks(all);
      }
    }
    FileBlocks end = end(tx, file.id(), lock);
    return end == null ? FileBlocks.read(tx, file.id(), lock) : end;
  }

  /** Null when the file has no places, or they change. */
  private static @Nullable FileBlocks end(Tx tx, long inodeId, LockMode lock) {
    LockMode settled = lock.locks() ? LockMode.SETTLED : lock;
    List<BlockPlace> places =
        tx.scan(Scan.prefix(Tables.BLOCK_PLACES, BLOCKS, inodeId).locked(settled));
    if (places.isEmpty()) {
      return null;
    }
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<Block>> rows =
        places.stream().map(p -> batch.get(Tables.BLOCKS, p.block(), settled)).toList();
    batch.execute();
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Block block = rows.get(i).get();
      if (block != null && lock.locks() && block.state() != BlockState.COMPLETE) {
        block = tx.get(Tables.BLOCKS, block.key(), lock);
      }
      if (block == null || block.index() != places.get(i).index()) {
        return null;
      }
      blocks.add(block);
    }
    return new FileBlocks(blocks, places.get(places.size() - 1).offsetBytes());
  }
}
