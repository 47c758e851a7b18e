package io.warren.store.embedded;

import io.warren.model.Change;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;

/** A transaction that may lock and write. */
final class WriteTx extends EmbeddedTx {
  private final LogSync logSync;
  private final Outbox outbox;
  private final CommittedCache committed;
  private final Set<CommittedCache.Unit> touched = new HashSet<>();
  private final List<Change> changes = new ArrayList<>();
  private @Nullable Transaction transaction;
  private @Nullable View committedView;
  private @Nullable View ownView;
  private boolean wrote;

  WriteTx(
      Rocks rocks,
      LogSync logSync,
      Outbox outbox,
      CommittedCache committed,
      TxOptions options,
      Consumer<EmbeddedTx> onEnd) {
    super(rocks, options, onEnd);
    this.logSync = logSync;
    this.outbox = outbox;
    this.committed = committed;
  }

  @Override
  void start() {
    Transaction started = rocks.db().beginTransaction(rocks.write(), rocks.transaction());
    started.setLockTimeout(options.lockTimeoutMs());
    transaction = started;
    committedView = View.newest(rocks, null);
    ownView = View.newest(rocks, started);
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("The transaction was not started");
    }
    return part;
  }

  @Override
  void release() {
    started(transaction).close();
  }

  /** Its own writes are not in the cache. */
  @Override
  @Nullable CommittedCache cache() {
    return wrote ? null : committed;
  }

  @Override
  boolean confirm(List<CommittedCache.Entry> found) {
    return Reads.allValid(found);
  }

  @Override
  View view() {
    return started(wrote ? ownView : committedView);
  }

  @Override
  View pin() {
    return View.pinned(rocks, wrote ? transaction : null);
  }

  @Override
  void unpin(View pinned) {
    pinned.close();
  }

  @Override
  byte @Nullable [] lock(byte[] storedKey, boolean exclusive) throws RocksDBException {
    return started(transaction).getForUpdate(rocks.read(), storedKey, exclusive);
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          byte[] storedKey = codec.key(key);
          if (lock(storedKey, true) != null) {
            throw exists(table, key);
          }
          write(codec, key, storedKey, null, row);
          return wrote;
        });
  }

  @Override
  public <K, R> void update(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          byte[] storedKey = codec.key(key);
          byte[] old = lock(storedKey, true);
          if (old == null) {
            throw new StoreException(Code.ROW_MISSING, "The row to update does not exist")
                .with("table", table.name())
                .with("key", key);
          }
          write(codec, key, storedKey, old, row);
          return wrote;
        });
  }

  @Override
  public <K, R> void upsert(Table<K, R> table, R row) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          K key = table.keyOf().apply(row);
          byte[] storedKey = codec.key(key);
          byte[] old = codec.indexes().isEmpty() ? null : lock(storedKey, true);
          write(codec, key, storedKey, old, row);
          return wrote;
        });
  }

  @Override
  public <K, R> void delete(Table<K, R> table, K key) {
    attempt(
        () -> {
          RowCodec<K, R> codec = RowCodec.of(table);
          byte[] storedKey = codec.key(key);
          Transaction writes = started(transaction);
          byte[] old = lock(storedKey, true);
          if (old == null) {
            return wrote;
          }
          if (!codec.indexes().isEmpty()) {
            R row = codec.readRow(key, old);
            for (IndexCodec<K, R> index : codec.indexes()) {
              writes.delete(index.entry(key, row, storedKey));
            }
          }
          writes.delete(storedKey);
          touch(codec, key);
          wrote = true;
          cost.rowWritten();
          return wrote;
        });
  }

  private <K, R> void write(
      RowCodec<K, R> codec, K key, byte[] storedKey, byte @Nullable [] old, R row)
      throws RocksDBException {
    byte[] value = codec.value(row);
    if (!codec.indexes().isEmpty()) {
      R oldRow = old == null ? null : codec.readRow(key, old);
      for (IndexCodec<K, R> index : codec.indexes()) {
        writeEntry(index, key, storedKey, oldRow, row);
      }
    }
    started(transaction).put(storedKey, value);
    touch(codec, key);
    wrote = true;
    cost.rowWritten();
  }

  private <K, R> void touch(RowCodec<K, R> codec, K key) {
    touched.add(codec.unit(key));
    CommittedCache.Unit siblings = codec.siblingsUnit(key);
    if (siblings != null) {
      touched.add(siblings);
    }
  }

  private <K, R> void writeEntry(
      IndexCodec<K, R> index, K key, byte[] storedKey, @Nullable R oldRow, R row)
      throws RocksDBException {
    byte[] entry = index.entry(key, row, storedKey);
    if (oldRow != null) {
      byte[] oldEntry = index.entry(key, oldRow, storedKey);
      if (Arrays.equals(oldEntry, entry)) {
        return;
      }
      started(transaction).delete(oldEntry);
    }
    if (index.unique() && lock(entry, true) != null) {
      throw new StoreException(Code.ROW_EXISTS, "Another row has this value of a unique index")
          .with("index", index.index().name())
          .with("key", key);
    }
    started(transaction).put(entry, index.entryValue(storedKey));
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
              return wrote || !changes.isEmpty() ? commitWrites() : commitNothing();
            });
    end();
    return sequence;
  }

  /** What was read may not be durable yet, and the caller may pass it on. */
  private long commitNothing() {
    started(transaction).close();
    logSync.await();
    return 0;
  }

  private long commitWrites() throws RocksDBException {
    Transaction writes = started(transaction);
    if (changes.isEmpty()) {
      commitToLog(writes);
      logSync.await();
      return 0;
    }
    // Encoding can refuse a change, so it comes before the sequences are taken for good.
    Outbox.Slot slot = outbox.reserve(changes.size());
    boolean unwritten = true;
    try {
      for (int i = 0; i < changes.size(); i++) {
        long sequence = slot.first() + i;
        Change change = changes.get(i).committed(sequence, slot.committedAtMs());
        writes.putUntracked(rocks.changes(), ChangeCodec.key(sequence), ChangeCodec.value(change));
      }
      unwritten = false;
      commitToLog(writes);
      logSync.await();
    } finally {
      if (unwritten) {
        outbox.complete(slot);
      }
    }
    outbox.complete(slot);
    return slot.first() + changes.size() - 1;
  }

  private void commitToLog(Transaction writes) throws RocksDBException {
    committed.beginCommit(touched);
    try {
      writes.commit();
    } catch (RocksDBException e) {
      StoreException failure = Classify.error(options.operation(), e);
      logSync.fail(failure);
      throw failure;
    } finally {
      committed.endCommit(touched);
      // The row locks go here, before the wait for the disk.
      writes.close();
    }
  }
}
