package io.warren.checker;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Partitioning;
import io.warren.namespace.file.BlockRef;
import io.warren.namespace.operation.GetStatus;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Writes the rows that block reports write; the part of the system that is not under test. */
final class Datanodes {
  private static final int STORAGE = 1;
  private static final int ROWS_MAX = 1_000;

  private final Cluster cluster;

  Datanodes(Cluster cluster) {
    this.cluster = cluster;
  }

  @Nullable Block lastBlock(long inodeId) {
    return cluster
        .plain()
        .run(
            TxOptions.read("test_last_block"),
            tx -> tx.scan(Scan.prefix(Tables.BLOCKS, ROWS_MAX, inodeId)))
        .stream()
        .max(Comparator.comparingInt(Block::index))
        .orElse(null);
  }

  /** The inode at a path, without looking at rights. */
  @Nullable Inode inode(Cluster.Namenode namenode, String path) {
    GetStatus operation = new GetStatus(FsPath.parse(path));
    try {
      return namenode
          .run(operation, Callers.context(Callers.SUPERUSER))
          .map(EntryStatus::inode)
          .orElse(null);
    } catch (NamespaceException e) {
      return null;
    }
  }

  /** A datanode has finished a replica as its writer wrote it; whether anybody waits for it. */
  boolean report(long inodeId, @Nullable BlockRef written) {
    return written != null
        && cluster.plain().run(TxOptions.write("test_report"), tx -> report(tx, inodeId, written));
  }

  boolean isInTree(long inodeId) {
    return cluster.plain().run(TxOptions.read("test_in_tree"), tx -> isInTree(tx, inodeId));
  }

  /** What was deleted is no longer waited for, whether or not a snapshot holds it. */
  private static boolean isInTree(Tx tx, long inodeId) {
    Inode at = InodeRows.find(tx, inodeId);
    while (at != null && !at.isRoot() && !Partitioning.isAway(at)) {
      at = InodeRows.find(tx, at.parentId());
    }
    return at != null && at.isRoot();
  }

  private static boolean report(Tx tx, long inodeId, BlockRef written) {
    BlockKey key = new BlockKey(inodeId, written.blockId());
    Block block = tx.get(Tables.BLOCKS, key, LockMode.EXCLUSIVE);
    boolean awaited =
        block != null
            && isInTree(tx, inodeId)
            && written.matches(block)
            && (block.state() == BlockState.UNDER_CONSTRUCTION
                || block.state() == BlockState.COMMITTED);
    if (block == null || !awaited) {
      return false;
    }
    ReplicaRows.put(
        tx,
        new Replica(
            inodeId, block.blockId(), STORAGE, block.generationStamp(), written.lengthBytes()),
        tx.get(
            Tables.REPLICAS,
            new ReplicaKey(inodeId, block.blockId(), STORAGE),
            LockMode.EXCLUSIVE));
    tx.delete(Tables.CORRUPT_REPLICAS, new ReplicaKey(inodeId, block.blockId(), STORAGE));
    if (block.state() == BlockState.COMMITTED && block.lengthBytes() == written.lengthBytes()) {
      tx.update(Tables.BLOCKS, block.withState(BlockState.COMPLETE));
      for (ReplicaUnderConstruction expected :
          tx.scan(
              Scan.prefix(
                  Tables.REPLICAS_UNDER_CONSTRUCTION, ROWS_MAX, inodeId, block.blockId()))) {
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
      }
    }
    return true;
  }
}
