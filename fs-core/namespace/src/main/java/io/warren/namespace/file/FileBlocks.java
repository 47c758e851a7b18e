package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.policy.PolicySpace;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The block rows of one file, in the order of the file. */
public final class FileBlocks {
  private static final int PAGE = Scan.LIMIT_MAX;
  private static final int SCANNED_SINGLY_MAX = 2;

  private final List<Block> blocks;

  FileBlocks(List<Block> blocks) {
    List<Block> sorted = new ArrayList<>(blocks);
    sorted.sort(Comparator.comparingInt(Block::index));
    this.blocks = List.copyOf(sorted);
  }

  /** Reads the blocks; with a lock mode each row is locked. */
  public static FileBlocks read(Tx tx, long inodeId, LockMode lock) {
    return new FileBlocks(Scans.all(tx, Scan.prefix(Tables.BLOCKS, PAGE, inodeId).locked(lock)));
  }

  /**
   * Reads the blocks of a file whose row the transaction holds. The holder before it may have let
   * go of the file's row and not yet have made its blocks visible, so the rows are waited for (ADR
   * 16).
   */
  static FileBlocks readSettled(Tx tx, long inodeId) {
    return read(tx, inodeId, LockMode.SETTLED);
  }

  public List<Block> all() {
    return blocks;
  }

  public @Nullable Block last() {
    return blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
  }

  /** The last block but one, or null. */
  public @Nullable Block penultimate() {
    return blocks.size() < 2 ? null : blocks.get(blocks.size() - 2);
  }

  /** The sum of the blocks' lengths: the file's size. */
  public long lengthBytes() {
    return blocks.stream().mapToLong(Block::lengthBytes).sum();
  }

  /** These blocks with one replaced. */
  public FileBlocks with(Block changed) {
    return new FileBlocks(
        blocks.stream().map(b -> b.blockId() == changed.blockId() ? changed : b).toList());
  }

  /** What a block is charged for in space quotas: a whole block while it is being written. */
  public static PolicySpace charged(Inode file, Block block) {
    long bytes =
        block.state().isOpen()
            ? Math.max(file.fullBlockBytes(), block.lengthBytes())
            : block.lengthBytes();
    return PolicySpace.ofFile(file, bytes);
  }

  /** Deletes blocks of a file whose rows are locked exclusively. */
  static void discard(Tx tx, long inodeId, List<Block> blocks) {
    for (Block block : blocks) {
      tx.delete(Tables.BLOCKS, block.key());
      tx.delete(Tables.BLOCK_LOOKUP, block.blockId());
    }
    List<Replica> replicas = new ArrayList<>();
    List<ReplicaUnderConstruction> expected = new ArrayList<>();
    List<CorruptReplica> corrupt = new ArrayList<>();
    if (blocks.size() <= SCANNED_SINGLY_MAX) {
      blocks.forEach(b -> collectOne(tx, replicas, expected, corrupt, b));
    } else {
      collect(tx, replicas, expected, corrupt, inodeId);
      Set<Long> wanted = blocks.stream().map(Block::blockId).collect(Collectors.toSet());
      replicas.removeIf(r -> !wanted.contains(BlockIds.owner(r.blockId())));
      expected.removeIf(r -> !wanted.contains(BlockIds.owner(r.blockId())));
      corrupt.removeIf(r -> !wanted.contains(BlockIds.owner(r.blockId())));
    }
    Map<ReplicaKey, InvalidatedReplica> orders = new HashMap<>();
    for (Replica r : replicas) {
      ReplicaRows.delete(tx, r);
      order(orders, r.key(), r.generationStamp(), r.lengthBytes());
    }
    for (ReplicaUnderConstruction r : expected) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
      order(orders, r.key(), r.generationStamp(), r.lengthBytes());
    }
    corrupt.forEach(r -> tx.delete(Tables.CORRUPT_REPLICAS, r.key()));
    orders.values().forEach(o -> tx.upsert(Tables.INVALIDATED_BLOCKS, o));
  }

  /** A datanode deletes a replica only in the generation it is told, so the newest counts. */
  private static void order(
      Map<ReplicaKey, InvalidatedReplica> orders,
      ReplicaKey key,
      long generationStamp,
      long lengthBytes) {
    InvalidatedReplica before = orders.get(key);
    if (before == null || before.generationStamp() < generationStamp) {
      orders.put(
          key,
          new InvalidatedReplica(
              key.inodeId(), key.blockId(), key.storageId(), generationStamp, lengthBytes));
    }
  }

  private static void collectOne(
      Tx tx,
      List<Replica> replicas,
      List<ReplicaUnderConstruction> expected,
      List<CorruptReplica> corrupt,
      Block block) {
    FileBlock rows = AddBlockRules.read(tx, block, 0);
    replicas.addAll(rows.replicas());
    expected.addAll(rows.pipeline());
    corrupt.addAll(rows.corrupt());
  }

  private static void collect(
      Tx tx,
      List<Replica> replicas,
      List<ReplicaUnderConstruction> expected,
      List<CorruptReplica> corrupt,
      Object... prefix) {
    ReadBatch batch = tx.batch();
    var replicaPage = batch.scan(Scan.prefix(Tables.REPLICAS, PAGE, prefix));
    var expectedPage = batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, PAGE, prefix));
    var corruptPage = batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, PAGE, prefix));
    batch.execute();
    expected.addAll(expectedPage.get());
    corrupt.addAll(corruptPage.get());
    List<Replica> page = replicaPage.get();
    replicas.addAll(page);
    while (page.size() == PAGE) {
      page =
          tx.scan(
              Scan.prefix(Tables.REPLICAS, PAGE, prefix).after(page.get(page.size() - 1).key()));
      replicas.addAll(page);
    }
  }
}
