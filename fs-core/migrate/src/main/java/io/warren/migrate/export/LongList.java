package io.warren.migrate.export;

import java.util.Arrays;

/** Numbers in 8 to 16 bytes each, added and taken at the end. Not thread-safe. */
final class LongList {
  private static final int CAPACITY_MIN = 1 << 10;

  private long[] numbers = new long[CAPACITY_MIN];
  private int size;

  void add(long number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.multiplyExact(size, 2));
    }
    numbers[size++] = number;
  }

  long get(int index) {
    return numbers[index];
  }

  long removeLast() {
    return numbers[--size];
  }

  /** Turns the order of those from a place on. */
  void reverseFrom(int start) {
    for (int low = start, high = size - 1; low < high; low++, high--) {
      long swapped = numbers[low];
      numbers[low] = numbers[high];
      numbers[high] = swapped;
    }
  }

  int size() {
    return size;
  }
}
