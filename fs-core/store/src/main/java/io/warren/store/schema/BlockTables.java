package io.warren.store.schema;

import static io.warren.store.schema.Column.addedInt8;
import static io.warren.store.schema.Column.bool;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.nullableText;
import static io.warren.store.schema.Column.text;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockPlace;
import io.warren.model.BlockPlaceKey;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.DeletedReplica;
import io.warren.model.DeletedReplicaKey;
import io.warren.model.ExcessReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyCheck;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.ReplicaEvent;
import io.warren.model.ReplicaEventKey;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.model.UnderReplicatedBlock;
import java.util.List;

/** Blocks, their replicas, the storages that hold them, and the work of keeping them. */
final class BlockTables {
  private BlockTables() {}

  static final Table<BlockKey, Block> BLOCKS =
      new Table<>(
          2,
          "blocks",
          List.of(int64("inode_id", BlockKey::inodeId), int64("block_id", BlockKey::blockId)),
          List.of(
              int32("block_index", Block::index),
              int64("generation_stamp", Block::generationStamp),
              int64("length_bytes", Block::lengthBytes),
              int8("state", b -> b.state().ordinal()),
              int64("recovery_id", Block::recoveryId),
              addedInt8("coding_policy", Block::codingPolicyId)),
          List.of("inode_id"),
          List.of(),
          Block::key,
          in -> new BlockKey(in.int64(), in.int64()),
          (k, in) ->
              new Block(
                  k.inodeId(),
                  k.blockId(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  BlockState.fromStored(in.int8()),
                  in.int64(),
                  in.int8()));

  static final Table<Long, BlockLookup> BLOCK_LOOKUP =
      new Table<>(
          3,
          "block_lookup",
          List.of(int64("block_id", Long::longValue)),
          List.of(int64("inode_id", BlockLookup::inodeId)),
          List.of("block_id"),
          List.of(),
          BlockLookup::blockId,
          ValueSource::int64,
          (k, in) -> new BlockLookup(k, in.int64()));

  /** The blocks of files with many blocks in the order of the file, the last one first. */
  static final Table<BlockPlaceKey, BlockPlace> BLOCK_PLACES =
      new Table<>(
          66,
          "block_places",
          List.of(
              int64("inode_id", BlockPlaceKey::inodeId),
              int32("negated_index", BlockPlaceKey::negatedIndex)),
          List.of(
              int64("block_id", BlockPlace::blockId),
              int64("offset_bytes", BlockPlace::offsetBytes)),
          List.of("inode_id"),
          List.of(),
          BlockPlace::key,
          in -> new BlockPlaceKey(in.int64(), in.int32()),
          (k, in) -> new BlockPlace(k.inodeId(), -k.negatedIndex(), in.int64(), in.int64()));

  private static List<Column<ReplicaKey>> replicaKey() {
    return List.of(
        int64("inode_id", ReplicaKey::inodeId),
        int64("block_id", ReplicaKey::blockId),
        int32("storage_id", ReplicaKey::storageId));
  }

  private static ReplicaKey readReplicaKey(ValueSource in) {
    return new ReplicaKey(in.int64(), in.int64(), in.int32());
  }

  private static List<Index> byStorage() {
    return List.of(new Index(Tables.BY_STORAGE, List.of("storage_id"), false));
  }

  static final Table<ReplicaKey, Replica> REPLICAS =
      new Table<>(
          4,
          "replicas",
          replicaKey(),
          List.of(
              int64("generation_stamp", Replica::generationStamp),
              int64("length_bytes", Replica::lengthBytes)),
          List.of("inode_id"),
          byStorage(),
          Replica::key,
          BlockTables::readReplicaKey,
          (k, in) -> new Replica(k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64()));

  static final Table<ReplicaKey, ReplicaUnderConstruction> REPLICAS_UNDER_CONSTRUCTION =
      new Table<>(
          5,
          "replicas_under_construction",
          replicaKey(),
          List.of(
              int32("position", ReplicaUnderConstruction::position),
              int64("generation_stamp", ReplicaUnderConstruction::generationStamp),
              int64("length_bytes", ReplicaUnderConstruction::lengthBytes),
              int8("state", r -> r.state().ordinal())),
          List.of("inode_id"),
          List.of(),
          ReplicaUnderConstruction::key,
          BlockTables::readReplicaKey,
          (k, in) ->
              new ReplicaUnderConstruction(
                  k.inodeId(),
                  k.blockId(),
                  k.storageId(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  ReplicaState.fromStored(in.int8())));

  static final Table<ReplicaKey, InvalidatedReplica> INVALIDATED_BLOCKS =
      new Table<>(
          6,
          "invalidated_blocks",
          replicaKey(),
          List.of(
              int64("generation_stamp", InvalidatedReplica::generationStamp),
              int64("length_bytes", InvalidatedReplica::lengthBytes)),
          List.of("inode_id"),
          byStorage(),
          InvalidatedReplica::key,
          BlockTables::readReplicaKey,
          (k, in) ->
              new InvalidatedReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64()));

  static final Table<ReplicaKey, CorruptReplica> CORRUPT_REPLICAS =
      new Table<>(
          7,
          "corrupt_replicas",
          replicaKey(),
          List.of(
              int64("generation_stamp", CorruptReplica::generationStamp),
              text("reason", 1000, CorruptReplica::reason),
              int64("reported_at_ms", CorruptReplica::reportedAtMs)),
          List.of("inode_id"),
          List.of(),
          CorruptReplica::key,
          BlockTables::readReplicaKey,
          (k, in) ->
              new CorruptReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.text(), in.int64()));

