package io.warren.migrate.image;

import java.util.function.LongConsumer;

/**
 * From positive numbers to positive numbers: 32 bytes an entry at most, 16 at least. Open
 * addressing with steps of one. Not thread-safe.
 */
public final class LongMap {
  private static final int CAPACITY_MIN = 1 << 10;

  /** The table doubles when it is fuller than this. */
  private static final double LOAD_MAX = 0.6;

  private long[] keys = new long[CAPACITY_MIN];
  private long[] values = new long[CAPACITY_MIN];
  private int size;

  /** Sets a key's value. */
  public void put(long key, long value) {
    if (key <= 0 || value <= 0) {
      throw new IllegalArgumentException("Keys and values are positive: " + key + ", " + value);
    }
    if (size > keys.length * LOAD_MAX) {
      grow();
    }
    int at = place(key);
    size += keys[at] == 0 ? 1 : 0;
    keys[at] = key;
    values[at] = value;
  }

  /** A key's value; 0 when it has none. */
  public long get(long key) {
    int at = place(key);
    return keys[at] == key ? values[at] : 0;
  }

  /** Sets a key's value unless it has a greater one. */
  public void putMax(long key, long value) {
    put(key, Math.max(value, get(key)));
  }

  /** Visits all keys, in no order. */
  public void forEachKey(LongConsumer visitor) {
    for (long key : keys) {
      if (key != 0) {
        visitor.accept(key);
      }
    }
  }

  public int size() {
    return size;
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = Long.hashCode(key * 0x9E3779B97F4A7C15L) & mask;
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldValues = values;
    keys = new long[Math.multiplyExact(oldKeys.length, 2)];
    values = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }
}
