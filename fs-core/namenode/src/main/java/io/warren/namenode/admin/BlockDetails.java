package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.blocks.ReplicaHistory;
import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.Inode;
import io.warren.model.InvalidatedReplica;
import io.warren.model.PendingReplication;
import io.warren.model.Replica;
import io.warren.model.ReplicaEvent;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.model.Striping;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.BlockScans;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One block: its file, its replicas, what is wanted of it, and what happened to it. */
final class BlockDetails {

  record ReplicaOnStorage(
      int storageId,
      String storageUuid,
      String datanodeUuid,
      @Nullable String datanodeAddress,
      String storageState,
      @Nullable Long storageSinceMs) {}

  /**
   * @param unit of a block group, from 0; null for a contiguous block
   */
  record ReplicaView(
      @Nullable Integer unit,
      ReplicaOnStorage storage,
      String state,
      long generationStamp,
      long lengthBytes,
      @Nullable String reason,
      @Nullable Long sinceMs) {}

  record EventView(
      long atMs,
      String kind,
      @Nullable Integer unit,
      ReplicaOnStorage storage,
      long generationStamp,
      @Nullable String detail) {}

  /**
   * @param wantedReplicas by its file; null while the file is being removed
   * @param goodReplicas finalised ones on storages that are not lost; of a group, units with one
   * @param group null for a contiguous block
   * @param priority how urgent another replica is; null when the block is well
   * @param checkWaiting whether the leader will look at it
   * @param events the newest first
   */
  record BlockView(
      long blockId,
      long inodeId,
      @Nullable String path,
      int index,
      long generationStamp,
      long lengthBytes,
      String state,
      @Nullable Integer wantedReplicas,
      int goodReplicas,
      @Nullable String priority,
      @Nullable Long insufficientSinceMs,
      boolean checkWaiting,
      @Nullable BlockUnits group,
      List<ReplicaView> replicas,
      List<EventView> events,
      long asOfMs) {}

  private record Found(@Nullable BlockView view) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final Clock clock;

  BlockDetails(TransactionRunner runner, Datanodes datanodes, Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.clock = clock;
  }

  /**
   * The block with this number.
   *
   * @param text the number as the caller wrote it; what is none answers 400, an unknown one 404
   */
  BlockView answer(String text) {
    long blockId;
    try {
      blockId = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.invalid("A block is named by its number", "id: " + text);
    }
    BlockView view = runner.run(TxOptions.read("get_block"), tx -> find(tx, blockId)).view();
    if (view == null) {
      throw new Problem.ProblemException(
          Problem.of(404, "not_found", "There is no such block", "id: " + blockId));
    }
    return view;
  }

  private Found find(Tx tx, long blockId) {
    long ownerId = BlockIds.owner(blockId);
    BlockLookup lookup = tx.get(Tables.BLOCK_LOOKUP, ownerId, LockMode.READ_COMMITTED);
    BlockKey key = lookup == null ? null : new BlockKey(lookup.inodeId(), ownerId);
    Block block = key == null ? null : tx.get(Tables.BLOCKS, key, LockMode.READ_COMMITTED);
    if (key == null || block == null) {
      return new Found(null);
    }
    Storages storages = new Storages(tx);
    Inode file = InodeRows.find(tx, block.inodeId());
    UnderReplicatedBlock noted =
        tx.get(Tables.UNDER_REPLICATED_BLOCKS, key, LockMode.READ_COMMITTED);
    List<ReplicaView> replicas = replicas(tx, storages, block);
    List<ReplicaView> good = replicas.stream().filter(BlockDetails::isGood).toList();
    Set<Integer> goodUnits =
        good.stream().map(ReplicaView::unit).filter(Objects::nonNull).collect(Collectors.toSet());
    BlockUnits group = BlockUnits.of(block, goodUnits);
    return new Found(
        new BlockView(
            ownerId,
            block.inodeId(),
            new InodePaths(tx).of(block.inodeId()),
            block.index(),
            block.generationStamp(),
            block.lengthBytes(),
            text(block.state()),
            file == null ? null : wanted(file, block),
            group == null ? good.size() : goodUnits.size(),
            noted == null ? null : text(noted.priority()),
            noted == null ? null : noted.sinceMs(),
            tx.get(Tables.REDUNDANCY_CHECKS, key, LockMode.READ_COMMITTED) != null,
            group,
            replicas,
            events(tx, storages, ownerId),
            clock.millis()));
  }

  private static int wanted(Inode file, Block block) {
    Striping striping = file.striping();
    return striping == null ? file.replication() : striping.storedUnits(block.lengthBytes());
  }

