package io.warren.blockreports;

import io.warren.model.BucketHash;
import io.warren.model.ReplicaHash;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** A storage's replicas at one moment, hashed by bucket. */
public final class StorageSnapshot {
  private final BlockListAsLongs replicas;
  private final List<BucketHash> hashes;
  private final BlockListAsLongs unfinished;
  private final long finalized;

  private StorageSnapshot(
      BlockListAsLongs replicas,
      List<BucketHash> hashes,
      BlockListAsLongs unfinished,
      long finalized) {
    this.replicas = replicas;
    this.hashes = hashes;
    this.unfinished = unfinished;
    this.finalized = finalized;
  }

  /**
   * Hashes a storage's replicas.
   *
   * @param buckets how many, see {@link ReplicaHash#isBucketCount}
   */
  public static StorageSnapshot of(BlockListAsLongs replicas, int buckets) {
    if (!ReplicaHash.isBucketCount(buckets)) {
      throw new IllegalArgumentException(
          "The number of buckets must divide " + ReplicaHash.STORED_BUCKETS + ": " + buckets);
    }
    List<BucketHash> hashes = new ArrayList<>(Collections.nCopies(buckets, BucketHash.EMPTY));
    BlockListAsLongs.Builder unfinished = BlockListAsLongs.builder();
    long finalized = 0;
    for (BlockReportReplica replica : replicas) {
      if (replica.getState() == ReplicaState.FINALIZED) {
        int bucket = ReplicaHash.bucketOf(replica.getBlockId(), buckets);
        BucketHash hash =
            ReplicaHash.of(
                replica.getBlockId(), replica.getNumBytes(), replica.getGenerationStamp());
        hashes.set(bucket, hashes.get(bucket).xor(hash));
        finalized++;
      } else {
        unfinished.add(replica);
      }
    }
    return new StorageSnapshot(replicas, hashes, unfinished.build(), finalized);
  }

  /** How many buckets it has. */
  public int buckets() {
    return hashes.size();
  }

  /** Finalised replicas. */
  public long replicas() {
    return finalized;
  }

  /** The message that compares all buckets. */
  public HashReport hashReport(ReportHeader header) {
    return new HashReport(header, hashes, finalized, fullBytes(), unfinished);
  }

  /** The storage as a whole, for the message that compares storages. */
  public SummaryReport.StorageSummary summary(String storageUuid, String storageType) {
    return new SummaryReport.StorageSummary(
        storageUuid,
        storageType,
        buckets(),
        hashes.stream().reduce(BucketHash.EMPTY, BucketHash::xor),
        finalized,
        fullBytes(),
        unfinished);
  }

  private long fullBytes() {
    return replicas.getBlocksBuffers().stream().mapToLong(ByteString::size).sum();
  }

  /** The replicas of some buckets, those without any among them. */
  public List<BucketReport.Bucket> replicasOf(Collection<Integer> wanted) {
    Map<Integer, BlockListAsLongs.Builder> lists = new TreeMap<>();
    wanted.forEach(bucket -> lists.put(bucket, BlockListAsLongs.builder()));
    for (BlockReportReplica replica : replicas) {
      BlockListAsLongs.Builder list =
          lists.get(ReplicaHash.bucketOf(replica.getBlockId(), buckets()));
      if (list != null) {
        list.add(replica);
      }
    }
    return lists.entrySet().stream()
        .map(entry -> new BucketReport.Bucket(entry.getKey(), entry.getValue().build()))
        .toList();
  }
}
