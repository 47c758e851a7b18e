package io.warren.store.embedded;

import io.warren.store.schema.Column;
import io.warren.store.schema.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes column values so that the bytes, compared unsigned, sort as the values do. Integers are
 * big-endian with the sign bit flipped. Bytes and text that something may follow are escaped (00
 * becomes 00 FF) and end with 00 00; as the last column of a primary key they stand as they are.
 */
final class KeySink implements ValueSink {
  private static final int FIRST_BYTES = 48;

  private byte[] buffer = new byte[FIRST_BYTES];
  private int length;
  private boolean last;
  private String column = "";
  private int maxBytes;

  /** Writes one column of a value; last when nothing follows it in the key. */
  <T> void column(Column<T> from, T value, boolean isLast) {
    last = isLast;
    column = from.name();
    maxBytes = from.maxBytes();
    from.write().accept(value, this);
  }

  /** Writes a loose value of a column, as a scan's prefix gives it. */
  void loose(Column<?> of, Object value, boolean isLast) {
    last = isLast;
    column = of.name();
    maxBytes = of.maxBytes();
    switch (of.type()) {
      case INT64 -> int64(number(of, value));
      case INT32 -> int32(Math.toIntExact(number(of, value)));
      case INT8 -> int8(Math.toIntExact(number(of, value)));
      case BOOL -> bool(typed(of, Boolean.class, value));
      case BYTES -> bytes(typed(of, byte[].class, value));
      case TEXT -> text(typed(of, String.class, value));
    }
  }

  private static long number(Column<?> of, Object value) {
    return typed(of, Number.class, value).longValue();
  }

  private static <T> T typed(Column<?> of, Class<T> type, Object value) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("Wrong type of value for column " + of.name());
    }
    return type.cast(value);
  }

  void raw(byte[] from, int offset) {
    int count = from.length - offset;
    reserve(count);
    System.arraycopy(from, offset, buffer, length, count);
    length += count;
  }

  void rawByte(int value) {
    reserve(1);
    buffer[length++] = (byte) value;
  }

  byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  @Override
  public void int64(long value) {
    reserve(Long.BYTES);
    BigEndian.putLong(buffer, length, value ^ Long.MIN_VALUE);
    length += Long.BYTES;
  }

  @Override
  public void int32(int value) {
    reserve(Integer.BYTES);
    BigEndian.putInt(buffer, length, value ^ Integer.MIN_VALUE);
    length += Integer.BYTES;
  }

  @Override
  public void int8(int value) {
    rawByte(value ^ 0x80);
  }

  @Override
  public void bool(boolean value) {
    rawByte(value ? 1 : 0);
  }

  @Override
  public void text(@Nullable String value) {
    bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void bytes(byte @Nullable [] value) {
    if (value == null) {
      throw new IllegalArgumentException("A key column must not be null: " + column);
    }
    RowCodec.checkLength(column, maxBytes, value.length);
    if (last) {
      raw(value, 0);
      return;
    }
    reserve(2 * value.length + 2);
    for (byte b : value) {
      buffer[length++] = b;
      if (b == 0) {
        buffer[length++] = (byte) 0xFF;
      }
    }
    buffer[length++] = 0;
    buffer[length++] = 0;
  }

  private void reserve(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
    }
  }
}