  /** Rows of a block's replicas; of a block group those of all its internal blocks. */
  private static <R> List<R> rows(
      Tx tx, Table<ReplicaKey, R> table, Block block, ToLongFunction<R> blockId) {
    return BlockScans.ofBlock(
        tx.scan(BlockScans.replicas(table, block.inodeId(), block.blockId())),
        block.blockId(),
        blockId);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isGood(ReplicaView replica) {
    return replica.state().equals("finalized")
        && !replica.storage().storageState().equals(text(StorageState.LOST));
  }

  /** Of a block, or of all units of a group. */
  private static List<EventView> events(Tx tx, Storages storages, long ownerId) {
    List<EventView> views = new ArrayList<>();
    for (long id = ownerId; id <= BlockIds.last(ownerId); id++) {
      for (ReplicaEvent event : ReplicaHistory.of(tx, id)) {
        views.add(
            new EventView(
                event.atMs(),
                event.kind().text(),
                BlockUnits.unitOf(id),
                storages.of(event.storageId()),
                event.generationStamp(),
                event.detail()));
      }
    }
    views.sort(Comparator.comparingLong(EventView::atMs).reversed());
    return views.subList(0, Math.min(views.size(), ReplicaHistory.EVENTS_MAX));
  }

  private static List<ReplicaView> replicas(Tx tx, Storages storages, Block block) {
    Map<ReplicaKey, ExcessReplica> excess = new HashMap<>();
    rows(tx, Tables.EXCESS_REPLICAS, block, ExcessReplica::blockId)
        .forEach(r -> excess.put(r.key(), r));
    List<ReplicaView> views = new ArrayList<>(finalized(tx, storages, block, excess));
    rows(tx, Tables.REPLICAS_UNDER_CONSTRUCTION, block, ReplicaUnderConstruction::blockId)
        .forEach(
            r ->
                views.add(
                    new ReplicaView(
                        BlockUnits.unitOf(r.blockId()),
                        storages.of(r.storageId()),
                        "being_written",
                        r.generationStamp(),
                        r.lengthBytes(),
                        null,
                        null)));
    for (PendingReplication p :
        rows(tx, Tables.PENDING_REPLICATIONS, block, PendingReplication::blockId)) {
      views.add(
          new ReplicaView(
              BlockUnits.unitOf(p.blockId()),
              storages.of(p.storageId()),
              "being_copied",
              p.generationStamp(),
              p.lengthBytes(),
              null,
              p.orderedAtMs()));
    }
    rows(tx, Tables.INVALIDATED_BLOCKS, block, InvalidatedReplica::blockId).stream()
        .filter(r -> !excess.containsKey(r.key()))
        .forEach(
            r ->
                views.add(
                    new ReplicaView(
                        BlockUnits.unitOf(r.blockId()),
                        storages.of(r.storageId()),
                        "being_deleted",
                        r.generationStamp(),
                        r.lengthBytes(),
                        null,
                        null)));
    return views;
  }

  private static List<ReplicaView> finalized(
      Tx tx, Storages storages, Block block, Map<ReplicaKey, ExcessReplica> excess) {
    Map<ReplicaKey, CorruptReplica> corrupt = new HashMap<>();
    rows(tx, Tables.CORRUPT_REPLICAS, block, CorruptReplica::blockId)
        .forEach(r -> corrupt.put(r.key(), r));
    List<ReplicaView> views = new ArrayList<>();
    for (Replica r : rows(tx, Tables.REPLICAS, block, Replica::blockId)) {
      CorruptReplica bad = corrupt.get(r.key());
      ExcessReplica spare = excess.get(r.key());
      String state =
          bad != null
              ? "corrupt"
              : spare != null
                  ? "surplus"
                  : r.generationStamp() == block.generationStamp() ? "finalized" : "outdated";
      Long sinceMs =
          bad != null
              ? Long.valueOf(bad.reportedAtMs())
              : spare != null ? Long.valueOf(spare.chosenAtMs()) : null;
      views.add(
          new ReplicaView(
              BlockUnits.unitOf(r.blockId()),
              storages.of(r.storageId()),
              state,
              r.generationStamp(),
              r.lengthBytes(),
              bad == null ? null : bad.reason(),
              sinceMs));
    }
    return views;
  }

  /** Where a replica is, and how its storage is. */
  ReplicaOnStorage storage(Tx tx, int storageId) {
    return new Storages(tx).of(storageId);
  }

  /** The storages that one answer names, each read once. */
  private final class Storages {
    private final Tx tx;
    private final Map<Integer, ReplicaOnStorage> known = new HashMap<>();

    Storages(Tx tx) {
      this.tx = tx;
    }

    ReplicaOnStorage of(int storageId) {
      ReplicaOnStorage storage = known.get(storageId);
      if (storage == null) {
        storage = read(storageId);
        known.put(storageId, storage);
      }
      return storage;
    }

    private ReplicaOnStorage read(int storageId) {
      Storage storage = datanodes.storageIds().find(storageId);
      StorageCondition condition =
          tx.get(Tables.STORAGE_CONDITIONS, storageId, LockMode.READ_COMMITTED);
      var datanode = storage == null ? null : datanodes.find(storage.datanodeUuid());
      return new ReplicaOnStorage(
          storageId,
          storage == null ? "" : storage.uuid(),
          storage == null ? "" : storage.datanodeUuid(),
          datanode == null ? null : datanode.getXferAddr(),
          condition == null ? "unknown" : text(condition.state()),
          condition == null ? null : condition.sinceMs());
    }
  }
}
