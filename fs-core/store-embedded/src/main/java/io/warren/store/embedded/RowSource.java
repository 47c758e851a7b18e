package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.schema.ValueSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link RowSink} wrote. Columns that the table has gained since the row was written
 * read as 0, false or null.
 */
final class RowSource implements ValueSource {
  private final byte[] from;
  private int at;
  private long columnsLeft;

  RowSource(byte[] from) {
    this.from = from;
    int format = from.length == 0 ? 0 : from[at++];
    if (format != RowSink.FORMAT && format != ContentSum.FORMAT) {
      throw new StoreException(
              StoreException.Code.CORRUPT, "A stored row has a format that this version can't read")
          .with("format", format);
    }
    columnsLeft = unsigned();
  }

  @Override
  public long int64() {
    if (columnsLeft-- <= 0) {
      return 0;
    }
    long zigzag = unsigned();
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  @Override
  public int int32() {
    return (int) int64();
  }

  @Override
  public int int8() {
    return columnsLeft-- <= 0 ? 0 : from[at++];
  }

  @Override
  public boolean bool() {
    return int8() != 0;
  }

  @Override
  public byte @Nullable [] nullableBytes() {
    int start = blob();
    return start < 0 ? null : Arrays.copyOfRange(from, start, at);
  }

  @Override
  public @Nullable String nullableText() {
    int start = blob();
    return start < 0 ? null : new String(from, start, at - start, StandardCharsets.UTF_8);
  }

  /** Steps over a blob; returns where it starts, or -1 for null. */
  private int blob() {
    if (columnsLeft-- <= 0) {
      return -1;
    }
    int lengthBytes = (int) unsigned() - 1;
    if (lengthBytes < 0) {
      return -1;
    }
    int start = at;
    at += lengthBytes;
    return start;
  }

  private long unsigned() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = from[at++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
