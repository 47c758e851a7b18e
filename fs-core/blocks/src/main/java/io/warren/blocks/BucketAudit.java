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
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the replicas of a bucket and sets its hash right when it is not theirs, which would make
 * the bucket mismatch for ever: replicas from before the store kept buckets are in none. Every
 * correction is counted and logged, for in a store that always kept them there is none.
 * Thread-safe.
 */
final class BucketAudit {
  private static final Logger LOG = LoggerFactory.getLogger(BucketAudit.class);
  private static final int ROWS_PER_READ = 2_000;
  private static final int CHANGES_MAX = 1_000;

  private final TransactionRunner runner;
  private final AtomicLong corrections = new AtomicLong();

  BucketAudit(TransactionRunner runner) {
    this.runner = runner;
  }

  /** Corrections so far. */
  long corrections() {
    return corrections.get();
  }

  /** The replicas of a bucket. */
  List<BucketReplica> read(BucketKey bucket) {
    return runner.run(TxOptions.write("audit_bucket"), tx -> read(tx, bucket));
  }

  /**
   * Nothing is merged while the storage's row is locked, so changes only come. When none has come
   * between a read before the replicas and one behind them, the replicas are those of that set of
   * changes.
   */
  private List<BucketReplica> read(Tx tx, BucketKey bucket) {
    tx.get(Tables.STORAGES, bucket.storageId(), LockMode.EXCLUSIVE);
    List<HashBucketChange> before = changes(tx, bucket, LockMode.READ_COMMITTED);
    List<BucketReplica> replicas = replicas(tx, bucket);
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
    BucketHash difference = row == null ? BucketHash.EMPTY : row.hash();
    int missing = replicas.size() - (row == null ? 0 : row.replicas());
    for (HashBucketChange change : changes) {
      difference = difference.xor(change.hash());
      missing -= change.replicas();
    }
    for (BucketReplica replica : replicas) {
      difference = difference.xor(ReplicaHash.of(replica.replica()));
    }
    if (!difference.isEmpty() || missing != 0) {
      ReplicaRows.correct(tx, bucket, difference, missing);
      corrections.incrementAndGet();
      LOG.warn(
          "The hash of bucket {} of storage {} was not that of its {} replicas; it is set right",
          bucket.bucket(),
          bucket.storageId(),
          replicas.size());
    }
  }

  private static List<HashBucketChange> changes(Tx tx, BucketKey bucket, LockMode mode) {
    return tx.scan(
        Scan.prefix(Tables.HASH_BUCKET_CHANGES, CHANGES_MAX, bucket.storageId(), bucket.bucket())
            .locked(mode));
  }

  private static List<BucketReplica> replicas(Tx tx, BucketKey bucket) {
    List<BucketReplica> all = new ArrayList<>();
    List<BucketReplica> page;
    do {
      BucketReplicaKey after = all.isEmpty() ? null : all.get(all.size() - 1).key();
      page =
          tx.scan(
              Scan.prefix(
                      Tables.BUCKET_REPLICAS, ROWS_PER_READ, bucket.storageId(), bucket.bucket())
                  .after(after)
                  .locked(LockMode.SETTLED));
      all.addAll(page);
    } while (page.size() == ROWS_PER_READ);
    return all;
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
