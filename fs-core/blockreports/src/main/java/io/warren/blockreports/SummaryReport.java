package io.warren.blockreports;

import io.warren.model.BucketHash;
import io.warren.model.ReplicaHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * One hash for each storage of a datanode.
 *
 * @param nextInMs when the datanode will report again
 */
public record SummaryReport(
    String clusterId, String datanodeUuid, long nextInMs, List<StorageSummary> storages) {
  /**
   * A storage.
   *
   * @param storageType its Hadoop name, e.g. DISK
   * @param buckets how many the datanode hashes it by
   * @param hash of all finalised replicas
   * @param replicas how many finalised replicas it covers
   * @param fullBytes what a stock full report of the storage would take
   * @param unfinished the replicas in other states
   */
  public record StorageSummary(
      String storageUuid,
      String storageType,
      int buckets,
      BucketHash hash,
      long replicas,
      long fullBytes,
      BlockListAsLongs unfinished) {
    private static final int NUMBERS_BYTES = 2 * Long.BYTES + Integer.BYTES;

    /** About what it takes on the wire. */
    public long lengthBytes() {
      return storageUuid.length()
          + storageType.length()
          + NUMBERS_BYTES
          + BucketHash.LENGTH_BYTES
          + (long) unfinished.getBlocksBuffer().size();
    }

    private void write(CodedOutputStream out) throws IOException {
      out.writeStringNoTag(storageUuid);
      out.writeStringNoTag(storageType);
      out.writeUInt32NoTag(buckets);
      out.writeFixed64NoTag(hash.high());
      out.writeFixed64NoTag(hash.middle());
      out.writeFixed32NoTag(hash.low());
      out.writeInt64NoTag(replicas);
      out.writeInt64NoTag(fullBytes);
      ReplicaList.of(unfinished).write(out);
    }

    private static StorageSummary read(CodedInputStream in) throws IOException {
      String uuid = in.readStringRequireUtf8();
      String type = in.readStringRequireUtf8();
      int buckets = in.readUInt32();
      if (!ReplicaHash.isBucketCount(buckets)) {
        throw HashReport.unfit();
      }
      BucketHash hash = new BucketHash(in.readFixed64(), in.readFixed64(), in.readFixed32());
      return new StorageSummary(
          uuid, type, buckets, hash, in.readInt64(), in.readInt64(), ReplicaList.read(in).decode());
    }
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeStringNoTag(clusterId);
    out.writeStringNoTag(datanodeUuid);
    out.writeInt64NoTag(nextInMs);
    out.writeUInt32NoTag(storages.size());
    for (StorageSummary storage : storages) {
      storage.write(out);
    }
  }

  static SummaryReport read(CodedInputStream in) throws IOException {
    String clusterId = in.readStringRequireUtf8();
    String datanodeUuid = in.readStringRequireUtf8();
    long nextInMs = in.readInt64();
    int count = in.readUInt32();
    List<StorageSummary> storages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      storages.add(StorageSummary.read(in));
    }
    return new SummaryReport(clusterId, datanodeUuid, nextInMs, storages);
  }
}
