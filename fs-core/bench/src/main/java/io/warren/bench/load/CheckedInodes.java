package io.warren.bench.load;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.namespace.Tally;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/** Adds to what a store holds already, by transactions that find names that are taken. */
final class CheckedInodes implements InodeSink {
  private static final int BATCH_ROWS = 1_000;

  private final TransactionRunner runner;
  private final List<Inode> inodes = new ArrayList<>(BATCH_ROWS);
  private final List<DirectoryTotals> totals = new ArrayList<>(BATCH_ROWS);
  private long written;
  private long skipped;

  CheckedInodes(TransactionRunner runner) {
    this.runner = runner;
  }

  @Override
  public void write(Inode inode) {
    inodes.add(inode);
    if (inodes.size() == BATCH_ROWS) {
      flush();
    }
  }

  @Override
  public void addTotals(DirectoryTotals more) {
    totals.add(more);
    if (totals.size() == BATCH_ROWS) {
      flush();
    }
  }

  @Override
  public long taken() {
    return written + inodes.size();
  }

  @Override
  public long skipped() {
    return skipped;
  }

  @Override
  public void flush() {
    if (!inodes.isEmpty()) {
      writeInodes();
    }
    if (!totals.isEmpty()) {
      runner.run(
          TxOptions.write("load_totals"),
          tx -> {
            totals.forEach(more -> addTotals(tx, more));
            return totals.size();
          });
      totals.clear();
    }
  }

  private void writeInodes() {
    try {
      insert(inodes);
      written += inodes.size();
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.ROW_EXISTS) {
        throw e;
      }
      // A list may name a path twice, or a file that is a directory elsewhere.
      inodes.forEach(this::insertIfAbsent);
    }
    inodes.clear();
  }

  private void insert(List<Inode> some) {
    runner.run(
        TxOptions.write("load_inodes"),
        tx -> {
          some.forEach(inode -> tx.insert(Tables.INODES, inode));
          return some.size();
        });
  }

  private void insertIfAbsent(Inode inode) {
    try {
      insert(List.of(inode));
      written++;
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.ROW_EXISTS) {
        throw e;
      }
      skipped++;
      if (inode.isDirectory()) {
        replace(runner, inode);
      }
    }
  }

  /** A directory takes a file's place: what is below it names it as its parent. */
  static void replace(TransactionRunner runner, Inode inode) {
    runner.run(
        TxOptions.write("load_inodes"),
        tx -> {
          tx.update(Tables.INODES, inode);
          return 1;
        });
  }

  static void addTotals(Tx tx, DirectoryTotals more) {
    long id = more.directoryId();
    DirectoryTotals before = tx.get(Tables.DIRECTORY_TOTALS, id, LockMode.EXCLUSIVE);
    tx.upsert(
        Tables.DIRECTORY_TOTALS,
        before == null
            ? more
            : new DirectoryTotals(
                id,
                before.parentId(),
                before.storagePolicy(),
                true,
                Tally.decoded(before.own()).plus(Tally.decoded(more.own())).encoded(),
                Tally.decoded(before.below()).plus(Tally.decoded(more.below())).encoded()));
  }

  @Override
  public void close() {
    flush();
  }
}
