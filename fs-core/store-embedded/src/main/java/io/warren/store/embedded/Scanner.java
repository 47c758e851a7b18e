package io.warren.store.embedded;

import io.warren.store.Scan;
import io.warren.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Runs one scan over a view; with a locker it locks each row and returns the locked version. */
final class Scanner<K, R> {
  /** Locks a row and reads it again. */
  @FunctionalInterface
  interface Locker<K, R> {
    @Nullable R lock(K key) throws RocksDBException;
  }

  /** A row as it was found, with its key in the table's own column order. */
  private static final class Found {
    final byte[] tableOrder;
    final byte[] storedKey;
    final byte[] value;

    Found(byte[] tableOrder, byte[] storedKey, byte[] value) {
      this.tableOrder = tableOrder;
      this.storedKey = storedKey;
      this.value = value;
    }
  }

  private final Scan<K, R> scan;
  private final RowCodec<K, R> codec;
  private final View view;
  private final @Nullable Locker<K, R> locker;
  private final int limit;
  private final List<R> rows = new ArrayList<>();

  private Scanner(Scan<K, R> scan, int limit, View view, @Nullable Locker<K, R> locker) {
    this.scan = scan;
    this.limit = limit;
    this.codec = RowCodec.of(scan.table());
    this.view = view;
    this.locker = locker;
  }

  /** The view must be pinned unless {@link #ownOrder} says that the scan reads rows alone. */
  static <K, R> List<R> run(Scan<K, R> scan, View view, @Nullable Locker<K, R> locker)
      throws RocksDBException {
    return new Scanner<>(scan, scan.limit(), view, locker).run();
  }

  /** The same without locks and with another limit, which may be above that of any scan. */
  static <K, R> List<R> run(Scan<K, R> scan, int limit, View view) throws RocksDBException {
    return new Scanner<>(scan, limit, view, null).run();
  }

  /** Whether the scan follows the rows themselves, not rows of an index. */
  static boolean ownOrder(Scan<?, ?> scan) {
    return scan.index() == null || RowCodec.of(scan.table()).index(scan.index()) == null;
  }

  private List<R> run() throws RocksDBException {
    if (scan.index() != null) {
      if (scan.after() != null && scan.prefix().size() < scan.index().columns().size()) {
        throw new IllegalArgumentException(
            "A paged scan must name every column of index " + scan.index().name());
      }
      IndexCodec<K, R> index = codec.index(scan.index());
      if (index != null) {
        entries(index);
      } else if (scan.above() != null) {
        throw new IllegalArgumentException(
            "Index " + scan.index().name() + " does not support a bound");
      } else {
        storedOrder(scan.prefix(), null);
      }
      return rows;
    }
    if (!codec.rotated()) {
      storedOrder(scan.prefix(), null);
      return rows;
    }
    int partition = scan.table().partitionColumns().size();
    if (scan.prefix().size() <= partition) {
      tableOrder();
      return rows;
    }
    List<Object> stored = new ArrayList<>(scan.prefix().subList(partition, scan.prefix().size()));
    if (scan.prefix().size() == scan.table().key().size()) {
      stored.addAll(scan.prefix().subList(0, partition));
      storedOrder(stored, null);
    } else {
      storedOrder(stored, codec.tableOrderPrefix(scan.prefix()));
    }
    return rows;
  }

  /** Rows in the order they are stored in; wanted filters by the start of the table's key. */
  private void storedOrder(List<Object> prefixValues, byte @Nullable [] wanted)
      throws RocksDBException {
    byte[] prefix = codec.keyPrefix(prefixValues);
    boolean exact = prefixValues.size() == scan.table().key().size();
    byte[] upper = exact ? Keys.after(prefix) : Keys.afterPrefix(prefix);
    byte[] lower = scan.after() == null ? prefix : later(prefix, codec.key(scan.after()));
    try (View.Range range = view.range(lower, upper)) {
      for (; rows.size() < limit && range.valid(); range.next()) {
        byte[] storedKey = range.key();
        K key = codec.readKey(storedKey);
        if (wanted != null && !Keys.startsWith(codec.tableOrder(key), wanted)) {
          continue;
        }
        R row = locker == null ? codec.readRow(key, range.value()) : locker.lock(key);
        if (row != null) {
          rows.add(row);
        }
      }
    }
  }

