package io.warren.store.testkit;

import io.warren.store.schema.Column;
import io.warren.store.schema.ColumnType;
import io.warren.store.schema.Table;
import io.warren.store.schema.ValueSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Values for every column of a table, out of a seeded source. */
final class GeneratedValues implements ValueSource {
  /** Which corner of each type's range to take. */
  enum Kind {
    LEAST,
    GREATEST,
    RANDOM
  }

  private static final String TEXT_ALPHABET = "aZ09 _%\\'\"\n\tä߀漢🐇";

  private final List<? extends Column<?>> columns;
  private final Kind kind;
  private final Random random;
  private int next;

  private GeneratedValues(List<? extends Column<?>> columns, Kind kind, Random random) {
    this.columns = columns;
    this.kind = kind;
    this.random = random;
  }

  /** A whole row. */
  static <K, R> R row(Table<K, R> table, Kind kind, Random random) {
    K key = table.readKey().apply(new GeneratedValues(table.key(), kind, random));
    return row(table, key, kind, random);
  }

  /** A row with a given key. */
  static <K, R> R row(Table<K, R> table, K key, Kind kind, Random random) {
    return table.readRow().read(key, new GeneratedValues(table.values(), kind, random));
  }

  private Column<?> column(ColumnType... types) {
    Column<?> column = columns.get(next++);
    if (!Arrays.asList(types).contains(column.type())) {
      throw new IllegalStateException("A row reader reads " + column.name() + " as another type");
    }
    return column;
  }

  @Override
  public long int64() {
    column(ColumnType.INT64);
    return switch (kind) {
      case LEAST -> Long.MIN_VALUE;
      case GREATEST -> Long.MAX_VALUE;
      // Wide enough that two values of a unique column hardly ever agree.
      case RANDOM -> random.nextLong() >> random.nextInt(40);
    };
  }

  @Override
  public int int32() {
    column(ColumnType.INT32);
    return switch (kind) {
      case LEAST -> Integer.MIN_VALUE;
      case GREATEST -> Integer.MAX_VALUE;
      case RANDOM -> random.nextInt() >> random.nextInt(32);
    };
  }

  /** Most are stored enums, all of which have two values at least. */
  @Override
  public int int8() {
    Column<?> column = column(ColumnType.INT8);
    if (column.name().endsWith("_policy")) {
      return switch (kind) {
        case LEAST -> Byte.MIN_VALUE;
        case GREATEST -> Byte.MAX_VALUE;
        case RANDOM -> (byte) random.nextInt();
      };
    }
    return kind == Kind.RANDOM ? random.nextInt(2) : kind == Kind.GREATEST ? 1 : 0;
  }

  @Override
  public boolean bool() {
    column(ColumnType.BOOL);
    return kind == Kind.RANDOM ? random.nextBoolean() : kind == Kind.GREATEST;
  }

  @Override
  public byte @Nullable [] nullableBytes() {
    Column<?> column = column(ColumnType.BYTES);
    if (column.nullable() && isNull()) {
      return null;
    }
    byte[] bytes = new byte[lengthBytes(column.maxBytes())];
    if (kind == Kind.GREATEST) {
      Arrays.fill(bytes, (byte) 0xFF);
      return bytes;
    }
    for (int i = 0; i < bytes.length; i++) {
      int choice = random.nextInt(4);
      bytes[i] = (byte) (choice == 0 ? 0 : choice == 1 ? 0xFF : random.nextInt());
    }
    return bytes;
  }

  @Override
  public @Nullable String nullableText() {
    Column<?> column = column(ColumnType.TEXT);
    if (column.nullable() && isNull()) {
      return null;
    }
    int lengthBytes = lengthBytes(column.maxBytes());
    if (kind == Kind.GREATEST) {
      return "~".repeat(lengthBytes);
    }
    StringBuilder text = new StringBuilder();
    int[] points = TEXT_ALPHABET.codePoints().toArray();
    while (true) {
      String more = Character.toString(points[random.nextInt(points.length)]);
      if ((text + more).getBytes(StandardCharsets.UTF_8).length > lengthBytes) {
        return text.toString();
      }
      text.append(more);
    }
  }

  private boolean isNull() {
    return kind == Kind.LEAST || (kind == Kind.RANDOM && random.nextBoolean());
  }

  private int lengthBytes(int maxBytes) {
    return switch (kind) {
      case LEAST -> 0;
      case GREATEST -> maxBytes;
      // Long enough that two values of a unique column hardly ever agree.
      case RANDOM -> 12 + random.nextInt(Math.min(maxBytes, 64) - 11);
    };
  }
}
