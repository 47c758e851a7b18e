package io.warren.store.embedded;

import io.warren.store.schema.Column;
import io.warren.store.schema.Table;
import io.warren.store.schema.ValueSink;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The value of a key's column, in a form that can be compared. */
final class PartitionValue implements ValueSink {
  private Object value = "";

  private PartitionValue() {}

  /** Of the first column. */
  static <K> Object of(Table<K, ?> table, K key) {
    return of(table.key().get(0), key);
  }

  static <K> Object of(Column<K> column, K key) {
    PartitionValue sink = new PartitionValue();
    column.write().accept(key, sink);
    return sink.value;
  }

  /** The same for a value that a scan's prefix gives. */
  static Object of(Object loose) {
    if (loose instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    return loose instanceof Number number ? (Object) number.longValue() : loose;
  }

  @Override
  public void int64(long number) {
    value = number;
  }

  @Override
  public void int32(int number) {
    value = (long) number;
  }

  @Override
  public void int8(int number) {
    value = (long) number;
  }

  @Override
  public void bool(boolean flag) {
    value = flag;
  }

  @Override
  public void bytes(byte @Nullable [] bytes) {
    value = bytes == null ? "" : ByteBuffer.wrap(bytes);
  }

  @Override
  public void text(@Nullable String text) {
    value = text == null ? "" : text;
  }
}
