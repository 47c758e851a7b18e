package io.warren.store;

/**
 * What was asked of one shard of one table.
 *
 * @param shard {@link #ALL} for scans that have no partition in common
 * @param reads of single rows
 * @param writes rows inserted, updated or deleted by commits
 * @param scans ordered reads of several rows
 * @param rows that scans returned
 */
public record ShardLoad(String table, int shard, long reads, long writes, long scans, long rows) {
  /** No shard in particular. */
  public static final int ALL = -1;
}
