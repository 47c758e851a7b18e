package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.BucketHash;
import io.warren.model.BucketKey;
import io.warren.model.BucketReplica;
import io.warren.model.BucketReplicaKey;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.Replica;
import io.warren.model.ReplicaHash;
import io.warren.model.ReplicaKey;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the replicas of buckets and sets a bucket's hash right when it is not theirs, which would
 * make the bucket mismatch for ever: replicas from before the store kept buckets are in none. Every
 * correction is counted and logged, for in a store that always kept them there is none.
 * Thread-safe.
 */
final class BucketAudit {
  private static final Logger LOG = LoggerFactory.getLogger(BucketAudit.class);
  private static final int ROWS_PER_READ = 2_000;
  private static final int CHANGES_MAX = 1_000;

  /** Each takes a scan, and a transaction has a bounded number of them. */
  private static final int BUCKETS_PER_READ = 24;

  private final TransactionRunner runner;
  private final AtomicLong corrections = new AtomicLong();

  BucketAudit(TransactionRunner runner) {
    this.runner = runner;
  }

  /** Corrections so far. */
  long corrections() {
    return corrections.get();
  }

  /**
   * Hands out the replicas of some buckets of a storage. They are read without locks, many buckets
   * in a round trip; a bucket whose hash does not fit what was read is read again by itself.
   */
  void read(int storageId, List<Integer> buckets, Consumer<BucketReplica> replicas) {
    for (int from = 0; from < buckets.size(); from += BUCKETS_PER_READ) {
      List<Integer> some = buckets.subList(from, Math.min(buckets.size(), from + BUCKETS_PER_READ));
      List<ReadBucket> read =
          runner.run(TxOptions.read("read_buckets"), tx -> read(tx, storageId, some));
      for (ReadBucket bucket : read) {
        (bucket.fits() ? bucket.replicas() : audit(bucket.key())).forEach(replicas);
      }
    }
  }

  /**
   * A bucket as it was read.
   *
   * @param fits whether its hash is that of the replicas
   */
  private record ReadBucket(BucketKey key, List<BucketReplica> replicas, boolean fits) {}

