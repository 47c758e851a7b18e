package io.warren.store.embedded;

import io.warren.model.Change;
import io.warren.store.Acknowledgement;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * A transaction that may lock and write. It holds its locks and its writes in memory; the database
 * hears of it once, at the commit.
 */
final class WriteTx extends EmbeddedTx {
  private final LogSync logSync;
  private final Outbox outbox;
  private final CommittedCache committed;
  private final RowLocks locks;
  private final RowLocks.Owner owner = new RowLocks.Owner();
  private final List<Change> changes = new ArrayList<>();
  private final WriteSet writes = new WriteSet();

  /** Of the shards of all rows written, to be raised by the commit. */
  private final List<LongAdder> written = new ArrayList<>();

  WriteTx(
      Rocks rocks,
      ShardCounters shards,
      LogSync logSync,
      Outbox outbox,
      CommittedCache committed,
      RowLocks locks,
      TxOptions options,
      Consumer<EmbeddedTx> onEnd) {
    super(rocks, shards, options, onEnd);
    this.logSync = logSync;
    this.outbox = outbox;
    this.committed = committed;
    this.locks = locks;
    logSync.beginWriting();
  }

  @Override
  void release() {
    try {
      locks.release(owner);
    } finally {
      logSync.endWriting();
    }
  }

  @Override
  CommittedCache cache() {
    return committed;
  }

  @Override
  boolean keepsRowsAlone() {
    return true;
  }

  @Override
  boolean confirm(List<CommittedCache.Entry> found) {
    return Reads.allValid(found);
  }

  @Override
  @Nullable WriteSet own() {
    return writes.isEmpty() ? null : writes;
  }

  @Override
  View view() {
    return View.newest(rocks, own());
  }

  @Override
  View pin() {
    return View.pinned(rocks, own());
  }

  @Override
  void unpin(View pinned) {
    pinned.close();
  }

  @Override
  <K, R> @Nullable R lock(RowCodec<K, R> codec, K key, boolean exclusive) throws RocksDBException {
    locks.lock(owner, codec.lockId(key), exclusive, options.lockTimeoutMs());
    return newest(codec, key, codec.key(key));
  }

