package io.warren.store;

import io.warren.model.Change;
import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One store transaction, used by one thread. Reads see the transaction's own writes. Without locks
 * isolation is read committed, except that a read-only transaction of an adapter may offer a
 * snapshot ({@link Store#snapshotReads()}). An adapter may keep writes back and send them with a
 * later read or the commit: their locks and their errors then come there, with the next scan or the
 * commit at the latest. Every method may throw a {@link StoreException}; after one the transaction
 * can only be closed. Closing without commit rolls back.
 */
public interface Tx extends AutoCloseable {
  /**
   * The row, or null. With a lock mode an existing row stays as it is until this transaction ends.
   * An absent row is locked as {@link LockMode} says. Locks are not upgraded: ask for the strongest
   * one first.
   *
   * @throws IllegalStateException for EXCLUSIVE on a key that this transaction holds SHARED, by
   *     adapters that would have to upgrade
   */
  <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock);

  /** A row by the value of a unique index of one column (Long or String); no lock. */
  <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value);

  ReadBatch batch();

  <K, R> List<R> scan(Scan<K, R> scan);

  /**
   * Adds a row; locks its key exclusively. Throws code ROW_EXISTS here or when it is sent; CONFLICT
   * instead when this transaction had read the key as absent under a lock.
   */
  <K, R> void insert(Table<K, R> table, R row);

  /** Replaces the row with the same key; throws code ROW_MISSING here or when it is sent. */
  <K, R> void update(Table<K, R> table, R row);

  /**
   * Inserts or replaces; throws code CONFLICT, here or when it is sent, when this transaction had
   * read the key as absent under a lock and another one has written it since.
   */
  <K, R> void upsert(Table<K, R> table, R row);

  /** Deletes the row if it is there; locks its key exclusively. */
  <K, R> void delete(Table<K, R> table, K key);

  /**
   * Says that no row of a table has this value as its partition, nor ever had: an id that this
   * transaction gives to something for the first time. An adapter that remembers small partitions
   * need not look for rows then.
   */
  default void beginPartition(Table<?, ?> table, long value) {}

  /**
   * Writes an outbox row (metadata_log) with this transaction. The store gives commitSequence and
   * committedAtMs at the commit or soon after it: sequences rise in the order in which a feed
   * reader may see them, and for one inode in the order of the commits.
   */
  void append(Change change);

  /**
   * Commits. When this returns the transaction survives a crash of every process involved, unless
   * {@link TxOptions#answer()} is told of that later.
   *
   * @return the feed sequence of the last appended change; 0 when there was none, or when the store
   *     gives sequences later than the commit and {@link TxOptions#sequenced()} did not ask to wait
   * @throws StoreException with code COMMIT_UNKNOWN when it can't be told whether it committed
   */
  long commit();

  /** What this transaction cost so far. */
  TxStats stats();

  /** Rolls back when not committed. Never throws. */
  @Override
  void close();
}
