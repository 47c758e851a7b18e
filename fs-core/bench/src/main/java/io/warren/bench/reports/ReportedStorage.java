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
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.Arrays;
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
  private static final int BLOCKS_PER_TRANSACTION = 200;

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
   * Writes the rows of a registered storage's blocks.
   *
   * @throws IOException when no namenode has seen the storage yet
   */
  static void fill(Store store, String storageUuid, int blocks) throws IOException {
    int storageId;
    try (Tx tx = store.begin(TxOptions.read("bench_storage"))) {
      Storage storage = tx.getUnique(Tables.STORAGES, Tables.BY_UUID, storageUuid);
      if (storage == null) {
        throw new IOException("No namenode has seen the storage " + storageUuid);
      }
      storageId = storage.id();
    }
    BucketHash[] hashes = new BucketHash[ReplicaHash.STORED_BUCKETS];
    int[] counts = new int[ReplicaHash.STORED_BUCKETS];
    Arrays.fill(hashes, BucketHash.EMPTY);
    for (int from = 0; from < blocks; from += BLOCKS_PER_TRANSACTION) {
      try (Tx tx = store.begin(TxOptions.write("bench_blocks"))) {
        for (int i = from; i < Math.min(blocks, from + BLOCKS_PER_TRANSACTION); i++) {
          BucketReplica replica = write(tx, storageId, i);
          hashes[replica.bucket()] =
              hashes[replica.bucket()].xor(ReplicaHash.of(replica.replica()));
          counts[replica.bucket()]++;
        }
        tx.commit();
      }
    }
    try (Tx tx = store.begin(TxOptions.write("bench_hashes"))) {
      for (int bucket = 0; bucket < hashes.length; bucket++) {
        tx.upsert(
            Tables.HASH_BUCKETS, new HashBucket(storageId, bucket, hashes[bucket], counts[bucket]));
      }
      tx.commit();
    }
  }

  private static BucketReplica write(Tx tx, int storageId, int number) {
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
    Replica replica = new Replica(inodeId, blockId, storageId, GENERATION_STAMP, LENGTH_BYTES);
    tx.upsert(Tables.REPLICAS, replica);
    BucketReplica placed = BucketReplica.of(replica);
    tx.upsert(Tables.BUCKET_REPLICAS, placed);
    return placed;
  }
}
