package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A block and everything stored about its replicas, as one batch read them. */
record BlockRows(
    Block block,
    List<Replica> replicas,
    List<ReplicaUnderConstruction> underConstruction,
    List<CorruptReplica> corrupt,
    List<InvalidatedReplica> invalidated,
    List<ExcessReplica> excess) {

  /** More replicas than any replication factor allows, with room for stray ones. */
  static final int REPLICAS_MAX = 1_000;

  /** Reads that a batch will answer. */
  record Pending(
      ReadBatch.Rows<Replica> replicas,
      ReadBatch.Rows<ReplicaUnderConstruction> underConstruction,
      ReadBatch.Rows<CorruptReplica> corrupt,
      ReadBatch.Rows<InvalidatedReplica> invalidated,
      ReadBatch.Rows<ExcessReplica> excess) {

    static Pending add(ReadBatch batch, long inodeId, long blockId) {
      return add(batch, inodeId, blockId, LockMode.READ_COMMITTED);
    }

    /**
     * As the other one.
     *
     * @param replicas how the replicas are read; SETTLED by who holds the block's lock and will
     *     change one, for a store may show the former holder's rows after it lets go of the lock
     */
    static Pending add(ReadBatch batch, long inodeId, long blockId, LockMode replicas) {
      return new Pending(
          batch.scan(Scan.prefix(Tables.REPLICAS, REPLICAS_MAX, inodeId, blockId).locked(replicas)),
          batch.scan(
              Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, REPLICAS_MAX, inodeId, blockId)),
          batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, REPLICAS_MAX, inodeId, blockId)),
          batch.scan(Scan.prefix(Tables.INVALIDATED_BLOCKS, REPLICAS_MAX, inodeId, blockId)),
          batch.scan(Scan.prefix(Tables.EXCESS_REPLICAS, REPLICAS_MAX, inodeId, blockId)));
    }

    BlockRows of(Block block) {
      return new BlockRows(
          block,
          replicas.get(),
          underConstruction.get(),
          corrupt.get(),
          invalidated.get(),
          excess.get());
    }
  }

  @Nullable Replica replica(int storageId) {
    return replicas.stream().filter(r -> r.storageId() == storageId).findFirst().orElse(null);
  }

  @Nullable ReplicaUnderConstruction beingWritten(int storageId) {
    return underConstruction.stream()
        .filter(r -> r.storageId() == storageId)
        .findFirst()
        .orElse(null);
  }

  @Nullable CorruptReplica corrupt(int storageId) {
    return corrupt.stream().filter(r -> r.storageId() == storageId).findFirst().orElse(null);
  }

  @Nullable InvalidatedReplica invalidated(int storageId) {
    return invalidated.stream().filter(r -> r.storageId() == storageId).findFirst().orElse(null);
  }

  @Nullable ExcessReplica excess(int storageId) {
    return excess.stream().filter(r -> r.storageId() == storageId).findFirst().orElse(null);
  }

  /** Replicas with the block's own generation stamp that nobody found corrupt. */
  int goodReplicas() {
    return (int)
        replicas.stream()
            .filter(r -> r.generationStamp() == block.generationStamp())
            .filter(r -> corrupt(r.storageId()) == null)
            .count();
  }
}
