package io.warren.store.embedded;

import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** One multi-get for all rows asked for, then the scans. */
final class EmbeddedBatch implements ReadBatch {
  private final EmbeddedTx tx;
  private final List<byte[]> keys = new ArrayList<>();
  private final List<PendingRow<?, ?>> gets = new ArrayList<>();
  private final List<PendingRows<?, ?>> scans = new ArrayList<>();
  private boolean executed;

  EmbeddedBatch(EmbeddedTx tx) {
    this.tx = tx;
  }

  private final class PendingRow<K, R> implements Row<R> {
    private final RowCodec<K, R> codec;
    private final K key;
    private @Nullable R row;

    PendingRow(RowCodec<K, R> codec, K key) {
      this.codec = codec;
      this.key = key;
    }

    void fill(byte @Nullable [] value) {
      row = value == null ? null : codec.readRow(key, value);
      tx.cost.batchedRead(value != null);
    }

    @Override
    public @Nullable R get() {
      requireExecuted();
      return row;
    }
  }

  private final class PendingRows<K, R> implements Rows<R> {
    private final Scan<K, R> scan;
    private List<R> rows = List.of();

    PendingRows(Scan<K, R> scan) {
      this.scan = scan;
    }

    void run() throws RocksDBException {
      rows = tx.counted(scan);
    }

    @Override
    public List<R> get() {
      requireExecuted();
      return rows;
    }
  }

  @Override
  public <K, R> Row<R> get(Table<K, R> table, K key) {
    requireOpen();
    RowCodec<K, R> codec = RowCodec.of(table);
    PendingRow<K, R> pending = new PendingRow<>(codec, key);
    keys.add(codec.key(key));
    gets.add(pending);
    return pending;
  }

  @Override
  public <K, R> Rows<R> scan(Scan<K, R> scan) {
    requireOpen();
    if (scan.lock() != LockMode.READ_COMMITTED) {
      throw new IllegalArgumentException("A scan in a batch must not lock");
    }
    PendingRows<K, R> pending = new PendingRows<>(scan);
    scans.add(pending);
    return pending;
  }

  @Override
  public void execute() {
    requireOpen();
    tx.attempt(
        () -> {
          tx.cost.roundTrip();
          List<byte[]> values = keys.isEmpty() ? List.of() : tx.view().multiGet(keys);
          for (int i = 0; i < gets.size(); i++) {
            gets.get(i).fill(values.get(i));
          }
          for (PendingRows<?, ?> pending : scans) {
            pending.run();
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
