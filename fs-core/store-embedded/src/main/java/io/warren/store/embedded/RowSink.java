package io.warren.store.embedded;

import io.warren.store.schema.Column;
import io.warren.store.schema.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the columns of a row compactly: the format's number, the number of columns, then zigzag
 * varints for integers, single bytes for INT8 and BOOL, and length + 1 (0 for null) before bytes.
 */
final class RowSink implements ValueSink {
  /** Number of this encoding. */
  static final int FORMAT = 1;

  private static final int VARINT_MAX_BYTES = 10;

  private byte[] buffer = new byte[96];
  private int length;
  private String column = "";
  private int maxBytes;
  private boolean nullable;

  static <R> byte[] encode(List<Column<R>> columns, R row) {
    RowSink sink = new RowSink();
    sink.int8(FORMAT);
    sink.unsigned(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      Column<R> column = columns.get(i);
      sink.column = column.name();
      sink.maxBytes = column.maxBytes();
      sink.nullable = column.nullable();
      column.write().accept(row, sink);
    }
    return Arrays.copyOf(sink.buffer, sink.length);
  }

  @Override
  public void int64(long value) {
    unsigned((value << 1) ^ (value >> 63));
  }

  @Override
  public void int32(int value) {
    int64(value);
  }

  @Override
  public void int8(int value) {
    reserve(1);
    buffer[length++] = (byte) value;
  }

  @Override
  public void bool(boolean value) {
    int8(value ? 1 : 0);
  }

  @Override
  public void text(@Nullable String value) {
    bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void bytes(byte @Nullable [] value) {
    if (value == null) {
      if (!nullable) {
        throw new IllegalArgumentException("A column must not be null: " + column);
      }
      unsigned(0);
      return;
    }
    RowCodec.checkLength(column, maxBytes, value.length);
    unsigned(value.length + 1L);
    reserve(value.length);
    System.arraycopy(value, 0, buffer, length, value.length);
    length += value.length;
  }

  private void unsigned(long value) {
    reserve(VARINT_MAX_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  private void reserve(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
    }
  }
}
