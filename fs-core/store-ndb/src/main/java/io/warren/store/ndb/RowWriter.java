package io.warren.store.ndb;

import io.warren.store.schema.Column;
import io.warren.store.schema.ValueSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes column values into a row buffer, slot after slot. */
final class RowWriter implements ValueSink {
  private final ByteBuffer row;
  private final List<Slot> slots;
  private int next;

  private RowWriter(ByteBuffer row, List<Slot> slots) {
    this.row = row;
    this.slots = slots;
  }

  static <T> void write(List<Column<T>> columns, List<Slot> slots, T value, ByteBuffer row) {
    RowWriter writer = new RowWriter(row, slots);
    for (int i = 0; i < slots.size(); i++) {
      columns.get(i).write().accept(value, writer);
    }
  }

  /** Writes loose values into the first slots, as a scan's prefix gives them. */
  static void writeLoose(List<Slot> slots, List<Object> values, ByteBuffer row) {
    RowWriter writer = new RowWriter(row, slots);
    for (int i = 0; i < values.size(); i++) {
      writer.loose(slots.get(i), values.get(i));
    }
  }

  private void loose(Slot slot, Object value) {
    switch (slot.type()) {
      case INT64 -> int64(number(slot, value));
      case INT32 -> int32(Math.toIntExact(number(slot, value)));
      case INT8 -> int8(Math.toIntExact(number(slot, value)));
      case BOOL -> bool(typed(slot, Boolean.class, value));
      case BYTES -> bytes(typed(slot, byte[].class, value));
      case TEXT -> {
        if (value instanceof byte[] utf8) {
          bytes(utf8);
        } else {
          text(typed(slot, String.class, value));
        }
      }
    }
  }

  private static long number(Slot slot, Object value) {
    return typed(slot, Number.class, value).longValue();
  }

  private static <T> T typed(Slot slot, Class<T> type, Object value) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("Wrong type of value for column " + slot.name());
    }
    return type.cast(value);
  }

  private Slot slot(boolean isNull) {
    Slot slot = slots.get(next++);
    if (slot.nullByte() >= 0) {
      int others = row.get(slot.nullByte()) & ~slot.nullMask();
      row.put(slot.nullByte(), (byte) (isNull ? others | slot.nullMask() : others));
    } else if (isNull) {
      throw new IllegalArgumentException("A column must not be null: " + slot.name());
    }
    return slot;
  }

  @Override
  public void int64(long value) {
    row.putLong(slot(false).offset(), value);
  }

  @Override
  public void int32(int value) {
    row.putInt(slot(false).offset(), value);
  }

  @Override
  public void int8(int value) {
    row.put(slot(false).offset(), (byte) value);
  }

  @Override
  public void bool(boolean value) {
    row.put(slot(false).offset(), (byte) (value ? 1 : 0));
  }

  @Override
  public void text(@Nullable String value) {
    bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void bytes(byte @Nullable [] value) {
    Slot slot = slot(value == null);
    if (value == null) {
      return;
    }
    if (value.length > slot.maxBytes()) {
      throw new IllegalArgumentException(
          "A value is longer than its column: "
              + slot.name()
              + " takes "
              + slot.maxBytes()
              + " bytes");
    }
    row.put(slot.offset(), (byte) value.length);
    if (slot.lengthBytes() == 2) {
      row.put(slot.offset() + 1, (byte) (value.length >> 8));
    }
    row.put(slot.offset() + slot.lengthBytes(), value);
  }
}
