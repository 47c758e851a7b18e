package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.LongSet;
import io.warren.model.BlockLookup;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.store.BulkLoad;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts the rows of an image; the order of rows counts for nothing. Past transactions, where the
 * store has a way for that; then it is looked here whether two rows of an image, which must be
 * damaged, are one to the store. Used by one thread.
 */
final class RowWriter implements AutoCloseable {
  private static final int WAITING_MAX = 256;

  private final TransactionRunner runner;
  private final BulkLoad rows;
  private final List<Inode> waiting = new ArrayList<>(WAITING_MAX);
  private final LongSet names = new LongSet();
  private final LongSet blockIds = new LongSet();

  RowWriter(TransactionRunner runner) {
    BulkLoad bulk = runner.store().bulkLoad();
    this.runner = runner;
    this.rows = bulk == null ? new RowTransactions(runner) : bulk;
  }

  /** Inserts a row of a table without rows that it could meet, now or later. */
  <K, R> void insert(Table<K, R> table, R row) {
    rows.insert(table, row);
  }

  /**
   * Inserts an inode, now or later.
   *
   * @throws ImageException when the place of one that is inserted is another one's
   */
  void insert(Inode inode) {
    waiting.add(inode);
    if (waiting.size() == WAITING_MAX) {
      insertWaiting();
    }
  }

  /** Many at once: each look into a large set waits for the memory, several wait together. */
  private void insertWaiting() {
    boolean[] isNew = new boolean[waiting.size()];
    long[] mixed = new long[waiting.size()];
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] = mixed(waiting.get(i).key());
    }
    for (int i = 0; i < mixed.length; i++) {
      isNew[i] = names.add(mixed[i]);
    }
    for (int i = 0; i < isNew.length; i++) {
      Inode inode = waiting.get(i);
      if (!isNew[i] && isThere(inode.key())) {
        throw new ImageException("The fsimage has two inodes of one name in a directory")
            .with("inodeId", inode.id())
            .with("parentId", inode.parentId())
            .with("name", inode.name());
      }
      rows.insert(Tables.INODES, inode);
    }
    waiting.clear();
  }

  /**
   * Inserts whose block it is.
   *
   * @throws ImageException when it is that of two files
   */
  void insert(BlockLookup lookup) {
    if (!blockIds.add(lookup.blockId())) {
      throw new ImageException("The fsimage has one block in two files")
          .with("inodeId", lookup.inodeId())
          .with("blockId", lookup.blockId());
    }
    rows.insert(Tables.BLOCK_LOOKUP, lookup);
  }

  /** Two places have the same number once in some hundred thousand images of ten millions. */
  private boolean isThere(InodeKey key) {
    rows.flush();
    return runner.run(
        TxOptions.read("import_names"),
        tx -> tx.get(Tables.INODES, key, LockMode.READ_COMMITTED) != null);
  }

  /** All bits of a place count, by the multiplications that end MurmurHash3. */
  private static long mixed(InodeKey key) {
    long hash = key.parentId() * 0x9E3779B97F4A7C15L;
    for (byte each : key.name().bytes()) {
      hash = (hash ^ each) * 0x100000001B3L;
      hash ^= hash >>> 29;
    }
    hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ hash >>> 33) * 0xC4CEB9FE1A85EC53L;
    return hash ^ hash >>> 33;
  }

  /** Waits until all rows can be read. */
  void flush() {
    insertWaiting();
    rows.flush();
  }

  /** Ends; what was flushed is durable then. */
  @Override
  public void close() {
    rows.close();
  }
}