  private static byte[] later(byte[] prefix, byte[] afterKey) {
    byte[] next = Keys.after(afterKey);
    return Arrays.compareUnsigned(next, prefix) > 0 ? next : prefix;
  }

  private void entries(IndexCodec<K, R> index) throws RocksDBException {
    byte[] prefix = index.prefix(scan.prefix());
    byte[] afterKey = scan.after() == null ? null : codec.key(scan.after());
    byte[] lower =
        afterKey == null || index.unique()
            ? aboveBound(index, prefix)
            : Keys.after(index.entryAfter(prefix, afterKey));
    List<byte[]> storedKeys = new ArrayList<>();
    try (View.Range range = view.range(lower, Keys.afterPrefix(prefix))) {
      for (; rows.size() + storedKeys.size() < limit && range.valid(); range.next()) {
        byte[] entry = range.key();
        byte[] storedKey = index.storedKey(entry, range.value());
        if (index.unique()
            && afterKey != null
            && Arrays.compareUnsigned(storedKey, afterKey) <= 0) {
          continue;
        }
        if (locker == null) {
          storedKeys.add(storedKey);
        } else {
          addLocked(locker, index, entry, storedKey);
        }
      }
    }
    fetch(storedKeys);
  }

  private byte[] aboveBound(IndexCodec<K, R> index, byte[] prefix) {
    Object above = scan.above();
    if (above == null) {
      return prefix;
    }
    List<Object> passed = new ArrayList<>(scan.prefix());
    passed.add(above);
    return Keys.afterPrefix(index.prefix(passed));
  }

  private void addLocked(Locker<K, R> lock, IndexCodec<K, R> index, byte[] entry, byte[] storedKey)
      throws RocksDBException {
    K key = codec.readKey(storedKey);
    R row = lock.lock(key);
    if (row != null && Arrays.equals(index.entry(key, row, storedKey), entry)) {
      rows.add(row);
    }
  }

  private void fetch(List<byte[]> storedKeys) throws RocksDBException {
    if (storedKeys.isEmpty()) {
      return;
    }
    List<byte[]> values = view.multiGet(storedKeys);
    for (int i = 0; i < storedKeys.size(); i++) {
      if (values.get(i) == null) {
        throw new StoreException(
                StoreException.Code.CORRUPT, "An index names a row that does not exist")
            .with("table", scan.table().name());
      }
      rows.add(codec.readRow(storedKeys.get(i), values.get(i)));
    }
  }

  /**
   * Rows in the table's key order though they are stored in another: reads the whole table for each
   * page and keeps the first rows. For checks and repairs only.
   */
  private void tableOrder() throws RocksDBException {
    byte[] wanted = codec.tableOrderPrefix(scan.prefix());
    byte[] after = scan.after() == null ? null : codec.tableOrder(scan.after());
    while (rows.size() < limit) {
      List<Found> page = smallest(wanted, after, limit - rows.size());
      for (Found found : page) {
        K key = codec.readKey(found.storedKey);
        R row = locker == null ? codec.readRow(key, found.value) : locker.lock(key);
        if (row != null) {
          rows.add(row);
        }
        after = found.tableOrder;
      }
      if (page.isEmpty()) {
        return;
      }
    }
  }

  private List<Found> smallest(byte[] wanted, byte @Nullable [] after, int count)
      throws RocksDBException {
    Comparator<Found> order = (a, b) -> Arrays.compareUnsigned(a.tableOrder, b.tableOrder);
    PriorityQueue<Found> greatestFirst = new PriorityQueue<>(order.reversed());
    byte[] all = codec.keyPrefix(List.of());
    try (View.Range range = view.range(all, Keys.afterPrefix(all))) {
      for (; range.valid(); range.next()) {
        byte[] storedKey = range.key();
        byte[] key = codec.tableOrder(codec.readKey(storedKey));
        if (!Keys.startsWith(key, wanted)
            || (after != null && Arrays.compareUnsigned(key, after) <= 0)) {
          continue;
        }
        greatestFirst.add(new Found(key, storedKey, range.value()));
        if (greatestFirst.size() > count) {
          greatestFirst.remove();
        }
      }
    }
    List<Found> found = new ArrayList<>(greatestFirst);
    found.sort(order);
    return found;
  }
}
