package io.warren.store.embedded;

/**
 * How an embedded store uses its machine.
 *
 * @param syncCommits whether commit waits until the change is on the disk; without it a loss of
 *     power (not a crash of the process) can lose acknowledged changes, so only for tests and
 *     benchmarks
 * @param blockCacheBytes memory for blocks, indexes and filters of files
 * @param memtableBytes memory for all changes that are not in files yet
 * @param cacheEntriesMax rows kept as objects in the Java heap, each some {@link #ENTRY_BYTES}; in
 *     lists, two rows for one
 * @param openFilesMax greatest number of data files held open
 * @param closeWaitMs how long close waits for running transactions before it ends them
 * @param logKeptS how long the log is kept for {@link io.warren.store.Checkpoints#log} once its
 *     writes are in data files; 0: not at all
 * @param logKeptMb disk space for that (MiB); what is older goes first
 */
public record EmbeddedOptions(
    boolean syncCommits,
    long blockCacheBytes,
    long memtableBytes,
    int cacheEntriesMax,
    int openFilesMax,
    int closeWaitMs,
    int logKeptS,
    int logKeptMb) {
  /** What a row that is kept takes of the Java heap. */
  static final long ENTRY_BYTES = 500;

  private static final long MIB = 1 << 20;

  /** Of the Java heap; the rest is for calls, hints and what they make. */
  private static final int HEAP_PARTS_PER_CACHE = 4;

  /** Keeps no more of the log than the store needs by itself. */
  public EmbeddedOptions(
      boolean syncCommits,
      long blockCacheBytes,
      long memtableBytes,
      int cacheEntriesMax,
      int openFilesMax,
      int closeWaitMs) {
    this(
        syncCommits,
        blockCacheBytes,
        memtableBytes,
        cacheEntriesMax,
        openFilesMax,
        closeWaitMs,
        0,
        0);
  }

  public EmbeddedOptions {
    if (blockCacheBytes < MIB
        || memtableBytes < MIB
        || openFilesMax < 16
        || cacheEntriesMax < 0
        || logKeptS < 0
        || logKeptMb < 0
        || closeWaitMs < 0) {
      throw new IllegalArgumentException("An embedded store option is too small");
    }
  }

  /** Durable commits, less than 300 MiB of native memory, and a quarter of the heap for rows. */
  public static EmbeddedOptions defaults() {
    long cacheBytes = Runtime.getRuntime().maxMemory() / HEAP_PARTS_PER_CACHE;
    int entries = (int) Math.min(Integer.MAX_VALUE, cacheBytes / ENTRY_BYTES);
    return new EmbeddedOptions(true, 128 * MIB, 128 * MIB, entries, 1000, 5_000);
  }

  /** As {@link #defaults()}, but a loss of power may lose acknowledged changes. */
  public static EmbeddedOptions withoutSync() {
    return defaults().withSyncCommits(false);
  }

  /** For who fills a store that nobody else uses: larger files, which are merged less often. */
  public static EmbeddedOptions forLoading() {
    EmbeddedOptions usual = withoutSync();
    return new EmbeddedOptions(
        usual.syncCommits,
        usual.blockCacheBytes,
        768 * MIB,
        usual.cacheEntriesMax,
        usual.openFilesMax,
        usual.closeWaitMs);
  }

  public EmbeddedOptions withSyncCommits(boolean sync) {
    return new EmbeddedOptions(
        sync,
        blockCacheBytes,
        memtableBytes,
        cacheEntriesMax,
        openFilesMax,
        closeWaitMs,
        logKeptS,
        logKeptMb);
  }

  public EmbeddedOptions withCloseWaitMs(int waitMs) {
    return new EmbeddedOptions(
        syncCommits,
        blockCacheBytes,
        memtableBytes,
        cacheEntriesMax,
        openFilesMax,
        waitMs,
        logKeptS,
        logKeptMb);
  }

  public EmbeddedOptions withLogKept(int keptS, int keptMb) {
    return new EmbeddedOptions(
        syncCommits,
        blockCacheBytes,
        memtableBytes,
        cacheEntriesMax,
        openFilesMax,
        closeWaitMs,
        keptS,
        keptMb);
  }
}
