package io.warren.store.embedded;

/**
 * How an embedded store uses its machine.
 *
 * @param syncCommits whether commit waits until the change is on the disk; without it a loss of
 *     power (not a crash of the process) can lose acknowledged changes, so only for tests and
 *     benchmarks
 * @param blockCacheBytes memory for blocks, indexes and filters of files
 * @param memtableBytes memory for all changes that are not in files yet
 * @param cacheEntriesMax rows and small partitions kept as objects in the Java heap, each some 500
 *     bytes
 * @param openFilesMax greatest number of data files held open
 * @param closeWaitMs how long close waits for running transactions before it ends them
 */
public record EmbeddedOptions(
    boolean syncCommits,
    long blockCacheBytes,
    long memtableBytes,
    int cacheEntriesMax,
    int openFilesMax,
    int closeWaitMs) {
  private static final long MIB = 1 << 20;

  public EmbeddedOptions {
    if (blockCacheBytes < MIB
        || memtableBytes < MIB
        || openFilesMax < 16
        || cacheEntriesMax < 0
        || closeWaitMs < 0) {
      throw new IllegalArgumentException("An embedded store option is too small");
    }
  }

  /** Durable commits, and less than 300 MiB of native memory. */
  public static EmbeddedOptions defaults() {
    return new EmbeddedOptions(true, 128 * MIB, 128 * MIB, 150_000, 1000, 5_000);
  }

  /** As {@link #defaults()}, but a loss of power may lose acknowledged changes. */
  public static EmbeddedOptions withoutSync() {
    return defaults().withSyncCommits(false);
  }

  public EmbeddedOptions withSyncCommits(boolean sync) {
    return new EmbeddedOptions(
        sync, blockCacheBytes, memtableBytes, cacheEntriesMax, openFilesMax, closeWaitMs);
  }

  public EmbeddedOptions withCloseWaitMs(int waitMs) {
    return new EmbeddedOptions(
        syncCommits, blockCacheBytes, memtableBytes, cacheEntriesMax, openFilesMax, waitMs);
  }
}
