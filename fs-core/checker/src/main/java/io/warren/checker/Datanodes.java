package io.warren.checker;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.Replica;
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
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes the rows that block reports write; the part of the system that is not under test. */
final class Datanodes {
  /** Where the replica of a block is, or the first unit of a group; the others follow. */
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

  /**
   * Datanodes have finished a replica as its writer wrote it, or the units of a group whose bits
   * are there; whether anybody waits for it.
   */
  boolean report(long inodeId, @Nullable BlockRef written, @Nullable Coding striped, long units) {
    return written != null
        && cluster
            .plain()
            .run(
                TxOptions.write("test_report"), tx -> report(tx, inodeId, written, striped, units));
  }

  /** A storage for each unit of a group, in their order. */
  static List<Integer> storages(Coding striped) {
    return IntStream.range(STORAGE, STORAGE + striped.units()).boxed().toList();
  }

  /** The same for those units that a group with so much data has, 0 for the others. */
  static List<Integer> storages(Coding striped, long groupBytes) {
    long[] bytes = striped.unitBytes(groupBytes);
    return storages(striped).stream().map(id -> bytes[id - STORAGE] > 0 ? id : 0).toList();
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

  private static boolean report(
      Tx tx, long inodeId, BlockRef written, @Nullable Coding striped, long units) {
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
    Map<Long, Replica> stored = new HashMap<>();
    for (Replica replica : tx.scan(Scan.prefix(Tables.REPLICAS, ROWS_MAX, inodeId))) {
      if (BlockIds.owner(replica.blockId()) == block.blockId()) {
        stored.put(replica.blockId(), replica);
      }
    }
    for (Replica replica : finished(block, written.lengthBytes(), striped, units)) {
      put(tx, replica);
      stored.put(replica.blockId(), replica);
    }
    if (block.state() == BlockState.COMMITTED && isStored(stored.values(), block, striped)) {
      tx.update(Tables.BLOCKS, block.withState(BlockState.COMPLETE));
      for (ReplicaUnderConstruction expected :
          tx.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, ROWS_MAX, inodeId))) {
        if (BlockIds.owner(expected.blockId()) == block.blockId()) {
          tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
        }
      }
    }
    return true;
  }

  /** What datanodes have of a block with so much data; of a group, of the units asked for. */
  private static List<Replica> finished(
      Block block, long lengthBytes, @Nullable Coding striped, long units) {
    if (striped == null) {
      return List.of(replica(block, 0, lengthBytes));
    }
    long[] bytes = striped.unitBytes(lengthBytes);
    return IntStream.range(0, bytes.length)
        .filter(unit -> bytes[unit] > 0 && (units >> unit & 1) != 0)
        .mapToObj(unit -> replica(block, unit, bytes[unit]))
        .toList();
  }

  private static Replica replica(Block block, int unit, long lengthBytes) {
    return new Replica(
        block.inodeId(),
        block.blockId() + unit,
        STORAGE + unit,
        block.generationStamp(),
        lengthBytes);
  }

  private static void put(Tx tx, Replica replica) {
    ReplicaRows.put(tx, replica, tx.get(Tables.REPLICAS, replica.key(), LockMode.EXCLUSIVE));
    tx.delete(Tables.CORRUPT_REPLICAS, replica.key());
  }

  /** Whether the replicas that fit a committed block suffice to read it. */
  private static boolean isStored(
      Collection<Replica> stored, Block block, @Nullable Coding striped) {
    long[] bytes =
        striped == null ? new long[] {block.lengthBytes()} : striped.unitBytes(block.lengthBytes());
    long fitting =
        stored.stream()
            .filter(r -> r.generationStamp() == block.generationStamp())
            .filter(r -> r.lengthBytes() == bytes[(int) (r.blockId() - block.blockId())])
            .count();
    return fitting >= (striped == null ? 1 : striped.needed(block.lengthBytes()));
  }
}
