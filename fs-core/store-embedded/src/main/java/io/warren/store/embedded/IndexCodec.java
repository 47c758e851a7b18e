package io.warren.store.embedded;

import io.warren.store.schema.Column;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Index rows. A unique index maps its columns to the row's stored key; a plain one appends the
 * row's stored key to its columns, so that equal rows come in the order of the rows themselves.
 */
final class IndexCodec<K, R> {
  private static final byte[] NOTHING = new byte[0];

  /** One column, read from the row or from its key. */
  private record Part<K, R>(List<Column<K>> ofKey, List<Column<R>> ofRow) {
    Column<?> column() {
      return ofKey.isEmpty() ? ofRow.get(0) : ofKey.get(0);
    }

    void write(KeySink sink, K key, R row) {
      if (ofKey.isEmpty()) {
        sink.column(ofRow.get(0), row, false);
      } else {
        sink.column(ofKey.get(0), key, false);
      }
    }
  }

  private final Table<K, R> table;
  private final Index index;
  private final int number;
  private final List<Part<K, R>> parts;

  IndexCodec(Table<K, R> table, Index index, int number) {
    this.table = table;
    this.index = index;
    this.number = number;
    List<Part<K, R>> found = new ArrayList<>();
    for (String name : index.columns()) {
      Part<K, R> part =
          new Part<>(
              table.key().stream().filter(c -> c.name().equals(name)).toList(),
              table.values().stream().filter(c -> c.name().equals(name)).toList());
      if (part.column().nullable()) {
        throw new IllegalArgumentException("An index column must not be nullable: " + name);
      }
      found.add(part);
    }
    parts = List.copyOf(found);
  }

  Index index() {
    return index;
  }

  boolean unique() {
    return index.unique();
  }

  /** The stored key of a row's entry. */
  byte[] entry(K key, R row, byte[] storedKey) {
    KeySink sink = keySpace();
    for (int i = 0; i < parts.size(); i++) {
      parts.get(i).write(sink, key, row);
    }
    if (!index.unique()) {
      sink.raw(storedKey, RowCodec.PREFIX_BYTES);
    }
    return sink.toBytes();
  }

  /** The stored value of a row's entry. */
  byte[] entryValue(byte[] storedKey) {
    return index.unique() ? storedKey : NOTHING;
  }

  /** Where entries begin whose first columns have the given values. */
  byte[] prefix(List<Object> values) {
    if (values.size() > parts.size()) {
      throw new IllegalArgumentException("More values than columns for index " + index.name());
    }
    KeySink sink = keySpace();
    for (int i = 0; i < values.size(); i++) {
      sink.loose(parts.get(i).column(), values.get(i), false);
    }
    return sink.toBytes();
  }

  /** The entry of a row with these index values; a prefix of all columns of a plain index. */
  byte[] entryAfter(byte[] prefix, byte[] storedKey) {
    byte[] entry = Arrays.copyOf(prefix, prefix.length + storedKey.length - RowCodec.PREFIX_BYTES);
    System.arraycopy(
        storedKey,
        RowCodec.PREFIX_BYTES,
        entry,
        prefix.length,
        storedKey.length - RowCodec.PREFIX_BYTES);
    return entry;
  }

  /** The stored key of the row that an entry of a scan over a whole-column prefix belongs to. */
  byte[] storedKey(byte[] entry, byte[] value) {
    if (index.unique()) {
      return value;
    }
    int at = RowCodec.PREFIX_BYTES;
    for (int i = 0; i < parts.size(); i++) {
      at = skip(parts.get(i).column(), entry, at);
    }
    byte[] stored = new byte[entry.length - at + RowCodec.PREFIX_BYTES];
    stored[0] = (byte) table.number();
    System.arraycopy(entry, at, stored, RowCodec.PREFIX_BYTES, entry.length - at);
    return stored;
  }

  private static int skip(Column<?> column, byte[] entry, int start) {
    return switch (column.type()) {
      case INT64 -> start + Long.BYTES;
      case INT32 -> start + Integer.BYTES;
      case INT8, BOOL -> start + 1;
      case BYTES, TEXT -> KeySource.terminator(entry, start) + 2;
    };
  }

  private KeySink keySpace() {
    KeySink sink = new KeySink();
    sink.rawByte(table.number());
    sink.rawByte(number);
    return sink;
  }
}
