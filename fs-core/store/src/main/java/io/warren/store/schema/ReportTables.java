package io.warren.store.schema;

import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.text;

import io.warren.model.ActiveBlockReport;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKey;
import io.warren.model.BlockReportKind;
import io.warren.model.BucketHash;
import io.warren.model.BucketKey;
import io.warren.model.BucketReplica;
import io.warren.model.BucketReplicaKey;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.HashBucketChangeKey;
import java.util.List;

/**
 * Block reports: what they are compared with, who may send one, and what became of them. Rows of a
 * storage are partitioned by it.
 */
final class ReportTables {
  private static final int UUID_MAX_BYTES = 64;

  private ReportTables() {}

  private static BucketHash hash(ValueSource in) {
    return new BucketHash(in.int64(), in.int64(), in.int32());
  }

  static final Table<BucketKey, HashBucket> HASH_BUCKETS =
      new Table<>(
          38,
          "hash_buckets",
          List.of(int32("storage_id", BucketKey::storageId), int32("bucket", BucketKey::bucket)),
          List.of(
              int64("hash_high", b -> b.hash().high()),
              int64("hash_middle", b -> b.hash().middle()),
              int32("hash_low", b -> b.hash().low()),
              int32("replicas", HashBucket::replicas)),
          List.of("storage_id"),
          List.of(),
          HashBucket::key,
          in -> new BucketKey(in.int32(), in.int32()),
          (k, in) -> new HashBucket(k.storageId(), k.bucket(), hash(in), in.int32()));

  static final Table<HashBucketChangeKey, HashBucketChange> HASH_BUCKET_CHANGES =
      new Table<>(
          39,
          "hash_bucket_changes",
          List.of(
              int32("storage_id", HashBucketChangeKey::storageId),
              int32("bucket", HashBucketChangeKey::bucket),
              int64("change_id", HashBucketChangeKey::changeId)),
          List.of(
              int64("hash_high", c -> c.hash().high()),
              int64("hash_middle", c -> c.hash().middle()),
              int32("hash_low", c -> c.hash().low()),
              int32("replicas", HashBucketChange::replicas)),
          List.of("storage_id"),
          List.of(),
          HashBucketChange::key,
          in -> new HashBucketChangeKey(in.int32(), in.int32(), in.int64()),
          (k, in) ->
              new HashBucketChange(k.storageId(), k.bucket(), k.changeId(), hash(in), in.int32()));

  static final Table<BucketReplicaKey, BucketReplica> BUCKET_REPLICAS =
      new Table<>(
          40,
          "bucket_replicas",
          List.of(
              int32("storage_id", BucketReplicaKey::storageId),
              int32("bucket", BucketReplicaKey::bucket),
              int64("block_id", BucketReplicaKey::blockId)),
          List.of(
              int64("inode_id", BucketReplica::inodeId),
              int64("generation_stamp", BucketReplica::generationStamp),
              int64("length_bytes", BucketReplica::lengthBytes)),
          List.of("storage_id"),
          List.of(),
          BucketReplica::key,
          in -> new BucketReplicaKey(in.int32(), in.int32(), in.int64()),
          (k, in) ->
              new BucketReplica(
                  k.storageId(), k.bucket(), k.blockId(), in.int64(), in.int64(), in.int64()));

  static final Table<String, ActiveBlockReport> ACTIVE_BLOCK_REPORTS =
      new Table<>(
          41,
          "active_block_reports",
          List.of(text("datanode_uuid", UUID_MAX_BYTES, k -> k)),
          List.of(
              int64("namenode_id", ActiveBlockReport::namenodeId),
              int64("lease_id", ActiveBlockReport::leaseId),
              int64("asked_at_ms", ActiveBlockReport::askedAtMs),
              int64("assigned_at_ms", ActiveBlockReport::assignedAtMs),
              int64("expires_at_ms", ActiveBlockReport::expiresAtMs)),
          List.of("datanode_uuid"),
          List.of(new Index(Tables.BY_NAMENODE, List.of("namenode_id"), false)),
          ActiveBlockReport::datanodeUuid,
          ValueSource::text,
          (k, in) ->
              new ActiveBlockReport(k, in.int64(), in.int64(), in.int64(), in.int64(), in.int64()));

  static final Table<BlockReportKey, BlockReport> BLOCK_REPORTS =
      new Table<>(
          42,
          "block_reports",
          List.of(
              int32("storage_id", BlockReportKey::storageId),
              int64("started_at_ms", BlockReportKey::startedAtMs)),
          List.of(
              int8("kind", r -> r.kind().ordinal()),
              int64("duration_ms", BlockReport::durationMs),
              int32("buckets", BlockReport::buckets),
              int32("buckets_matching", BlockReport::bucketsMatching),
              int32("buckets_mismatching", BlockReport::bucketsMismatching),
              int64("replicas", BlockReport::replicas),
              int64("changes", BlockReport::changes),
              int64("bytes_received", BlockReport::bytesReceived),
              int64("bytes_saved", BlockReport::bytesSaved),
              int64("namenode_id", BlockReport::namenodeId),
              int64("next_due_at_ms", BlockReport::nextDueAtMs),
              int64("last_full_at_ms", BlockReport::lastFullAtMs)),
          List.of("storage_id"),
          List.of(),
          BlockReport::key,
          in -> new BlockReportKey(in.int32(), in.int64()),
          (k, in) ->
              new BlockReport(
                  k.storageId(),
                  k.startedAtMs(),
                  BlockReportKind.fromStored(in.int8()),
                  in.int64(),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64()));
}
