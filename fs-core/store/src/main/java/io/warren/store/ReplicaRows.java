package io.warren.store;

import io.warren.model.BucketHash;
import io.warren.model.BucketKey;
import io.warren.model.BucketReplica;
import io.warren.model.HashBucketChange;
import io.warren.model.Replica;
import io.warren.model.ReplicaHash;
import io.warren.store.schema.Tables;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The one way to write rows of {@link Tables#REPLICAS}: it keeps the storage's buckets and their
 * hashes up to date in the same transaction. A change of a bucket's hash is a row of its own, so
 * that transactions that change the same bucket neither wait for each other nor read anything.
 *
 * <p>The caller must hold the lock of the block's row, and give the replica's row as it is under
 * that lock: a wrong one makes the bucket mismatch until its next report.
 */
public final class ReplicaRows {
  private ReplicaRows() {}

  /**
   * Inserts or replaces a replica's row.
   *
   * @param before the replica's row so far, null when there is none
   */
  public static void put(Tx tx, Replica now, @Nullable Replica before) {
    tx.upsert(Tables.REPLICAS, now);
    tx.upsert(Tables.BUCKET_REPLICAS, BucketReplica.of(now));
    BucketHash hash = ReplicaHash.of(now);
    change(
        tx, now, before == null ? hash : hash.xor(ReplicaHash.of(before)), before == null ? 1 : 0);
  }

  /** Deletes a replica's row. */
  public static void delete(Tx tx, Replica before) {
    tx.delete(Tables.REPLICAS, before.key());
    BucketReplica place = BucketReplica.of(before);
    tx.delete(Tables.BUCKET_REPLICAS, place.key());
    change(tx, before, ReplicaHash.of(before), -1);
  }

  /** Moves a replica's row to the file that takes over its block. */
  public static void move(Tx tx, Replica before, long toInodeId) {
    Replica now =
        new Replica(
            toInodeId,
            before.blockId(),
            before.storageId(),
            before.generationStamp(),
            before.lengthBytes());
    tx.delete(Tables.REPLICAS, before.key());
    tx.upsert(Tables.REPLICAS, now);
    tx.upsert(Tables.BUCKET_REPLICAS, BucketReplica.of(now));
  }

  private static void change(Tx tx, Replica replica, BucketHash hash, int replicas) {
    if (hash.isEmpty() && replicas == 0) {
      return;
    }
    int bucket = ReplicaHash.bucketOf(replica.blockId(), ReplicaHash.STORED_BUCKETS);
    correct(tx, new BucketKey(replica.storageId(), bucket), hash, replicas);
  }

  /** Notes that a bucket's hash and number differ by these from what the rows said so far. */
  public static void correct(Tx tx, BucketKey bucket, BucketHash hash, int replicas) {
    tx.upsert(
        Tables.HASH_BUCKET_CHANGES,
        new HashBucketChange(
            bucket.storageId(),
            bucket.bucket(),
            ThreadLocalRandom.current().nextLong(),
            hash,
            replicas));
  }
}
