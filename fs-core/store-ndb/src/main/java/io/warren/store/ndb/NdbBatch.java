package io.warren.store.ndb;

import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;

/** Reads that travel together. */
final class NdbBatch implements ReadBatch {
  private final NdbTx tx;
  private final List<RowRead<?, ?>> reads = new ArrayList<>();
  private final List<ScanRun<?, ?>> scans = new ArrayList<>();
  private boolean executed;

  NdbBatch(NdbTx tx) {
    this.tx = tx;
  }

  @Override
  public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
    requireOpen();
    if (mode.locks()) {
      throw new IllegalArgumentException("A read in a batch must not lock");
    }
    RowRead<K, R> read = new RowRead<>(tx.table(table), key, mode);
    reads.add(read);
    return () -> {
      requireExecuted();
      return read.row;
    };
  }

  @Override
  public <K, R> Rows<R> scan(Scan<K, R> scan) {
    requireOpen();
    if (scan.lock().locks()) {
      throw new IllegalArgumentException("A scan in a batch must not lock");
    }
    ScanRun<K, R> run = new ScanRun<>(tx.table(scan.table()), scan);
    scans.add(run);
    return () -> {
      requireExecuted();
      return run.rows();
    };
  }

  @Override
  public void execute() {
    requireOpen();
    tx.read(reads, scans);
    executed = true;
  }

  private void requireOpen() {
    if (executed) {
      throw new IllegalStateException("The batch was executed");
    }
  }

  private void requireExecuted() {
    if (!executed) {
      throw new IllegalStateException("The batch was not executed");
    }
  }
}
