package io.warren.store.ndb;

import io.warren.store.schema.ValueSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes one column's value as an object: Long for numbers, byte[] for bytes and text. */
final class LooseValue implements ValueSink {
  private static final byte[] NULL = new byte[0];

  private Object value = NULL;

  Object value() {
    return value;
  }

  /** Orders two values as the store does: numbers by value, bytes unsigned. */
  static int compare(Object one, Object other) {
    if (one instanceof Number a && other instanceof Number b) {
      return Long.compare(a.longValue(), b.longValue());
    }
    return Arrays.compareUnsigned(bytesOf(one), bytesOf(other));
  }

  private static byte[] bytesOf(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    throw new IllegalArgumentException("Values of different types can't be compared");
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
    value = flag ? 1L : 0L;
  }

  @Override
  public void bytes(byte @Nullable [] bytes) {
    value = bytes == null ? NULL : bytes;
  }

  @Override
  public void text(@Nullable String text) {
    bytes(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
  }
}
