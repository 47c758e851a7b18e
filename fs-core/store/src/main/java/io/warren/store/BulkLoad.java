package io.warren.store;

import io.warren.store.schema.Table;

/**
 * Fills a store that nobody else uses meanwhile, past transactions: rows take no locks, nobody
 * looks whether they are there already, and the change feed hears of nothing. Used by one thread,
 * and closed before the store is.
 */
public interface BulkLoad extends AutoCloseable {
  /**
   * Adds a row, now or later. Its key and its values of unique indexes must be new: that is the
   * caller's to know.
   *
   * @throws StoreException of a row added before that could not be written
   */
  <K, R> void insert(Table<K, R> table, R row);

  /**
   * Returns when every row that was added can be read by transactions that begin later.
   *
   * @throws StoreException when a row could not be written
   */
  void flush();

  /**
   * Flushes, and makes everything durable.
   *
   * @throws StoreException when a row could not be written; then some may be there
   */
  @Override
  void close();
}
