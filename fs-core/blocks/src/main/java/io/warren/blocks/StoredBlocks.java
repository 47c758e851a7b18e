package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.store.InodeRows;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeAdmin;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.jspecify.annotations.Nullable;

/**
 * What a datanode stores, a portion at a time, for the stock balancer: complete blocks with all
 * their good replicas. Each portion of a storage begins where the last one ended, so that a
 * balancer that asks again gets other blocks. Thread-safe.
 */
public final class StoredBlocks {
  private static final int ROWS_PER_PAGE = 200;
  private static final int PAGES_PER_STORAGE_MAX = 200;
  private static final int BLOCKS_MAX = 10_000;

  /**
   * Which blocks a balancer wants.
   *
   * @param bytesMax ends the portion when its blocks hold as many
   * @param blockBytesMin smaller blocks are not worth a move
   * @param quietMs blocks of files that changed within this time come last; 0 for no such order
   * @param type only from storages of this type, null for all
   */
  public record Wanted(
      long bytesMax, long blockBytesMin, long quietMs, @Nullable StorageType type) {}

  private static final Comparator<ReplicaKey> ORDER =
      Comparator.comparingLong(ReplicaKey::inodeId).thenComparingLong(ReplicaKey::blockId);

  private record Found(BlockWithLocations block, boolean hot) {}

  /** A page of a storage's rows: what was found in it, and the last row, null at the end. */
  private record Page(List<Found> blocks, @Nullable ReplicaKey last) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;
  private final Map<Integer, ReplicaKey> cursors = new ConcurrentHashMap<>();

  public StoredBlocks(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  /** A portion of a datanode's blocks, from all of its storages that are wanted. */
  public List<BlockWithLocations> of(DatanodeDescriptor datanode, Wanted wanted) {
    Portion portion = new Portion(wanted);
    for (DatanodeStorageInfo storage : datanode.getStorageInfos()) {
      Integer id = datanodes.storageIds().idOf(storage.getStorageID());
      boolean fits = wanted.type() == null || storage.getStorageType() == wanted.type();
      if (id != null && fits && DatanodeAdmin.isServing(storage)) {
        read(id, wanted, portion);
      }
    }
    return portion.blocks();
  }

  private void read(int storageId, Wanted wanted, Portion portion) {
    ReplicaKey begin = cursors.get(storageId);
    ReplicaKey after = begin;
    boolean wrapped = begin == null;
    for (int i = 0; i < PAGES_PER_STORAGE_MAX && !portion.isFull(); i++) {
      ReplicaKey from = after;
      Page page =
          runner.run(TxOptions.read("list_stored_blocks"), tx -> page(tx, storageId, from, wanted));
      page.blocks().forEach(portion::add);
      after = page.last();
      if (!wrapped) {
        wrapped = after == null;
      } else if (after == null || (begin != null && ORDER.compare(after, begin) >= 0)) {
        break;
      }
    }
    if (after == null) {
      cursors.remove(storageId);
    } else {
      cursors.put(storageId, after);
    }
  }

  private Page page(Tx tx, int storageId, @Nullable ReplicaKey after, Wanted wanted) {
    List<Replica> rows =
        tx.scan(
            Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, ROWS_PER_PAGE, storageId).after(after));
    if (rows.isEmpty()) {
      return new Page(List.of(), null);
    }
    // Units of a block group stay where they are: each must be on a datanode of its own.
    List<Replica> movable = rows.stream().filter(r -> !BlockIds.isStriped(r.blockId())).toList();
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<Block>> blocks = new ArrayList<>();
    List<BlockRows.Pending> replicas = new ArrayList<>();
    for (Replica row : movable) {
      blocks.add(batch.get(Tables.BLOCKS, new BlockKey(row.inodeId(), row.blockId())));
      replicas.add(BlockRows.Pending.add(batch, row.inodeId(), row.blockId()));
    }
    batch.execute();
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < movable.size(); i++) {
      Block block = blocks.get(i).get();
      if (block != null
          && block.state() == BlockState.COMPLETE
          && block.lengthBytes() >= wanted.blockBytesMin()) {
        BlockWithLocations located = located(replicas.get(i).of(block));
        if (located != null) {
          found.add(new Found(located, isHot(tx, block.inodeId(), wanted.quietMs())));
        }
      }
    }
    return new Page(found, rows.size() < ROWS_PER_PAGE ? null : rows.get(rows.size() - 1).key());
  }

  private boolean isHot(Tx tx, long inodeId, long quietMs) {
    if (quietMs <= 0) {
      return false;
    }
    Inode file = InodeRows.find(tx, inodeId);
    return file != null && file.mtimeMs() >= clock.millis() - quietMs;
  }

  private @Nullable BlockWithLocations located(BlockRows rows) {
    Block block = rows.block();
    List<DatanodeStorageInfo> good =
        rows.replicas().stream()
            .filter(r -> r.generationStamp() == block.generationStamp())
            .filter(r -> rows.corrupt(r.storageId()) == null && rows.excess(r.storageId()) == null)
            .map(r -> datanodes.liveStorage(r.storageId()))
            .filter(Objects::nonNull)
            .toList();
    if (good.isEmpty()) {
      return null;
    }
    return new BlockWithLocations(
        new org.apache.hadoop.hdfs.protocol.Block(
            block.blockId(), block.lengthBytes(), block.generationStamp()),
        good.stream().map(s -> s.getDatanodeDescriptor().getDatanodeUuid()).toArray(String[]::new),
        good.stream().map(DatanodeStorageInfo::getStorageID).toArray(String[]::new),
        good.stream().map(DatanodeStorageInfo::getStorageType).toArray(StorageType[]::new));
  }

  /** Collects blocks up to a size; hot ones come in at the end, where there is room left. */
  private static final class Portion {
    private final Wanted wanted;
    private final List<BlockWithLocations> cold = new ArrayList<>();
    private final List<BlockWithLocations> hot = new ArrayList<>();
    private final Set<Long> seen = new HashSet<>();
    private long coldBytes;

    Portion(Wanted wanted) {
      this.wanted = wanted;
    }

    boolean isFull() {
      return coldBytes >= wanted.bytesMax() || cold.size() + hot.size() >= BLOCKS_MAX;
    }

    void add(Found found) {
      if (isFull() || !seen.add(found.block().getBlock().getBlockId())) {
        return;
      }
      if (found.hot()) {
        hot.add(found.block());
      } else {
        cold.add(found.block());
        coldBytes += found.block().getBlock().getNumBytes();
      }
    }

    List<BlockWithLocations> blocks() {
      List<BlockWithLocations> all = new ArrayList<>(cold);
      long bytes = coldBytes;
      for (BlockWithLocations block : hot) {
        if (bytes >= wanted.bytesMax()) {
          break;
        }
        all.add(block);
        bytes += block.getBlock().getNumBytes();
      }
      return all;
    }
  }
}
