package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.ExcessReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the rows about a block's redundancy in line with its replicas: it is under-replicated with
 * a priority, or it has enough; then corrupt and surplus replicas go. The caller holds the block's
 * lock and the leader's fence. Thread-safe.
 */
final class RedundancyRules {
  private static final Logger LOG = LoggerFactory.getLogger(RedundancyRules.class);

  private final ReplicaPlacement placement;
  private final Redundancy.Storages storages;
  private final int minMaintenanceReplicas;
  private final Clock clock;
  private final StripedRules striped;

  RedundancyRules(
      ReplicaPlacement placement,
      Redundancy.Storages storages,
      int minMaintenanceReplicas,
      Clock clock) {
    this.placement = placement;
    this.storages = storages;
    this.minMaintenanceReplicas = minMaintenanceReplicas;
    this.clock = clock;
    striped =
        new StripedRules(placement, storages, minMaintenanceReplicas, clock, this::discardBad);
  }

  /** The rules of block groups. */
  StripedRules striped() {
    return striped;
  }

  /** A judged block's redundancy. */
  Redundancy redundancy(BlockLook look) {
    return Redundancy.of(
        Objects.requireNonNull(look.rows()),
        look.pending(),
        Objects.requireNonNull(look.file()).replication(),
        minMaintenanceReplicas,
        storages);
  }

  /** How urgent another replica is, placement included; null when all is well. */
  @Nullable RedundancyPriority priority(Redundancy redundancy) {
    RedundancyPriority priority = redundancy.priority();
    if (priority == null
        && redundancy.doubtful().isEmpty()
        && !placement.isWellPlaced(redundancy)) {
      return RedundancyPriority.BADLY_PLACED;
    }
    return priority;
  }

  /** Whether {@link #settle} would change rows. */
  boolean isUnsettled(BlockLook look) {
    if (look.isStriped() && look.isJudged()) {
      return striped.isUnsettled(look);
    }
    if (!look.isJudged()) {
      return look.noted() != null || UnfinishedBlocks.isOnLeaving(look, storages);
    }
    Redundancy redundancy = redundancy(look);
    RedundancyPriority priority = priority(redundancy);
    if (priority != null) {
      return !isNoted(look, redundancy, priority);
    }
    return look.noted() != null || !redundancy.replacedBad().isEmpty() || redundancy.surplus() > 0;
  }

  private static boolean isNoted(
      BlockLook look, Redundancy redundancy, RedundancyPriority priority) {
    UnderReplicatedBlock noted = look.noted();
    return noted != null
        && noted.priority() == priority
        && noted.live() == redundancy.counted()
        && noted.wanted() == redundancy.wanted()
        && noted.corrupt() == redundancy.bad().size();
  }

  /** Writes what follows from a block's replicas, and ends the wish to look at it if it can. */
  void settle(Tx tx, BlockLook look) {
    boolean onLeaving = UnfinishedBlocks.isOnLeaving(look, storages);
    if (onLeaving) {
      // Its storage may be gone by then, and nobody looks through it again.
      keepWish(tx, look);
    }
    if (look.isCommitted()) {
      // Its replicas are about to be reported; the wish waits for them.
      return;
    }
    if (!onLeaving) {
      tx.delete(Tables.REDUNDANCY_CHECKS, look.key());
    }
    if (look.isStriped() ? !StripedRules.isJudged(look) : !look.isJudged()) {
      forget(tx, look);
      return;
    }
    if (look.isStriped()) {
      if (striped.redundancy(look).units().values().stream().anyMatch(this::isTooEarly)) {
        lookAgain(tx, look);
      }
      striped.settle(tx, look);
      return;
    }
    Redundancy redundancy = redundancy(look);
    if (isTooEarly(redundancy)) {
      lookAgain(tx, look);
    }
    RedundancyPriority priority = priority(redundancy);
    redundancy.arrived().forEach(p -> tx.delete(Tables.PENDING_REPLICATIONS, p.key()));
    if (priority != null) {
      note(tx, look, redundancy, priority);
      if (!redundancy.isEnough()) {
        reprieve(tx, look);
        return;
      }
    } else if (look.noted() != null) {
      tx.delete(Tables.UNDER_REPLICATED_BLOCKS, look.key());
    }
    redundancy.replacedBad().forEach(replica -> discardBad(tx, replica));
    if (priority == null && redundancy.surplus() > 0) {
      discardSurplus(tx, look, redundancy);
    }
  }

