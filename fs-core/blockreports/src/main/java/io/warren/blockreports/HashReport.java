package io.warren.blockreports;

import io.warren.model.BucketHash;
import io.warren.model.ReplicaHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * The hashes of a storage's buckets.
 *
 * @param hashes one for each bucket, in their order; of finalised replicas alone
 * @param replicas how many finalised replicas they cover
 * @param fullBytes what a stock full report of the storage would take
 * @param unfinished the replicas in other states
 */
public record HashReport(
    ReportHeader header,
    List<BucketHash> hashes,
    long replicas,
    long fullBytes,
    BlockListAsLongs unfinished) {

  /** What it takes on the wire, but for some bytes of framing. */
  public long lengthBytes() {
    return header.lengthBytes()
        + (long) hashes.size() * BucketHash.LENGTH_BYTES
        + unfinished.getBlocksBuffer().size();
  }

  void write(CodedOutputStream out) throws IOException {
    header.write(out);
    out.writeInt64NoTag(replicas);
    out.writeInt64NoTag(fullBytes);
    ReplicaList.of(unfinished).write(out);
    ByteBuffer bytes = ByteBuffer.allocate(hashes.size() * BucketHash.LENGTH_BYTES);
    for (BucketHash hash : hashes) {
      bytes.putLong(hash.high()).putLong(hash.middle()).putInt(hash.low());
    }
    out.writeBytesNoTag(ByteString.copyFrom(bytes.flip()));
  }

  static HashReport read(CodedInputStream in) throws IOException {
    ReportHeader header = ReportHeader.read(in);
    long replicas = in.readInt64();
    long fullBytes = in.readInt64();
    BlockListAsLongs unfinished = ReplicaList.read(in).decode();
    ByteBuffer bytes = in.readBytes().asReadOnlyByteBuffer();
    int buckets = bytes.remaining() / BucketHash.LENGTH_BYTES;
    if (!ReplicaHash.isBucketCount(buckets)
        || bytes.remaining() != buckets * BucketHash.LENGTH_BYTES) {
      throw unfit();
    }
    List<BucketHash> hashes = new ArrayList<>(buckets);
    while (bytes.hasRemaining()) {
      hashes.add(new BucketHash(bytes.getLong(), bytes.getLong(), bytes.getInt()));
    }
    return new HashReport(header, hashes, replicas, fullBytes, unfinished);
  }

  static IOException unfit() {
    return new IOException(
        "A hash report must have a number of buckets that divides "
            + ReplicaHash.STORED_BUCKETS
            + ": set warren.block-report.buckets of the datanode");
  }
}
