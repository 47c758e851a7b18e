package io.warren.migrate.load;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.namespace.file.FileBlocks;
import io.warren.namespace.file.FormerBlocks;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;

/**
 * Writes the blocks that files have lost by truncation and that snapshots read. An image lists all
 * blocks that a file had; a store keeps those from the first on that differs.
 */
final class FormerBlockRows {
  /**
   * What was written of a file.
   *
   * @param whole whether each snapshot has as many bytes of blocks as the file had
   */
  record Taken(long blocks, boolean whole, String name) {}

  private final FreshIds ids;

  FormerBlockRows(FreshIds ids) {
    this.ids = ids;
  }

  /** Writes the former blocks of a file; the newest change is the first. */
  Taken write(Tx tx, long fileId, List<FileDiff> changes) {
    Inode file = FormerRows.row(tx, fileId);
    List<Block> blocks = FileBlocks.read(tx, fileId, LockMode.READ_COMMITTED).all();
    long written = 0;
    boolean whole = true;
    for (FileDiff change : changes) {
      List<BlockProto> told = change.getBlocksList();
      int same = sameAtBegin(blocks, told);
      if (same < told.size()) {
        long number = FormerPlaces.ourNumber(change.getSnapshotId());
        List<Block> former = insert(tx, file, number, told, same);
        written += former.size();
        List<Block> then = new ArrayList<>(blocks.subList(0, same));
        then.addAll(former);
        blocks = then;
      }
      long bytes = Takeable.bytes(blocks);
      whole &= bytes >= change.getFileSize();
    }
    return new Taken(written, whole, file.name().toString());
  }

  private static int sameAtBegin(List<Block> blocks, List<BlockProto> told) {
    int same = 0;
    while (same < Math.min(blocks.size(), told.size())
        && blocks.get(same).blockId() == told.get(same).getBlockId()) {
      same++;
    }
    return same;
  }

  private List<Block> insert(Tx tx, Inode file, long number, List<BlockProto> told, int from) {
    int policyId = file.erasureCodingPolicy();
    Takeable.blocks(told, policyId != 0, file.id(), file.name().toString());
    long partId = ids.next();
    List<Block> former = new ArrayList<>();
    for (int index = from; index < told.size(); index++) {
      BlockProto block = told.get(index);
      former.add(
          new Block(
              partId,
              block.getBlockId(),
              index,
              block.getGenStamp(),
              block.getNumBytes(),
              BlockState.COMPLETE,
              0,
              policyId));
    }
    long bytes = Takeable.bytes(former);
    tx.insert(Tables.INODES, FormerBlocks.row(file, number, partId, bytes));
    for (Block block : former) {
      tx.insert(Tables.BLOCKS, block);
      tx.insert(Tables.BLOCK_LOOKUP, new BlockLookup(block.blockId(), partId));
    }
    return former;
  }
}
