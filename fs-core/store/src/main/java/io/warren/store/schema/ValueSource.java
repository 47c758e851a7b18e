package io.warren.store.schema;

import org.jspecify.annotations.Nullable;

/** Gives column values in column order; the counterpart of {@link ValueSink}. */
public interface ValueSource {
  long int64();

  int int32();

  int int8();

  boolean bool();

  byte @Nullable [] nullableBytes();

  @Nullable String nullableText();

  /** A value of a column that is not nullable. */
  default byte[] bytes() {
    byte[] value = nullableBytes();
    if (value == null) {
      throw new IllegalStateException("A column that is not nullable holds null");
    }
    return value;
  }

  /** A value of a column that is not nullable. */
  default String text() {
    String value = nullableText();
    if (value == null) {
      throw new IllegalStateException("A column that is not nullable holds null");
    }
    return value;
  }
}
