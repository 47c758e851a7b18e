package io.warren.store;

import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads without locks that travel together: one store round trip for all of them. Add reads, call
 * {@link #execute()}, then look at the results.
 */
public interface ReadBatch {
  /** A row that {@link #execute()} fetches. */
  interface Row<R> {
    /** The row, or null when there is none. Not before execute. */
    @Nullable R get();
  }

  /** Rows that {@link #execute()} fetches. */
  interface Rows<R> {
    /** The rows in scan order. Not before execute. */
    List<R> get();
  }

  /** Adds a row, read committed. */
  default <K, R> Row<R> get(Table<K, R> table, K key) {
    return get(table, key, LockMode.READ_COMMITTED);
  }

  /**
   * Adds a row.
   *
   * @param mode must not keep locks
   */
  <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode);

  /**
   * Adds a scan, whose mode must not keep locks. Several SETTLED scans may take a round trip each.
   */
  <K, R> Rows<R> scan(Scan<K, R> scan);

  /**
   * Whether one process has all partitions, so that a scan over all of them costs no more than a
   * scan of one, and is in the order of the whole.
   */
  default boolean spansPartitions() {
    return false;
  }

  void execute();
}
