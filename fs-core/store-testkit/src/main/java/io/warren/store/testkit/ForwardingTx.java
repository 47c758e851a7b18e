package io.warren.store.testkit;

import io.warren.model.Change;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxStats;
import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes everything on; for wrappers that change some of it. */
abstract class ForwardingTx implements Tx {
  private final Tx tx;
  private final String operation;

  ForwardingTx(Tx tx, String operation) {
    this.tx = tx;
    this.operation = operation;
  }

  final Tx tx() {
    return tx;
  }

  final String operation() {
    return operation;
  }

  @Override
  public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
    return tx.get(table, key, lock);
  }

  @Override
  public <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value) {
    return tx.getUnique(table, index, value);
  }

  @Override
  public ReadBatch batch() {
    return tx.batch();
  }

  @Override
  public <K, R> List<R> scan(Scan<K, R> scan) {
    return tx.scan(scan);
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    tx.insert(table, row);
  }

  @Override
  public <K, R> void update(Table<K, R> table, R row) {
    tx.update(table, row);
  }

  @Override
  public <K, R> void upsert(Table<K, R> table, R row) {
    tx.upsert(table, row);
  }

  @Override
  public <K, R> void delete(Table<K, R> table, K key) {
    tx.delete(table, key);
  }

  @Override
  public void beginPartition(Table<?, ?> table, long value) {
    tx.beginPartition(table, value);
  }

  @Override
  public void append(Change change) {
    tx.append(change);
  }

  @Override
  public long commit() {
    return tx.commit();
  }

  @Override
  public TxStats stats() {
    return tx.stats();
  }

  @Override
  public void close() {
    tx.close();
  }
}
