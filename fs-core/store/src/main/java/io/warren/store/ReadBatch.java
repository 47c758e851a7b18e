package io.warren.store;

import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read-committed reads that travel together: one store round trip for all of them. Add reads, call
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

  <K, R> Row<R> get(Table<K, R> table, K key);

  /** The scan's lock mode must be READ_COMMITTED. */
  <K, R> Rows<R> scan(Scan<K, R> scan);

  void execute();
}
