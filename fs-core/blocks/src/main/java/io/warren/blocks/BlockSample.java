package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BucketReplica;
import io.warren.model.BucketReplicaKey;
import io.warren.model.ReplicaHash;
import io.warren.model.Striping;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Blocks with the storages that have them, by the rows: all blocks when there are few, else those
 * of some buckets of every storage. A block is in the same bucket wherever it is stored, so the
 * sample has every replica of its blocks; and ids are given out in turn, so it is a fair one. Of a
 * block group at the end of the sample some units may be missing.
 */
final class BlockSample {
  private static final int ROWS_MAX = 60_000;
  private static final int ROWS_PER_STORAGE_MIN = 200;
  private static final int ROWS_PER_STORAGE_MAX = 10_000;
  private static final int GROUPS_PER_READ = 500;

  /** Storages by blocks, and by their internal blocks. */
  private final Map<Long, Map<Long, Set<Integer>>> storages;

  /** How block groups are striped. */
  private final Map<Long, Striping> stripings;

  private final boolean complete;

  private BlockSample(
      Map<Long, Map<Long, Set<Integer>>> storages,
      Map<Long, Striping> stripings,
      boolean complete) {
    this.storages = storages;
    this.stripings = stripings;
    this.complete = complete;
  }

  private record Part(List<BucketReplica> rows, int lastBucket) {}

  /** Reads about {@value #ROWS_MAX} rows in all. */
  static BlockSample read(TransactionRunner runner, Collection<Integer> storageIds) {
    int share = ROWS_MAX / Math.max(1, storageIds.size());
    int limit = Math.min(ROWS_PER_STORAGE_MAX, Math.max(ROWS_PER_STORAGE_MIN, share));
    List<Part> parts = new ArrayList<>();
    int lastBucket = ReplicaHash.STORED_BUCKETS - 1;
    for (int storageId : storageIds) {
      Part part = part(runner, storageId, limit);
      parts.add(part);
      lastBucket = Math.min(lastBucket, part.lastBucket());
    }
    Map<Long, Map<Long, Set<Integer>>> storages = new HashMap<>();
    for (Part part : parts) {
      for (BucketReplica row : part.rows()) {
        if (row.bucket() <= lastBucket) {
          storages
              .computeIfAbsent(BlockIds.owner(row.blockId()), id -> new HashMap<>())
              .computeIfAbsent(row.blockId(), id -> new HashSet<>())
              .add(row.storageId());
        }
      }
    }
    return new BlockSample(
        storages,
        stripings(runner, storages.keySet()),
        lastBucket == ReplicaHash.STORED_BUCKETS - 1);
  }

  private static Map<Long, Striping> stripings(TransactionRunner runner, Set<Long> blockIds) {
    List<Long> groups = blockIds.stream().filter(BlockIds::isStriped).toList();
    Map<Long, Striping> found = new HashMap<>();
    for (int from = 0; from < groups.size(); from += GROUPS_PER_READ) {
      List<Long> some = groups.subList(from, Math.min(groups.size(), from + GROUPS_PER_READ));
      found.putAll(runner.run(TxOptions.read("sample_groups"), tx -> read(tx, some)));
    }
    return found;
  }

  private static Map<Long, Striping> read(Tx tx, List<Long> groups) {
    List<ReadBatch.Row<BlockLookup>> lookups = new ArrayList<>();
    ReadBatch batch = tx.batch();
    groups.forEach(id -> lookups.add(batch.get(Tables.BLOCK_LOOKUP, id)));
    batch.execute();
    List<ReadBatch.Row<Block>> rows = new ArrayList<>();
    ReadBatch blocks = tx.batch();
    for (ReadBatch.Row<BlockLookup> lookup : lookups) {
      BlockLookup row = lookup.get();
      if (row != null) {
        rows.add(blocks.get(Tables.BLOCKS, new BlockKey(row.inodeId(), row.blockId())));
      }
    }
    Map<Long, Striping> found = new HashMap<>();
    if (rows.isEmpty()) {
      return found;
    }
    blocks.execute();
    for (ReadBatch.Row<Block> row : rows) {
      Block block = row.get();
      Striping striping = block == null ? null : block.striping();
      if (block != null && striping != null) {
        found.put(block.blockId(), striping);
      }
    }
    return found;
  }

  /** A storage's first buckets, one at least. */
  private static Part part(TransactionRunner runner, int storageId, int limit) {
    List<BucketReplica> rows = new ArrayList<>();
    while (true) {
      BucketReplicaKey after = rows.isEmpty() ? null : rows.get(rows.size() - 1).key();
      List<BucketReplica> page =
          runner.run(
              TxOptions.read("sample_blocks"),
              tx -> tx.scan(Scan.prefix(Tables.BUCKET_REPLICAS, limit, storageId).after(after)));
      rows.addAll(page);
      if (page.size() < limit) {
        return new Part(rows, ReplicaHash.STORED_BUCKETS - 1);
      }
      int complete = page.get(limit - 1).bucket() - 1;
      if (complete >= 0) {
        return new Part(rows, complete);
      }
    }
  }

  /** Whether these are all blocks. */
  boolean isComplete() {
    return complete;
  }

  int blocks() {
    return storages.size();
  }

  /** How many blocks can be read from storages that are there. */
  int reachable(IntPredicate isThere) {
    int count = 0;
    for (Map.Entry<Long, Map<Long, Set<Integer>>> block : storages.entrySet()) {
      long id = block.getKey();
      // Without a row, as of a file that is just being deleted, the id says what it can.
      Striping striping =
          stripings.containsKey(id) ? stripings.get(id) : Striping.of(BlockIds.policyId(id));
      Collection<Set<Integer>> units = block.getValue().values();
      int needed = striping == null ? 1 : Math.min(striping.dataUnits(), units.size());
      long there = units.stream().filter(s -> s.stream().anyMatch(isThere::test)).count();
      count += there >= needed ? 1 : 0;
    }
    return count;
  }
}
