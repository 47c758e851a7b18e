package io.warren.blocks;

import io.warren.model.BlockKey;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins copies of under-replicated blocks, the most urgent first, as many per round as the live
 * datanodes may take. The copy's row is written before its command is queued: a new leader finds
 * the copy there and does not begin another one. Thread-safe.
 */
final class ReplicationWork {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicationWork.class);

  /** Looked at per copy that may begin: most of the others wait for a copy under way. */
  private static final int LOOKED_AT_PER_COPY = 5;

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final ReplicaPlacement placement;
  private final StripedWork striped;
  private final RedundancyRules rules;
  private final ReplicationOrders orders;
  private final RedundancySettings settings;
  private final Clock clock;
  private final Map<RedundancyPriority, BlockKey> cursors = new EnumMap<>(RedundancyPriority.class);

  ReplicationWork(
      TransactionRunner runner,
      Datanodes datanodes,
      ReplicaPlacement placement,
      RedundancyRules rules,
      ReplicationOrders orders,
      ReconstructionOrders reconstructions,
      RedundancySettings settings,
      Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.placement = placement;
    this.rules = rules;
    this.striped = new StripedWork(runner, datanodes, rules.striped(), reconstructions, clock);
    this.orders = orders;
    this.settings = settings;
    this.clock = clock;
  }

  /** Begins some copies; returns how many. */
  synchronized int round(Consumer<Tx> fence, long epoch) {
    int budget = datanodes.live().size() * settings.workPerDatanode();
    int begun = 0;
    for (RedundancyPriority priority : RedundancyPriority.values()) {
      if (priority != RedundancyPriority.MISSING && begun < budget) {
        begun += round(priority, budget - begun, fence, epoch);
      }
    }
    return begun;
  }

  private int round(RedundancyPriority priority, int budget, Consumer<Tx> fence, long epoch) {
    int limit = Math.min(Scan.LIMIT_MAX, budget * LOOKED_AT_PER_COPY);
    BlockKey after = cursors.get(priority);
    List<UnderReplicatedBlock> page =
        runner.run(
            TxOptions.read("scan_under_replicated"),
            tx ->
                tx.scan(
                    Scan.index(
                            Tables.UNDER_REPLICATED_BLOCKS,
                            Tables.BY_PRIORITY,
                            limit,
                            priority.ordinal())
                        .after(after)));
    int begun = 0;
    BlockKey last = null;
    for (UnderReplicatedBlock block : page) {
      if (begun >= budget) {
        break;
      }
      begun += copy(block.key(), fence, epoch);
      last = block.key();
    }
    if (last == null || (begun < budget && page.size() < limit)) {
      cursors.remove(priority);
    } else {
      cursors.put(priority, last);
    }
    return begun;
  }

  private int copy(BlockKey key, Consumer<Tx> fence, long epoch) {
    List<PendingReplication> begun =
        runner.run(
            TxOptions.write("begin_replication").hint(key.inodeId()),
            tx -> {
              fence.accept(tx);
              BlockLook look = BlockLook.lock(tx, List.of(key)).get(0);
              rules.settle(tx, look);
              if (look.isStriped()) {
                return striped.plan(tx, look, epoch);
              }
              return look.isJudged() ? plan(tx, look, epoch) : List.of();
            });
    striped.begun(begun);
    for (PendingReplication order : begun) {
      LOG.info(
          "Block {} is copied from storage {} to {}",
          order.blockId(),
          order.sourceStorageId(),
          order.storageId());
      if (order.sourceStorageId() != StripedWork.COMPUTED) {
        orders.add(order);
      }
    }
    return begun.size();
  }

  private List<PendingReplication> plan(Tx tx, BlockLook look, long epoch) {
    Redundancy redundancy = rules.redundancy(look);
    RedundancyPriority priority = rules.priority(redundancy);
    boolean newRack = priority == RedundancyPriority.BADLY_PLACED;
    int copies = newRack && redundancy.arriving().isEmpty() ? 1 : redundancy.toCopy();
    if (priority == null || copies == 0) {
      return List.of();
    }
    Replica from = source(redundancy);
    DatanodeStorageInfo source = from == null ? null : datanodes.liveStorage(from.storageId());
    if (from == null || source == null) {
      return List.of();
    }
    List<Target> targets =
        placement.targets(look, redundancy, look.policyOrDefault(tx), copies, source, newRack);
    if (targets.isEmpty()
        && !newRack
        && redundancy.arriving().isEmpty()
        && redundancy.mayMakeRoom()) {
      makeRoom(tx, redundancy);
    }
    List<PendingReplication> begun = new ArrayList<>();
    for (Target target : targets) {
      PendingReplication order =
          new PendingReplication(
              look.key().inodeId(),
              look.key().blockId(),
              target.storageId(),
              from.storageId(),
              from.generationStamp(),
              from.lengthBytes(),
              clock.millis(),
              epoch);
      tx.upsert(Tables.PENDING_REPLICATIONS, order);
      DeletedReplicas.expectAgain(tx, order.blockId(), datanodes.isBeside(order.storageId()));
      ReplicaHistory.goOn(
          tx,
          order.key(),
          ReplicaEventKind.COPY_ORDERED,
          order.generationStamp(),
          order.orderedAtMs());
      begun.add(order);
    }
    return begun;
  }

  private @Nullable Replica source(Redundancy redundancy) {
    Replica best = null;
    int bestWaiting = settings.streamsHardMax();
    for (Replica replica : redundancy.sources()) {
      DatanodeStorageInfo storage = datanodes.liveStorage(replica.storageId());
      if (storage != null) {
        int waiting = orders.waiting(storage.getDatanodeDescriptor().getDatanodeUuid());
        if (waiting < bestWaiting) {
          best = replica;
          bestWaiting = waiting;
        }
      }
    }
    return best;
  }

  /**
   * Every datanode has something of the block: in a small cluster a corrupt replica must go before
   * a good one can take its place. One that a good replica backs, at a time.
   */
  private void makeRoom(Tx tx, Redundancy redundancy) {
    redundancy.bad().stream()
        .filter(replica -> datanodes.liveStorage(replica.storageId()) != null)
        .findFirst()
        .ifPresent(replica -> rules.discardBad(tx, Objects.requireNonNull(replica)));
  }

  /** Begins from the first block again: another namenode leads now. */
  synchronized void reset() {
    cursors.clear();
  }
}
