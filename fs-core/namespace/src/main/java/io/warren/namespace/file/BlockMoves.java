package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.FsPath;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.function.UnaryOperator;

/**
 * Gives the blocks of files to another file. A file's rows are keyed by its inode id, so each is
 * written anew. The caller holds the exclusive locks of all the inodes.
 */
final class BlockMoves {

  private final Tx tx;
  private final long toInodeId;
  private int nextIndex;
  private int moved;

  /**
   * @param blocks how many the receiving file has
   */
  BlockMoves(Tx tx, long toInodeId, int blocks) {
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
  long take(long fromInodeId, int blocksMax, FsPath target) {
    FileBlocks blocks = FileBlocks.read(tx, fromInodeId, LockMode.EXCLUSIVE);
    moved += blocks.all().size();
    if (moved > blocksMax) {
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
      tx.insert(Tables.BLOCKS, moved(block));
      tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), toInodeId));
    }
    Scans.all(tx, Scan.prefix(Tables.REPLICAS, Scan.LIMIT_MAX, fromInodeId))
        .forEach(replica -> ReplicaRows.move(tx, replica, toInodeId));
    moveRows(Tables.REPLICAS_UNDER_CONSTRUCTION, fromInodeId, this::moved);
    moveRows(Tables.CORRUPT_REPLICAS, fromInodeId, this::moved);
    moveRows(Tables.INVALIDATED_BLOCKS, fromInodeId, this::moved);
    return blocks.lengthBytes();
  }

  private <K, R> void moveRows(Table<K, R> table, long fromInodeId, UnaryOperator<R> change) {
    for (R row : Scans.all(tx, Scan.prefix(table, Scan.LIMIT_MAX, fromInodeId))) {
      tx.delete(table, table.keyOf().apply(row));
      tx.upsert(table, change.apply(row));
    }
  }

  private Block moved(Block b) {
    return new Block(
        toInodeId,
        b.blockId(),
        nextIndex++,
        b.generationStamp(),
        b.lengthBytes(),
        b.state(),
        b.recoveryId());
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
