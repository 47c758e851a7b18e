package io.warren.bench.load;

import io.warren.model.InodeKey;

/**
 * Which names were given in which directories, as hashes of 64 bits: of ten million inodes two
 * share one in fewer than one load of 300,000. 16 to 32 bytes a name.
 */
final class NameSet {
  private static final int FIRST_SLOTS = 1 << 12;
  private static final long FNV_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** Zero is a free slot. */
  private long[] slots = new long[FIRST_SLOTS];

  private int size;

  /** Adds the name of an inode; false when it is there already. */
  boolean add(InodeKey key) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    boolean added = put(hash(key));
    size += added ? 1 : 0;
    return added;
  }

  /** FNV-1a of the name, mixed with the directory's id as SplitMix64 mixes. */
  private static long hash(InodeKey key) {
    long hash = FNV_BASIS;
    for (byte b : key.name().bytes()) {
      hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
    }
    hash += key.parentId() * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }

  private boolean put(long hash) {
    int mask = slots.length - 1;
    int at = (int) hash & mask;
    while (slots[at] != 0) {
      if (slots[at] == hash) {
        return false;
      }
      at = (at + 1) & mask;
    }
    slots[at] = hash;
    return true;
  }

  private void grow() {
    long[] before = slots;
    slots = new long[Math.multiplyExact(2, before.length)];
    for (long hash : before) {
      if (hash != 0) {
        put(hash);
      }
    }
  }
}
