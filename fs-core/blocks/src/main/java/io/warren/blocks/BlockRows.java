package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import io.warren.store.BlockScans;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block and everything stored about its replicas, as one batch read them. Of a block group: about
 * all its internal blocks; {@link #of(long)} gives one of them, on which the questions about a
 * storage make sense.
 */
record BlockRows(
    Block block,
    List<Replica> replicas,
    List<ReplicaUnderConstruction> underConstruction,
    List<CorruptReplica> corrupt,
    List<InvalidatedReplica> invalidated,
    List<ExcessReplica> excess) {

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
          batch.scan(BlockScans.replicas(Tables.REPLICAS, inodeId, blockId).locked(replicas)),
          batch.scan(BlockScans.replicas(Tables.REPLICAS_UNDER_CONSTRUCTION, inodeId, blockId)),
          batch.scan(BlockScans.replicas(Tables.CORRUPT_REPLICAS, inodeId, blockId)),
          batch.scan(BlockScans.replicas(Tables.INVALIDATED_BLOCKS, inodeId, blockId)),
          batch.scan(BlockScans.replicas(Tables.EXCESS_REPLICAS, inodeId, blockId)));
    }

    BlockRows of(Block block) {
      long id = block.blockId();
      return new BlockRows(
          block,
          BlockScans.ofBlock(replicas.get(), id, Replica::blockId),
          BlockScans.ofBlock(underConstruction.get(), id, ReplicaUnderConstruction::blockId),
          BlockScans.ofBlock(corrupt.get(), id, CorruptReplica::blockId),
          BlockScans.ofBlock(invalidated.get(), id, InvalidatedReplica::blockId),
          BlockScans.ofBlock(excess.get(), id, ExcessReplica::blockId));
    }
  }

  /**
   * The rows of one internal block of this group, with a block of its id and length: it obeys the
   * rules of a contiguous block of which one replica is wanted. Other blocks are answered as they
   * are.
   */
  BlockRows of(long replicaBlockId) {
    Striping striping = block.striping();
    if (striping == null) {
      return this;
    }
    long length = striping.internalLengthBytes(block.lengthBytes(), BlockIds.unit(replicaBlockId));
    return new BlockRows(
        new Block(
            block.inodeId(),
            replicaBlockId,
            block.index(),
            block.generationStamp(),
            length,
            block.state(),
            block.recoveryId(),
            block.codingPolicyId()),
        replicas.stream().filter(r -> r.blockId() == replicaBlockId).toList(),
        underConstruction.stream().filter(r -> r.blockId() == replicaBlockId).toList(),
        corrupt.stream().filter(r -> r.blockId() == replicaBlockId).toList(),
        invalidated.stream().filter(r -> r.blockId() == replicaBlockId).toList(),
        excess.stream().filter(r -> r.blockId() == replicaBlockId).toList());
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
