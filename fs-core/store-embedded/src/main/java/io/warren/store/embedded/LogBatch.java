package io.warren.store.embedded;

import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The writes of one commit in the form that RocksDB logs them in, so that they reach it in one
 * native call: a header (sequence, filled in by the database, and the number of entries, both
 * little-endian), then for each entry a tag, the column family's number where it is not the default
 * one, and key and value with their lengths as varints (RocksDB's write_batch.cc).
 */
final class LogBatch {
  /** What one change takes, about. */
  static final int CHANGE_BYTES = 160;

  private static final int HEADER_BYTES = 12;
  private static final int COUNT_AT = 8;
  private static final int VARINT32_MAX_BYTES = 5;
  private static final byte DELETION = 0x0;
  private static final byte VALUE = 0x1;
  private static final byte FAMILY_DELETION = 0x4;
  private static final byte FAMILY_VALUE = 0x5;

  private byte[] buffer;
  private int length = HEADER_BYTES;
  private int count;

  /**
   * Makes an empty batch.
   *
   * @param expectedBytes of what is to come; more is taken, too
   */
  LogBatch(int expectedBytes) {
    buffer = new byte[HEADER_BYTES + expectedBytes];
  }

  /** Adds all writes of a transaction. */
  void add(WriteSet writes, Rocks rocks) {
    writes
        .all()
        .forEach(
            (key, write) -> {
              byte[] value = write.value();
              int family = rocks.familyId(key);
              if (value == null) {
                begin(DELETION, FAMILY_DELETION, family);
                bytes(key);
              } else {
                put(family, key, value);
              }
            });
  }

  /** Adds one write into a column family. */
  void put(int family, byte[] key, byte[] value) {
    begin(VALUE, FAMILY_VALUE, family);
    bytes(key);
    bytes(value);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Bytes so far. */
  int sizeBytes() {
    return length;
  }

  /** Writes everything at once. */
  void write(Rocks rocks) throws RocksDBException {
    write(rocks, rocks.write());
  }

  /** As {@link #write(Rocks)}, with other options. */
  void write(Rocks rocks, WriteOptions options) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch(serialized())) {
      rocks.db().write(options, batch);
    }
  }

  byte[] serialized() {
    byte[] bytes = Arrays.copyOf(buffer, length);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[COUNT_AT + i] = (byte) (count >>> (Byte.SIZE * i));
    }
    return bytes;
  }

  /** The default family's entries have a tag of their own and no number. */
  private void begin(byte ofDefault, byte ofOthers, int family) {
    count++;
    reserve(1 + VARINT32_MAX_BYTES);
    if (family == 0) {
      buffer[length++] = ofDefault;
    } else {
      buffer[length++] = ofOthers;
      varint(family);
    }
  }

  private void bytes(byte[] from) {
    reserve(VARINT32_MAX_BYTES + from.length);
    varint(from.length);
    System.arraycopy(from, 0, buffer, length, from.length);
    length += from.length;
  }

  private void varint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      buffer[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[length++] = (byte) rest;
  }

  private void reserve(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
    }
  }
}
