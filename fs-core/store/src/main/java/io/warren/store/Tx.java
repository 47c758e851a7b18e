package io.warren.store;

import io.warren.model.Change;
import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One store transaction, used by one thread. Reads see the transaction's own writes. Without locks
 * isolation is read committed, except that a read-only transaction of an adapter may offer a
 * snapshot. Every method may throw a {@link StoreException}; after one the transaction can only be
 * closed. Closing without commit rolls back.
 */
public interface Tx extends AutoCloseable {
  /** The row, or null; with a lock mode the row's key is locked whether or not the row exists. */
  <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock);

  /** A row by the value of a unique index of one column (Long or String); no lock. */
  <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value);

  ReadBatch batch();

  <K, R> List<R> scan(Scan<K, R> scan);

  /** Adds a row; locks its key exclusively. Throws code ROW_EXISTS here or at commit. */
  <K, R> void insert(Table<K, R> table, R row);

  /** Replaces the row with the same key; throws code ROW_MISSING here or at commit. */
  <K, R> void update(Table<K, R> table, R row);

  /** Inserts or replaces. */
  <K, R> void upsert(Table<K, R> table, R row);

  /** Deletes the row if it is there; locks its key exclusively. */
  <K, R> void delete(Table<K, R> table, K key);

  /**
   * Writes an outbox row (metadata_log) with this transaction. The store gives commitSequence and
   * committedAtMs at commit: sequences rise in the order in which a feed reader may see them.
   */
  void append(Change change);

  /**
   * Commits. When this returns the transaction survives a crash of every process involved.
   *
   * @return the sequence of the last appended change, 0 when there was none
   */
  long commit();

  /** What this transaction cost so far. */
  TxStats stats();

  /** Rolls back when not committed. Never throws. */
  @Override
  void close();
}
