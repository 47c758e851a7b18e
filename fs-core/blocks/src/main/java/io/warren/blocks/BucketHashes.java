package io.warren.blocks;

import io.warren.model.BucketHash;
import io.warren.model.BucketKey;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.ReplicaHash;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of storages' buckets as the rows have them: one row for each bucket and, beside it,
 * one for each change that was not merged yet. Merging locks the storage's row, and so does whoever
 * needs both kinds of rows to be of one moment. Thread-safe.
 */
public final class BucketHashes {
  private static final int CHANGES_PER_MERGE = 400;
  private static final int MERGES_MAX = 500;

  /** Fewer are read with each report rather than merged before it. */
  private static final int CHANGES_LEFT_MAX = 200;

  private final TransactionRunner runner;

  public BucketHashes(TransactionRunner runner) {
    this.runner = runner;
  }

  /** The hashes of all of a storage's buckets, folded into fewer. */
  List<BucketHash> of(int storageId, int buckets) {
    boolean snapshot = runner.store().snapshotReads();
    TxOptions options =
        snapshot ? TxOptions.read("read_hash_buckets") : TxOptions.write("read_hash_buckets");
    Read read = runner.run(options, tx -> read(tx, storageId, buckets, !snapshot));
    if (read.changes() > CHANGES_LEFT_MAX) {
      merge(storageId);
    }
    return read.hashes();
  }

  private record Read(List<BucketHash> hashes, int changes) {}

  private static Read read(Tx tx, int storageId, int buckets, boolean locked) {
    if (locked) {
      tx.get(Tables.STORAGES, storageId, LockMode.SHARED);
    }
    ReadBatch batch = tx.batch();
    ReadBatch.Rows<HashBucket> rows =
        batch.scan(Scan.prefix(Tables.HASH_BUCKETS, ReplicaHash.STORED_BUCKETS, storageId));
    ReadBatch.Rows<HashBucketChange> first =
        batch.scan(Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId));
    batch.execute();
    BucketHash[] hashes = new BucketHash[buckets];
    Arrays.fill(hashes, BucketHash.EMPTY);
    for (HashBucket row : rows.get()) {
      int bucket = row.bucket() % buckets;
      hashes[bucket] = hashes[bucket].xor(row.hash());
    }
    int changes = 0;
    List<HashBucketChange> page = first.get();
    while (true) {
      for (HashBucketChange change : page) {
        int bucket = change.bucket() % buckets;
        hashes[bucket] = hashes[bucket].xor(change.hash());
      }
      changes += page.size();
      if (page.size() < CHANGES_PER_MERGE) {
        return new Read(List.of(hashes), changes);
      }
      page =
          tx.scan(
              Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId)
                  .after(page.get(page.size() - 1).key()));
    }
  }

  /**
   * Merges a storage's changes into the rows of its buckets.
   *
   * @return how many changes were merged
   */
  public int merge(int storageId) {
    int merged = 0;
    int page = CHANGES_PER_MERGE;
    for (int round = 0; round < MERGES_MAX && page == CHANGES_PER_MERGE; round++) {
      page = runner.run(TxOptions.write("merge_bucket_changes"), tx -> mergePage(tx, storageId));
      merged += page;
    }
    return merged;
  }

  private static int mergePage(Tx tx, int storageId) {
    tx.get(Tables.STORAGES, storageId, LockMode.EXCLUSIVE);
    List<HashBucketChange> page =
        tx.scan(Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId));
    if (page.isEmpty()) {
      return 0;
    }
    Map<BucketKey, List<HashBucketChange>> byBucket = new LinkedHashMap<>();
    for (HashBucketChange change : page) {
      BucketKey key = new BucketKey(storageId, change.bucket());
      byBucket.computeIfAbsent(key, k -> new ArrayList<>()).add(change);
    }
    ReadBatch batch = tx.batch();
    Map<BucketKey, ReadBatch.Row<HashBucket>> rows = new LinkedHashMap<>();
    byBucket.keySet().forEach(key -> rows.put(key, batch.get(Tables.HASH_BUCKETS, key)));
    batch.execute();
    rows.forEach((key, row) -> mergeOne(tx, key, row.get(), byBucket.getOrDefault(key, List.of())));
    return page.size();
  }

  private static void mergeOne(
      Tx tx, BucketKey key, @Nullable HashBucket row, List<HashBucketChange> changes) {
    BucketHash hash = row == null ? BucketHash.EMPTY : row.hash();
    int replicas = row == null ? 0 : row.replicas();
    for (HashBucketChange change : changes) {
      hash = hash.xor(change.hash());
      replicas += change.replicas();
      tx.delete(Tables.HASH_BUCKET_CHANGES, change.key());
    }
    tx.upsert(Tables.HASH_BUCKETS, new HashBucket(key.storageId(), key.bucket(), hash, replicas));
  }
}
