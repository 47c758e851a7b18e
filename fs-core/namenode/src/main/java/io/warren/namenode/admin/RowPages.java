package io.warren.namenode.admin;

import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages of a table whose key begins with an inode's id: all of it, or the rows of some
 * inodes, in the order of the key.
 *
 * @param numbers of a key's columns
 * @param keyOf the key of those numbers
 * @param numbersOf the numbers of a row's key
 */
record RowPages<K, R>(
    Table<K, R> table, int numbers, Function<long[], K> keyOf, Function<R, long[]> numbersOf) {
  private static final int LIMIT_MAX = 5_000;
  private static final int INODES_MAX = 200;

  /**
   * What is asked for.
   *
   * @param after numbers of the key of the last row seen
   * @param inodes only rows of these, rising; null for all
   */
  record Asked(long @Nullable [] after, int limit, long @Nullable [] inodes) {}

  /** The rows of a page; nextCursor is null when there are no more. */
  record Found<R>(List<R> rows, @Nullable String nextCursor) {}

  /** The parameters of a call. */
  Asked asked(AdminRequest request) {
    int limit = (int) request.number("limit", 1_000, 1, LIMIT_MAX);
    String cursor = request.optional("cursor");
    String inodes = request.optional("inode_ids");
    return new Asked(
        cursor == null ? null : numbers(cursor, "\\.", "cursor", numbers),
        limit,
        inodes == null ? null : inodeIds(inodes));
  }

  Found<R> read(Tx tx, Asked asked) {
    long[] after = asked.after();
    int wanted = asked.limit() + 1;
    List<R> rows = new ArrayList<>();
    if (asked.inodes() == null) {
      rows.addAll(
          tx.scan(Scan.prefix(table, wanted).after(after == null ? null : keyOf.apply(after))));
    } else {
      for (long inodeId : asked.inodes()) {
        if (rows.size() == wanted || (after != null && inodeId < after[0])) {
          continue;
        }
        boolean begun = after != null && inodeId == after[0];
        rows.addAll(
            tx.scan(
                Scan.prefix(table, wanted - rows.size(), inodeId)
                    .after(begun ? keyOf.apply(after) : null)));
      }
    }
    if (rows.size() < wanted) {
      return new Found<>(rows, null);
    }
    List<R> shown = rows.subList(0, asked.limit());
    return new Found<>(shown, cursor(numbersOf.apply(shown.get(asked.limit() - 1))));
  }

  private static String cursor(long[] numbers) {
    return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining("."));
  }

  private static long[] inodeIds(String text) {
    long[] ids = numbers(text, ",", "inode_ids", -1);
    if (ids.length > INODES_MAX) {
      throw Problem.invalid("Too many inodes", "At most " + INODES_MAX + " in one call");
    }
    return LongStream.of(ids).sorted().distinct().toArray();
  }

  /**
   * @param count of numbers that there must be; -1 for any
   */
  private static long[] numbers(String text, String separator, String parameter, int count) {
    String[] parts = text.split(separator, -1);
    try {
      long[] numbers = new long[parts.length];
      for (int i = 0; i < parts.length; i++) {
        numbers[i] = Long.parseLong(parts[i]);
      }
      if (count < 0 || count == parts.length) {
        return numbers;
      }
    } catch (NumberFormatException e) {
      // Answered below: text that is no number is wrong too.
    }
    throw Problem.invalid(
        "A parameter is malformed",
        String.format(
            Locale.ROOT,
            "%s holds whole numbers, joined by %s",
            parameter,
            separator.replace("\\", "")));
  }
}
