package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.ExcessReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@link RedundancyRules} are for other blocks, for block groups: notes that units are
 * missing, and lets corrupt and surplus replicas of a unit go that has a good one. Thread-safe.
 */
final class StripedRules {
  private static final Logger LOG = LoggerFactory.getLogger(StripedRules.class);

  private final ReplicaPlacement placement;
  private final Redundancy.Storages storages;
  private final int minMaintenanceReplicas;
  private final Clock clock;
  private final BiConsumer<Tx, Replica> discardBad;

  /**
   * @param discardBad orders the deletion of a replica that is not good
   */
  StripedRules(
      ReplicaPlacement placement,
      Redundancy.Storages storages,
      int minMaintenanceReplicas,
      Clock clock,
      BiConsumer<Tx, Replica> discardBad) {
    this.placement = placement;
    this.storages = storages;
    this.minMaintenanceReplicas = minMaintenanceReplicas;
    this.clock = clock;
    this.discardBad = discardBad;
  }

  /** Whether a group is written to the end and it is known how it is striped. */
  static boolean isJudged(BlockLook look) {
    BlockRows rows = look.rows();
    return look.isJudged() && rows != null && rows.block().striping() != null;
  }

  StripedRedundancy redundancy(BlockLook look) {
    return StripedRedundancy.of(look, minMaintenanceReplicas, storages);
  }

  /** Whether {@link #settle} would change rows. */
  boolean isUnsettled(BlockLook look) {
    if (!isJudged(look)) {
      return look.noted() != null;
    }
    StripedRedundancy group = redundancy(look);
    RedundancyPriority priority = group.priority();
    boolean noted = priority == null ? look.noted() == null : isNoted(look, group, priority);
    return !noted
        || !group.replacedBad().isEmpty()
        || group.units().values().stream().anyMatch(unit -> unit.surplus() > 0);
  }

  private static boolean isNoted(
      BlockLook look, StripedRedundancy group, RedundancyPriority priority) {
    UnderReplicatedBlock noted = look.noted();
    return noted != null
        && noted.priority() == priority
        && noted.live() == group.counted()
        && noted.wanted() == group.wanted()
        && noted.corrupt() == group.bad().size();
  }

  /** Writes what follows from the replicas of a group that is judged. */
  void settle(Tx tx, BlockLook look) {
    StripedRedundancy group = redundancy(look);
    RedundancyPriority priority = group.priority();
    group.arrived().forEach(p -> tx.delete(Tables.PENDING_REPLICATIONS, p.key()));
    if (priority != null) {
      note(tx, look, group, priority);
      reprieve(tx, look, group);
    } else if (look.noted() != null) {
      tx.delete(Tables.UNDER_REPLICATED_BLOCKS, look.key());
    }
    group.replacedBad().forEach(replica -> discardBad.accept(tx, replica));
    for (Map.Entry<Integer, Redundancy> unit : group.units().entrySet()) {
      if (unit.getValue().surplus() > 0) {
        discardSurplus(tx, look, unit.getKey(), unit.getValue());
      }
    }
  }

  private void note(Tx tx, BlockLook look, StripedRedundancy group, RedundancyPriority priority) {
    if (isNoted(look, group, priority)) {
      return;
    }
    UnderReplicatedBlock before = look.noted();
    tx.upsert(
        Tables.UNDER_REPLICATED_BLOCKS,
        new UnderReplicatedBlock(
            look.key().inodeId(),
            look.key().blockId(),
            priority,
            group.counted(),
            group.wanted(),
            group.bad().size(),
            before == null ? clock.millis() : before.sinceMs()));
  }

  /** Surplus replicas that were not deleted yet are needed when their unit lost the other one. */
  private static void reprieve(Tx tx, BlockLook look, StripedRedundancy group) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    for (ExcessReplica excess : rows.excess()) {
      Redundancy unit = group.units().get(BlockIds.unit(excess.blockId()));
      boolean ordered = rows.of(excess.blockId()).invalidated(excess.storageId()) != null;
      if (unit != null && !unit.isEnough() && ordered) {
        tx.delete(Tables.EXCESS_REPLICAS, excess.key());
        tx.delete(Tables.INVALIDATED_BLOCKS, excess.key());
        tx.upsert(
            Tables.REDUNDANCY_CHECKS,
            new RedundancyCheck(look.key().inodeId(), look.key().blockId(), 0));
      }
    }
  }

  private void discardSurplus(Tx tx, BlockLook look, int unit, Redundancy redundancy) {
    Block block = Objects.requireNonNull(look.rows()).block();
    OptionalInt policy = look.policy(tx);
    if (policy.isEmpty()) {
      tx.upsert(
          Tables.REDUNDANCY_CHECKS,
          new RedundancyCheck(look.key().inodeId(), look.key().blockId(), clock.millis()));
      return;
    }
    long internalId = BlockIds.inPipeline(block.blockId(), unit);
    for (Replica replica : placement.toDelete(internalId, redundancy, policy.getAsInt())) {
      LOG.info("Replica of block {} on storage {} is surplus", internalId, replica.storageId());
      tx.upsert(
          Tables.EXCESS_REPLICAS,
          new ExcessReplica(
              replica.inodeId(),
              replica.blockId(),
              replica.storageId(),
              replica.generationStamp(),
              replica.lengthBytes(),
              clock.millis()));
      RedundancyRules.invalidate(tx, replica);
    }
  }

  /** Orders the deletion of a bad replica. */
  void discardBad(Tx tx, Replica replica) {
    discardBad.accept(tx, replica);
  }

  /** Whether a group keeps a storage from leaving: it has the only replica of a unit. */
  boolean needs(BlockLook look, int storageId) {
    return isJudged(look)
        && redundancy(look).units().values().stream()
            .anyMatch(
                unit ->
                    !unit.isEnough()
                        && unit.sources().stream().anyMatch(r -> r.storageId() == storageId));
  }
}
