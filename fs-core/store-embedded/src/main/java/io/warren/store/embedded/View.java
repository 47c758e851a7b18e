package io.warren.store.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * What reads see: the newest committed rows, or those of one moment (pinned); on top of them a
 * transaction's own writes, when one is given.
 */
final class View implements AutoCloseable {
  private final Rocks rocks;
  private final @Nullable WriteSet own;
  private final @Nullable Snapshot snapshot;
  private final ReadPoint at;

  private View(Rocks rocks, @Nullable WriteSet own, @Nullable Snapshot snapshot) {
    this.rocks = rocks;
    this.own = own;
    this.snapshot = snapshot;
    this.at = snapshot == null ? rocks.newest() : new ReadPoint(snapshot);
  }

  /** Each read sees the newest committed version. */
  static View newest(Rocks rocks, @Nullable WriteSet own) {
    return new View(rocks, own, null);
  }

  /** All reads see the versions of this moment. */
  static View pinned(Rocks rocks, @Nullable WriteSet own) {
    return new View(rocks, own, rocks.db().getSnapshot());
  }

  byte @Nullable [] get(byte[] key) throws RocksDBException {
    WriteSet.Write write = own == null ? null : own.get(key);
    return write == null ? rocks.get(at, key) : write.value();
  }

  /** The values of several keys, null for absent ones. */
  List<byte @Nullable []> multiGet(List<byte[]> keys) throws RocksDBException {
    if (own == null) {
      return rocks.multiGet(at, keys);
    }
    List<byte[]> unwritten = keys.stream().filter(key -> own.get(key) == null).toList();
    Iterator<byte[]> stored =
        (unwritten.isEmpty() ? List.<byte[]>of() : rocks.multiGet(at, unwritten)).iterator();
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      WriteSet.Write write = own.get(key);
      values.add(write == null ? stored.next() : write.value());
    }
    return values;
  }

  /** The rows with lower <= key < upper, in key order, of one moment. */
  Range range(byte[] lower, byte[] upper) {
    return new Range(lower, upper);
  }

  @Override
  public void close() {
    if (snapshot != null) {
      at.close();
      rocks.db().releaseSnapshot(snapshot);
    }
  }

  /** A cursor over a range: what is stored, and on top of it what was written. */
  final class Range implements AutoCloseable {
    private final Slice bound;
    private final ReadOptions bounded;
    private final RocksIterator stored;
    private final Iterator<Map.Entry<byte[], WriteSet.Write>> written;
    private Map.@Nullable Entry<byte[], WriteSet.Write> nextWritten;
    private byte @Nullable [] storedKey;
    private boolean ofWritten;

    private Range(byte[] lower, byte[] upper) {
      bound = new Slice(upper);
      bounded = new ReadOptions().setIterateUpperBound(bound);
      if (snapshot != null) {
        bounded.setSnapshot(snapshot);
      }
      stored = rocks.db().newIterator(rocks.family(lower), bounded);
      stored.seek(lower);
      written =
          own == null ? Collections.emptyIterator() : own.range(lower, upper).entrySet().iterator();
      advanceWritten();
      readStored();
      settle();
    }

    private void advanceWritten() {
      nextWritten = written.hasNext() ? written.next() : null;
    }

    private void readStored() {
      storedKey = stored.isValid() ? stored.key() : null;
    }

    /** Stands on the lower of both keys; a written one hides the same stored one. */
    private void settle() {
      while (nextWritten != null) {
        int order =
            storedKey == null ? -1 : Arrays.compareUnsigned(nextWritten.getKey(), storedKey);
        if (order > 0) {
          break;
        }
        if (order == 0) {
          stored.next();
          readStored();
        }
        if (nextWritten.getValue().value() != null) {
          ofWritten = true;
          return;
        }
        advanceWritten();
      }
      ofWritten = false;
    }

    /** Whether the cursor stands on a row. */
    boolean valid() throws RocksDBException {
      if (ofWritten || storedKey != null) {
        return true;
      }
      stored.status();
      return false;
    }

    byte[] key() {
      return Objects.requireNonNull(
          ofWritten && nextWritten != null ? nextWritten.getKey() : storedKey);
    }

    byte[] value() {
      return ofWritten && nextWritten != null
          ? Objects.requireNonNull(nextWritten.getValue().value())
          : stored.value();
    }

    void next() {
      if (ofWritten) {
        advanceWritten();
      } else {
        stored.next();
        readStored();
      }
      settle();
    }

    @Override
    public void close() {
      stored.close();
      bounded.close();
      bound.close();
    }
  }
}
