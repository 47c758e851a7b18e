package io.warren.store.ndb;

import io.warren.store.schema.ValueSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads column values out of a row buffer, slot after slot; a number that is null reads as 0. */
final class RowReader implements ValueSource {
  private final ByteBuffer row;
  private final List<Slot> slots;
  private int next;

  RowReader(ByteBuffer row, List<Slot> slots) {
    this.row = row;
    this.slots = slots;
  }

  @Override
  public long int64() {
    Slot slot = slots.get(next++);
    return isNull(row, slot) ? 0 : row.getLong(slot.offset());
  }

  @Override
  public int int32() {
    Slot slot = slots.get(next++);
    return isNull(row, slot) ? 0 : row.getInt(slot.offset());
  }

  @Override
  public int int8() {
    Slot slot = slots.get(next++);
    return isNull(row, slot) ? 0 : row.get(slot.offset());
  }

  @Override
  public boolean bool() {
    return int8() != 0;
  }

  @Override
  public byte @Nullable [] nullableBytes() {
    Slot slot = slots.get(next++);
    if (isNull(row, slot)) {
      return null;
    }
    byte[] value = new byte[length(row, slot)];
    row.get(slot.offset() + slot.lengthBytes(), value);
    return value;
  }

  private static boolean isNull(ByteBuffer row, Slot slot) {
    return slot.nullByte() >= 0 && (row.get(slot.nullByte()) & slot.nullMask()) != 0;
  }

  /** The length of a value of BYTES or TEXT, 0 for null. */
  static int length(ByteBuffer row, Slot slot) {
    if (isNull(row, slot)) {
      return 0;
    }
    int low = row.get(slot.offset()) & 0xFF;
    return slot.lengthBytes() == 1 ? low : low | (row.get(slot.offset() + 1) & 0xFF) << 8;
  }

  @Override
  public @Nullable String nullableText() {
    byte[] value = nullableBytes();
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }
}
