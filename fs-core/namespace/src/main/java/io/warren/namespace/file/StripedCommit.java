package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import io.warren.store.ReplicaRows;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashSet;
import java.util.Set;

/** The end of a block group's writing, where its length says how long each internal block is. */
final class StripedCommit {
  private StripedCommit() {}

  /**
   * Sorts the internal blocks that were reported before the commit by whether they fit it. The
   * group is complete when so many units are stored that all its data can be read.
   *
   * @return the group as it is now
   */
  static Block settle(Tx tx, Block committed, Striping striping, long nowMs) {
    FileBlock rows = AddBlockRules.read(tx, committed, 0);
    Set<Long> there = new HashSet<>();
    for (Replica replica : rows.replicas()) {
      int unit = BlockIds.unit(replica.blockId());
      if (replica.generationStamp() != committed.generationStamp()) {
        // It missed the end of the write; its datanode's next full report has it deleted.
        ReplicaRows.delete(tx, replica);
      } else if (replica.lengthBytes()
          != striping.internalLengthBytes(committed.lengthBytes(), unit)) {
        tx.upsert(
            Tables.CORRUPT_REPLICAS,
            new CorruptReplica(
                replica.inodeId(),
                replica.blockId(),
                replica.storageId(),
                replica.generationStamp(),
                "has another length than its writer committed",
                nowMs));
      } else {
        there.add(replica.blockId());
      }
    }
    Set<Long> promised = new HashSet<>(there);
    boolean complete = there.size() >= striping.neededUnits(committed.lengthBytes());
    for (ReplicaUnderConstruction expected : rows.pipeline()) {
      boolean comes = striping.isStored(committed.lengthBytes(), BlockIds.unit(expected.blockId()));
      if (comes) {
        promised.add(expected.blockId());
      }
      if (!comes || (complete && there.contains(expected.blockId()))) {
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
      }
    }
    if (promised.size() < striping.storedUnits(committed.lengthBytes())) {
      tx.upsert(
          Tables.REDUNDANCY_CHECKS,
          new RedundancyCheck(committed.inodeId(), committed.blockId(), nowMs));
    }
    return complete ? committed.withState(BlockState.COMPLETE) : committed;
  }
}
