package io.warren.store;

import io.warren.store.schema.Table;
import java.util.List;

/**
 * How a store divides its rows: those of a table with the same partition are in the same shard.
 * Thread-safe.
 */
public interface Shards {
  /** How many there are, numbered from 0. */
  int count();

  /**
   * The shard that has the rows of a table with this number in its only partition column.
   *
   * @throws StoreException with code UNAVAILABLE while the store cannot tell
   * @throws IllegalArgumentException for a table that is partitioned by something else
   */
  int of(Table<?, ?> table, long partition);

  /** What was asked of each; empty where the store's own servers count that. */
  List<ShardLoad> loads();

  /** When {@link #loads} began to be counted, in milliseconds since 1970. */
  long countedSinceMs();
}
