package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ReplicaRemoval;
import io.warren.store.BlockScans;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The block rows of one file, in the order of the file: all of them, or the last ones. */
public final class FileBlocks {
  private static final int PAGE = Scan.LIMIT_MAX;
  private static final int SCANNED_SINGLY_MAX = 2;

  private final List<Block> blocks;
  private final long startBytes;

  FileBlocks(List<Block> blocks) {
    this(blocks, 0);
  }

  /**
   * The last blocks of a file.
   *
   * @param startBytes where the first of them begins
   */
  FileBlocks(List<Block> blocks, long startBytes) {
    this.blocks = blocks.size() < 2 ? List.copyOf(blocks) : sorted(blocks);
    this.startBytes = startBytes;
  }

  private static List<Block> sorted(List<Block> blocks) {
    List<Block> sorted = new ArrayList<>(blocks);
    sorted.sort(Comparator.comparingInt(Block::index));
    return List.copyOf(sorted);
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

  /** Those that were read. */
  public List<Block> all() {
    return blocks;
  }

  /** Whether these are all blocks of the file. */
  boolean isWhole() {
    return blocks.isEmpty() || blocks.get(0).index() == 0;
  }

  /** How many blocks the file has. */
  public int count() {
    return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).index() + 1;
  }

  /** The block at a place in the file; null when it is not one of these. */
  @Nullable Block at(int index) {
    int here = blocks.isEmpty() ? -1 : index - blocks.get(0).index();
    return here < 0 || here >= blocks.size() ? null : blocks.get(here);
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
    long sum = startBytes;
    for (Block block : blocks) {
      sum += block.lengthBytes();
    }
    return sum;
  }

  /**
   * Whether these blocks, read from the beginning, and the inode are of one version: every change
   * of a block changes the inode's size in the same transaction.
   */
  boolean fit(Inode file) {
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).index() != i) {
        return false;
      }
    }
    return lengthBytes() == file.sizeBytes();
  }

  /** These blocks with one replaced. */
  public FileBlocks with(Block changed) {
    return new FileBlocks(
        blocks.stream().map(b -> b.blockId() == changed.blockId() ? changed : b).toList(),
        startBytes);
  }

  /** These blocks without the file's last one. */
  FileBlocks withoutLast() {
    return new FileBlocks(blocks.subList(0, blocks.size() - 1), startBytes);
  }

  /** What a block is charged for in space quotas: a whole block while it is being written. */
  public static PolicySpace charged(Inode file, Block block) {
    return PolicySpace.ofFile(file, chargedBytes(file, block));
  }

  /** What all blocks of a file are charged for: it goes by the sum of their lengths. */
  public static PolicySpace charged(Inode file, List<Block> blocks) {
    long bytes = blocks.stream().mapToLong(block -> chargedBytes(file, block)).sum();
    return PolicySpace.ofFile(file, bytes);
  }

  /** The bytes of a block that its file is charged for, its copies or parity not counted. */
  public static long chargedBytes(Inode file, Block block) {
    return block.state().isOpen()
        ? Math.max(file.fullBlockBytes(), block.lengthBytes())
        : block.lengthBytes();
  }

  /** Deletes blocks of a file whose rows are locked exclusively. */
  public static void discard(Tx tx, long inodeId, List<Block> blocks) {
    for (Block block : blocks) {
      tx.delete(Tables.BLOCKS, block.key());
      tx.delete(Tables.BLOCK_LOOKUP, block.blockId());
    }
    if (blocks.size() <= SCANNED_SINGLY_MAX) {
      blocks.forEach(
          block -> {
            long id = block.blockId();
            discardReplicas(
                tx,
                Set.of(id),
                BlockScans.replicas(Tables.REPLICAS, inodeId, id).settledUnderLock(),
                BlockScans.replicas(Tables.REPLICAS_UNDER_CONSTRUCTION, inodeId, id)
                    .settledUnderLock(),
                BlockScans.replicas(Tables.CORRUPT_REPLICAS, inodeId, id).settledUnderLock());
          });
      return;
    }
    discardReplicas(
        tx,
        blocks.stream().map(Block::blockId).collect(Collectors.toSet()),
        Scan.prefix(Tables.REPLICAS, PAGE, inodeId).locked(LockMode.SETTLED),
        Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, PAGE, inodeId).locked(LockMode.SETTLED),
        Scan.prefix(Tables.CORRUPT_REPLICAS, PAGE, inodeId).locked(LockMode.SETTLED));
  }

  /**
   * Deletes what scans find about the replicas of blocks; they may find other rows, too. They are
   * settled: whoever held a block's lock before may not have made all its rows visible yet.
   */
  private static void discardReplicas(
      Tx tx,
      Set<Long> gone,
      Scan<ReplicaKey, Replica> replicas,
      Scan<ReplicaKey, ReplicaUnderConstruction> expected,
      Scan<ReplicaKey, CorruptReplica> corrupt) {
    ReadBatch batch = tx.batch();
    var storedPage = batch.scan(replicas);
    var expectedPage = batch.scan(expected);
    var corruptPage = batch.scan(corrupt);
    batch.execute();
    long last = gone.stream().mapToLong(BlockIds::last).max().orElse(0);
    ReplicaRemoval.remove(
        tx,
        of(gone, last, tx, replicas, storedPage.get(), Replica::blockId),
        of(gone, last, tx, expected, expectedPage.get(), ReplicaUnderConstruction::blockId),
        of(gone, last, tx, corrupt, corruptPage.get(), CorruptReplica::blockId));
  }

  private static <R> List<R> of(
      Set<Long> gone,
      long lastBlockId,
      Tx tx,
      Scan<ReplicaKey, R> scan,
      List<R> first,
      ToLongFunction<R> idOf) {
    return Scans.fromWhile(tx, scan, first, row -> idOf.applyAsLong(row) <= lastBlockId).stream()
        .filter(row -> gone.contains(BlockIds.owner(idOf.applyAsLong(row))))
        .toList();
  }
}
