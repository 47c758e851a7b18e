package io.warren.client.small;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32CastagnoliFileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32FileChecksum;
import org.apache.hadoop.fs.MD5MD5CRC32GzipFileChecksum;
import org.apache.hadoop.fs.Options.ChecksumCombineMode;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.DataChecksum;

/**
 * The checksum that HDFS gives a file of blocks with the same bytes, block size and kind of sums,
 * so that copies are compared wherever their bytes are. The sum of sums is made as Hadoop's
 * FileChecksumHelper and BlockChecksumHelper make it.
 */
public final class SmallFileChecksum {
  /** What stands for a file without bytes: the digest of so many zeros. */
  private static final int EMPTY_BYTES = 32;

  private SmallFileChecksum() {}

  /**
   * @param blockBytes length of the file's blocks, were it in some
   * @param sums of the kind that its blocks would have
   * @param mode how sums are put together
   */
  public static FileChecksum of(
      byte[] bytes, long blockBytes, DataChecksum sums, ChecksumCombineMode mode)
      throws IOException {
    if (mode == ChecksumCombineMode.COMPOSITE_CRC) {
      return composite(bytes, sums);
    }
    return digests(bytes, blockBytes, sums);
  }

  /**
   * As {@link #of}, always a digest of the blocks' digests.
   *
   * @param bytes none, or those of the file
   */
  public static MD5MD5CRC32FileChecksum digests(byte[] bytes, long blockBytes, DataChecksum sums)
      throws IOException {
    if (bytes.length == 0) {
      return new MD5MD5CRC32GzipFileChecksum(0, 0, MD5Hash.digest(new byte[EMPTY_BYTES]));
    }
    DataOutputBuffer blocks = new DataOutputBuffer(EMPTY_BYTES);
    int blockLength = (int) Math.min(blockBytes, bytes.length);
    for (int from = 0; from < bytes.length; from += blockLength) {
      byte[] block = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + blockLength));
      MD5Hash.digest(sumsOf(block, sums)).write(blocks);
    }
    // The room behind the digests is part of what Hadoop digests.
    MD5Hash ofFile = MD5Hash.digest(blocks.getData());
    int perSum = sums.getBytesPerChecksum();
    long sumsPerBlock = blockLength < bytes.length ? (blockLength + perSum - 1L) / perSum : 0;
    return sums.getChecksumType() == DataChecksum.Type.CRC32
        ? new MD5MD5CRC32GzipFileChecksum(perSum, sumsPerBlock, ofFile)
        : new MD5MD5CRC32CastagnoliFileChecksum(perSum, sumsPerBlock, ofFile);
  }

  private static byte[] sumsOf(byte[] block, DataChecksum sums) {
    int count = (block.length + sums.getBytesPerChecksum() - 1) / sums.getBytesPerChecksum();
    byte[] all = new byte[count * sums.getChecksumSize()];
    sums.calculateChunkedSums(block, 0, block.length, all, 0);
    return all;
  }

  /** A sum over all bytes is what the sums of their parts compose to. */
  private static FileChecksum composite(byte[] bytes, DataChecksum sums) throws IOException {
    DataChecksum whole =
        DataChecksum.newDataChecksum(sums.getChecksumType(), Math.max(1, bytes.length));
    whole.update(bytes, 0, bytes.length);
    return new CompositeCrcFileChecksum(
        (int) whole.getValue(), sums.getChecksumType(), sums.getBytesPerChecksum());
  }
}
