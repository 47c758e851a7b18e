package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.FsPath;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Gives the blocks of files to another file. A file's rows are keyed by its inode id, so each is
 * written anew. The caller holds the exclusive locks of all the inodes.
 */
public final class BlockMoves {

  private final Tx tx;
  private final long toInodeId;
  private int nextIndex;
  private final List<Block> taken = new ArrayList<>();

  /**
   * @param blocks how many the receiving file has
   */
  public BlockMoves(Tx tx, long toInodeId, int blocks) {
    this.tx = tx;
    this.toInodeId = toInodeId;
    this.nextIndex = blocks;
  }

  /**
   * Takes all blocks of a closed file.
   *
   * @param blocksMax most blocks of all the files together
   * @return their length
   */
  public long take(long fromInodeId, int blocksMax, FsPath target) {
    FileBlocks blocks = FileBlocks.read(tx, fromInodeId, LockMode.EXCLUSIVE);
    if (taken.size() + blocks.count() > blocksMax) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "The sources have too many blocks")
          .with("target", target)
          .with("blocksMax", blocksMax)
          .with("hint", "Give fewer sources at a time");
    }
    for (Block block : blocks.all()) {
      if (block.state() != BlockState.COMPLETE) {
        throw new NamespaceException(
                Code.NOT_REPLICATED_YET, "A block of a source is not stored often enough yet")
            .with("target", target)
            .with("blockId", block.blockId());
      }
      tx.delete(Tables.BLOCKS, block.key());
      Block now = moved(block, nextIndex++);
      tx.insert(Tables.BLOCKS, now);
      taken.add(now);
      tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), toInodeId));
    }
    replicas(fromInodeId).forEach(replica -> ReplicaRows.move(tx, replica, toInodeId));
    moveRows(Tables.REPLICAS_UNDER_CONSTRUCTION, fromInodeId, this::moved);
    moveRows(Tables.CORRUPT_REPLICAS, fromInodeId, this::moved);
    moveRows(Tables.INVALIDATED_BLOCKS, fromInodeId, this::moved);
    BlockPlaces.shrink(tx, fromInodeId, blocks.count(), 0);
    return blocks.lengthBytes();
  }

  /** The blocks that were taken, as they are now, in the order of the receiving file. */
  public List<Block> taken() {
    return taken;
  }

  /**
   * Takes some contiguous blocks of a closed file, which keep their indexes.
   *
   * @param blocks of one file, locked
   */
  static void takeSome(Tx tx, List<Block> blocks, long toInodeId) {
    BlockMoves moves = new BlockMoves(tx, toInodeId, 0);
    long fromInodeId = blocks.get(0).inodeId();
    Set<Long> ids = blocks.stream().map(Block::blockId).collect(Collectors.toSet());
    for (Block block : blocks) {
      tx.delete(Tables.BLOCKS, block.key());
      tx.insert(Tables.BLOCKS, moves.moved(block, block.index()));
      tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), toInodeId));
    }
    for (Replica replica : moves.replicas(fromInodeId)) {
      if (ids.contains(replica.blockId())) {
        ReplicaRows.move(tx, replica, toInodeId);
      }
    }
    moves.moveRows(
        Tables.REPLICAS_UNDER_CONSTRUCTION,
        fromInodeId,
        r -> ids.contains(r.blockId()) ? moves.moved(r) : r);
    moves.moveRows(
        Tables.CORRUPT_REPLICAS, fromInodeId, r -> ids.contains(r.blockId()) ? moves.moved(r) : r);
    moves.moveRows(
        Tables.INVALIDATED_BLOCKS,
        fromInodeId,
        r -> ids.contains(r.blockId()) ? moves.moved(r) : r);
  }

  /** Settled: whoever held a block's lock before may not have made them visible yet. */
  private List<Replica> replicas(long inodeId) {
    return Scans.all(
        tx, Scan.prefix(Tables.REPLICAS, Scan.LIMIT_MAX, inodeId).locked(LockMode.SETTLED));
  }

  /** Writes anew what changes; settled, as replicas are. */
  private <K, R> void moveRows(Table<K, R> table, long fromInodeId, UnaryOperator<R> change) {
    Scan<K, R> all = Scan.prefix(table, Scan.LIMIT_MAX, fromInodeId);
    for (R row : Scans.all(tx, all.locked(LockMode.SETTLED))) {
      R changed = change.apply(row);
      if (!changed.equals(row)) {
        tx.delete(table, table.keyOf().apply(row));
        tx.upsert(table, changed);
      }
    }
  }

  private Block moved(Block b, int index) {
    return b.at(toInodeId, index);
  }

  private ReplicaUnderConstruction moved(ReplicaUnderConstruction r) {
    return new ReplicaUnderConstruction(
        toInodeId,
        r.blockId(),
        r.storageId(),
        r.position(),
        r.generationStamp(),
        r.lengthBytes(),
        r.state());
  }

  private CorruptReplica moved(CorruptReplica r) {
    return new CorruptReplica(
        toInodeId, r.blockId(), r.storageId(), r.generationStamp(), r.reason(), r.reportedAtMs());
  }

  private InvalidatedReplica moved(InvalidatedReplica r) {
    return new InvalidatedReplica(
        toInodeId, r.blockId(), r.storageId(), r.generationStamp(), r.lengthBytes());
  }
}
