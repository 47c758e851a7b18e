package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** What a reader of a file asks the store for, in one batch. */
record FileRows(
    long inodeId,
    ReadBatch.Rows<Block> blockPage,
    ReadBatch.Rows<Replica> replicaPage,
    ReadBatch.Rows<ReplicaUnderConstruction> pipelines,
    ReadBatch.Rows<CorruptReplica> corrupt) {
  private static final int PAGE = Scan.LIMIT_MAX;

  /** Adds the reads to a batch. */
  static FileRows add(ReadBatch batch, long inodeId) {
    return new FileRows(
        inodeId,
        batch.scan(Scan.prefix(Tables.BLOCKS, PAGE, inodeId)),
        batch.scan(Scan.prefix(Tables.REPLICAS, PAGE, inodeId)),
        batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, PAGE, inodeId)),
        batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, PAGE, inodeId)));
  }

  /** All blocks, also those behind the first page. */
  FileBlocks blocks(Tx tx) {
    return new FileBlocks(all(tx, Tables.BLOCKS, blockPage.get(), Block::key));
  }

  /** The rows about the replicas of blocks, also of blocks that only snapshots read. */
  OfBlocks replicas(Tx tx, FileBlocks blocks) {
    OfBlocks rows = new OfBlocks(new HashMap<>(), new HashMap<>(), new HashMap<>());
    add(tx, rows);
    Set<Long> former = new LinkedHashSet<>();
    blocks.all().forEach(block -> former.add(block.inodeId()));
    former.remove(inodeId);
    for (long formerId : former) {
      ReadBatch batch = tx.batch();
      FileRows more = add(batch, formerId);
      batch.execute();
      more.add(tx, rows);
    }
    return rows;
  }

  private void add(Tx tx, OfBlocks rows) {
    sort(all(tx, Tables.REPLICAS, replicaPage.get(), Replica::key), Replica::blockId, rows.stored);
    sort(pipelines.get(), ReplicaUnderConstruction::blockId, rows.expected);
    sort(corrupt.get(), CorruptReplica::blockId, rows.bad);
  }

  private static <R> void sort(
      List<R> rows, Function<R, Long> blockId, Map<Long, List<R>> byBlock) {
    for (R row : rows) {
      byBlock.computeIfAbsent(BlockIds.owner(blockId.apply(row)), id -> new ArrayList<>()).add(row);
    }
  }

  /** The first page and those behind it. */
  private <K, R> List<R> all(Tx tx, Table<K, R> table, List<R> first, Function<R, K> key) {
    if (first.size() < PAGE) {
      return first;
    }
    List<R> rows = new ArrayList<>(first);
    List<R> page = first;
    while (page.size() == PAGE) {
      page = tx.scan(Scan.prefix(table, PAGE, inodeId).after(key.apply(page.get(page.size() - 1))));
      rows.addAll(page);
    }
    return rows;
  }

  /** Rows about replicas, by the ids of their blocks. */
  record OfBlocks(
      Map<Long, List<Replica>> stored,
      Map<Long, List<ReplicaUnderConstruction>> expected,
      Map<Long, List<CorruptReplica>> bad) {
    FileBlock fileBlock(Block block, long offsetBytes) {
      return new FileBlock(
          block,
          offsetBytes,
          stored.getOrDefault(block.blockId(), List.of()),
          expected.getOrDefault(block.blockId(), List.of()),
          bad.getOrDefault(block.blockId(), List.of()));
    }
  }
}
