package io.warren.store.embedded;

import java.util.Arrays;

/** Arithmetic on ordered keys. */
final class Keys {
  private Keys() {}

  /** The least key above the given one. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** The least key above all keys that begin with a prefix, whose first byte is below 0xFF. */
  static byte[] afterPrefix(byte[] prefix) {
    int end = prefix.length;
    while (prefix[end - 1] == (byte) 0xFF) {
      end--;
    }
    byte[] bound = Arrays.copyOf(prefix, end);
    bound[end - 1]++;
    return bound;
  }

  static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }
}
