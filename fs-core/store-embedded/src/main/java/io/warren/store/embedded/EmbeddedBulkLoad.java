package io.warren.store.embedded;

import io.warren.store.BulkLoad;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.schema.Table;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Encodes rows in the caller's thread and hands them in batches to one that writes them, past the
 * log: what a crash loses is loaded again. The end writes the memtables to files.
 */
final class EmbeddedBulkLoad implements BulkLoad {
  private static final int BATCH_BYTES = 256 * 1024;
  private static final int BATCHES_WAITING_MAX = 8;
  private static final LogBatch END = new LogBatch(0);
  private static final String OPERATION = "bulk_load";

  private final Rocks rocks;
  private final CommittedCache committed;
  private final BlockingQueue<LogBatch> waiting = new ArrayBlockingQueue<>(BATCHES_WAITING_MAX);
  private LogBatch batch = new LogBatch(BATCH_BYTES);
  private @Nullable Thread writer;
  private volatile @Nullable StoreException failure;

  EmbeddedBulkLoad(Rocks rocks, CommittedCache committed) {
    this.rocks = rocks;
    this.committed = committed;
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    RowCodec<K, R> codec = RowCodec.of(table);
    K key = table.keyOf().apply(row);
    byte[] storedKey = codec.key(key);
    batch.put(rocks.familyId(storedKey), storedKey, codec.value(row));
    List<IndexCodec<K, R>> indexes = codec.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexCodec<K, R> index = indexes.get(i);
      batch.put(0, index.entry(key, row, storedKey), index.entryValue(storedKey));
    }
    if (batch.sizeBytes() >= BATCH_BYTES) {
      check();
      handOver();
    }
  }

  private void handOver() {
    LogBatch full = batch;
    batch = new LogBatch(2 * BATCH_BYTES);
    if (writer == null) {
      Thread started = new Thread(this::write, "store-bulk-load");
      started.setDaemon(true);
      started.start();
      writer = started;
    }
    put(full);
  }

  private void put(LogBatch next) {
    try {
      waiting.put(next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(Code.UNAVAILABLE, "Interrupted while loading rows", e);
    }
  }

  /**
   * Until the end. After a failure the rest is taken and dropped, so that nobody waits for room.
   */
  private void write() {
    try (WriteOptions options = new WriteOptions().setDisableWAL(true)) {
      for (LogBatch next = waiting.take(); next != END; next = waiting.take()) {
        if (failure == null) {
          write(next, options);
        }
      }
    } catch (InterruptedException e) {
      failure = new StoreException(Code.UNAVAILABLE, "Interrupted while loading rows", e);
    }
  }

  private void write(LogBatch next, WriteOptions options) {
    try {
      next.write(rocks, options);
    } catch (RocksDBException e) {
      failure = Classify.error(OPERATION, e);
    }
  }

  private void check() {
    StoreException cause = failure;
    if (cause != null) {
      throw new StoreException(cause.code(), "Rows could not be loaded", cause)
          .with("cause", cause.getMessage());
    }
  }

  @Override
  public void flush() {
    if (!batch.isEmpty()) {
      handOver();
    }
    endWriter();
    committed.clear();
    check();
  }

  private void endWriter() {
    Thread running = writer;
    if (running == null) {
      return;
    }
    put(END);
    try {
      running.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(Code.UNAVAILABLE, "Interrupted while loading rows", e);
    }
    writer = null;
  }

  @Override
  public void close() {
    flush();
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      rocks.db().flush(options, rocks.families());
    } catch (RocksDBException e) {
      throw Classify.error(OPERATION, e);
    }
  }
}
