package io.warren.store.embedded;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.Transaction;

/**
 * What reads see: the newest committed rows, or those of one moment (pinned); on top of them a
 * transaction's own writes, when one is given.
 */
final class View implements AutoCloseable {
  private final Rocks rocks;
  private final @Nullable Transaction writes;
  private final @Nullable Snapshot snapshot;
  private final ReadOptions options;

  private View(Rocks rocks, @Nullable Transaction writes, @Nullable Snapshot snapshot) {
    this.rocks = rocks;
    this.writes = writes;
    this.snapshot = snapshot;
    this.options = snapshot == null ? rocks.read() : new ReadOptions().setSnapshot(snapshot);
  }

  /** Each read sees the newest committed version. */
  static View newest(Rocks rocks, @Nullable Transaction writes) {
    return new View(rocks, writes, null);
  }

  /** All reads see the versions of this moment. */
  static View pinned(Rocks rocks, @Nullable Transaction writes) {
    return new View(rocks, writes, rocks.db().getSnapshot());
  }

  byte @Nullable [] get(byte[] key) throws RocksDBException {
    return writes == null ? rocks.db().get(options, key) : writes.get(options, key);
  }

  /** The values of several keys, null for absent ones. */
  List<byte[]> multiGet(List<byte[]> keys) throws RocksDBException {
    return writes == null
        ? rocks.db().multiGetAsList(options, keys)
        : writes.multiGetAsList(options, keys);
  }

  /** The rows with lower <= key < upper, in key order, of one moment. */
  Range range(byte[] lower, byte[] upper) {
    return new Range(lower, upper);
  }

  @Override
  public void close() {
    if (snapshot != null) {
      options.close();
      rocks.db().releaseSnapshot(snapshot);
    }
  }

  /** A cursor over a range. */
  final class Range implements AutoCloseable {
    private final Slice bound;
    private final ReadOptions bounded;
    private final RocksIterator iterator;

    private Range(byte[] lower, byte[] upper) {
      bound = new Slice(upper);
      bounded = new ReadOptions().setIterateUpperBound(bound);
      if (snapshot != null) {
        bounded.setSnapshot(snapshot);
      }
      iterator = writes == null ? rocks.db().newIterator(bounded) : writes.getIterator(bounded);
      iterator.seek(lower);
    }

    /** Whether the cursor stands on a row. */
    boolean valid() throws RocksDBException {
      if (iterator.isValid()) {
        return true;
      }
      iterator.status();
      return false;
    }

    byte[] key() {
      return iterator.key();
    }

    byte[] value() {
      return iterator.value();
    }

    void next() {
      iterator.next();
    }

    @Override
    public void close() {
      iterator.close();
      bounded.close();
      bound.close();
    }
  }
}
