package io.warren.store.embedded;

import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;

/** Reads that are looked up, or loaded, together. */
final class EmbeddedBatch implements ReadBatch {
  private final EmbeddedTx tx;
  private final List<Wanted.Row<?, ?>> gets = new ArrayList<>();
  private final List<Wanted.Rows<?, ?>> scans = new ArrayList<>();
  private boolean executed;

  EmbeddedBatch(EmbeddedTx tx) {
    this.tx = tx;
  }

  @Override
  public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
    requireOpen();
    if (mode.locks()) {
      throw new IllegalArgumentException("A read in a batch must not lock");
    }
    Wanted.Row<K, R> wanted = new Wanted.Row<>(RowCodec.of(table), key);
    gets.add(wanted);
    return () -> {
      requireExecuted();
      return wanted.row();
    };
  }

  @Override
  public <K, R> Rows<R> scan(Scan<K, R> scan) {
    requireOpen();
    if (scan.lock().locks()) {
      throw new IllegalArgumentException("A scan in a batch must not lock");
    }
    Wanted.Rows<K, R> wanted = new Wanted.Rows<>(scan);
    scans.add(wanted);
    return () -> {
      requireExecuted();
      return wanted.rows();
    };
  }

  @Override
  public boolean spansPartitions() {
    return true;
  }

  @Override
  public void execute() {
    requireOpen();
    tx.attempt(
        () -> {
          tx.cost.roundTrip();
          Reads.run(tx, gets, scans);
          for (Wanted.Row<?, ?> wanted : gets) {
            tx.cost.batchedRead(wanted.content != null);
            wanted.countIn(tx.shards);
          }
          for (Wanted.Rows<?, ?> wanted : scans) {
            tx.cost.scanned(wanted.scan(), wanted.rows().size());
            wanted.countIn(tx.shards);
          }
          executed = true;
          return executed;
        });
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