  static final Table<Integer, Storage> STORAGES =
      new Table<>(
          18,
          "storages",
          List.of(int32("id", Integer::intValue)),
          List.of(
              text("uuid", 64, Storage::uuid),
              text("datanode_uuid", 64, Storage::datanodeUuid),
              text("type", 32, Storage::type)),
          List.of("id"),
          List.of(new Index(Tables.BY_UUID, List.of("uuid"), true)),
          Storage::id,
          ValueSource::int32,
          (k, in) -> new Storage(k, in.text(), in.text(), in.text()));

  /** What happened to replicas that were not well; the leader forgets it after a while. */
  static final Table<ReplicaEventKey, ReplicaEvent> REPLICA_EVENTS =
      new Table<>(
          60,
          "replica_events",
          List.of(
              int64("block_id", ReplicaEventKey::blockId),
              int64("newest_first", ReplicaEventKey::newestFirst),
              int32("storage_id", ReplicaEventKey::storageId),
              int8("kind", ReplicaEventKey::kind)),
          List.of(
              int64("at_ms", ReplicaEvent::atMs),
              int64("generation_stamp", ReplicaEvent::generationStamp),
              nullableText("detail", 1000, ReplicaEvent::detail)),
          List.of("block_id"),
          List.of(new Index(Tables.BY_TIME, List.of("at_ms"), false)),
          ReplicaEvent::key,
          in -> new ReplicaEventKey(in.int64(), in.int64(), in.int32(), in.int8()),
          (k, in) -> new ReplicaEvent(k, in.int64(), in.int64(), in.nullableText()));

  /** What datanodes have deleted of late, while the block lives on; the leader forgets it. */
  static final Table<DeletedReplicaKey, DeletedReplica> DELETED_REPLICAS =
      new Table<>(
          75,
          "deleted_replicas",
          List.of(
              int64("block_id", DeletedReplicaKey::blockId),
              int32("storage_id", DeletedReplicaKey::storageId)),
          List.of(
              int64("generation_stamp", DeletedReplica::generationStamp),
              int64("deleted_at_ms", DeletedReplica::deletedAtMs)),
          List.of("block_id"),
          List.of(new Index(Tables.BY_TIME, List.of("deleted_at_ms"), false)),
          DeletedReplica::key,
          in -> new DeletedReplicaKey(in.int64(), in.int32()),
          (k, in) -> new DeletedReplica(k.blockId(), k.storageId(), in.int64(), in.int64()));

