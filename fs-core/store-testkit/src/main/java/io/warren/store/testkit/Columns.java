package io.warren.store.testkit;

import io.warren.store.schema.Column;
import io.warren.store.schema.Table;
import io.warren.store.schema.ValueSink;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row as text, column by column: rows with arrays are not equal to their copies. */
final class Columns implements ValueSink {
  private final List<String> values = new ArrayList<>();

  private Columns() {}

  /** "name=value" of every column; "no row" for null. */
  static <K, R> List<String> of(Table<K, R> table, @Nullable R row) {
    if (row == null) {
      return List.of("no row");
    }
    Columns sink = new Columns();
    K key = table.keyOf().apply(row);
    List<String> names = new ArrayList<>();
    for (Column<K> column : table.key()) {
      column.write().accept(key, sink);
      names.add(column.name());
    }
    for (Column<R> column : table.values()) {
      column.write().accept(row, sink);
      names.add(column.name());
    }
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      pairs.add(names.get(i) + "=" + sink.values.get(i));
    }
    return pairs;
  }

  @Override
  public void int64(long value) {
    values.add(String.valueOf(value));
  }

  @Override
  public void int32(int value) {
    values.add(String.valueOf(value));
  }

  @Override
  public void int8(int value) {
    values.add(String.valueOf(value));
  }

  @Override
  public void bool(boolean value) {
    values.add(String.valueOf(value));
  }

  @Override
  public void bytes(byte @Nullable [] value) {
    values.add(value == null ? "null" : "0x" + HexFormat.of().formatHex(value));
  }

  @Override
  public void text(@Nullable String value) {
    values.add(value == null ? "null" : "'" + value + "'");
  }
}
