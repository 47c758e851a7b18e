package io.warren.store.embedded;

import io.warren.store.Scan;
import io.warren.store.schema.Column;
import io.warren.store.schema.ColumnType;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How one table lies in the ordered key space.
 *
 * <p>A row's key is the table's number, a zero byte, and the primary key; index rows have 1 + the
 * index's place instead of the zero. When a plain index covers the key columns that follow the
 * partition columns (inodes: parent_id), the partition columns are stored last, so that the rows
 * themselves are in the index's order and the index needs no rows of its own.
 */
final class RowCodec<K, R> {
  /** Bytes of a key before its columns. */
  static final int PREFIX_BYTES = 2;

  /** Numbers of tables are less. */
  static final int TABLES_MAX = 128;

  /** Rows of up to so many bytes are kept when they were read by their key. */
  private static final int KEPT_ROW_MAX_BYTES = 4_096;

  private static final AtomicReferenceArray<RowCodec<?, ?>> CODECS =
      new AtomicReferenceArray<>(TABLES_MAX);

  /** A row, or an entry of a unique index, of a table. */
  private record LockId(int table, Object key) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof LockId id && table == id.table && key.equals(id.key);
    }

    @Override
    public int hashCode() {
      return 31 * table + key.hashCode();
    }
  }

  private final Table<K, R> table;
  private final int[] order;
  private final ColumnType[] types;
  private final boolean rotated;
  private final boolean alone;
  private final List<IndexCodec<K, R>> indexes;
  private final @Nullable Index rowOrderIndex;
  private final @Nullable Column<K> siblings;

  private RowCodec(Table<K, R> table) {
    if (table.number() < 1 || table.number() >= TABLES_MAX) {
      throw new IllegalArgumentException("Table number out of range: " + table.number());
    }
    this.table = table;
    int columns = table.key().size();
    int partition = table.partitionColumns().size();
    rowOrderIndex = rowOrderIndex(table);
    rotated = rowOrderIndex != null;
    boolean byOneColumn = rowOrderIndex != null && rowOrderIndex.columns().size() == 1;
    siblings = byOneColumn ? table.key().get(partition) : null;
    alone = !rotated && columns == 1 && partition == 1 && isSmall(table);
    order = new int[columns];
    types = new ColumnType[columns];
    for (int i = 0; i < columns; i++) {
      order[i] = rotated ? (i + partition) % columns : i;
      types[i] = table.key().get(order[i]).type();
    }
    List<IndexCodec<K, R>> codecs = new ArrayList<>();
    for (int i = 0; i < table.indexes().size(); i++) {
      Index index = table.indexes().get(i);
      if (!index.equals(rowOrderIndex)) {
        codecs.add(new IndexCodec<>(table, index, i + 1));
      }
    }
    indexes = List.copyOf(codecs);
  }

  /** The codec of a table. */
  // Comparing tables by value would cost more than the read itself.
  @SuppressWarnings({"unchecked", "ReferenceEquality"})
  static <K, R> RowCodec<K, R> of(Table<K, R> table) {
    RowCodec<?, ?> codec = CODECS.get(table.number() & (TABLES_MAX - 1));
    if (codec == null) {
      codec = new RowCodec<>(table);
      CODECS.set(table.number(), codec);
    }
    if (codec.table != table) {
      throw new IllegalArgumentException("Two tables have the number " + table.number());
    }
    return (RowCodec<K, R>) codec;
  }

  static void checkLength(String column, int maxBytes, int lengthBytes) {
    if (lengthBytes > maxBytes) {
      throw new IllegalArgumentException(
          "A value is longer than its column: " + column + " takes " + maxBytes + " bytes");
    }
  }

  private static boolean isSmall(Table<?, ?> table) {
    long maxBytes = table.values().stream().mapToLong(Column::maxBytes).sum();
    return !table.contents() && maxBytes <= KEPT_ROW_MAX_BYTES;
  }

  private static @Nullable Index rowOrderIndex(Table<?, ?> table) {
    int partition = table.partitionColumns().size();
    List<String> after =
        table.key().subList(partition, table.key().size()).stream().map(Column::name).toList();
    for (Index index : table.indexes()) {
      int covered = index.columns().size();
      if (!index.unique()
          && covered <= after.size()
          && index.columns().equals(after.subList(0, covered))) {
        return index;
      }
    }
    return null;
  }

  Table<K, R> table() {
    return table;
  }

  /** The unit of the cache that a row belongs to. */
  CommittedCache.Unit unit(K key) {
    return new CommittedCache.Unit(table.number(), rotated ? key : PartitionValue.of(table, key));
  }

  /** Whether the cache has each row by itself; else it has all rows of a partition together. */
  boolean cachedByRow() {
    return rotated;
  }

  /** Whether rows are small and have their partition for themselves. */
  boolean alone() {
    return alone;
  }

  /** Whether a row, or its absence, says all that the cache has in its unit. */
  boolean fillsUnit() {
    return rotated || alone;
  }

  /** What the cache has in the unit of a row, which is null when it does not exist. */
  @Nullable Object unitContent(@Nullable Object row) {
    if (rotated) {
      return row;
    }
    return row == null ? List.of() : List.of(row);
  }

  /** A row as the cache has it in its unit's content. */
  @SuppressWarnings("unchecked") // the content is of the codec's own table
  @Nullable R rowIn(@Nullable Object unitContent, K key) {
    if (rotated || !(unitContent instanceof List<?> rows)) {
      return (R) unitContent;
    }
    for (int i = 0; i < rows.size(); i++) {
      R row = (R) rows.get(i);
      if (table.keyOf().apply(row).equals(key)) {
        return row;
      }
    }
    return null;
  }

  /** The key of a row in a list that the cache has. */
  @SuppressWarnings("unchecked") // the lists of a unit are rows of the codec's own table
  K keyIn(Object row) {
    return table.keyOf().apply((R) row);
  }

  /** What a lock of a row is known by. */
  Object lockId(K key) {
    return new LockId(table.number(), key);
  }

  /**
   * The first place in rows, which are in the order of their stored keys, that is not below a key.
   */
  int place(List<R> rows, byte[] storedKey) {
    int low = 0;
    int high = rows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(keyOf(rows.get(middle)), storedKey) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The stored key of a row. */
  byte[] keyOf(R row) {
    return key(table.keyOf().apply(row));
  }

  /** Where the cache has all rows of a scan; null when it keeps no such thing. */
  CommittedCache.@Nullable Unit partitionUnit(Scan<K, R> scan) {
    if (rotated
        || table.contents()
        || scan.index() != null
        || scan.after() != null
        || scan.prefix().size() != 1
        || table.partitionColumns().size() != 1) {
      return null;
    }
    return new CommittedCache.Unit(table.number(), PartitionValue.of(scan.prefix().get(0)));
  }

  /** Where the cache has all rows of a partition; null when it keeps no such thing. */
  CommittedCache.@Nullable Unit partitionUnit(long value) {
    boolean keeps = !rotated && !table.contents() && table.partitionColumns().size() == 1;
    return keeps ? new CommittedCache.Unit(table.number(), value) : null;
  }

  /**
   * What a write of a row touches besides the row's own unit: all rows with the same value of the
   * index in whose order they are stored (inodes: the children of a directory). Null where there is
   * no such index of one column.
   */
  CommittedCache.@Nullable Unit siblingsUnit(K key) {
    return siblings == null
        ? null
        : new CommittedCache.Unit(table.number(), PartitionValue.of(siblings, key));
  }

  /** Where the cache has all rows of which a scan is a page; null when it keeps no such thing. */
  CommittedCache.@Nullable Unit siblingsUnit(Scan<K, R> scan) {
    boolean fits =
        siblings != null
            && scan.index() != null
            && index(scan.index()) == null
            && scan.prefix().size() == 1
            && scan.above() == null;
    return fits
        ? new CommittedCache.Unit(table.number(), PartitionValue.of(scan.prefix().get(0)))
        : null;
  }

  /** Whether rows are stored with the partition columns last. */
  boolean rotated() {
    return rotated;
  }

  /** Index rows that every row of the table has. */
  List<IndexCodec<K, R>> indexes() {
    return indexes;
  }

  /** The codec of an index's rows, or null when the table's rows are in its order themselves. */
  @Nullable IndexCodec<K, R> index(Index index) {
    for (IndexCodec<K, R> codec : indexes) {
      if (codec.index().name().equals(index.name())) {
        return codec;
      }
    }
    if (rowOrderIndex != null && rowOrderIndex.name().equals(index.name())) {
      return null;
    }
    throw new IllegalArgumentException("No index " + index.name() + " on " + table.name());
  }

  /** The stored key of a row. */
  byte[] key(K key) {
    KeySink sink = keySpace();
    for (int i = 0; i < order.length; i++) {
      sink.column(table.key().get(order[i]), key, i == order.length - 1);
    }
    return sink.toBytes();
  }

  /** Bytes that sort as the primary key does in the table's own column order. */
  byte[] tableOrder(K key) {
    KeySink sink = new KeySink();
    for (int i = 0; i < order.length; i++) {
      sink.column(table.key().get(i), key, i == order.length - 1);
    }
    return sink.toBytes();
  }

  /** What a lock of an entry of a unique index is known by. */
  Object entryLockId(byte[] entry) {
    return new LockId(table.number(), ByteBuffer.wrap(entry));
  }

  /** Where keys begin whose first stored columns have the given values. */
  byte[] keyPrefix(List<Object> storedValues) {
    KeySink sink = keySpace();
    for (int i = 0; i < storedValues.size(); i++) {
      sink.loose(table.key().get(order[i]), storedValues.get(i), i == order.length - 1);
    }
    return sink.toBytes();
  }

  private KeySink keySpace() {
    KeySink sink = new KeySink();
    sink.rawByte(table.number());
    sink.rawByte(0);
    return sink;
  }

  K readKey(byte[] stored) {
    return table.readKey().apply(new KeySource(stored, PREFIX_BYTES, types, order));
  }

  byte[] value(R row) {
    byte[] encoded = RowSink.encode(table.values(), row);
    return table.contents() ? ContentSum.add(keyOf(row), encoded) : encoded;
  }

  R readRow(K key, byte[] value) {
    if (table.contents() && ContentSum.endsWithSum(value)) {
      ContentSum.check(key(key), value);
    }
    return table.readRow().read(key, new RowSource(value));
  }

  R readRow(byte[] storedKey, byte[] value) {
    return readRow(readKey(storedKey), value);
  }

  /** Where keys in the table's own column order begin that have the given first values. */
  byte[] tableOrderPrefix(List<Object> values) {
    KeySink sink = new KeySink();
    for (int i = 0; i < values.size(); i++) {
      sink.loose(table.key().get(i), values.get(i), i == order.length - 1);
    }
    return sink.toBytes();
  }
}
