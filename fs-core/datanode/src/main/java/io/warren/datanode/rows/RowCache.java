package io.warren.datanode.rows;

import io.warren.blockreports.RowBlock;
import io.warren.model.RowBlockIds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metric.Type;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.UncheckedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of files whose bytes are rows, kept for the next reader: of one version each, so they do
 * not grow stale. Bounded by bytes and by time. Readers of the same file at once cost one call. Its
 * numbers are Hadoop's metrics RowCache. Thread-safe.
 */
@Metrics(
    name = "RowCache",
    about = "Files that this datanode reads from the database",
    context = "dfs")
final class RowCache implements AutoCloseable {
  /** How many bytes are kept. */
  static final String SIZE_KEY = "warren.datanode.row-cache.bytes";

  static final long SIZE_DEFAULT_BYTES = 64L << 20;

  /** What an entry costs besides its bytes. */
  private static final int ENTRY_BYTES = 200;

  /**
   * The id tells 18 bits of the version. For two versions of one file to share them within a minute
   * the cluster would have to begin more than 4,000 blocks per second.
   */
  private static final long KEPT_MS = 60_000;

  private static final String METRICS = "RowCache";

  /** Where the bytes come from. */
  @FunctionalInterface
  interface Source {
    /**
     * The bytes of a file as they are now.
     *
     * @throws FileNotFoundException when the file is gone, or its bytes are in blocks now
     * @throws IOException when no namenode answers
     */
    RowBlock read(String poolId, long inodeId) throws IOException;
  }

  private record Key(String poolId, long blockId) {}

  private final Source source;
  private final Cache<Key, RowBlock> kept;

  /**
   * @param sizeBytes 0 keeps nothing
   */
  RowCache(Source source, long sizeBytes) {
    this.source = source;
    this.kept =
        CacheBuilder.newBuilder()
            .maximumWeight(sizeBytes)
            .expireAfterWrite(KEPT_MS, TimeUnit.MILLISECONDS)
            .weigher((Key key, RowBlock block) -> ENTRY_BYTES + block.bytes().length)
            .recordStats()
            .build();
    DefaultMetricsSystem.instance().register(METRICS, null, this);
  }

  /**
   * The bytes that a block stands for; callers must not change them.
   *
   * @throws ReplicaNotFoundException when the file has no such rows any more
   * @throws IOException when no namenode answers
   */
  byte[] read(String poolId, long blockId) throws IOException {
    try {
      return kept.get(new Key(poolId, blockId), () -> load(poolId, blockId)).bytes();
    } catch (ExecutionException | UncheckedExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  private RowBlock load(String poolId, long blockId) throws IOException {
    RowBlock read;
    try {
      read = source.read(poolId, RowBlockIds.inodeId(blockId));
    } catch (FileNotFoundException e) {
      throw notFound(poolId, blockId, e);
    }
    if (!RowBlockIds.isOfVersion(blockId, read.version())) {
      throw notFound(poolId, blockId, null);
    }
    return read;
  }

  private static ReplicaNotFoundException notFound(
      String poolId, long blockId, @Nullable Exception cause) {
    ReplicaNotFoundException e =
        new ReplicaNotFoundException(
            ReplicaNotFoundException.NON_EXISTENT_REPLICA
                + poolId
                + ":"
                + blockId
                + ", which stood for rows of inode "
                + RowBlockIds.inodeId(blockId)
                + " that have changed since");
    if (cause != null) {
      e.initCause(cause);
    }
    return e;
  }

  /** Reads that found the bytes here. */
  @Metric(
      value = {"Hits", "Reads of small files served from memory"},
      type = Type.COUNTER)
  public long hits() {
    return kept.stats().hitCount();
  }

  /** Reads that asked a namenode. */
  @Metric(
      value = {"Misses", "Reads of small files that asked a namenode"},
      type = Type.COUNTER)
  public long misses() {
    return kept.stats().missCount();
  }

  /** Reads that no namenode could answer, or of rows that had changed. */
  @Metric(
      value = {"Failures", "Reads of small files that failed"},
      type = Type.COUNTER)
  public long failures() {
    return kept.stats().loadExceptionCount();
  }

  /** Files kept now. */
  @Metric({"Files", "Small files kept in memory"})
  public long files() {
    return kept.size();
  }

  @Override
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(METRICS);
    kept.invalidateAll();
  }
}
