package io.warren.store.embedded;

import io.warren.store.StoreException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The checksum at the end of a row of contents: CRC-32C of its stored key and of what is before the
 * sum, four bytes, big-endian. RocksDB has one of its own for each value in a blob file, which its
 * packaged library computes without the processor's help; the one of Java takes a tenth of the
 * time, and covers the way from the key to the value, too.
 */
final class ContentSum {
  /** Number of the encoding of rows that end with a sum; else as {@link RowSink#FORMAT}. */
  static final int FORMAT = 2;

  private ContentSum() {}

  /** Makes an encoded row one with a sum. */
  static byte[] add(byte[] storedKey, byte[] encoded) {
    byte[] summed = Arrays.copyOf(encoded, encoded.length + Integer.BYTES);
    summed[0] = FORMAT;
    ByteBuffer.wrap(summed).putInt(encoded.length, sum(storedKey, summed));
    return summed;
  }

  /** Whether a stored row ends with a sum; those of earlier versions do not. */
  static boolean endsWithSum(byte[] value) {
    return value.length > Integer.BYTES && value[0] == FORMAT;
  }

  /** Refuses a row that is not as it was written, or not where it was written. */
  static void check(byte[] storedKey, byte[] value) {
    int stored = ByteBuffer.wrap(value).getInt(value.length - Integer.BYTES);
    if (stored != sum(storedKey, value)) {
      throw new StoreException(
              StoreException.Code.CORRUPT,
              "The stored bytes of a file are not those that were written: check the disk, then"
                  + " restore the store folder from a backup")
          .with("lengthBytes", value.length);
    }
  }

  private static int sum(byte[] storedKey, byte[] summed) {
    CRC32C sum = new CRC32C();
    sum.update(storedKey);
    sum.update(summed, 0, summed.length - Integer.BYTES);
    return (int) sum.getValue();
  }
}
