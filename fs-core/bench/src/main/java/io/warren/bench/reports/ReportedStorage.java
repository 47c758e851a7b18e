package io.warren.bench.reports;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.BucketHash;
import io.warren.model.BucketReplica;
import io.warren.model.HashBucket;
import io.warren.model.Replica;
import io.warren.model.ReplicaHash;
import io.warren.model.Storage;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;

/** A storage full of blocks: what the store has of it, and the same as a datanode lists it. */
final class ReportedStorage {
  private static final long GENERATION_STAMP = 1_001;
  private static final long LENGTH_BYTES = 128L << 20;
  private static final long FIRST_BLOCK_ID = 1L << 30;

  /** No inode has such an id, so nobody meets these blocks but through reports. */
  private static final long FIRST_INODE_ID = 1L << 40;

  private static final int BLOCKS_PER_INODE = 1_000;
  private static final int ROWS_PER_TRANSACTION = 800;
  private static final int WRITERS = 4;

  /** NDB takes rows faster than it checkpoints them, and refuses more for some seconds then. */
  private static final int ATTEMPTS_MAX = 100;

  private static final long PAUSE_MS = 3_000;

  private ReportedStorage() {}

  /** What the datanode has. */
  static BlockListAsLongs list(int blocks) {
    BlockListAsLongs.Builder list = BlockListAsLongs.builder();
    for (int i = 0; i < blocks; i++) {
      list.add(
          new BlockReportReplica(
              new org.apache.hadoop.hdfs.protocol.Block(
                  FIRST_BLOCK_ID + i, LENGTH_BYTES, GENERATION_STAMP)));
    }
    return list.build();
  }

  /**
   * Writes the rows of blocks of which each of some registered storages has a replica.
   *
   * @throws IOException when no namenode has seen a storage yet
   */
  static void fill(Store store, List<String> storageUuids, int blocks)
      throws IOException, InterruptedException {
    List<Integer> storageIds = new ArrayList<>();
    for (String uuid : storageUuids) {
      storageIds.add(find(store, uuid));
    }
    AtomicInteger next = new AtomicInteger();
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    List<Future<?>> written = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      written.add(writers.submit(() -> writeAll(store, storageIds, blocks, next)));
    }
    writers.shutdown();
    for (Future<?> each : written) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new IOException("The blocks can't be written: " + e.getCause(), e);
      }
    }
    for (int storageId : storageIds) {
      writeHashes(store, storageId, blocks);
    }
  }

  private static int find(Store store, String storageUuid) throws IOException {
    try (Tx tx = store.begin(TxOptions.read("bench_storage"))) {
      Storage storage = tx.getUnique(Tables.STORAGES, Tables.BY_UUID, storageUuid);
      if (storage == null) {
        throw new IOException("No namenode has seen the storage " + storageUuid);
      }
      return storage.id();
    }
  }

  private static void writeAll(
      Store store, List<Integer> storageIds, int blocks, AtomicInteger next) {
    int rows = 2 + 2 * storageIds.size();
    int perTransaction = Math.max(1, ROWS_PER_TRANSACTION / rows);
    int from = next.getAndAdd(perTransaction);
    while (from < blocks) {
      write(store, storageIds, from, Math.min(blocks, from + perTransaction));
      from = next.getAndAdd(perTransaction);
    }
  }

  /** Some blocks in one transaction, again and again while the store is busy. */
  private static void write(Store store, List<Integer> storageIds, int from, int to) {
    for (int attempt = 1; ; attempt++) {
      try (Tx tx = store.begin(TxOptions.write("bench_blocks"))) {
        for (int i = from; i < to; i++) {
          write(tx, storageIds, i);
        }
        tx.commit();
        return;
      } catch (StoreException e) {
        if (!e.retriable() || attempt == ATTEMPTS_MAX) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
      }
    }
  }

  private static void write(Tx tx, List<Integer> storageIds, int number) {
    long inodeId = FIRST_INODE_ID + number / BLOCKS_PER_INODE;
    long blockId = FIRST_BLOCK_ID + number;
    tx.upsert(
        Tables.BLOCKS,
        new Block(
            inodeId,
            blockId,
            number % BLOCKS_PER_INODE,
            GENERATION_STAMP,
            LENGTH_BYTES,
            BlockState.COMPLETE,
            0));
    tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(blockId, inodeId));
    for (int storageId : storageIds) {
      Replica replica = new Replica(inodeId, blockId, storageId, GENERATION_STAMP, LENGTH_BYTES);
      tx.upsert(Tables.REPLICAS, replica);
      tx.upsert(Tables.BUCKET_REPLICAS, BucketReplica.of(replica));
    }
  }

  private static void writeHashes(Store store, int storageId, int blocks) {
    BucketHash[] hashes = new BucketHash[ReplicaHash.STORED_BUCKETS];
    int[] counts = new int[ReplicaHash.STORED_BUCKETS];
    Arrays.fill(hashes, BucketHash.EMPTY);
    for (int i = 0; i < blocks; i++) {
      int bucket = ReplicaHash.bucketOf(FIRST_BLOCK_ID + i, ReplicaHash.STORED_BUCKETS);
      BucketHash hash = ReplicaHash.of(FIRST_BLOCK_ID + i, LENGTH_BYTES, GENERATION_STAMP);
      hashes[bucket] = hashes[bucket].xor(hash);
      counts[bucket]++;
    }
    try (Tx tx = store.begin(TxOptions.write("bench_hashes"))) {
      for (int bucket = 0; bucket < hashes.length; bucket++) {
        tx.upsert(
            Tables.HASH_BUCKETS, new HashBucket(storageId, bucket, hashes[bucket], counts[bucket]));
      }
      tx.commit();
    }
  }
}
