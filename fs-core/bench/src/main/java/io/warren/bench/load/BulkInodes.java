package io.warren.bench.load;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.store.BulkLoad;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;

/** Fills a store that holds no more than a root: nobody needs to look there for names. */
final class BulkInodes implements InodeSink {
  private final TransactionRunner runner;
  private final BulkLoad rows;
  private final NameSet names = new NameSet();
  private long taken;
  private long skipped;

  BulkInodes(TransactionRunner runner, BulkLoad rows) {
    this.runner = runner;
    this.rows = rows;
  }

  @Override
  public void write(Inode inode) {
    if (names.add(inode.key())) {
      rows.insert(Tables.INODES, inode);
      taken++;
      return;
    }
    skipped++;
    if (inode.isDirectory()) {
      rows.flush();
      CheckedInodes.replace(runner, inode);
    }
  }

  /** The root has a row already, whatever it holds. */
  @Override
  public void addTotals(DirectoryTotals more) {
    if (more.directoryId() == Inode.ROOT_ID) {
      runner.run(
          TxOptions.write("load_totals"),
          tx -> {
            CheckedInodes.addTotals(tx, more);
            return 1;
          });
    } else {
      rows.insert(Tables.DIRECTORY_TOTALS, more);
    }
  }

  @Override
  public long taken() {
    return taken;
  }

  @Override
  public long skipped() {
    return skipped;
  }

  @Override
  public void flush() {
    rows.flush();
  }

  @Override
  public void close() {
    rows.close();
  }
}
