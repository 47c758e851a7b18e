package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.IdRange;
import io.warren.model.InvalidatedReplica;
import io.warren.model.NamenodeMember;
import io.warren.model.Replica;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A store with block rows as the namespace would write them. */
final class BlockFixture implements AutoCloseable {
  static final long INODE = 20_000;

  /** Generation stamps below this one were given out. */
  static final long STAMPS_END = 5_000;

  /** Members from the beginning, numbered from 1. */
  private static final int NAMENODES = 4;

  /** A clock that only moves when told to. */
  static final class ManualClock extends Clock {
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);

    void advance(long ms) {
      nowMs.addAndGet(ms);
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(nowMs.get());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  final ManualClock clock = new ManualClock();
  final Store store;
  final ConcurrentLinkedQueue<TxStats> costs = new ConcurrentLinkedQueue<>();
  final TransactionRunner runner;
  final StorageIds storageIds;
  final ReplicaChanges changes;

  BlockFixture(Path folder) {
    this(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
  }

  /**
   * Over any empty store.
   *
   * @param store closed with this
   */
  BlockFixture(Store store) {
    this.store = store;
    runner = new TransactionRunner(store, (operation, stats, attempt, outcome) -> costs.add(stats));
    storageIds = new StorageIds(runner);
    changes = new ReplicaChanges(runner, 1, clock, storageIds, () -> 1);
    write(tx -> tx.upsert(Tables.ID_RANGES, new IdRange("generation_stamp", STAMPS_END)));
    for (long id = 1; id <= NAMENODES; id++) {
      join(id);
    }
  }

  /** Makes a namenode a member. */
  void join(long id) {
    write(
        tx ->
            tx.upsert(
                Tables.NAMENODES, new NamenodeMember(id, "nn" + id, "", "", 0, 0, 0, 0, "test")));
  }

  /** What the others do to a namenode that stands still. */
  void evict(long id) {
    write(tx -> tx.delete(Tables.NAMENODES, id));
  }

  /** Something written in one transaction. */
  interface Write {
    void to(Tx tx);
  }

  void write(Write write) {
    runner.run(
        TxOptions.write("fixture"),
        tx -> {
          write.to(tx);
          return true;
        });
  }

  Block addBlock(long blockId, long stamp, long lengthBytes, BlockState state) {
    Block block = new Block(INODE, blockId, (int) blockId, stamp, lengthBytes, state, 0);
    write(
        tx -> {
          tx.upsert(Tables.BLOCKS, block);
          tx.upsert(Tables.BLOCK_LOOKUP, new BlockLookup(blockId, INODE));
        });
    return block;
  }

  void expect(Block block, int... storageIds) {
    write(
        tx -> {
          int position = 0;
          for (int storageId : storageIds) {
            tx.upsert(
                Tables.REPLICAS_UNDER_CONSTRUCTION,
                new ReplicaUnderConstruction(
                    INODE,
                    block.blockId(),
                    storageId,
                    position++,
                    block.generationStamp(),
                    0,
                    ReplicaState.RBW));
          }
        });
  }

  void addReplica(Block block, int storageId) {
    Replica replica =
        new Replica(
            INODE, block.blockId(), storageId, block.generationStamp(), block.lengthBytes());
    write(
        tx ->
            ReplicaRows.put(
                tx, replica, tx.get(Tables.REPLICAS, replica.key(), LockMode.EXCLUSIVE)));
  }

  /** The leader has found storages available. */
  void available(int... storageIds) {
    write(
        tx -> {
          for (int storageId : storageIds) {
            tx.upsert(
                Tables.STORAGE_CONDITIONS,
                StorageCondition.begin(storageId, StorageState.AVAILABLE, "/r", clock.millis()));
          }
        });
  }

  void invalidate(long inodeId, long blockId, int storageId, long stamp) {
    write(
        tx ->
            tx.upsert(
                Tables.INVALIDATED_BLOCKS,
                new InvalidatedReplica(inodeId, blockId, storageId, stamp, 1)));
  }

  Block block(long blockId) {
    return runner.run(
        TxOptions.read("fixture"),
        tx ->
            Objects.requireNonNull(
                tx.get(Tables.BLOCKS, new BlockKey(INODE, blockId), LockMode.READ_COMMITTED)));
  }

  <K, R> List<R> rows(Table<K, R> table) {
    return runner.run(
        TxOptions.read("fixture"), tx -> new ArrayList<>(tx.scan(Scan.prefix(table, 10_000))));
  }

  static ReportedReplica finalized(int storageId, long blockId, long stamp, long lengthBytes) {
    return new ReportedReplica(
        storageId, blockId, stamp, lengthBytes, ReportedReplica.State.FINALIZED);
  }

  static ReportedReplica beingWritten(int storageId, long blockId, long stamp) {
    return new ReportedReplica(storageId, blockId, stamp, 0, ReportedReplica.State.BEING_WRITTEN);
  }

  static ReportedReplica deleted(int storageId, long blockId, long stamp) {
    return new ReportedReplica(storageId, blockId, stamp, 0, ReportedReplica.State.DELETED);
  }

  /** Applies a report and then again, as it comes through another namenode: that writes nothing. */
  ReplicaChanges.Outcome applyTwice(ReportedReplica... reports) {
    ReplicaChanges.Outcome first = changes.apply(List.of(reports));
    costs.clear();
    ReplicaChanges.Outcome second =
        new ReplicaChanges(runner, 1, clock, storageIds, () -> 1).apply(List.of(reports));
    if (second.changed() != 0 || second.invalidated() != 0) {
      throw new AssertionError("The repeated report changed something: " + second);
    }
    int written = costs.stream().mapToInt(TxStats::rowsWritten).sum();
    if (written != 0) {
      throw new AssertionError("The repeated report wrote rows: " + written);
    }
    return first;
  }

  int lastRoundTrips() {
    return costs.stream().mapToInt(TxStats::roundTrips).sum();
  }

  @Override
  public void close() {
    store.close();
  }
}