  /** A row that is locked, as this transaction or the newest commit left it. */
  @SuppressWarnings("unchecked") // what is written below a row's key is a row of its table
  private <K, R> @Nullable R newest(RowCodec<K, R> codec, K key, byte[] storedKey)
      throws RocksDBException {
    WriteSet.Write write = writes.get(storedKey);
    if (write != null) {
      return (R) write.row();
    }
    CommittedCache.Unit unit = codec.unit(key);
    CommittedCache.Entry entry = committed.get(unit);
    if (entry != null) {
      return codec.rowIn(entry.content(), key);
    }
    long stamp = codec.fillsUnit() ? committed.stamp(unit) : CommittedCache.UNSTABLE;
    byte[] value = rocks.get(rocks.newest(), storedKey);
    R row = value == null ? null : codec.readRow(key, value);
    committed.fill(unit, stamp, codec.unitContent(row));
    return row;
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          if (lock(codec, key, true) != null) {
            throw exists(table, key);
          }
          return write(codec, key, null, row);
        });
  }

  @Override
  public <K, R> void update(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          R old = lock(codec, key, true);
          if (old == null) {
            throw new StoreException(Code.ROW_MISSING, "The row to update does not exist")
                .with("table", table.name())
                .with("key", key);
          }
          return write(codec, key, old, row);
        });
  }

  @Override
  public <K, R> void upsert(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          if (codec.indexes().isEmpty()) {
            locks.lock(owner, codec.lockId(key), true, options.lockTimeoutMs());
            return write(codec, key, null, row);
          }
          return write(codec, key, lock(codec, key, true), row);
        });
  }

  @Override
  public <K, R> void delete(Table<K, R> table, K key) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          R old = lock(codec, key, true);
          if (old == null) {
            return cost;
          }
          byte[] storedKey = codec.key(key);
          for (IndexCodec<K, R> index : codec.indexes()) {
            writes.delete(index.entry(key, old, storedKey));
          }
          writes.delete(storedKey);
          writes.touch(codec, key, storedKey, null);
          rowWritten(codec, key);
          return cost;
        });
  }

  @Override
  public void beginPartition(Table<?, ?> table, long value) {
    RowCodec<?, ?> codec = RowCodec.of(table);
    CommittedCache.Unit unit = codec.partitionUnit(value);
    if (unit != null) {
      writes.begin(codec, unit);
    }
  }

  private <K, R> Cost write(RowCodec<K, R> codec, K key, @Nullable R old, R row)
      throws RocksDBException {
    byte[] storedKey = codec.key(key);
    byte[] value = codec.value(row);
    for (IndexCodec<K, R> index : codec.indexes()) {
      writeEntry(codec, index, key, storedKey, old, row);
    }
    writes.put(storedKey, value, row);
    writes.touch(codec, key, storedKey, row);
    rowWritten(codec, key);
    return cost;
  }

  private <K, R> void rowWritten(RowCodec<K, R> codec, K key) {
    cost.rowWritten();
    written.add(shards.writesOf(codec.table(), key));
  }

  private <K, R> void writeEntry(
      RowCodec<K, R> codec, IndexCodec<K, R> index, K key, byte[] storedKey, @Nullable R old, R row)
      throws RocksDBException {
    byte[] entry = index.entry(key, row, storedKey);
    if (old != null) {
      byte[] oldEntry = index.entry(key, old, storedKey);
      if (Arrays.equals(oldEntry, entry)) {
        return;
      }
      writes.delete(oldEntry);
    }
    if (index.unique()) {
      locks.lock(owner, codec.entryLockId(entry), true, options.lockTimeoutMs());
      if (view().get(entry) != null) {
        throw new StoreException(Code.ROW_EXISTS, "Another row has this value of a unique index")
            .with("index", index.index().name())
            .with("key", key);
      }
    }
    writes.put(entry, index.entryValue(storedKey), null);
  }

  private static StoreException exists(Table<?, ?> table, Object key) {
    return new StoreException(Code.ROW_EXISTS, "The row to insert exists")
        .with("table", table.name())
        .with("key", key);
  }

  @Override
  public void append(Change change) {
    attempt(
        () -> {
          cost.rowWritten();
          return changes.add(change);
        });
  }

  @Override
  public long commit() {
    long sequence =
        attempt(
            () -> {
              cost.roundTrip();
              return writes.isEmpty() && changes.isEmpty() ? commitNothing() : commitWrites();
            });
    end();
    return sequence;
  }

  /** What was read may not be durable yet, and the caller may pass it on. */
  private long commitNothing() {
    locks.release(owner);
    awaitSync(null);
    return 0;
  }

  /** Waits for the log, or leaves that to who answers. Then readers of the feed see the slot. */
  private void awaitSync(Outbox.@Nullable Slot slot) {
    Acknowledgement answer = options.answer();
    if (answer == null) {
      logSync.await();
      complete(slot);
    } else if (logSync.awaitOrTell(() -> told(answer.await(), slot))) {
      complete(slot);
    }
  }

  private LogSync.@Nullable Told told(
      Acknowledgement.@Nullable Waiting waiting, Outbox.@Nullable Slot slot) {
    if (waiting == null) {
      return null;
    }
    return failure -> {
      if (failure == null) {
        complete(slot);
        waiting.durable();
      } else {
        waiting.failed(failure);
      }
    };
  }

  private void complete(Outbox.@Nullable Slot slot) {
    if (slot != null) {
      outbox.complete(slot);
    }
  }

  private long commitWrites() throws RocksDBException {
    LogBatch batch = new LogBatch(writes.sizeBytes() + changes.size() * LogBatch.CHANGE_BYTES);
    batch.add(writes, rocks);
    if (changes.isEmpty()) {
      commitToLog(batch);
      awaitSync(null);
      return 0;
    }
    // Encoding can refuse a change: then the sequences that were taken hold nobody back.
    Outbox.Slot slot = outbox.reserve(changes.size());
    boolean encoded = false;
    try {
      for (int i = 0; i < changes.size(); i++) {
        long sequence = slot.first() + i;
        Change change = changes.get(i).committed(sequence, slot.committedAtMs());
        batch.put(rocks.changesId(), ChangeCodec.key(sequence), ChangeCodec.value(change));
      }
      encoded = true;
    } finally {
      if (!encoded) {
        outbox.complete(slot);
      }
    }
    commitToLog(batch);
    awaitSync(slot);
    return slot.first() + changes.size() - 1;
  }

  private void commitToLog(LogBatch batch) throws RocksDBException {
    committed.beginCommit(writes.units());
    boolean isWritten = false;
    try {
      batch.write(rocks);
      isWritten = true;
    } catch (RocksDBException e) {
      StoreException failure = Classify.error(options.operation(), e);
      logSync.fail(failure);
      throw failure;
    } finally {
      if (isWritten) {
        written.forEach(LongAdder::increment);
        committed.endCommit(writes.units());
      } else {
        committed.abortCommit(writes.units());
      }
      // The row locks go here, before the wait for the disk.
      locks.release(owner);
    }
  }
}
