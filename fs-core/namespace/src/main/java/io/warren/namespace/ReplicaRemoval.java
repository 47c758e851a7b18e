package io.warren.namespace;

import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.ReplicaRows;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes rows about the replicas of blocks that go; the replicas become rows of
 * invalidated_blocks, from which datanodes are told to delete them. The caller holds the blocks'
 * locks, and gives every row there is: a replica's row without its block would go on agreeing with
 * the datanode's bucket, so that nothing ever had the replica deleted.
 */
public final class ReplicaRemoval {
  private ReplicaRemoval() {}

  /** Deletes the rows, and orders the deletion of what datanodes hold. */
  public static void remove(
      Tx tx,
      List<Replica> replicas,
      List<ReplicaUnderConstruction> expected,
      List<CorruptReplica> corrupt) {
    Map<ReplicaKey, InvalidatedReplica> orders = new HashMap<>();
    for (Replica r : replicas) {
      ReplicaRows.delete(tx, r);
      order(orders, r.key(), r.generationStamp(), r.lengthBytes());
    }
    for (ReplicaUnderConstruction r : expected) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
      order(orders, r.key(), r.generationStamp(), r.lengthBytes());
    }
    corrupt.forEach(r -> tx.delete(Tables.CORRUPT_REPLICAS, r.key()));
    orders.values().forEach(order -> tx.upsert(Tables.INVALIDATED_BLOCKS, order));
  }

  /** A datanode deletes a replica of the generation it is told, so the newest counts. */
  private static void order(
      Map<ReplicaKey, InvalidatedReplica> orders,
      ReplicaKey key,
      long generationStamp,
      long lengthBytes) {
    InvalidatedReplica order =
        new InvalidatedReplica(
            key.inodeId(), key.blockId(), key.storageId(), generationStamp, lengthBytes);
    orders.merge(key, order, (a, b) -> a.generationStamp() >= b.generationStamp() ? a : b);
  }
}
