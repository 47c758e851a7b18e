package io.warren.store.schema;

import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table, as read from a value of type T (a key or a row).
 *
 * @param maxBytes greatest length of BYTES and TEXT, 0 for other types
 * @param write hands T's value of this column to a sink, by exactly one call
 */
public record Column<T>(
    String name, ColumnType type, int maxBytes, boolean nullable, BiConsumer<T, ValueSink> write) {

  public static <T> Column<T> int64(String name, ToLongFunction<T> get) {
    return new Column<>(
        name, ColumnType.INT64, 0, false, (t, sink) -> sink.int64(get.applyAsLong(t)));
  }

  public static <T> Column<T> int32(String name, ToIntFunction<T> get) {
    return new Column<>(
        name, ColumnType.INT32, 0, false, (t, sink) -> sink.int32(get.applyAsInt(t)));
  }

  public static <T> Column<T> int8(String name, ToIntFunction<T> get) {
    return new Column<>(name, ColumnType.INT8, 0, false, (t, sink) -> sink.int8(get.applyAsInt(t)));
  }

  /** A column that the table gained later: where it is missing it reads as 0. */
  public static <T> Column<T> addedInt32(String name, ToIntFunction<T> get) {
    return new Column<>(
        name, ColumnType.INT32, 0, true, (t, sink) -> sink.int32(get.applyAsInt(t)));
  }

  /** A column that the table gained later: where it is missing it reads as 0. */
  public static <T> Column<T> addedInt64(String name, ToLongFunction<T> get) {
    return new Column<>(
        name, ColumnType.INT64, 0, true, (t, sink) -> sink.int64(get.applyAsLong(t)));
  }

  /** A column that the table gained later: where it is missing it reads as 0. */
  public static <T> Column<T> addedInt8(String name, ToIntFunction<T> get) {
    return new Column<>(name, ColumnType.INT8, 0, true, (t, sink) -> sink.int8(get.applyAsInt(t)));
  }

  public static <T> Column<T> bool(String name, Predicate<T> get) {
    return new Column<>(name, ColumnType.BOOL, 0, false, (t, sink) -> sink.bool(get.test(t)));
  }

  public static <T> Column<T> bytes(String name, int maxBytes, Function<T, byte[]> get) {
    return new Column<>(
        name, ColumnType.BYTES, maxBytes, false, (t, sink) -> sink.bytes(get.apply(t)));
  }

  public static <T> Column<T> nullableBytes(
      String name, int maxBytes, Function<T, byte @Nullable []> get) {
    return new Column<>(
        name, ColumnType.BYTES, maxBytes, true, (t, sink) -> sink.bytes(get.apply(t)));
  }

  public static <T> Column<T> text(String name, int maxBytes, Function<T, String> get) {
    return new Column<>(
        name, ColumnType.TEXT, maxBytes, false, (t, sink) -> sink.text(get.apply(t)));
  }

  public static <T> Column<T> nullableText(
      String name, int maxBytes, Function<T, @Nullable String> get) {
    return new Column<>(
        name, ColumnType.TEXT, maxBytes, true, (t, sink) -> sink.text(get.apply(t)));
  }
}
