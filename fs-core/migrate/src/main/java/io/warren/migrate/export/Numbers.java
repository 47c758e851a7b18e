package io.warren.migrate.export;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Numbers of snapshots in rising order. Many share the array that they are a part of. */
final class Numbers {
  static final Numbers NONE = new Numbers(new long[0], 0, 0);

  private final long[] array;
  private final int from;
  private final int to;

  private Numbers(long[] array, int from, int to) {
    this.array = array;
    this.from = from;
    this.to = to;
  }

  /** Of an array in rising order that nobody changes. */
  static Numbers of(long[] rising) {
    return rising.length == 0 ? NONE : new Numbers(rising, 0, rising.length);
  }

  boolean isEmpty() {
    return from == to;
  }

  int size() {
    return to - from;
  }

  /** The smallest; there is one. */
  long first() {
    return array[from];
  }

  /** The greatest; there is one. */
  long last() {
    return array[to - 1];
  }

  boolean contains(long number) {
    return Arrays.binarySearch(array, from, to, number) >= 0;
  }

  /** Those above a number up to another one. */
  Numbers within(long above, long upTo) {
    int begin = behind(above);
    int end = Math.max(begin, behind(upTo));
    return begin == from && end == to ? this : new Numbers(array, begin, end);
  }

  /** Those above a number. */
  Numbers above(long number) {
    return within(number, Long.MAX_VALUE);
  }

  /** The greatest that is not above a number; 0 for none. */
  long upTo(long number) {
    int end = behind(number);
    return end == from ? 0 : array[end - 1];
  }

  private int behind(long number) {
    int found = Arrays.binarySearch(array, from, to, number);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** These and others. */
  Numbers and(Numbers others) {
    if (others.isEmpty() || this == others) {
      return this;
    }
    return isEmpty()
        ? others
        : of(LongStream.concat(stream(), others.stream()).sorted().distinct().toArray());
  }

  /** Does something with each, in rising order. */
  void forEach(LongConsumer action) {
    stream().forEach(action);
  }

  private LongStream stream() {
    return Arrays.stream(array, from, to);
  }
}
