package io.warren.store.embedded;

import io.warren.store.schema.ColumnType;
import io.warren.store.schema.ValueSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a key that {@link KeySink} wrote: reads them in stored order, gives them in the
 * table's order.
 */
final class KeySource implements ValueSource {
  private final long[] numbers;
  private final byte[] @Nullable [] blobs;
  private int next;

  /**
   * @param types of the columns in stored order
   * @param slots each stored column's place in the table's order
   */
  KeySource(byte[] from, int offset, ColumnType[] types, int[] slots) {
    numbers = new long[types.length];
    blobs = new byte[types.length][];
    int at = offset;
    for (int i = 0; i < types.length; i++) {
      int slot = slots[i];
      switch (types[i]) {
        case INT64 -> {
          numbers[slot] = BigEndian.getLong(from, at) ^ Long.MIN_VALUE;
          at += Long.BYTES;
        }
        case INT32 -> {
          numbers[slot] = BigEndian.getInt(from, at) ^ Integer.MIN_VALUE;
          at += Integer.BYTES;
        }
        case INT8 -> numbers[slot] = (byte) (from[at++] ^ 0x80);
        case BOOL -> numbers[slot] = from[at++];
        case BYTES, TEXT -> {
          boolean last = i == types.length - 1;
          int end = last ? from.length : terminator(from, at);
          blobs[slot] = last ? Arrays.copyOfRange(from, at, end) : unescape(from, at, end);
          at = end + 2;
        }
      }
    }
  }

  static int terminator(byte[] from, int start) {
    int at = start;
    while (from[at] != 0 || from[at + 1] != 0) {
      at += from[at] == 0 ? 2 : 1;
    }
    return at;
  }

  private static byte[] unescape(byte[] from, int start, int end) {
    byte[] to = new byte[end - start];
    int length = 0;
    for (int at = start; at < end; at++) {
      to[length++] = from[at];
      if (from[at] == 0) {
        at++;
      }
    }
    return length == to.length ? to : Arrays.copyOf(to, length);
  }

  @Override
  public long int64() {
    return numbers[next++];
  }

  @Override
  public int int32() {
    return (int) numbers[next++];
  }

  @Override
  public int int8() {
    return (int) numbers[next++];
  }

  @Override
  public boolean bool() {
    return numbers[next++] != 0;
  }

  @Override
  public byte @Nullable [] nullableBytes() {
    return blobs[next++];
  }

  @Override
  public @Nullable String nullableText() {
    byte[] utf8 = blobs[next++];
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }
}
