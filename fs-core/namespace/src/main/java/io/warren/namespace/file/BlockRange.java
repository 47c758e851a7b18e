package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockPlace;
import io.warren.model.BlockPlaceKey;
import io.warren.model.Inode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blocks of a part of a file by their places. Where all blocks but the last are full, the
 * index follows from the offset; elsewhere some places are looked at, in a number of exchanges that
 * grows with the logarithm of the file's blocks.
 */
final class BlockRange {
  /** Of a greater part all blocks of the file are read, which takes fewer exchanges. */
  private static final int BLOCKS_MAX = 256;

  private static final int PROBES = 32;

  private final Tx tx;
  private final Inode file;
  private final BlockPlace end;

  private BlockRange(Tx tx, Inode file, BlockPlace end) {
    this.tx = tx;
    this.file = file;
    this.end = end;
  }

  /**
   * The blocks that overlap a range, in order, and the file's last one.
   *
   * @param lengthBytes more than the file has, for its rest
   * @return null when the file has no places, the range has many blocks, or what was read does not
   *     fit together: then the file's blocks have to be read otherwise
   */
  static @Nullable List<PlacedBlock> find(Tx tx, Inode file, long offsetBytes, long lengthBytes) {
    BlockPlace end = BlockPlaces.last(tx, file.id());
    return end == null ? null : new BlockRange(tx, file, end).find(offsetBytes, lengthBytes);
  }

  private @Nullable List<PlacedBlock> find(long offsetBytes, long lengthBytes) {
    // A range of nothing reads the block that it is within.
    long restBytes = Math.max(0, file.sizeBytes() - offsetBytes);
    long toBytes = offsetBytes + Math.min(Math.max(1, lengthBytes), restBytes);
    List<BlockPlace> places = new ArrayList<>();
    if (toBytes > offsetBytes) {
      int first = indexAt(offsetBytes);
      int last = first < 0 ? -1 : indexAt(toBytes - 1);
      if (last < first || first < 0 || last - first >= BLOCKS_MAX) {
        return null;
      }
      places.addAll(
          tx.scan(
              Scan.prefix(Tables.BLOCK_PLACES, last - first + 1, file.id())
                  .after(BlockPlaceKey.of(file.id(), last + 1))));
      Collections.reverse(places);
      if (places.size() != last - first + 1 || places.get(0).index() != first) {
        return null;
      }
    }
    if (places.isEmpty() || places.get(places.size() - 1).index() != end.index()) {
      places.add(end);
    }
    List<PlacedBlock> found = blocks(places);
    return found == null || !covers(found, offsetBytes, toBytes) ? null : found;
  }

  /** Null when rows are missing, or of another version than the places or the file. */
  private @Nullable List<PlacedBlock> blocks(List<BlockPlace> places) {
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<Block>> rows =
        places.stream().map(place -> batch.get(Tables.BLOCKS, place.block())).toList();
    batch.execute();
    List<PlacedBlock> found = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      BlockPlace place = places.get(i);
      Block block = rows.get(i).get();
      if (block == null || block.index() != place.index()) {
        return null;
      }
      BlockPlace next = i + 1 < places.size() ? places.get(i + 1) : null;
      long endBytes = place.offsetBytes() + block.lengthBytes();
      boolean adjoins =
          next == null
              ? endBytes == file.sizeBytes()
              : next.index() > place.index() + 1
                  ? endBytes <= next.offsetBytes()
                  : endBytes == next.offsetBytes();
      if (!adjoins) {
        return null;
      }
      found.add(new PlacedBlock(block, place.offsetBytes()));
    }
    return found;
  }

  private static boolean covers(List<PlacedBlock> found, long fromBytes, long toBytes) {
    return toBytes <= fromBytes
        || (found.get(0).offsetBytes() <= fromBytes
            && found.stream().anyMatch(b -> b.offsetBytes() < toBytes && b.endBytes() >= toBytes));
  }

  /** The greatest index whose block begins at an offset or before it; negative when rows vanish. */
  private int indexAt(long offsetBytes) {
    if (offsetBytes >= end.offsetBytes()) {
      return end.index();
    }
    long fullBytes = Math.max(1, file.fullBlockBytes());
    boolean regular = end.offsetBytes() == end.index() * fullBytes;
    if (regular) {
      return (int) Math.min(end.index(), offsetBytes / fullBytes);
    }
    int low = 0;
    int high = end.index() - 1;
    while (low < high) {
      ReadBatch batch = tx.batch();
      List<ReadBatch.Row<BlockPlace>> probes = new ArrayList<>();
      long steps = Math.min(PROBES, high - low);
      for (long step = 1; step <= steps; step++) {
        int index = (int) (low + (high - low) * step / steps);
        probes.add(batch.get(Tables.BLOCK_PLACES, BlockPlaceKey.of(file.id(), index)));
      }
      batch.execute();
      for (ReadBatch.Row<BlockPlace> probe : probes) {
        BlockPlace place = probe.get();
        if (place == null) {
          return -1;
        }
        if (place.offsetBytes() <= offsetBytes) {
          low = place.index();
        } else {
          high = place.index() - 1;
          break;
        }
      }
    }
    return low;
  }
}
