package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.Replica;
import io.warren.model.Striping;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes a file from a writer that is gone and closes it, or begins the recovery of its last block,
 * with the rules of stock HDFS (internalReleaseLease).
 *
 * @param holder the writer it is taken from; when another one writes now, nothing happens
 * @param newRecovery whether a recovery that is under way is begun again under a new generation
 *     stamp
 * @param fence called first in the transaction; refuses the work of a deposed leader. Null when any
 *     namenode may do it
 */
public record ReleaseLease(
    long inodeId, String holder, boolean newRecovery, @Nullable Consumer<Tx> fence)
    implements InodeOperation<ReleaseLease.Outcome> {

  /** How far the file is. */
  public enum State {
    /** It is closed. */
    CLOSED,
    /** Its last block is being recovered. */
    RECOVERING,
    /** No datanode has reported yet a block that its writer committed; it closes with that. */
    WAITING_FOR_REPLICAS,
    /** It is gone, closed already, or another client writes to it. */
    NOT_HELD
  }

  /**
   * What became of the file.
   *
   * @param recovery what a datanode must be asked for; null unless recovering
   */
  public record Outcome(State state, @Nullable BlockRecovery recovery) {}

  @Override
  public String name() {
    return "release_lease";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return inodeId;
  }

  @Override
  public Outcome execute(OperationTx tx) {
    Consumer<Tx> check = fence;
    if (check != null) {
      check.accept(tx.store());
    }
    ResolvedPath found = tx.lockById(inodeId, LockMode.EXCLUSIVE);
    Inode file = found == null ? null : found.last();
    if (found == null || file == null || !holder.equals(file.leaseHolder())) {
      // A lease path without its file is of no use; the lock keeps the file from being reopened.
      tx.store().delete(Tables.LEASE_PATHS, new LeasePathKey(holder, inodeId));
      return new Outcome(State.NOT_HELD, null);
    }
    FileBlocks blocks = FileTail.read(tx.store(), file, LockMode.EXCLUSIVE);
    Block last = blocks.last();
    if (FileClosing.allComplete(blocks)) {
      FileClosing.close(tx, found, file, blocks);
      return new Outcome(State.CLOSED, null);
    }
    if (last == null || !last.state().isOpen()) {
      reassign(tx, file);
      return new Outcome(State.WAITING_FOR_REPLICAS, null);
    }
    if (last.isBeingCopied()) {
      reassign(tx, file);
      return new Outcome(State.RECOVERING, copy(tx, last));
    }
    FileBlock rows = FileClosing.withReplicas(tx.store(), last, 0);
    Striping striping = file.striping();
    int placesMin = striping == null ? 1 : striping.dataUnits();
    if (rows.expectedPlaces() < placesMin && last.lengthBytes() == 0) {
      Inode now = FileClosing.dropLastAndClose(tx, found, file, blocks);
      if (now.isUnderConstruction()) {
        reassign(tx, now);
        return new Outcome(State.WAITING_FOR_REPLICAS, null);
      }
      return new Outcome(State.CLOSED, null);
    }
    reassign(tx, file);
    return new Outcome(State.RECOVERING, recover(tx, rows));
  }

  private BlockRecovery recover(OperationTx tx, FileBlock rows) {
    Block last = rows.block();
    long recoveryId = last.recoveryId();
    boolean truncates = last.state() == BlockState.UNDER_TRUNCATION;
    if (newRecovery || !last.state().isRecovering() || recoveryId == 0) {
      long floor = Math.max(last.generationStamp(), last.recoveryId());
      recoveryId = GenerationStamps.above(tx, floor);
      BlockState state = truncates ? last.state() : BlockState.UNDER_RECOVERY;
      tx.store().update(Tables.BLOCKS, last.withState(state).withRecoveryId(recoveryId));
    }
    return new BlockRecovery(
        inodeId,
        last.blockId(),
        last.generationStamp(),
        last.lengthBytes(),
        recoveryId,
        truncates,
        truncates ? soundStorageIds(rows) : rows.expectedStorageIds(),
        truncates ? cutStorageIds(rows) : List.of(),
        BlockRecovery.NO_COPY,
        last.striping());
  }

  /** Each attempt makes another block; the replicas that it is made from stay as they are. */
  private BlockRecovery copy(OperationTx tx, Block last) {
    BlockCopies.Copy found = BlockCopies.find(tx, last, newRecovery);
    Block source = found.source().block();
    return new BlockRecovery(
        inodeId,
        source.blockId(),
        source.generationStamp(),
        found.copy().lengthBytes(),
        found.copy().recoveryId(),
        true,
        soundStorageIds(found.source()),
        List.of(),
        found.copy().blockId(),
        null);
  }

  /** A corrupt replica may have another length, with which no recovery succeeds. */
  private static List<Integer> soundStorageIds(FileBlock rows) {
    Set<Integer> corrupt =
        rows.corrupt().stream().map(CorruptReplica::storageId).collect(Collectors.toSet());
    List<Integer> sound =
        rows.knownStorageIds().stream().filter(s -> !corrupt.contains(s)).toList();
    return sound.isEmpty() ? rows.knownStorageIds() : sound;
  }

  private static List<Integer> cutStorageIds(FileBlock rows) {
    long uncutStamp = rows.block().generationStamp();
    return rows.replicas().stream()
        .filter(r -> r.generationStamp() > uncutStamp)
        .map(Replica::storageId)
        .toList();
  }

  /** Puts the file under the recovery's own lease, so that its writer can't go on. */
  private static void reassign(OperationTx tx, Inode file) {
    if (Leases.RECOVERY_HOLDER.equals(file.leaseHolder())) {
      return;
    }
    Leases.close(tx.store(), file);
    tx.store().upsert(Tables.LEASE_PATHS, new LeasePath(Leases.RECOVERY_HOLDER, file.id()));
    tx.inodes().update(file, file.toBuilder().leaseHolder(Leases.RECOVERY_HOLDER).build());
  }
}
