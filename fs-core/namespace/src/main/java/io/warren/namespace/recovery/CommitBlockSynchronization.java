package io.warren.namespace.recovery;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Striping;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SweepNotes;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileBlocks;
import io.warren.namespace.file.FileClosing;
import io.warren.namespace.file.FileTail;
import io.warren.namespace.file.FormerBlocks;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of a block recovery as its leading datanode reports it: the block gets its new generation
 * stamp and length, and its file is closed. Answers whether the file is closed.
 *
 * @param blockId the block whose replicas took part
 * @param recoveryId must be the recovery that was asked for last
 * @param deleteBlock no datanode has data of the block
 * @param storageIds where the replicas are now
 */
public record CommitBlockSynchronization(
    long blockId,
    long recoveryId,
    long lengthBytes,
    boolean closeFile,
    boolean deleteBlock,
    List<Integer> storageIds)
    implements InodeOperation<Boolean> {
  public CommitBlockSynchronization {
    storageIds = List.copyOf(storageIds);
  }

  @Override
  public String name() {
    return "commit_block_synchronization";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Boolean execute(OperationTx tx) {
    BlockLookup lookup = tx.store().get(Tables.BLOCK_LOOKUP, blockId, LockMode.READ_COMMITTED);
    ResolvedPath found =
        lookup == null ? null : tx.lockById(fileOf(tx.store(), lookup), LockMode.EXCLUSIVE);
    if (lookup == null || found == null) {
      if (deleteBlock) {
        return true;
      }
      throw new NamespaceException(Code.NOT_FOUND, "The recovered block does not exist")
          .with("blockId", blockId);
    }
    Inode file = found.requireFile();
    FileBlocks blocks = FileTail.read(tx.store(), file, LockMode.EXCLUSIVE);
    Block last = blocks.last();
    if (!file.isUnderConstruction() || last == null || last.state() == BlockState.COMPLETE) {
      // An earlier report of the same recovery did the work.
      return !file.isUnderConstruction();
    }
    if ((last.blockId() != blockId && !last.isBeingCopied())
        || !last.state().isRecovering()
        || last.recoveryId() != recoveryId) {
      throw new NamespaceException(
              Code.CONFLICT, "The report is not of the recovery that was asked for last")
          .with("blockId", blockId)
          .with("recoveryId", recoveryId)
          .with("lastBlockId", last.blockId())
          .with("lastRecoveryId", last.recoveryId());
    }
    if (deleteBlock) {
      return !FileClosing.dropLastAndClose(tx, found, file, blocks).isUnderConstruction();
    }
    return settle(tx, found, file, blocks, last);
  }

  /** Datanodes that copied the beginning of a former block name that one. */
  private static long fileOf(Tx tx, BlockLookup lookup) {
    Inode row = InodeRows.find(tx, lookup.inodeId());
    return row != null && FormerBlocks.isPart(row) ? FormerBlocks.fileIdOf(row) : lookup.inodeId();
  }

  private Boolean settle(
      OperationTx tx, ResolvedPath found, Inode file, FileBlocks blocks, Block last) {
    Block recovered =
        last.withGenerationStamp(recoveryId)
            .withLength(lengthBytes)
            .withRecoveryId(0)
            .withState(isStored(last) ? BlockState.COMPLETE : BlockState.COMMITTED);
    writeReplicas(tx.store(), last);
    tx.store().update(Tables.BLOCKS, recovered);
    // A wish to look at the block that came while it was open was passed over.
    if (places() != (last.striping() == null ? file.replication() : storageIds.size())) {
      tx.store()
          .upsert(
              Tables.REDUNDANCY_CHECKS,
              new RedundancyCheck(last.inodeId(), last.blockId(), tx.nowMs()));
    }
    PolicySpace charged = FileBlocks.charged(file, recovered);
    tx.quota().chargeUnchecked(found, 0, charged.minus(FileBlocks.charged(file, last)));
    FileBlocks now = blocks.with(recovered);
    if (last.isBeingCopied() && !FormerBlocks.isNewestRead(tx.store(), file.id())) {
      SweepNotes.copied(tx.store(), file.id());
    }
    if (closeFile && FileClosing.allComplete(now)) {
      FileClosing.close(tx, found, file, now);
      return true;
    }
    if (now.lengthBytes() != file.sizeBytes() && !file.inDatabase()) {
      tx.inodes().update(file, file.toBuilder().sizeBytes(now.lengthBytes()).build());
    }
    return false;
  }

  /** Places with a replica; those of a block group are by unit, 0 where there is none. */
  private int places() {
    return (int) storageIds.stream().filter(id -> id != 0).count();
  }

  private boolean isStored(Block last) {
    Striping striping = last.striping();
    return places() >= (striping == null ? 1 : striping.neededUnits(lengthBytes));
  }

  private Replica replica(Block last, int position) {
    Striping striping = last.striping();
    return new Replica(
        last.inodeId(),
        BlockIds.inPipeline(last.blockId(), position),
        storageIds.get(position),
        recoveryId,
        striping == null ? lengthBytes : striping.internalLengthBytes(lengthBytes, position));
  }

  /** The recovered replicas are the block's only ones. */
  private void writeReplicas(Tx tx, Block last) {
    FileBlock rows = FileClosing.withReplicas(tx, last, 0);
    for (ReplicaUnderConstruction r : rows.pipeline()) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
    }
    for (CorruptReplica r : rows.corrupt()) {
      tx.delete(Tables.CORRUPT_REPLICAS, r.key());
    }
    Map<ReplicaKey, Replica> now = new LinkedHashMap<>();
    for (int position = 0; position < storageIds.size(); position++) {
      Replica recovered = replica(last, position);
      if (recovered.storageId() != 0) {
        now.put(recovered.key(), recovered);
      }
    }
    Map<ReplicaKey, Replica> before = new HashMap<>();
    for (Replica r : rows.replicas()) {
      if (now.containsKey(r.key())) {
        before.put(r.key(), r);
      } else {
        ReplicaRows.delete(tx, r);
      }
    }
    now.values().forEach(r -> ReplicaRows.put(tx, r, before.get(r.key())));
  }
}
