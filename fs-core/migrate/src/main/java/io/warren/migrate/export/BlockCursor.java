package io.warren.migrate.export;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Blocks of files, of one after the other. Files of a directory were often made one after the other
 * and then have their rows in one place: so rows behind those that are asked for are read along,
 * the more of them the more were of use before. Of rows that nobody changes. Used by one thread.
 */
final class BlockCursor {
  private static final int ROWS_MIN = 16;
  private static final int ROWS_MAX = 1_024;

  /** A read is worth twice as much next time when so many of its rows were asked for. */
  private static final int WORTH_PARTS = 8;

  private static final TxOptions READ = TxOptions.read("export_blocks");

  private final TransactionRunner runner;
  private List<Block> rows = List.of();
  private long from = Long.MAX_VALUE;

  /** All rows of files from {@link #from} up to this one, without it, are there. */
  private long until;

  private int rowsWanted = ROWS_MIN;
  private int found;

  BlockCursor(TransactionRunner runner) {
    this.runner = runner;
  }

  /** All blocks of a file, in its order. */
  List<Block> of(long fileId) {
    if (fileId < from || fileId >= until) {
      read(fileId);
    }
    int first = firstOf(fileId);
    int end = first;
    while (end < rows.size() && rows.get(end).inodeId() == fileId) {
      end++;
    }
    found += end - first;
    List<Block> blocks = new ArrayList<>(rows.subList(first, end));
    if (fileId >= until) {
      blocks.addAll(rest(fileId, blocks.get(blocks.size() - 1)));
    }
    blocks.sort(Comparator.comparingInt(Block::index));
    return blocks;
  }

  private void read(long fileId) {
    boolean wasWorthIt = found >= rowsWanted / WORTH_PARTS;
    rowsWanted =
        wasWorthIt ? Math.min(ROWS_MAX, rowsWanted * 2) : Math.max(ROWS_MIN, rowsWanted / 2);
    found = 0;
    BlockKey before = new BlockKey(fileId - 1, Long.MAX_VALUE);
    rows = runner.run(READ, tx -> tx.scan(Scan.prefix(Tables.BLOCKS, rowsWanted).after(before)));
    from = fileId;
    until = rows.size() < rowsWanted ? Long.MAX_VALUE : rows.get(rows.size() - 1).inodeId();
  }

  private int firstOf(long fileId) {
    int low = 0;
    int high = rows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows.get(middle).inodeId() < fileId) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Those of a file with more blocks than were read. */
  private List<Block> rest(long fileId, Block last) {
    Scan<BlockKey, Block> scan = Scan.prefix(Tables.BLOCKS, ROWS_MAX, fileId).after(last.key());
    return runner.run(READ, tx -> Scans.all(tx, scan));
  }
}
