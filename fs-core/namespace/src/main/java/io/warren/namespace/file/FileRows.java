package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.BlockScans;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a reader of a file asks the store for. */
record FileRows(long inodeId, ReadBatch.Rows<Block> blockPage, AboutReplicas about) {
  private static final int PAGE = Scan.LIMIT_MAX;

  /** So many rows about replicas of a file are asked for before anything is known of it. */
  private static final int REPLICAS_FIRST = 128;

  private static final int BLOCKS_PER_BATCH = 64;

  /** Of more blocks, all rows of the file are read. */
  private static final int BLOCKS_SINGLY_MAX = 512;

  /**
   * Adds the reads to a batch; they find all of a file of few blocks but who writes them, which few
   * readers need.
   */
  static FileRows add(ReadBatch batch, long inodeId) {
    return addBlocks(batch, inodeId).with(AboutReplicas.add(batch, inodeId));
  }

  /**
   * Reads as much.
   *
   * @param ahead what is about replicas in one batch with the blocks; else when there are blocks
   */
  static FileRows read(Tx tx, long inodeId, boolean ahead) {
    ReadBatch batch = tx.batch();
    FileRows rows = ahead ? add(batch, inodeId) : addBlocks(batch, inodeId);
    batch.execute();
    if (ahead || rows.blockPage().get().isEmpty()) {
      return rows;
    }
    ReadBatch more = tx.batch();
    FileRows whole = rows.with(AboutReplicas.add(more, inodeId));
    more.execute();
    return whole;
  }

  /** Adds the read of the blocks alone, for files that may have none. */
  static FileRows addBlocks(ReadBatch batch, long inodeId) {
    Scan<BlockKey, Block> scan = Scan.prefix(Tables.BLOCKS, BlockPlaces.SMALL_MAX + 1, inodeId);
    return new FileRows(inodeId, batch.scan(scan), AboutReplicas.NONE);
  }

  /** These rows with what another batch reads about the replicas. */
  FileRows with(AboutReplicas replicas) {
    return new FileRows(inodeId, blockPage, replicas);
  }

  /** Whether all blocks were found at once. */
  boolean hasFewBlocks() {
    return blockPage.get().size() <= BlockPlaces.SMALL_MAX;
  }

  /** All blocks, also those behind the first page. */
  FileBlocks blocks(Tx tx) {
    return hasFewBlocks()
        ? new FileBlocks(blockPage.get())
        : FileBlocks.read(tx, inodeId, LockMode.READ_COMMITTED);
  }

  /** The rows about the replicas of some blocks, also of blocks that only snapshots read. */
  OfBlocks replicas(Tx tx, List<Block> blocks) {
    if (blocks.isEmpty()) {
      return OfBlocks.NONE;
    }
    OfBlocks rows = new OfBlocks(new HashMap<>(), new HashMap<>(), new HashMap<>());
    List<Block> own = new ArrayList<>(blocks.size());
    List<Block> others = new ArrayList<>();
    for (Block block : blocks) {
      (block.inodeId() == inodeId ? own : others).add(block);
    }
    if (about.isWhole()) {
      rows.add(about.replicas().get(), about.corrupt().get());
    } else if (own.size() > BLOCKS_SINGLY_MAX) {
      rows.add(all(tx, Tables.REPLICAS), all(tx, Tables.CORRUPT_REPLICAS));
    } else {
      singly(tx, own, rows);
    }
    singly(tx, others, rows);
    pipelines(tx, blocks, rows);
    return rows;
  }

  private <K, R> List<R> all(Tx tx, Table<K, R> table) {
    return Scans.all(tx, Scan.prefix(table, PAGE, inodeId));
  }

  private static void singly(Tx tx, List<Block> blocks, OfBlocks rows) {
    for (int from = 0; from < blocks.size(); from += BLOCKS_PER_BATCH) {
      List<Block> some = blocks.subList(from, Math.min(from + BLOCKS_PER_BATCH, blocks.size()));
      ReadBatch batch = tx.batch();
      List<BlockScan> scans = some.stream().map(block -> BlockScan.add(batch, block)).toList();
      batch.execute();
      scans.forEach(scan -> scan.addTo(rows));
    }
  }

