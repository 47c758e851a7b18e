package io.warren.store.embedded;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/** Which versions reads see: the newest at each read, or those of one moment. */
final class ReadPoint implements AutoCloseable {
  private final @Nullable Snapshot snapshot;
  private final ReadOptions options;
  private @Nullable ReadOptions summed;

  /**
   * @param snapshot the moment, which must not be released before this is closed; null for the
   *     newest versions
   */
  ReadPoint(@Nullable Snapshot snapshot) {
    this.snapshot = snapshot;
    this.options = make();
  }

  private ReadOptions make() {
    return snapshot == null ? new ReadOptions() : new ReadOptions().setSnapshot(snapshot);
  }

  ReadOptions options() {
    return options;
  }

  /** Without RocksDB's own checksums, for who checks {@link ContentSum}. */
  synchronized ReadOptions summed() {
    if (summed == null) {
      summed = make().setVerifyChecksums(false);
    }
    return summed;
  }

  @Override
  public synchronized void close() {
    options.close();
    if (summed != null) {
      summed.close();
    }
  }
}