  /**
   * Whether the block can't be judged to the end yet, and nothing else will ask for it: datanodes
   * have not found a namenode that has just begun to lead, or replicas that its pipeline promised
   * will be surplus when they come. It is looked at until they are there, or are given up.
   */
  private boolean isTooEarly(Redundancy redundancy) {
    int promised = redundancy.promised();
    return (promised > 0 && redundancy.counted() + promised > redundancy.wanted())
        || !placement.reachesAll(redundancy);
  }

  private static void forget(Tx tx, BlockLook look) {
    if (look.noted() != null) {
      tx.delete(Tables.UNDER_REPLICATED_BLOCKS, look.key());
    }
    if (look.rows() == null) {
      look.pending().forEach(p -> tx.delete(Tables.PENDING_REPLICATIONS, p.key()));
    }
  }

  private void note(Tx tx, BlockLook look, Redundancy redundancy, RedundancyPriority priority) {
    if (isNoted(look, redundancy, priority)) {
      return;
    }
    UnderReplicatedBlock before = look.noted();
    tx.upsert(
        Tables.UNDER_REPLICATED_BLOCKS,
        new UnderReplicatedBlock(
            look.key().inodeId(),
            look.key().blockId(),
            priority,
            redundancy.counted(),
            redundancy.wanted(),
            redundancy.bad().size(),
            before == null ? clock.millis() : before.sinceMs()));
  }

  /** Surplus replicas that were not deleted yet are needed after all. */
  private void reprieve(Tx tx, BlockLook look) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    boolean any = false;
    for (ExcessReplica excess : rows.excess()) {
      if (rows.invalidated(excess.storageId()) != null) {
        tx.delete(Tables.EXCESS_REPLICAS, excess.key());
        tx.delete(Tables.INVALIDATED_BLOCKS, excess.key());
        any = true;
      }
    }
    if (any) {
      lookAgain(tx, look);
    }
  }

  private void keepWish(Tx tx, BlockLook look) {
    if (tx.get(Tables.REDUNDANCY_CHECKS, look.key(), LockMode.EXCLUSIVE) == null) {
      lookAgain(tx, look);
    }
  }

  private void lookAgain(Tx tx, BlockLook look) {
    tx.upsert(
        Tables.REDUNDANCY_CHECKS,
        new RedundancyCheck(look.key().inodeId(), look.key().blockId(), clock.millis()));
  }

  /**
   * Orders the deletion of a corrupt or outdated replica; the caller knows that good ones are
   * certain.
   */
  void discardBad(Tx tx, Replica replica) {
    LOG.info("Bad replica of block {} on storage {} goes", replica.blockId(), replica.storageId());
    if (tx.get(Tables.REPLICAS, replica.key(), LockMode.SETTLED) != null) {
      ReplicaRows.delete(tx, replica);
    }
    tx.delete(Tables.CORRUPT_REPLICAS, replica.key());
    ReplicaHistory.goOn(
        tx,
        replica.key(),
        ReplicaEventKind.DELETION_ORDERED,
        replica.generationStamp(),
        clock.millis());
    invalidate(tx, replica);
  }

  private void discardSurplus(Tx tx, BlockLook look, Redundancy redundancy) {
    Block block = Objects.requireNonNull(look.rows()).block();
    OptionalInt policy = look.policy(tx);
    if (policy.isEmpty()) {
      // The file is just being moved: which of them fit is not known, and there is no hurry.
      lookAgain(tx, look);
      return;
    }
    List<Replica> spared = placement.toDelete(block.blockId(), redundancy, policy.getAsInt());
    for (Replica replica : spared) {
      LOG.info("Replica of block {} on storage {} is surplus", block, replica.storageId());
      tx.upsert(
          Tables.EXCESS_REPLICAS,
          new ExcessReplica(
              replica.inodeId(),
              replica.blockId(),
              replica.storageId(),
              replica.generationStamp(),
              replica.lengthBytes(),
              clock.millis()));
      invalidate(tx, replica);
    }
  }

  static void invalidate(Tx tx, Replica replica) {
    tx.upsert(
        Tables.INVALIDATED_BLOCKS,
        new InvalidatedReplica(
            replica.inodeId(),
            replica.blockId(),
            replica.storageId(),
            replica.generationStamp(),
            replica.lengthBytes()));
  }
}
