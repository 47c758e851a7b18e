package io.warren.store.ndb;

/** A row by its table's number and its primary key. */
record RowRef(int table, Object key) {
  static <K> RowRef of(NdbTable<K, ?> table, K key) {
    return new RowRef(table.table().number(), key);
  }
}