  private static List<ReadBucket> read(Tx tx, int storageId, List<Integer> buckets) {
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<HashBucket>> hashes = new ArrayList<>();
    List<ReadBatch.Rows<BucketReplica>> pages = new ArrayList<>();
    ReadBatch.Rows<HashBucketChange> changes =
        batch.scan(Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_MAX, storageId));
    for (int bucket : buckets) {
      hashes.add(batch.get(Tables.HASH_BUCKETS, new BucketKey(storageId, bucket)));
      pages.add(batch.scan(Scan.prefix(Tables.BUCKET_REPLICAS, ROWS_PER_READ, storageId, bucket)));
    }
    batch.execute();
    Map<Integer, List<HashBucketChange>> unmerged =
        changes.get().stream().collect(Collectors.groupingBy(HashBucketChange::bucket));
    boolean allChanges = changes.get().size() < CHANGES_MAX;
    List<ReadBucket> read = new ArrayList<>();
    for (int i = 0; i < buckets.size(); i++) {
      BucketKey key = new BucketKey(storageId, buckets.get(i));
      List<BucketReplica> replicas = replicas(tx, key, pages.get(i).get(), LockMode.READ_COMMITTED);
      HashBucketChange difference =
          difference(
              key, hashes.get(i).get(), unmerged.getOrDefault(key.bucket(), List.of()), replicas);
      read.add(new ReadBucket(key, replicas, allChanges && isNone(difference)));
    }
    return read;
  }

  /** Reads a bucket's replicas at one moment, and sets its hash right. */
  private List<BucketReplica> audit(BucketKey bucket) {
    return runner.run(TxOptions.write("audit_bucket"), tx -> audit(tx, bucket));
  }

  /**
   * Nothing is merged while the storage's row is locked, so changes only come. When none has come
   * between a read before the replicas and one behind them, the replicas are those of that set of
   * changes.
   */
  private List<BucketReplica> audit(Tx tx, BucketKey bucket) {
    tx.get(Tables.STORAGES, bucket.storageId(), LockMode.EXCLUSIVE);
    List<HashBucketChange> before = changes(tx, bucket, LockMode.READ_COMMITTED);
    List<BucketReplica> replicas =
        replicas(tx, bucket, page(tx, bucket, null, LockMode.SETTLED), LockMode.SETTLED);
    List<HashBucketChange> after = changes(tx, bucket, LockMode.SETTLED);
    if (before.equals(after) && before.size() < CHANGES_MAX) {
      HashBucket row = tx.get(Tables.HASH_BUCKETS, bucket, LockMode.SETTLED);
      correct(tx, bucket, row, before, replicas);
    }
    return replicas;
  }

  private void correct(
      Tx tx,
      BucketKey bucket,
      @Nullable HashBucket row,
      List<HashBucketChange> changes,
      List<BucketReplica> replicas) {
    HashBucketChange difference = difference(bucket, row, changes, replicas);
    if (!isNone(difference)) {
      ReplicaRows.correct(tx, bucket, difference.hash(), difference.replicas());
      corrections.incrementAndGet();
      LOG.warn(
          "The hash of bucket {} of storage {} was not that of its {} replicas; it is set right",
          bucket.bucket(),
          bucket.storageId(),
          replicas.size());
    }
  }

  /** What must still change for a bucket's hash and number to be those of its replicas. */
  private static HashBucketChange difference(
      BucketKey bucket,
      @Nullable HashBucket row,
      List<HashBucketChange> changes,
      List<BucketReplica> replicas) {
    BucketHash hash = row == null ? BucketHash.EMPTY : row.hash();
    int missing = replicas.size() - (row == null ? 0 : row.replicas());
    for (HashBucketChange change : changes) {
      hash = hash.xor(change.hash());
      missing -= change.replicas();
    }
    for (BucketReplica replica : replicas) {
      hash = hash.xor(ReplicaHash.of(replica.replica()));
    }
    return new HashBucketChange(bucket.storageId(), bucket.bucket(), 0, hash, missing);
  }

  private static boolean isNone(HashBucketChange difference) {
    return difference.hash().isEmpty() && difference.replicas() == 0;
  }

  private static List<HashBucketChange> changes(Tx tx, BucketKey bucket, LockMode mode) {
    return tx.scan(
        Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_MAX, bucket.storageId(), bucket.bucket())
            .locked(mode));
  }

  /** The rows of a bucket, of which the first page was read. */
  private static List<BucketReplica> replicas(
      Tx tx, BucketKey bucket, List<BucketReplica> firstPage, LockMode mode) {
    if (firstPage.size() < ROWS_PER_READ) {
      return firstPage;
    }
    List<BucketReplica> all = new ArrayList<>(firstPage);
    List<BucketReplica> page = firstPage;
    while (page.size() == ROWS_PER_READ) {
      page = page(tx, bucket, all.get(all.size() - 1).key(), mode);
      all.addAll(page);
    }
    return all;
  }

  private static List<BucketReplica> page(
      Tx tx, BucketKey bucket, @Nullable BucketReplicaKey after, LockMode mode) {
    return tx.scan(
        Scan.prefix(Tables.BUCKET_REPLICAS, ROWS_PER_READ, bucket.storageId(), bucket.bucket())
            .after(after)
            .locked(mode));
  }

  /**
   * Puts replicas into their buckets that have a row but are in none.
   *
   * @return how many
   */
  int adopt(int storageId, Collection<Long> blockIds) {
    Set<Long> strays = new HashSet<>(blockIds);
    runner
        .run(
            TxOptions.read("look_for_bucket_replicas"),
            tx -> {
              var batch = tx.batch();
              var rows =
                  strays.stream()
                      .map(
                          id ->
                              batch.get(Tables.BUCKET_REPLICAS, BucketReplicaKey.of(storageId, id)))
                      .toList();
              batch.execute();
              List<Long> found = new ArrayList<>();
              for (var row : rows) {
                BucketReplica replica = row.get();
                if (replica != null) {
                  found.add(replica.blockId());
                }
              }
              return found;
            })
        .forEach(strays::remove);
    int adopted = 0;
    for (long blockId : strays) {
      adopted +=
          runner.run(TxOptions.write("adopt_replica"), tx -> adoptOne(tx, storageId, blockId));
    }
    return adopted;
  }

  private static int adoptOne(Tx tx, int storageId, long blockId) {
    BlockLookup lookup =
        tx.get(Tables.BLOCK_LOOKUP, BlockIds.owner(blockId), LockMode.READ_COMMITTED);
    if (lookup == null) {
      return 0;
    }
    ReplicaKey key = new ReplicaKey(lookup.inodeId(), blockId, storageId);
    tx.get(Tables.BLOCKS, key.block(), LockMode.EXCLUSIVE);
    Replica replica = tx.get(Tables.REPLICAS, key, LockMode.READ_COMMITTED);
    BucketReplicaKey place = BucketReplicaKey.of(storageId, blockId);
    if (replica == null || tx.get(Tables.BUCKET_REPLICAS, place, LockMode.EXCLUSIVE) != null) {
      return 0;
    }
    ReplicaRows.put(tx, replica, null);
    return 1;
  }
}
