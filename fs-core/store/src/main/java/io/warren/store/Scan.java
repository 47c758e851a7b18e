package io.warren.store;

import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bounded ordered read of rows whose key (or index) columns begin with given values.
 *
 * @param index null to scan in primary-key order
 * @param prefix values of the first key or index columns: Long, Integer, byte[] or String by the
 *     column's type; empty for the whole table
 * @param after start behind the row with this primary key (which need not exist any more); null to
 *     start with the first. In an index scan that row must have the prefix's index values, and the
 *     prefix must name all the index's columns.
 * @param above only rows whose next index column is above this value (by the column's type); null
 *     for all. Only in an index scan whose prefix leaves that column out, and not with after.
 * @param limit greatest number of rows, 1 to {@link #LIMIT_MAX}
 * @param underLock the caller holds what every writer of these rows locks first: see {@link
 *     #settledUnderLock()}
 */
public record Scan<K, R>(
    Table<K, R> table,
    @Nullable Index index,
    List<Object> prefix,
    @Nullable K after,
    @Nullable Object above,
    int limit,
    LockMode lock,
    boolean underLock) {

  /** No scan returns more rows than this. */
  public static final int LIMIT_MAX = 10_000;

  public Scan {
    prefix = List.copyOf(prefix);
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException("Scan limit out of range: " + limit);
    }
    if (above != null
        && (index == null || after != null || prefix.size() >= index.columns().size())) {
      throw new IllegalArgumentException("A bound needs a free index column and no start row");
    }
  }

  /** Rows in primary-key order; reads one partition when the prefix covers its columns. */
  public static <K, R> Scan<K, R> prefix(Table<K, R> table, int limit, Object... prefix) {
    return new Scan<>(
        table, null, List.of(prefix), null, null, limit, LockMode.READ_COMMITTED, false);
  }

  /** Rows in the order of a secondary index, over all partitions. */
  public static <K, R> Scan<K, R> index(
      Table<K, R> table, String index, int limit, Object... prefix) {
    return new Scan<>(
        table,
        table.index(index),
        List.of(prefix),
        null,
        null,
        limit,
        LockMode.READ_COMMITTED,
        false);
  }

  public Scan<K, R> after(@Nullable K key) {
    return new Scan<>(table, index, prefix, key, above, limit, lock, underLock);
  }

  /** Rows whose next index column is above a value: the next page of a scan in that order. */
  public Scan<K, R> above(@Nullable Object value) {
    return new Scan<>(table, index, prefix, after, value, limit, lock, underLock);
  }

  /** The same with another greatest number of rows. */
  public Scan<K, R> limited(int rows) {
    return new Scan<>(table, index, prefix, after, above, rows, lock, underLock);
  }

  /** Reads the rows in a mode; a locking one locks those it returns (not the gaps between them). */
  public Scan<K, R> locked(LockMode mode) {
    return new Scan<>(table, index, prefix, after, above, limit, mode, underLock);
  }

  /**
   * Settled, by a transaction that has locked what every writer of these rows locks first, their
   * inode or their block: whoever is waited for commits already and waits for nobody. So it may be
   * read together with others of that kind, where a settled scan costs an exchange of its own.
   */
  public Scan<K, R> settledUnderLock() {
    return new Scan<>(table, index, prefix, after, above, limit, LockMode.SETTLED, true);
  }
}
