package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.Replica;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.model.Striping;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which good replicas of a block are certain: on a storage that the leader found available and that
 * this namenode hears of. Rows alone also tell of replicas on storages that are lost, back without
 * a report, or were not heard of since a restart. Thread-safe.
 */
final class CertainReplicas {
  private final IntPredicate heard;

  /**
   * @param heard whether a storage's datanode was heard of lately
   */
  CertainReplicas(IntPredicate heard) {
    this.heard = heard;
  }

  /** Whether a block is stored without any doubt; a group, so that all its data can be read. */
  boolean areEnough(Tx tx, BlockRows all, int minReplication) {
    List<Replica> good = all.replicas().stream().filter(r -> isGood(all, r)).toList();
    Set<Integer> available = available(tx, good);
    List<Replica> certain = good.stream().filter(r -> available.contains(r.storageId())).toList();
    long blockId = all.block().blockId();
    if (!BlockIds.isStriped(blockId)) {
      return certain.size() >= Math.max(1, minReplication);
    }
    Striping striping = all.block().striping();
    long units = certain.stream().map(r -> BlockIds.unit(r.blockId())).distinct().count();
    return striping != null && units >= striping.neededUnits(all.block().lengthBytes());
  }

  private static boolean isGood(BlockRows all, Replica replica) {
    BlockRows rows = all.of(replica.blockId());
    return replica.generationStamp() == rows.block().generationStamp()
        && rows.corrupt(replica.storageId()) == null
        && rows.invalidated(replica.storageId()) == null;
  }

  private Set<Integer> available(Tx tx, List<Replica> replicas) {
    Map<Integer, ReadBatch.Row<StorageCondition>> rows = new HashMap<>();
    ReadBatch batch = tx.batch();
    for (Replica replica : replicas) {
      rows.computeIfAbsent(replica.storageId(), id -> batch.get(Tables.STORAGE_CONDITIONS, id));
    }
    if (!rows.isEmpty()) {
      batch.execute();
    }
    Set<Integer> available = new HashSet<>();
    rows.forEach(
        (storageId, row) -> {
          StorageCondition condition = row.get();
          if (condition != null
              && condition.state() == StorageState.AVAILABLE
              && heard.test(storageId)) {
            available.add(storageId);
          }
        });
    return available;
  }
}