  /** Reads who writes the blocks that are being written, or have not been reported by anybody. */
  private static void pipelines(Tx tx, List<Block> blocks, OfBlocks rows) {
    List<Block> awaited = blocks.stream().filter(rows::isAwaited).toList();
    for (int from = 0; from < awaited.size(); from += BLOCKS_PER_BATCH) {
      List<Block> some = awaited.subList(from, Math.min(from + BLOCKS_PER_BATCH, awaited.size()));
      ReadBatch batch = tx.batch();
      List<ReadBatch.Rows<ReplicaUnderConstruction>> read = new ArrayList<>(some.size());
      for (Block block : some) {
        read.add(
            batch.scan(
                BlockScans.replicas(
                    Tables.REPLICAS_UNDER_CONSTRUCTION, block.inodeId(), block.blockId())));
      }
      batch.execute();
      for (int i = 0; i < some.size(); i++) {
        long id = some.get(i).blockId();
        rows.addPipeline(
            BlockScans.ofBlock(read.get(i).get(), id, ReplicaUnderConstruction::blockId));
      }
    }
  }

  /** The first rows about the replicas of a file. */
  record AboutReplicas(ReadBatch.Rows<Replica> replicas, ReadBatch.Rows<CorruptReplica> corrupt) {
    /** Of a file without blocks. */
    static final AboutReplicas NONE = new AboutReplicas(List::of, List::of);

    static AboutReplicas add(ReadBatch batch, long inodeId) {
      return new AboutReplicas(
          batch.scan(Scan.prefix(Tables.REPLICAS, REPLICAS_FIRST, inodeId)),
          batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, REPLICAS_FIRST, inodeId)));
    }

    boolean isWhole() {
      return replicas.get().size() < REPLICAS_FIRST && corrupt.get().size() < REPLICAS_FIRST;
    }
  }

  /** What is asked for of one block. */
  private record BlockScan(
      long blockId, ReadBatch.Rows<Replica> replicas, ReadBatch.Rows<CorruptReplica> corrupt) {
    static BlockScan add(ReadBatch batch, Block block) {
      long inodeId = block.inodeId();
      long id = block.blockId();
      return new BlockScan(
          id,
          batch.scan(BlockScans.replicas(Tables.REPLICAS, inodeId, id)),
          batch.scan(BlockScans.replicas(Tables.CORRUPT_REPLICAS, inodeId, id)));
    }

    void addTo(OfBlocks rows) {
      rows.add(
          BlockScans.ofBlock(replicas.get(), blockId, Replica::blockId),
          BlockScans.ofBlock(corrupt.get(), blockId, CorruptReplica::blockId));
    }
  }

  private static <R> void sort(
      List<R> rows, Function<R, Long> blockId, Map<Long, List<R>> byBlock) {
    for (R row : rows) {
      byBlock.computeIfAbsent(BlockIds.owner(blockId.apply(row)), id -> new ArrayList<>()).add(row);
    }
  }

  /** Rows about replicas, by the ids of their blocks. */
  record OfBlocks(
      Map<Long, List<Replica>> stored,
      Map<Long, List<ReplicaUnderConstruction>> expected,
      Map<Long, List<CorruptReplica>> bad) {
    /** Of no blocks. */
    private static final OfBlocks NONE = new OfBlocks(Map.of(), Map.of(), Map.of());

    private void add(List<Replica> replicas, List<CorruptReplica> corrupt) {
      sort(replicas, Replica::blockId, stored);
      sort(corrupt, CorruptReplica::blockId, bad);
    }

    private void addPipeline(List<ReplicaUnderConstruction> pipeline) {
      sort(pipeline, ReplicaUnderConstruction::blockId, expected);
    }

    /** Whether it matters who writes a block: replicas that are there say more. */
    private boolean isAwaited(Block block) {
      return block.state() != BlockState.COMPLETE || !stored.containsKey(block.blockId());
    }

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
