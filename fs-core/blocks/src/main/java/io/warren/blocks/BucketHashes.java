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
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of storages' buckets as the rows have them: one row for each bucket, one for the whole
 * storage, and beside them one for each change that was not merged yet. Merging locks the storage's
 * row, and so does whoever needs these rows to be of one moment. Thread-safe.
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

  /**
   * Which of a storage's buckets have other hashes than these. The hash of the whole storage is
   * that of all its buckets together, so when it is right none of them is looked at.
   *
   * @param reported the hashes of all buckets, a divisor of {@link ReplicaHash#STORED_BUCKETS}
   */
  List<Integer> mismatching(int storageId, List<BucketHash> reported) {
    BucketHash all = reported.stream().reduce(BucketHash.EMPTY, BucketHash::xor);
    if (all.equals(ofWhole(storageId))) {
      return List.of();
    }
    List<BucketHash> known = of(storageId, reported.size());
    List<Integer> mismatching =
        IntStream.range(0, reported.size())
            .filter(bucket -> !known.get(bucket).equals(reported.get(bucket)))
            .boxed()
            .toList();
    if (mismatching.isEmpty()) {
      runner.run(TxOptions.write("sum_hash_buckets"), tx -> sum(tx, storageId));
    }
    return mismatching;
  }

  /** The hash of the whole storage; null when it is not known. */
  private @Nullable BucketHash ofWhole(int storageId) {
    WholeReads read =
        runner.run(
            TxOptions.read("read_storage_hash"),
            tx -> {
              ReadBatch batch = tx.batch();
              WholeReads whole = WholeReads.add(batch, storageId);
              batch.execute();
              return whole;
            });
    if (read.isLong()) {
      merge(storageId);
    }
    return read.hash();
  }

  /**
   * What a batch will tell of a storage as a whole. Nothing is locked: a merge that is seen in part
   * makes the hash a wrong one, and then the buckets are looked at.
   */
  record WholeReads(ReadBatch.Row<HashBucket> row, ReadBatch.Rows<HashBucketChange> changes) {
    static WholeReads add(ReadBatch batch, int storageId) {
      return new WholeReads(
          batch.get(Tables.HASH_BUCKETS, new BucketKey(storageId, HashBucket.WHOLE_STORAGE)),
          batch.scan(Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId)));
    }

    /** The hash of all buckets; null when it is not known. */
    @Nullable BucketHash hash() {
      HashBucket whole = row.get();
      if (whole == null || changes.get().size() == CHANGES_PER_MERGE) {
        return null;
      }
      BucketHash hash = whole.hash();
      for (HashBucketChange change : changes.get()) {
        hash = hash.xor(change.hash());
      }
      return hash;
    }

    /** Whether so many changes were not merged yet that it is time to. */
    boolean isLong() {
      return changes.get().size() > CHANGES_LEFT_MAX;
    }
  }

  private TxOptions options() {
    return runner.store().snapshotReads()
        ? TxOptions.read("read_hash_buckets")
        : TxOptions.write("read_hash_buckets");
  }

  /** Keeps merges away, unless all reads of a transaction are of one moment anyway. */
  private void lock(Tx tx, int storageId) {
    if (!runner.store().snapshotReads()) {
      tx.get(Tables.STORAGES, storageId, LockMode.SHARED);
    }
  }

  /** The hashes of all of a storage's buckets, folded into fewer. */
  List<BucketHash> of(int storageId, int buckets) {
    Read read = runner.run(options(), tx -> read(tx, storageId, buckets));
    if (read.changes() > CHANGES_LEFT_MAX) {
      merge(storageId);
    }
    return read.hashes();
  }

  private record Read(List<BucketHash> hashes, int changes) {}

  private Read read(Tx tx, int storageId, int buckets) {
    lock(tx, storageId);
    ReadBatch batch = tx.batch();
    ReadBatch.Rows<HashBucket> rows = batch.scan(ofStorage(storageId));
    ReadBatch.Rows<HashBucketChange> first =
        batch.scan(Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId));
    batch.execute();
    BucketHash[] hashes = new BucketHash[buckets];
    Arrays.fill(hashes, BucketHash.EMPTY);
    for (HashBucket row : rows.get()) {
      if (!row.isOfWholeStorage()) {
        int bucket = row.bucket() % buckets;
        hashes[bucket] = hashes[bucket].xor(row.hash());
      }
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

  private static Scan<BucketKey, HashBucket> ofStorage(int storageId) {
    return Scan.prefix(Tables.HASH_BUCKETS, ReplicaHash.STORED_BUCKETS + 1, storageId);
  }

  /** Writes the row of the whole storage anew. */
  private static boolean sum(Tx tx, int storageId) {
    tx.get(Tables.STORAGES, storageId, LockMode.EXCLUSIVE);
    BucketHash hash = BucketHash.EMPTY;
    int replicas = 0;
    for (HashBucket row : tx.scan(ofStorage(storageId).locked(LockMode.SETTLED))) {
      if (!row.isOfWholeStorage()) {
        hash = hash.xor(row.hash());
        replicas += row.replicas();
      }
    }
    tx.upsert(
        Tables.HASH_BUCKETS, new HashBucket(storageId, HashBucket.WHOLE_STORAGE, hash, replicas));
    return true;
  }

  /**
   * Merges a storage's changes into the rows of its buckets.
   *
   * @return how many changes were merged
   */
  public int merge(int storageId) {
    // Of a report's own accord: sums are moved under their locks, whoever does so.
    return merge(storageId, tx -> {});
  }

  /**
   * As the other one.
   *
   * @param fence refuses a transaction when it is not to be made any more
   */
  public int merge(int storageId, Consumer<Tx> fence) {
    int merged = 0;
    int page = CHANGES_PER_MERGE;
    for (int round = 0; round < MERGES_MAX && page == CHANGES_PER_MERGE; round++) {
      page =
          runner.run(
              TxOptions.write("merge_bucket_changes"),
              tx -> {
                fence.accept(tx);
                return mergePage(tx, storageId);
              });
      merged += page;
    }
    return merged;
  }

  /**
   * Everything is read so that it waits for the last merge: a store may show its rows after it lets
   * go of the storage's row.
   */
  private static int mergePage(Tx tx, int storageId) {
    tx.get(Tables.STORAGES, storageId, LockMode.EXCLUSIVE);
    List<HashBucketChange> page =
        tx.scan(
            Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_PER_MERGE, storageId)
                .locked(LockMode.SETTLED));
    if (page.isEmpty()) {
      return 0;
    }
    Map<BucketKey, List<HashBucketChange>> byBucket = new LinkedHashMap<>();
    for (HashBucketChange change : page) {
      BucketKey key = new BucketKey(storageId, change.bucket());
      byBucket.computeIfAbsent(key, k -> new ArrayList<>()).add(change);
      tx.delete(Tables.HASH_BUCKET_CHANGES, change.key());
    }
    BucketKey whole = new BucketKey(storageId, HashBucket.WHOLE_STORAGE);
    ReadBatch batch = tx.batch();
    Map<BucketKey, ReadBatch.Row<HashBucket>> rows = new LinkedHashMap<>();
    byBucket
        .keySet()
        .forEach(key -> rows.put(key, batch.get(Tables.HASH_BUCKETS, key, LockMode.SETTLED)));
    ReadBatch.Row<HashBucket> sum = batch.get(Tables.HASH_BUCKETS, whole, LockMode.SETTLED);
    batch.execute();
    rows.forEach((key, row) -> mergeOne(tx, key, row.get(), byBucket.getOrDefault(key, List.of())));
    if (sum.get() != null) {
      mergeOne(tx, whole, sum.get(), page);
    }
    return page.size();
  }

  private static void mergeOne(
      Tx tx, BucketKey key, @Nullable HashBucket row, List<HashBucketChange> changes) {
    BucketHash hash = row == null ? BucketHash.EMPTY : row.hash();
    int replicas = row == null ? 0 : row.replicas();
    for (HashBucketChange change : changes) {
      hash = hash.xor(change.hash());
      replicas += change.replicas();
    }
    tx.upsert(Tables.HASH_BUCKETS, new HashBucket(key.storageId(), key.bucket(), hash, replicas));
  }
}
