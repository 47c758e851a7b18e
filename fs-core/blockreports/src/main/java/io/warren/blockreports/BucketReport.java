package io.warren.blockreports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * All replicas of some buckets of a storage.
 *
 * @param bucketCount how many buckets the storage has in this report
 */
public record BucketReport(ReportHeader header, int bucketCount, List<Bucket> buckets) {
  /**
   * One bucket.
   *
   * @param replicas in whatever state
   */
  public record Bucket(int bucket, BlockListAsLongs replicas) {}

  /** What it takes on the wire, but for some bytes of framing. */
  public long lengthBytes() {
    return header.lengthBytes()
        + buckets.stream().mapToLong(b -> b.replicas().getBlocksBuffer().size()).sum();
  }

  void write(CodedOutputStream out) throws IOException {
    header.write(out);
    out.writeUInt32NoTag(bucketCount);
    out.writeUInt32NoTag(buckets.size());
    for (Bucket bucket : buckets) {
      out.writeUInt32NoTag(bucket.bucket());
      ReplicaList.of(bucket.replicas()).write(out);
    }
  }

  static BucketReport read(CodedInputStream in) throws IOException {
    ReportHeader header = ReportHeader.read(in);
    int bucketCount = in.readUInt32();
    int count = in.readUInt32();
    List<Bucket> buckets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      buckets.add(new Bucket(in.readUInt32(), ReplicaList.read(in).decode()));
    }
    return new BucketReport(header, bucketCount, buckets);
  }
}
