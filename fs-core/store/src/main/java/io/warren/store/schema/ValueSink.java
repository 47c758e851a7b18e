package io.warren.store.schema;

import org.jspecify.annotations.Nullable;

/** Receives column values in column order. One implementation per adapter and use. */
public interface ValueSink {
  void int64(long value);

  void int32(int value);

  void int8(int value);

  void bool(boolean value);

  /** Null only for nullable columns. */
  void bytes(byte @Nullable [] value);

  /** Null only for nullable columns. */
  void text(@Nullable String value);
}
