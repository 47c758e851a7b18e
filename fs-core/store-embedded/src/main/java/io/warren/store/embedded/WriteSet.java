package io.warren.store.embedded;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transaction has written and not committed yet, in the order of the stored keys. */
final class WriteSet {
  /**
   * The newest write of a stored key.
   *
   * @param value as it will be stored; null where the key is deleted
   * @param row what the value says, for keys of rows
   */
  record Write(byte @Nullable [] value, @Nullable Object row) {}

  private static final Write DELETED = new Write(null, null);

  private final TreeMap<byte[], Write> writes = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<CommittedCache.Unit, UnitWrites> units = new HashMap<>();
  private int sizeBytes;

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /** The write of a key, or null where it was not written. */
  @Nullable Write get(byte[] storedKey) {
    return writes.get(storedKey);
  }

  /** The writes with lower <= key < upper. */
  SortedMap<byte[], Write> range(byte[] lower, byte[] upper) {
    return writes.subMap(lower, upper);
  }

  SortedMap<byte[], Write> all() {
    return writes;
  }

  /** Stored bytes of keys and values, written again or not. */
  int sizeBytes() {
    return sizeBytes;
  }

  void put(byte[] storedKey, byte[] value, @Nullable Object row) {
    writes.put(storedKey, new Write(value, row));
    sizeBytes += storedKey.length + value.length;
  }

  void delete(byte[] storedKey) {
    writes.put(storedKey, DELETED);
    sizeBytes += storedKey.length;
  }

  /** Whether anything of a unit of the cache was written. */
  boolean touches(CommittedCache.Unit unit) {
    return units.containsKey(unit);
  }

  Map<CommittedCache.Unit, UnitWrites> units() {
    return units;
  }

  /** Notes the write of a row, or its deletion, for the units of the cache that it belongs to. */
  <K, R> void touch(RowCodec<K, R> codec, K key, byte[] storedKey, @Nullable R row) {
    CommittedCache.Unit unit = codec.unit(key);
    if (codec.cachedByRow()) {
      if (units.computeIfAbsent(unit, u -> new UnitWrites.OfRow())
          instanceof UnitWrites.OfRow writes) {
        writes.write(row);
      }
    } else {
      writeInto(unit, codec, CommittedCache.PARTITION_ROWS_MAX, storedKey, row);
    }
    CommittedCache.Unit siblings = codec.siblingsUnit(key);
    if (siblings != null) {
      writeInto(siblings, codec, CommittedCache.SIBLINGS_MAX, storedKey, row);
    }
  }

  /** Notes that a unit of the cache, a partition, has had no rows before this transaction. */
  void begin(RowCodec<?, ?> codec, CommittedCache.Unit unit) {
    UnitWrites writes =
        units.computeIfAbsent(
            unit, u -> new UnitWrites.OfRows<>(codec, CommittedCache.PARTITION_ROWS_MAX));
    if (writes instanceof UnitWrites.OfRows<?, ?> rows) {
      rows.begin();
    }
  }

  @SuppressWarnings("unchecked") // a unit is of one table, whose codec all its writes have
  private <K, R> void writeInto(
      CommittedCache.Unit unit,
      RowCodec<K, R> codec,
      int rowsMax,
      byte[] storedKey,
      @Nullable R row) {
    UnitWrites writes = units.computeIfAbsent(unit, u -> new UnitWrites.OfRows<>(codec, rowsMax));
    if (writes instanceof UnitWrites.OfRows<?, ?> rows) {
      ((UnitWrites.OfRows<K, R>) rows).write(storedKey, row);
    }
  }
}
