package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockPlace;
import io.warren.model.BlockPlaceKey;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that say in which order the blocks of a file are and where each begins, so that nobody
 * has to read all blocks to find some. Block ids have no order: several namenodes give them, and
 * concat moves them. Files of few blocks are read whole and have no such rows; a file has those of
 * all its blocks or none (ADR 81). The caller holds the inode's exclusive lock.
 */
public final class BlockPlaces {
  /** Files of so many blocks have no places. */
  public static final int SMALL_MAX = 16;

  /** So many places that a file lacks are written at once; a greater file remains without. */
  static final int FILLED_MAX = 1_000;

  private BlockPlaces() {}

  /** The file's last place; null when it has none. */
  static @Nullable BlockPlace last(Tx tx, long inodeId) {
    List<BlockPlace> end = tx.scan(Scan.prefix(Tables.BLOCK_PLACES, 1, inodeId));
    return end.isEmpty() ? null : end.get(0);
  }

  /**
   * Notes that blocks were added at the end of a file.
   *
   * @param before the blocks so far, as {@link FileTail} reads them
   * @param added in order, of the file
   */
  public static void grow(Tx tx, FileBlocks before, List<Block> added) {
    int count = before.count() + added.size();
    boolean lacksThem = before.isWhole();
    if (count <= SMALL_MAX || (lacksThem && count > FILLED_MAX)) {
      return;
    }
    if (lacksThem) {
      put(tx, before.all(), 0);
    }
    put(tx, added, before.lengthBytes());
  }

  private static void put(Tx tx, List<Block> blocks, long startBytes) {
    long offset = startBytes;
    for (Block block : blocks) {
      tx.upsert(
          Tables.BLOCK_PLACES,
          new BlockPlace(block.inodeId(), block.index(), block.blockId(), offset));
      offset += block.lengthBytes();
    }
  }

  /**
   * Notes that a file has fewer blocks now.
   *
   * @param count how many it had
   * @param left how many of them are left
   */
  public static void shrink(Tx tx, long inodeId, int count, int left) {
    int gone = left <= SMALL_MAX ? count : count - left;
    if (count <= SMALL_MAX || gone == 0) {
      return;
    }
    List<BlockPlace> end =
        gone < Scan.LIMIT_MAX
            ? tx.scan(Scan.prefix(Tables.BLOCK_PLACES, gone, inodeId))
            : Scans.all(tx, Scan.prefix(Tables.BLOCK_PLACES, Scan.LIMIT_MAX, inodeId));
    end.stream()
        .filter(place -> left <= SMALL_MAX || place.index() >= left)
        .forEach(place -> tx.delete(Tables.BLOCK_PLACES, place.key()));
  }

  /** Notes that another block is at the place of one, if the file has places. */
  public static void replace(Tx tx, Block now) {
    BlockPlaceKey key = BlockPlaceKey.of(now.inodeId(), now.index());
    BlockPlace place = tx.get(Tables.BLOCK_PLACES, key, LockMode.EXCLUSIVE);
    if (place != null) {
      tx.update(
          Tables.BLOCK_PLACES,
          new BlockPlace(now.inodeId(), now.index(), now.blockId(), place.offsetBytes()));
    }
  }
}
