package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.NullUnmarked;

/** What clients do to blocks, with the rows that the namespace's operations write for it. */
@NullUnmarked
final class SimulatedFiles {
  private static final int ROWS_MAX = 1_000;

  private final BlockFixture store;
  private final Random random;
  private final ToIntFunction<SimulatedDatanode> storageOf;

  /** Blocks that are being written, with their pipelines. */
  private final Map<Long, List<SimulatedDatanode>> open = new TreeMap<>();

  private final List<Long> closed = new ArrayList<>();
  private long nextBlockId = 1;
  private long nextStamp = 1_000;

  SimulatedFiles(BlockFixture store, Random random, ToIntFunction<SimulatedDatanode> storageOf) {
    this.store = store;
    this.random = random;
    this.storageOf = storageOf;
  }

  private List<SimulatedDatanode> some(List<SimulatedDatanode> all) {
    List<SimulatedDatanode> some = new ArrayList<>(all);
    some.removeIf(d -> random.nextInt(4) == 0);
    return some.isEmpty() ? List.of(all.get(0)) : some;
  }

  void create(List<SimulatedDatanode> datanodes) {
    long blockId = nextBlockId++;
    write(blockId, nextStamp++, some(datanodes));
  }

  private void write(long blockId, long stamp, List<SimulatedDatanode> pipeline) {
    Block block = store.addBlock(blockId, stamp, 0, BlockState.UNDER_CONSTRUCTION);
    store.write(
        tx -> {
          for (SimulatedDatanode datanode : pipeline) {
            tx.upsert(
                Tables.REPLICAS_UNDER_CONSTRUCTION,
                new ReplicaUnderConstruction(
                    block.inodeId(),
                    blockId,
                    storageOf.applyAsInt(datanode),
                    pipeline.indexOf(datanode),
                    stamp,
                    0,
                    ReplicaState.RBW));
          }
        });
    pipeline.forEach(datanode -> datanode.receive(blockId, stamp));
    open.put(blockId, pipeline);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  void finish() {
    if (!open.isEmpty()) {
      finish(any(new ArrayList<>(open.keySet())));
    }
  }

  /** The writer closes; one datanode of the pipeline may have failed. */
  private void finish(long blockId) {
    List<SimulatedDatanode> pipeline = open.remove(blockId);
    Block block = store.block(blockId);
    long lengthBytes = 1 + random.nextInt(1_000);
    List<SimulatedDatanode> good = some(pipeline);
    good.forEach(datanode -> datanode.finish(blockId, block.generationStamp(), lengthBytes));
    store.write(tx -> commit(tx, block.withLength(lengthBytes)));
    closed.add(blockId);
  }

  private static void commit(Tx tx, Block block) {
    boolean complete = false;
    for (Replica replica : replicas(tx, block)) {
      if (replica.generationStamp() != block.generationStamp()) {
        ReplicaRows.delete(tx, replica);
      } else {
        complete |= replica.lengthBytes() == block.lengthBytes();
      }
    }
    tx.update(
        Tables.BLOCKS, block.withState(complete ? BlockState.COMPLETE : BlockState.COMMITTED));
  }

  private static List<Replica> replicas(Tx tx, Block block) {
    tx.get(Tables.BLOCKS, block.key(), LockMode.EXCLUSIVE);
    return tx.scan(Scan.prefix(Tables.REPLICAS, ROWS_MAX, block.inodeId(), block.blockId()));
  }

  void append(List<SimulatedDatanode> datanodes) {
    if (!closed.isEmpty()) {
      Long blockId = any(closed);
      closed.remove(blockId);
      write(blockId, nextStamp++, some(datanodes));
    }
  }

  /** The end of a lease recovery or of a truncation: some replicas get a new length at once. */
  void recover(List<SimulatedDatanode> datanodes) {
    List<Long> all = new ArrayList<>(closed);
    all.addAll(open.keySet());
    if (!all.isEmpty()) {
      recover(any(all), some(datanodes));
    }
  }

  private void recover(long blockId, List<SimulatedDatanode> targets) {
    long stamp = nextStamp++;
    long lengthBytes = 1 + random.nextInt(500);
    Block block =
        store
            .block(blockId)
            .withGenerationStamp(stamp)
            .withLength(lengthBytes)
            .withState(BlockState.COMPLETE);
    targets.forEach(datanode -> datanode.finish(blockId, stamp, lengthBytes));
    List<Integer> storages = targets.stream().map(storageOf::applyAsInt).toList();
    store.write(
        tx -> {
          Map<Integer, Replica> before = new TreeMap<>();
          for (Replica replica : replicas(tx, block)) {
            if (storages.contains(replica.storageId())) {
              before.put(replica.storageId(), replica);
            } else {
              ReplicaRows.delete(tx, replica);
            }
          }
          dropOthers(tx, block);
          for (int storage : storages) {
            ReplicaRows.put(
                tx,
                new Replica(block.inodeId(), blockId, storage, stamp, lengthBytes),
                before.get(storage));
          }
          tx.update(Tables.BLOCKS, block);
        });
    if (open.remove(blockId) != null) {
      closed.add(blockId);
    }
  }

  private static void dropOthers(Tx tx, Block block) {
    for (ReplicaUnderConstruction row :
        tx.scan(
            Scan.prefix(
                Tables.REPLICAS_UNDER_CONSTRUCTION, ROWS_MAX, block.inodeId(), block.blockId()))) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, row.key());
    }
    for (CorruptReplica row :
        tx.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, ROWS_MAX, block.inodeId(), block.blockId()))) {
      tx.delete(
          Tables.CORRUPT_REPLICAS, new ReplicaKey(row.inodeId(), row.blockId(), row.storageId()));
    }
  }

  void delete() {
    List<Long> all = new ArrayList<>(closed);
    all.addAll(open.keySet());
    if (all.isEmpty()) {
      return;
    }
    Long blockId = any(all);
    closed.remove(blockId);
    open.remove(blockId);
    Block block = store.block(blockId);
    store.write(
        tx -> {
          for (Replica replica : replicas(tx, block)) {
            ReplicaRows.delete(tx, replica);
            tx.upsert(
                Tables.INVALIDATED_BLOCKS,
                new InvalidatedReplica(
                    replica.inodeId(),
                    blockId,
                    replica.storageId(),
                    replica.generationStamp(),
                    replica.lengthBytes()));
          }
          dropOthers(tx, block);
          tx.delete(Tables.BLOCKS, block.key());
          tx.delete(Tables.BLOCK_LOOKUP, blockId);
        });
  }

  /** Writers close or are recovered, so that every block has a replica again. */
  void finishAll(List<SimulatedDatanode> datanodes) {
    for (long blockId : List.copyOf(open.keySet())) {
      recover(blockId, some(datanodes));
    }
    for (long blockId : List.copyOf(closed)) {
      if (store.block(blockId).state() != BlockState.COMPLETE) {
        recover(blockId, some(datanodes));
      }
    }
  }

  /** The leader's sweep over replicas that their pipelines never finished. */
  void forgetPipelines() {
    for (ReplicaUnderConstruction row : store.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)) {
      if (store.block(row.blockId()).state() == BlockState.COMPLETE) {
        store.write(tx -> tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, row.key()));
      }
    }
  }
}
