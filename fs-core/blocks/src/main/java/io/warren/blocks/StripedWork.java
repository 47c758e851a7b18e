package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.Inode;
import io.warren.model.PendingReplication;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.Striping;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;

/**
 * Decides how missing units of a block group are made again: copied where a leaving datanode has a
 * replica, otherwise computed by the target from the other units. Thread-safe.
 */
final class StripedWork {
  /** The source of a replica that is computed. */
  static final int COMPUTED = 0;

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final StripedRules rules;
  private final ReconstructionOrders orders;
  private final Clock clock;

  StripedWork(
      TransactionRunner runner,
      Datanodes datanodes,
      StripedRules rules,
      ReconstructionOrders orders,
      Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.rules = rules;
    this.orders = orders;
    this.clock = clock;
  }

  /** Writes the rows of what is to be made now; one thing at a time for each group. */
  List<PendingReplication> plan(Tx tx, BlockLook look, long epoch) {
    if (!StripedRules.isJudged(look)) {
      return List.of();
    }
    StripedRedundancy group = rules.redundancy(look);
    if (group.isEnough() || group.isArriving() || group.readable() < group.needed()) {
      return List.of();
    }
    List<PendingReplication> begun = new ArrayList<>();
    List<Integer> lost = group.lost();
    if (lost.isEmpty()) {
      copy(tx, look, group, epoch, begun);
    } else {
      compute(tx, look, lost, epoch, begun);
    }
    if (begun.isEmpty() && !lost.isEmpty() && group.certain() >= group.needed()) {
      makeRoom(tx, group, lost);
    }
    for (PendingReplication order : begun) {
      tx.upsert(Tables.PENDING_REPLICATIONS, order);
      DeletedReplicas.expectAgain(tx, order.blockId(), datanodes.isBeside(order.storageId()));
      ReplicaHistory.goOn(
          tx,
          order.key(),
          ReplicaEventKind.COPY_ORDERED,
          order.generationStamp(),
          order.orderedAtMs());
    }
    return begun;
  }

  /**
   * Every datanode has something of the group: in a small cluster the bad replica of a lost unit
   * must go before that unit can be computed in its place. The caller knows that the units that are
   * certain are enough for all data.
   */
  private void makeRoom(Tx tx, StripedRedundancy group, List<Integer> lost) {
    group.bad().stream()
        .filter(replica -> lost.contains(BlockIds.unit(replica.blockId())))
        .filter(replica -> datanodes.liveStorage(replica.storageId()) != null)
        .findFirst()
        .ifPresent(replica -> rules.discardBad(tx, Objects.requireNonNull(replica)));
  }

  private void copy(
      Tx tx, BlockLook look, StripedRedundancy group, long epoch, List<PendingReplication> begun) {
    for (Redundancy unit : group.units().values()) {
      Replica from =
          unit.sources().stream()
              .filter(r -> datanodes.liveStorage(r.storageId()) != null)
              .findFirst()
              .orElse(null);
      if (unit.toCopy() > 0 && from != null && begun.isEmpty()) {
        for (Target target : targets(tx, look, 1)) {
          begun.add(
              order(look, from.blockId(), target, from.storageId(), from.lengthBytes(), epoch));
        }
      }
    }
  }

  private void compute(
      Tx tx, BlockLook look, List<Integer> lost, long epoch, List<PendingReplication> begun) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    long id = rows.block().blockId();
    Striping striping = Objects.requireNonNull(rows.block().striping());
    List<Target> targets = targets(tx, look, lost.size());
    // A target computes all units that its command names, for itself and the other targets.
    for (int i = 0; i < targets.size(); i++) {
      int unit = lost.get(i);
      long length = striping.internalLengthBytes(rows.block().lengthBytes(), unit);
      begun.add(
          order(look, BlockIds.inPipeline(id, unit), targets.get(i), COMPUTED, length, epoch));
    }
  }

  private PendingReplication order(
      BlockLook look, long internalId, Target target, int source, long length, long epoch) {
    return new PendingReplication(
        look.key().inodeId(),
        internalId,
        target.storageId(),
        source,
        Objects.requireNonNull(look.rows()).block().generationStamp(),
        length,
        clock.millis(),
        epoch);
  }

  /** Storages on datanodes that have nothing of the group. */
  private List<Target> targets(Tx tx, BlockLook look, int count) {
    BlockRows rows = Objects.requireNonNull(look.rows());
    Inode file = Objects.requireNonNull(look.file());
    Set<Node> occupied = new HashSet<>();
    Set<Integer> known = new HashSet<>();
    rows.replicas().forEach(r -> known.add(r.storageId()));
    rows.underConstruction().forEach(r -> known.add(r.storageId()));
    rows.invalidated().forEach(r -> known.add(r.storageId()));
    List<DatanodeStorageInfo> existing = new ArrayList<>();
    for (int storageId : known) {
      DatanodeStorageInfo storage = datanodes.liveStorage(storageId);
      if (storage != null && occupied.add(storage.getDatanodeDescriptor())) {
        existing.add(storage);
      }
    }
    if (existing.isEmpty() || occupied.size() >= datanodes.live().size()) {
      return List.of();
    }
    return datanodes
        .chooseAdditionalStriped(
            new PlacementRequest(
                "block group " + rows.block().blockId(),
                count,
                file.blockSizeBytes(),
                look.policyOrDefault(tx),
                existing.get(0).getDatanodeDescriptor().getIpAddr(),
                occupied,
                List.of(),
                EnumSet.noneOf(AddBlockFlag.class)),
            existing)
        .stream()
        .limit(count)
        .toList();
  }

  /** Queues the command for what was written and committed. */
  void begun(List<PendingReplication> written) {
    if (!written.isEmpty() && written.get(0).sourceStorageId() == COMPUTED) {
      BlockLook look =
          runner.run(
              TxOptions.read("look_at_group"),
              tx -> BlockLook.read(tx, List.of(written.get(0).key().block())).get(0));
      if (StripedRules.isJudged(look)) {
        orders.add(
            Objects.requireNonNull(look.rows()).block(), sources(rules.redundancy(look)), written);
      }
    }
  }

  /** A good replica of each unit that has one on a live datanode. */
  private List<Replica> sources(StripedRedundancy group) {
    List<Replica> sources = new ArrayList<>();
    for (Redundancy unit : group.units().values()) {
      unit.sources().stream()
          .filter(r -> datanodes.liveStorage(r.storageId()) != null)
          .findFirst()
          .ifPresent(sources::add);
    }
    return sources;
  }
}