  private static List<Column<BlockKey>> blockKey() {
    return List.of(int64("inode_id", BlockKey::inodeId), int64("block_id", BlockKey::blockId));
  }

  private static BlockKey readBlockKey(ValueSource in) {
    return new BlockKey(in.int64(), in.int64());
  }

  /** Blocks that the leader must look at; written by whoever changes how often one is stored. */
  static final Table<BlockKey, RedundancyCheck> REDUNDANCY_CHECKS =
      new Table<>(
          33,
          "redundancy_checks",
          blockKey(),
          List.of(int64("requested_at_ms", RedundancyCheck::requestedAtMs)),
          List.of("inode_id"),
          List.of(),
          RedundancyCheck::key,
          BlockTables::readBlockKey,
          (k, in) -> new RedundancyCheck(k.inodeId(), k.blockId(), in.int64()));

  static final Table<BlockKey, UnderReplicatedBlock> UNDER_REPLICATED_BLOCKS =
      new Table<>(
          34,
          "under_replicated_blocks",
          blockKey(),
          List.of(
              int8("priority", b -> b.priority().ordinal()),
              int32("live", UnderReplicatedBlock::live),
              int32("wanted", UnderReplicatedBlock::wanted),
              int32("corrupt", UnderReplicatedBlock::corrupt),
              int64("since_ms", UnderReplicatedBlock::sinceMs)),
          List.of("inode_id"),
          List.of(new Index(Tables.BY_PRIORITY, List.of("priority"), false)),
          UnderReplicatedBlock::key,
          BlockTables::readBlockKey,
          (k, in) ->
              new UnderReplicatedBlock(
                  k.inodeId(),
                  k.blockId(),
                  RedundancyPriority.fromStored(in.int8()),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  in.int64()));

  static final Table<ReplicaKey, PendingReplication> PENDING_REPLICATIONS =
      new Table<>(
          35,
          "pending_replications",
          replicaKey(),
          List.of(
              int32("source_storage_id", PendingReplication::sourceStorageId),
              int64("generation_stamp", PendingReplication::generationStamp),
              int64("length_bytes", PendingReplication::lengthBytes),
              int64("ordered_at_ms", PendingReplication::orderedAtMs),
              int64("epoch", PendingReplication::epoch)),
          List.of("inode_id"),
          List.of(),
          PendingReplication::key,
          BlockTables::readReplicaKey,
          (k, in) ->
              new PendingReplication(
                  k.inodeId(),
                  k.blockId(),
                  k.storageId(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64()));

  static final Table<ReplicaKey, ExcessReplica> EXCESS_REPLICAS =
      new Table<>(
          36,
          "excess_replicas",
          replicaKey(),
          List.of(
              int64("generation_stamp", ExcessReplica::generationStamp),
              int64("length_bytes", ExcessReplica::lengthBytes),
              int64("chosen_at_ms", ExcessReplica::chosenAtMs)),
          List.of("inode_id"),
          List.of(),
          ExcessReplica::key,
          BlockTables::readReplicaKey,
          (k, in) ->
              new ExcessReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64(), in.int64()));

  static final Table<Integer, StorageCondition> STORAGE_CONDITIONS =
      new Table<>(
          37,
          "storage_conditions",
          List.of(int32("storage_id", Integer::intValue)),
          List.of(
              int8("state", c -> c.state().ordinal()),
              text("rack", 1000, StorageCondition::rack),
              int64("since_ms", StorageCondition::sinceMs),
              bool("checking", StorageCondition::checking),
              int64("checked_inode_id", StorageCondition::checkedInodeId),
              int64("checked_block_id", StorageCondition::checkedBlockId),
              int64("blocks", StorageCondition::blocks),
              int64("insufficient", StorageCondition::insufficient),
              int64("checked_at_ms", StorageCondition::checkedAtMs)),
          List.of("storage_id"),
          List.of(),
          StorageCondition::storageId,
          ValueSource::int32,
          (k, in) ->
              new StorageCondition(
                  k,
                  StorageState.fromStored(in.int8()),
                  in.text(),
                  in.int64(),
                  in.bool(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64()));
}
