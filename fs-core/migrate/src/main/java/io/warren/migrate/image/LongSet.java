package io.warren.migrate.image;

import java.util.Arrays;

/**
 * A set of numbers: 27 bytes an entry at most, 13 at least, and half of that more while a part of
 * it grows. Open addressing with steps of one, in parts that grow by themselves. Not thread-safe.
 */
public final class LongSet {
  private static final int PARTS = 64;
  private static final int CAPACITY_MIN = 1 << 6;
  private static final double LOAD_MAX = 0.6;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** Stands for 0, which is what an empty place holds. */
  private static final long ZERO = Long.MIN_VALUE + 1;

  private final long[][] parts = new long[PARTS][];
  private final int[] sizes = new int[PARTS];

  /** Adds a number; false when it was there. */
  public boolean add(long number) {
    long kept = number == 0 ? ZERO : number;
    long hash = kept * SPREAD;
    int part = (int) (hash >>> Long.SIZE - 6);
    long[] places = parts[part];
    if (places == null) {
      places = new long[CAPACITY_MIN];
      parts[part] = places;
    } else if (sizes[part] > places.length * LOAD_MAX) {
      places = grown(places);
      parts[part] = places;
    }
    int at = place(places, kept);
    if (places[at] == kept) {
      return false;
    }
    places[at] = kept;
    sizes[part]++;
    return true;
  }

  private static int place(long[] places, long kept) {
    int mask = places.length - 1;
    int at = (int) (kept * SPREAD >>> 26) & mask;
    while (places[at] != 0 && places[at] != kept) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long[] grown(long[] places) {
    long[] more = new long[Math.multiplyExact(places.length, 2)];
    Arrays.stream(places).filter(kept -> kept != 0).forEach(kept -> more[place(more, kept)] = kept);
    return more;
  }
}
