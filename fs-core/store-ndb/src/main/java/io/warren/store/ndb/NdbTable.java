package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbDictionary.TableConst;
import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import io.warren.store.schema.Column;
import io.warren.store.schema.ColumnType;
import io.warren.store.schema.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table as the cluster's dictionary describes it, and how rows lie in its buffers. */
final class NdbTable<K, R> {
  private final Table<K, R> table;
  private final TableConst ndb;
  private final NdbRecordConst record;
  private final List<Slot> key;
  private final List<Slot> values;
  private final int rowBytes;
  private final Map<String, NdbIndex> ordered;
  private final Map<String, NdbIndex> unique;
  private final byte[] allColumns;
  private final byte[] valueColumns;

  /**
   * @param ordered ordered indexes by their name in {@link Table}, the primary key's as "PRIMARY"
   * @param unique unique hash indexes by name
   */
  NdbTable(
      Table<K, R> table,
      TableConst ndb,
      NdbRecordConst record,
      List<Slot> key,
      List<Slot> values,
      int rowBytes,
      Map<String, NdbIndex> ordered,
      Map<String, NdbIndex> unique) {
    this.table = table;
    this.ndb = ndb;
    this.record = record;
    this.key = List.copyOf(key);
    this.values = List.copyOf(values);
    this.rowBytes = rowBytes;
    this.ordered = Map.copyOf(ordered);
    this.unique = Map.copyOf(unique);
    List<Slot> all = new ArrayList<>(key);
    all.addAll(values);
    this.allColumns = mask(all, all.size());
    this.valueColumns = mask(values, all.size());
  }

  private static byte[] mask(List<Slot> slots, int columns) {
    byte[] mask = new byte[(columns + 7) / 8];
    for (Slot slot : slots) {
      mask[slot.number() / 8] |= (byte) (1 << (slot.number() % 8));
    }
    return mask;
  }

  Table<K, R> table() {
    return table;
  }

  TableConst ndb() {
    return ndb;
  }

  NdbRecordConst record() {
    return record;
  }

  int rowBytes() {
    return rowBytes;
  }

  byte[] allColumns() {
    return allColumns;
  }

  byte[] valueColumns() {
    return valueColumns;
  }

  NdbIndex ordered(String name) {
    return require(ordered.get(name), name);
  }

  NdbIndex unique(String name) {
    return require(unique.get(name), name);
  }

  private NdbIndex require(@org.jspecify.annotations.Nullable NdbIndex index, String name) {
    if (index == null) {
      throw new IllegalArgumentException("No such index " + name + " on " + table.name());
    }
    return index;
  }

  boolean hasUniqueIndex() {
    return !unique.isEmpty();
  }

  /** The slot of the only partition column when it is a number, which can be hashed as it lies. */
  @org.jspecify.annotations.Nullable
  Slot numberPartition() {
    ColumnType type = key.get(0).type();
    boolean number = type == ColumnType.INT64 || type == ColumnType.INT32;
    return table.partitionColumns().size() == 1 && number ? key.get(0) : null;
  }

  void writeKey(K value, ByteBuffer row) {
    RowWriter.write(table.key(), key, value, row);
  }

  void writeRow(R value, ByteBuffer row) {
    writeKey(table.keyOf().apply(value), row);
    RowWriter.write(table.values(), values, value, row);
  }

  R readRow(ByteBuffer row) {
    K found = table.readKey().apply(new RowReader(row, key));
    return table.readRow().read(found, new RowReader(row, values));
  }

  /** How many bytes the columns of a row have. */
  int dataBytes(ByteBuffer row) {
    return bytes(key, row) + bytes(values, row);
  }

  private static int bytes(List<Slot> slots, ByteBuffer row) {
    int sum = 0;
    for (Slot slot : slots) {
      sum +=
          switch (slot.type()) {
            case INT64 -> Long.BYTES;
            case INT32, INT8, BOOL -> Integer.BYTES;
            case BYTES, TEXT -> slot.lengthBytes() + RowReader.length(row, slot);
          };
    }
    return sum;
  }

  /** The values of some columns of a row, as plain objects. */
  List<Object> values(R row, List<String> columns) {
    K rowKey = table.keyOf().apply(row);
    List<Object> found = new ArrayList<>();
    for (String name : columns) {
      LooseValue sink = new LooseValue();
      for (Column<K> column : table.key()) {
        if (column.name().equals(name)) {
          column.write().accept(rowKey, sink);
        }
      }
      for (Column<R> column : table.values()) {
        if (column.name().equals(name)) {
          column.write().accept(row, sink);
        }
      }
      found.add(sink.value());
    }
    return found;
  }

  /** The values of all key columns, as plain objects. */
  List<Object> keyValues(K value) {
    List<Object> found = new ArrayList<>();
    for (Column<K> column : table.key()) {
      LooseValue sink = new LooseValue();
      column.write().accept(value, sink);
      found.add(sink.value());
    }
    return found;
  }

  @Override
  public String toString() {
    return table.name();
  }
}
