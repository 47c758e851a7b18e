package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.DeletedReplica;
import io.warren.model.DeletedReplicaKey;
import io.warren.model.IdRange;
import io.warren.model.InvalidatedReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Storage;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings reported replicas into the rows. The row of a block is the lock of everything about its
 * replicas: whoever changes those locks it exclusively first, blocks in the order of their ids.
 * Reports are first read without locks; only those that would change something open a writing
 * transaction, which decides again. So a report that was applied before costs two round trips and
 * writes nothing. Thread-safe.
 */
public final class ReplicaChanges {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaChanges.class);

  /** Row of id_ranges that numbers generation stamps. */
  private static final String GENERATION_STAMP_KIND = "generation_stamp";

  /** A block that was deleted is not found a second time; one that moved on and on waits. */
  private static final int MOVES_MAX = 3;

  private static final String OUTDATED = "generation stamp is older than the block's";
  private static final String UNFIT = "does not fit the block";

  private static final int REPORTS_PER_READ = 200;
  private static final int REPORTS_PER_WRITE = 100;

  /**
   * What became of a list of reports.
   *
   * @param changed reports that changed rows
   * @param invalidated replicas of unknown blocks that their datanode will be told to delete
   */
  public record Outcome(int changed, int invalidated) {
    Outcome plus(Outcome other) {
      return new Outcome(changed + other.changed, invalidated + other.invalidated);
    }
  }

  private final TransactionRunner runner;
  private final int minReplication;
  private final Clock clock;
  private final StorageIds storages;
  private final LongSupplier selfId;
  private final CertainReplicas certain;
  private final SeenStorages seen;

  /** As the other one, where every storage is heard of. */
  ReplicaChanges(
      TransactionRunner runner,
      int minReplication,
      Clock clock,
      StorageIds storages,
      LongSupplier selfId) {
    this(runner, minReplication, clock, storages, selfId, storageId -> true);
  }

  /**
   * @param minReplication good replicas that complete a committed block
   * @param selfId this namenode's id now, 0 while it has none
   * @param seen what is known of the storages here
   */
  public ReplicaChanges(
      TransactionRunner runner,
      int minReplication,
      Clock clock,
      StorageIds storages,
      LongSupplier selfId,
      SeenStorages seen) {
    this.certain = new CertainReplicas(seen::isHeard);
    this.seen = seen;
    this.runner = runner;
    this.minReplication = minReplication;
    this.clock = clock;
    this.storages = storages;
    this.selfId = selfId;
  }

  /** This namenode's id now, 0 while it has none. */
  long selfId() {
    return selfId.getAsLong();
  }

  /** Applies reports that reach this namenode now. */
  public Outcome apply(List<ReportedReplica> reports) {
    return apply(reports, selfId());
  }

  /**
   * Applies reports; those of one inode share transactions.
   *
   * @param namenodeId this namenode's id when the reports reached it; under another one, or none,
   *     nothing is written
   */
  public Outcome apply(List<ReportedReplica> reports, long namenodeId) {
    Outcome outcome = new Outcome(0, 0);
    for (int from = 0; from < reports.size(); from += REPORTS_PER_READ) {
      int to = Math.min(reports.size(), from + REPORTS_PER_READ);
      outcome = outcome.plus(applyChunk(reports.subList(from, to), namenodeId));
    }
    return outcome;
  }

  private record Located(ReportedReplica reported, long inodeId) {}

  private record Sorted(
      Map<Long, List<ReportedReplica>> changesByInode,
      List<Located> unknown,
      List<ReportedReplica> moved) {}

  /**
   * What one transaction did.
   *
   * @param moved reports of blocks that another file has since the look at them
   */
  private record Written(int changed, List<ReportedReplica> moved) {}

  /** Applies reports; again those of blocks that changed their file (concat) meanwhile. */
  private Outcome applyChunk(List<ReportedReplica> reports, long namenodeId) {
    Outcome outcome = new Outcome(0, 0);
    List<ReportedReplica> left = reports;
    for (int round = 0; round < MOVES_MAX && !left.isEmpty(); round++) {
      List<ReportedReplica> moved = new ArrayList<>();
      outcome = outcome.plus(applyOnce(left, moved, namenodeId));
      left = moved;
    }
    return outcome;
  }

  private Outcome applyOnce(
      List<ReportedReplica> reports, List<ReportedReplica> moved, long namenodeId) {
    Sorted sorted = runner.run(TxOptions.read("look_at_report"), tx -> sort(tx, reports));
    moved.addAll(sorted.moved());
    int changed = 0;
    for (Map.Entry<Long, List<ReportedReplica>> entry : sorted.changesByInode().entrySet()) {
      List<ReportedReplica> ofInode = entry.getValue();
      for (int from = 0; from < ofInode.size(); from += REPORTS_PER_WRITE) {
        List<ReportedReplica> part =
            ofInode.subList(from, Math.min(ofInode.size(), from + REPORTS_PER_WRITE));
        long inodeId = entry.getKey();
        Written written =
            runner.run(
                TxOptions.write("apply_report").hint(inodeId),
                tx -> write(tx, inodeId, part, namenodeId));
        changed += written.changed();
        moved.addAll(written.moved());
      }
    }
    List<ReportedReplica> unknown = sorted.unknown().stream().map(Located::reported).toList();
    return new Outcome(changed, unknown.isEmpty() ? 0 : invalidateUnknown(unknown, namenodeId));
  }

  /** Reads without locks and keeps what would change rows. */
  private static Sorted sort(Tx tx, List<ReportedReplica> reports) {
    List<Located> known = new ArrayList<>();
    List<Located> unknown = new ArrayList<>();
    List<ReportedReplica> moved = new ArrayList<>();
    List<ReadBatch.Row<BlockLookup>> lookups = new ArrayList<>();
    ReadBatch lookupBatch = tx.batch();
    for (ReportedReplica reported : reports) {
      lookups.add(lookupBatch.get(Tables.BLOCK_LOOKUP, BlockIds.owner(reported.blockId())));
    }
    lookupBatch.execute();
    for (int i = 0; i < reports.size(); i++) {
      BlockLookup lookup = lookups.get(i).get();
      if (lookup != null) {
        known.add(new Located(reports.get(i), lookup.inodeId()));
      } else if (reports.get(i).state() != ReportedReplica.State.DELETED) {
        unknown.add(new Located(reports.get(i), 0));
      }
    }
    Map<Long, List<ReportedReplica>> changes = new TreeMap<>();
    if (known.isEmpty()) {
      return new Sorted(changes, unknown, moved);
    }
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<Block>> blocks = new ArrayList<>();
    List<BlockRows.Pending> rows = new ArrayList<>();
    List<ReadBatch.Row<DeletedReplica>> gone = new ArrayList<>();
    for (Located located : known) {
      long blockId = BlockIds.owner(located.reported().blockId());
      blocks.add(batch.get(Tables.BLOCKS, new BlockKey(located.inodeId(), blockId)));
      rows.add(BlockRows.Pending.add(batch, located.inodeId(), blockId));
      gone.add(batch.get(Tables.DELETED_REPLICAS, place(located.reported())));
    }
    batch.execute();
    for (int i = 0; i < known.size(); i++) {
      ReportedReplica reported = known.get(i).reported();
      Block block = blocks.get(i).get();
      if (block == null) {
        moved.add(reported);
      } else if (verdict(reported, rows.get(i).of(block), gone.get(i).get())
          != ReplicaVerdict.NOTHING) {
        changes.computeIfAbsent(known.get(i).inodeId(), id -> new ArrayList<>()).add(reported);
      }
    }
    return new Sorted(changes, unknown, moved);
  }

  private static ReplicaVerdict verdict(
      ReportedReplica reported, BlockRows rows, @Nullable DeletedReplica gone) {
    return ReplicaVerdict.of(reported, rows.of(reported.blockId()), gone);
  }

  private static DeletedReplicaKey place(ReportedReplica reported) {
    return new DeletedReplicaKey(reported.blockId(), reported.storageId());
  }

  private Written write(Tx tx, long inodeId, List<ReportedReplica> reports, long namenodeId) {
    ReportFence fence = new ReportFence(namenodeId);
    List<ReportedReplica> ordered = new ArrayList<>(reports);
    ordered.sort(Comparator.comparingLong(ReportedReplica::blockId));
    int changed = 0;
    List<ReportedReplica> moved = new ArrayList<>();
    for (ReportedReplica reported : ordered) {
      BlockKey key = new BlockKey(inodeId, BlockIds.owner(reported.blockId()));
      Block block = tx.get(Tables.BLOCKS, key, LockMode.EXCLUSIVE);
      if (block == null) {
        moved.add(reported);
      } else {
        changed += writeOne(tx, block, reported, fence);
      }
    }
    return new Written(changed, moved);
  }

  private int writeOne(Tx tx, Block block, ReportedReplica reported, ReportFence fence) {
    ReadBatch batch = tx.batch();
    BlockRows.Pending pending =
        BlockRows.Pending.add(batch, block.inodeId(), block.blockId(), LockMode.SETTLED);
    ReadBatch.Row<DeletedReplica> gone =
        batch.get(Tables.DELETED_REPLICAS, place(reported), LockMode.SETTLED);
    fence.addTo(batch);
    batch.execute();
    fence.check();
    BlockRows all = pending.of(block);
    BlockRows rows = all.of(reported.blockId());
    switch (ReplicaVerdict.of(reported, rows, gone.get())) {
      case NOTHING -> {
        return 0;
      }
      case EXPECT -> expect(tx, rows, reported, ReplicaState.RBW);
      case ADD -> add(tx, all, rows, reported);
      case REMOVE -> remove(tx, rows, reported);
      case CORRUPT -> corrupt(tx, all, rows, reported);
    }
    return 1;
  }

  private static ReplicaKey key(Block block, int storageId) {
    return new ReplicaKey(block.inodeId(), block.blockId(), storageId);
  }

  /**
   * Notes a replica that is being written. Datanodes choose the disk themselves: one that was
   * expected on another disk of the datanode is the same replica.
   */
  private void expect(Tx tx, BlockRows rows, ReportedReplica reported, ReplicaState state) {
    Block block = rows.block();
    int position =
        1
            + rows.underConstruction().stream()
                .mapToInt(ReplicaUnderConstruction::position)
                .max()
                .orElse(-1);
    for (ReplicaUnderConstruction before : rows.underConstruction()) {
      if (before.storageId() == reported.storageId()) {
        position = Math.min(position, before.position());
      } else if (areOfOneDatanode(before.storageId(), reported.storageId())) {
        position = Math.min(position, before.position());
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, before.key());
      }
    }
    tx.upsert(
        Tables.REPLICAS_UNDER_CONSTRUCTION,
        new ReplicaUnderConstruction(
            block.inodeId(),
            block.blockId(),
            reported.storageId(),
            position,
            reported.generationStamp(),
            reported.lengthBytes(),
            state));
  }

  private static Replica replica(Block block, ReportedReplica reported) {
    return new Replica(
        block.inodeId(),
        block.blockId(),
        reported.storageId(),
        reported.generationStamp(),
        reported.lengthBytes());
  }

  private void add(Tx tx, BlockRows all, BlockRows rows, ReportedReplica reported) {
    Block block = rows.block();
    int storageId = reported.storageId();
    ReplicaRows.put(tx, replica(block, reported), rows.replica(storageId));
    if (rows.corrupt(storageId) != null) {
      tx.delete(Tables.CORRUPT_REPLICAS, key(block, storageId));
    }
    int moved = forgetMoved(tx, rows, storageId);
    if (!seen.isInService(storageId)) {
      // The leader may have looked through its blocks already, and found that it may go.
      look(tx, block);
    }
    if (block.state() == BlockState.COMMITTED || block.state() == BlockState.COMPLETE) {
      if (rows.beingWritten(storageId) == null) {
        // Not the end of a pipeline: a copy has arrived, or a lost replica is back.
        tx.delete(Tables.PENDING_REPLICATIONS, key(block, storageId));
        look(tx, block);
        ReplicaHistory.goOn(
            tx,
            key(block, storageId),
            ReplicaEventKind.ARRIVED,
            reported.generationStamp(),
            clock.millis());
      }
      int good = rows.goodReplicas() - moved + (isGood(rows, storageId) ? 0 : 1);
      boolean stored =
          BlockIds.isStriped(block.blockId())
              ? StripedGroups.isStored(all, block.blockId(), good > 0)
              : good >= minReplication;
      if (block.state() == BlockState.COMMITTED && stored) {
        tx.update(Tables.BLOCKS, all.block().withState(BlockState.COMPLETE));
      }
      if (stored) {
        forgetPipeline(tx, all, block.blockId(), storageId);
      }
      return;
    }
    ReplicaUnderConstruction expected = rows.beingWritten(storageId);
    if (expected == null || expected.generationStamp() < reported.generationStamp()) {
      expect(tx, rows, reported, ReplicaState.FINALIZED);
    }
  }

  /**
   * A datanode has one replica of a block at most: when it reports another one, the replica has
   * moved from disk to disk, and the datanode says nothing about the place that it left. Two rows
   * would look like a surplus, and the order to delete that would hit the only replica.
   *
   * @return how many good replicas were only where they are no more
   */
  private int forgetMoved(Tx tx, BlockRows rows, int arrivedAt) {
    int good = 0;
    for (Replica other : rows.replicas()) {
      if (other.storageId() != arrivedAt && areOfOneDatanode(other.storageId(), arrivedAt)) {
        good += isGood(rows, other.storageId()) ? 1 : 0;
        ReplicaRows.delete(tx, other);
        tx.delete(Tables.CORRUPT_REPLICAS, other.key());
        tx.delete(Tables.EXCESS_REPLICAS, other.key());
        tx.delete(Tables.INVALIDATED_BLOCKS, other.key());
      }
    }
    return good;
  }

  private boolean areOfOneDatanode(int storageId, int otherId) {
    Storage storage = storages.find(storageId);
    Storage other = storages.find(otherId);
    return storage != null && other != null && storage.datanodeUuid().equals(other.datanodeUuid());
  }

  private static boolean isGood(BlockRows rows, int storageId) {
    Replica replica = rows.replica(storageId);
    return replica != null
        && replica.generationStamp() == rows.block().generationStamp()
        && rows.corrupt(storageId) == null;
  }

  /** Ends the wait for replicas that are there; those that never come are found by the leader. */
  private void forgetPipeline(Tx tx, BlockRows all, long addedId, int added) {
    for (ReplicaUnderConstruction expected : all.underConstruction()) {
      int storageId = expected.storageId();
      boolean isAdded =
          expected.blockId() == addedId
              && (storageId == added || areOfOneDatanode(storageId, added));
      if (isAdded || isGood(all.of(expected.blockId()), storageId)) {
        tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
      }
    }
  }

  /** Asks the leader to look whether the block is stored as often as it should be. */
  private void look(Tx tx, Block block) {
    tx.upsert(
        Tables.REDUNDANCY_CHECKS,
        new RedundancyCheck(block.inodeId(), BlockIds.owner(block.blockId()), clock.millis()));
  }

  private void remove(Tx tx, BlockRows rows, ReportedReplica reported) {
    ReplicaKey key = key(rows.block(), reported.storageId());
    Replica replica = rows.replica(reported.storageId());
    ReplicaUnderConstruction expected = rows.beingWritten(reported.storageId());
    CorruptReplica corrupt = rows.corrupt(reported.storageId());
    long stamp = reported.generationStamp();
    if (replica != null && replica.generationStamp() <= stamp) {
      ReplicaRows.delete(tx, replica);
      tx.delete(Tables.EXCESS_REPLICAS, key);
      look(tx, rows.block());
    }
    if (expected != null && expected.generationStamp() <= stamp) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, key);
    }
    if (corrupt != null && corrupt.generationStamp() <= stamp) {
      tx.delete(Tables.CORRUPT_REPLICAS, key);
    }
    InvalidatedReplica invalidated = rows.invalidated(reported.storageId());
    if (invalidated != null && invalidated.generationStamp() <= stamp) {
      tx.delete(Tables.INVALIDATED_BLOCKS, key);
    }
    DeletedReplicas.note(tx, place(reported), stamp, clock.millis());
    ReplicaHistory.goOn(tx, key, ReplicaEventKind.DELETED, stamp, clock.millis());
  }

  /**
   * Notes a corrupt replica. One that missed the end of a write (its generation stamp is older) is
   * deleted at once when enough good replicas are certain; any other corrupt replica is kept, for
   * it may be the best there is, and the leader deletes it when it is not.
   */
  private void corrupt(Tx tx, BlockRows all, BlockRows rows, ReportedReplica reported) {
    Block block = rows.block();
    int storageId = reported.storageId();
    look(tx, block);
    Replica before = rows.replica(storageId);
    ReplicaHistory.begin(
        tx,
        key(block, storageId),
        ReplicaEventKind.FOUND_CORRUPT,
        reported.generationStamp(),
        missedTheEnd(reported, block) ? OUTDATED : UNFIT,
        clock.millis());
    boolean missedTheEnd = missedTheEnd(reported, block);
    if (missedTheEnd && certain.areEnough(tx, all, minReplication)) {
      if (before != null) {
        ReplicaRows.delete(tx, before);
      }
      tx.delete(Tables.CORRUPT_REPLICAS, key(block, storageId));
      tx.upsert(
          Tables.INVALIDATED_BLOCKS,
          new InvalidatedReplica(
              block.inodeId(),
              block.blockId(),
              storageId,
              reported.generationStamp(),
              reported.lengthBytes()));
      return;
    }
    tx.upsert(
        Tables.CORRUPT_REPLICAS,
        new CorruptReplica(
            block.inodeId(),
            block.blockId(),
            storageId,
            reported.generationStamp(),
            missedTheEnd ? OUTDATED : UNFIT,
            clock.millis()));
    if (reported.state() == ReportedReplica.State.FINALIZED) {
      ReplicaRows.put(tx, replica(block, reported), before);
    }
  }

  private static boolean missedTheEnd(ReportedReplica reported, Block block) {
    return reported.generationStamp() < block.generationStamp();
  }

  /**
   * Orders the deletion of replicas whose block does not exist. Block ids are never used twice, so
   * a block without a row was deleted. A replica from the future (the store was put back to an
   * older state) is left alone: deleting it could destroy the only copy.
   */
  private int invalidateUnknown(List<ReportedReplica> unknown, long namenodeId) {
    return runner.run(
        TxOptions.write("invalidate_unknown"),
        tx -> {
          IdRange range = tx.get(Tables.ID_RANGES, GENERATION_STAMP_KIND, LockMode.READ_COMMITTED);
          long stampsEnd = range == null ? 0 : range.nextId();
          ReadBatch batch = tx.batch();
          List<ReadBatch.Row<BlockLookup>> lookups = new ArrayList<>();
          List<ReadBatch.Row<InvalidatedReplica>> orders = new ArrayList<>();
          for (ReportedReplica reported : unknown) {
            lookups.add(batch.get(Tables.BLOCK_LOOKUP, BlockIds.owner(reported.blockId())));
            orders.add(batch.get(Tables.INVALIDATED_BLOCKS, unknownKey(reported)));
          }
          ReportFence fence = new ReportFence(namenodeId);
          fence.addTo(batch);
          batch.execute();
          fence.check();
          int ordered = 0;
          for (int i = 0; i < unknown.size(); i++) {
            ReportedReplica reported = unknown.get(i);
            if (reported.generationStamp() >= stampsEnd) {
              LOG.warn(
                  "Replica of block {} on storage {} has generation stamp {}, which was not given"
                      + " out yet; it is left alone",
                  reported.blockId(),
                  reported.storageId(),
                  reported.generationStamp());
            } else if (lookups.get(i).get() == null && orders.get(i).get() == null) {
              ReplicaKey key = unknownKey(reported);
              tx.upsert(
                  Tables.INVALIDATED_BLOCKS,
                  new InvalidatedReplica(
                      key.inodeId(),
                      key.blockId(),
                      key.storageId(),
                      reported.generationStamp(),
                      reported.lengthBytes()));
              ordered++;
            }
          }
          return ordered;
        });
  }

  private static ReplicaKey unknownKey(ReportedReplica reported) {
    return new ReplicaKey(0, reported.blockId(), reported.storageId());
  }
}
