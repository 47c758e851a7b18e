package io.warren.store.schema;

import static io.warren.store.schema.Column.addedInt32;
import static io.warren.store.schema.Column.addedInt64;
import static io.warren.store.schema.Column.addedInt8;
import static io.warren.store.schema.Column.bool;
import static io.warren.store.schema.Column.bytes;
import static io.warren.store.schema.Column.int32;
import static io.warren.store.schema.Column.int64;
import static io.warren.store.schema.Column.int8;
import static io.warren.store.schema.Column.nullableBytes;
import static io.warren.store.schema.Column.nullableText;
import static io.warren.store.schema.Column.text;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKey;
import io.warren.model.ClusterEventKind;
import io.warren.model.ClusterVariable;
import io.warren.model.CorruptReplica;
import io.warren.model.DelegationToken;
import io.warren.model.DirectoryRepartition;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.ExcessReplica;
import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.Name;
import io.warren.model.NamenodeMember;
import io.warren.model.PendingReplication;
import io.warren.model.Principal;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.QuotaUpdateKey;
import io.warren.model.RedundancyCheck;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.model.Snapshot;
import io.warren.model.SnapshotKey;
import io.warren.model.SnapshottableDirectory;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.model.SubtreeOperation;
import io.warren.model.TokenKey;
import io.warren.model.TokenKeyKind;
import io.warren.model.UnderReplicatedBlock;
import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import java.util.List;

/** Every table of the metadata store. The outbox (metadata_log) is written through Tx.append. */
public final class Tables {
  private static final int PATH_MAX_BYTES = 8000;
  private static final int HOLDER_MAX_BYTES = 255;
  private static final int ACL_MAX_BYTES = 9000;

  private Tables() {}

  /** Scans by parent, whatever the partitioning of the parent's children. */
  public static final String INODES_BY_PARENT = "by_parent";

  public static final String INODES_BY_ID = "by_id";
  public static final String BY_STORAGE = "by_storage";
  public static final String BY_NAME = "by_name";
  public static final String BY_ID = "by_id";
  public static final String BY_UUID = "by_uuid";
  public static final String BY_EXPIRY = "by_expiry";
  public static final String BY_KIND = "by_kind";
  public static final String BY_TIME = "by_time";
  public static final String BY_PRIORITY = "by_priority";

  public static final Table<InodeKey, Inode> INODES =
      new Table<>(
          1,
          "inodes",
          List.of(
              int64("partition_id", InodeKey::partitionId),
              int64("parent_id", InodeKey::parentId),
              bytes("name", Name.MAX_BYTES, k -> k.name().bytes())),
          List.of(
              int64("id", Inode::id),
              int8("kind", i -> i.kind().ordinal()),
              int64("logical_time", Inode::logicalTime),
              int32("owner_id", Inode::ownerId),
              int32("group_id", Inode::groupId),
              int32("mode", Inode::mode),
              int64("mtime_ms", Inode::mtimeMs),
              int64("atime_ms", Inode::atimeMs),
              int64("size_bytes", Inode::sizeBytes),
              int32("replication", Inode::replication),
              int64("block_size_bytes", Inode::blockSizeBytes),
              int8("storage_policy", Inode::storagePolicy),
              int8("children_partitioning", i -> i.childrenPartitioning().ordinal()),
              bool("has_quota", Inode::hasQuota),
              int64("subtree_lock_owner", Inode::subtreeLockOwner),
              nullableText("lease_holder", HOLDER_MAX_BYTES, Inode::leaseHolder),
              nullableText("lease_machine", HOLDER_MAX_BYTES, Inode::leaseMachine),
              nullableText("symlink_target", PATH_MAX_BYTES, Inode::symlinkTarget),
              int64("children_version", Inode::childrenVersion),
              addedInt32("features", Inode::features),
              addedInt8("erasure_coding_policy", Inode::erasureCodingPolicy),
              addedInt64("since_snapshot", Inode::sinceSnapshot),
              addedInt64("kept_snapshot", Inode::keptSnapshot)),
          List.of("partition_id"),
          List.of(
              new Index(INODES_BY_ID, List.of("id"), true),
              new Index(INODES_BY_PARENT, List.of("parent_id"), false)),
          Inode::key,
          in -> new InodeKey(in.int64(), in.int64(), Name.trusted(in.bytes())),
          (k, in) ->
              new Inode(
                  k.partitionId(),
                  k.parentId(),
                  k.name(),
                  in.int64(),
                  InodeKind.fromStored(in.int8()),
                  in.int64(),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int32(),
                  in.int64(),
                  in.int8(),
                  ChildrenPartitioning.fromStored(in.int8()),
                  in.bool(),
                  in.int64(),
                  in.nullableText(),
                  in.nullableText(),
                  in.nullableText(),
                  in.int64(),
                  in.int32(),
                  in.int8(),
                  in.int64(),
                  in.int64()));

  public static final Table<BlockKey, Block> BLOCKS =
      new Table<>(
          2,
          "blocks",
          List.of(int64("inode_id", BlockKey::inodeId), int64("block_id", BlockKey::blockId)),
          List.of(
              int32("block_index", Block::index),
              int64("generation_stamp", Block::generationStamp),
              int64("length_bytes", Block::lengthBytes),
              int8("state", b -> b.state().ordinal()),
              int64("recovery_id", Block::recoveryId)),
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
                  in.int64()));

  public static final Table<Long, BlockLookup> BLOCK_LOOKUP =
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
    return List.of(new Index(BY_STORAGE, List.of("storage_id"), false));
  }

  public static final Table<ReplicaKey, Replica> REPLICAS =
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
          Tables::readReplicaKey,
          (k, in) -> new Replica(k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64()));

  public static final Table<ReplicaKey, ReplicaUnderConstruction> REPLICAS_UNDER_CONSTRUCTION =
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
          Tables::readReplicaKey,
          (k, in) ->
              new ReplicaUnderConstruction(
                  k.inodeId(),
                  k.blockId(),
                  k.storageId(),
                  in.int32(),
                  in.int64(),
                  in.int64(),
                  ReplicaState.fromStored(in.int8())));

  public static final Table<ReplicaKey, InvalidatedReplica> INVALIDATED_BLOCKS =
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
          Tables::readReplicaKey,
          (k, in) ->
              new InvalidatedReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64()));

  public static final Table<ReplicaKey, CorruptReplica> CORRUPT_REPLICAS =
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
          Tables::readReplicaKey,
          (k, in) ->
              new CorruptReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.text(), in.int64()));

  public static final Table<String, Lease> LEASES =
      new Table<>(
          8,
          "leases",
          List.of(text("holder", HOLDER_MAX_BYTES, h -> h)),
          List.of(int64("last_renewed_ms", Lease::lastRenewedMs)),
          List.of("holder"),
          List.of(),
          Lease::holder,
          ValueSource::text,
          (k, in) -> new Lease(k, in.int64()));

  public static final Table<LeasePathKey, LeasePath> LEASE_PATHS =
      new Table<>(
          9,
          "lease_paths",
          List.of(
              text("holder", HOLDER_MAX_BYTES, LeasePathKey::holder),
              int64("inode_id", LeasePathKey::inodeId)),
          List.of(),
          List.of("holder"),
          List.of(),
          LeasePath::key,
          in -> new LeasePathKey(in.text(), in.int64()),
          (k, in) -> new LeasePath(k.holder(), k.inodeId()));

  public static final Table<Long, QuotaDirectory> QUOTA_DIRECTORIES =
      new Table<>(
          10,
          "quota_directories",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              int64("namespace_quota", QuotaDirectory::namespaceQuota),
              int64("space_quota_bytes", QuotaDirectory::spaceQuotaBytes),
              int64("namespace_used", QuotaDirectory::namespaceUsed),
              int64("space_used_bytes", QuotaDirectory::spaceUsedBytes)),
          List.of("inode_id"),
          List.of(),
          QuotaDirectory::inodeId,
          ValueSource::int64,
          (k, in) -> new QuotaDirectory(k, in.int64(), in.int64(), in.int64(), in.int64()));

  public static final Table<QuotaUpdateKey, QuotaUpdate> QUOTA_UPDATES =
      new Table<>(
          11,
          "quota_updates",
          List.of(
              int64("inode_id", QuotaUpdateKey::inodeId),
              int64("update_id", QuotaUpdateKey::updateId)),
          List.of(
              int64("namespace_delta", QuotaUpdate::namespaceDelta),
              int64("space_delta_bytes", QuotaUpdate::spaceDeltaBytes)),
          List.of("inode_id"),
          List.of(),
          QuotaUpdate::key,
          in -> new QuotaUpdateKey(in.int64(), in.int64()),
          (k, in) -> new QuotaUpdate(k.inodeId(), k.updateId(), in.int64(), in.int64()));

  private static Table<Integer, Principal> principals(int number, String name) {
    return new Table<>(
        number,
        name,
        List.of(int32("id", Integer::intValue)),
        List.of(text("name", 255, Principal::name)),
        List.of("id"),
        List.of(new Index(BY_NAME, List.of("name"), true)),
        Principal::id,
        ValueSource::int32,
        (k, in) -> new Principal(k, in.text()));
  }

  public static final Table<Integer, Principal> USERS = principals(12, "users");
  public static final Table<Integer, Principal> GROUPS = principals(13, "groups");

  public static final Table<Long, NamenodeMember> NAMENODES =
      new Table<>(
          14,
          "namenodes",
          List.of(int64("id", Long::longValue)),
          List.of(
              text("name", 255, NamenodeMember::name),
              text("rpc_address", 255, NamenodeMember::rpcAddress),
              text("http_address", 255, NamenodeMember::httpAddress),
              int64("heartbeat_counter", NamenodeMember::heartbeatCounter),
              int64("last_heartbeat_ms", NamenodeMember::lastHeartbeatMs),
              int64("started_at_ms", NamenodeMember::startedAtMs),
              int64("leader_epoch", NamenodeMember::leaderEpoch),
              text("version", 255, NamenodeMember::version)),
          List.of("id"),
          List.of(),
          NamenodeMember::id,
          ValueSource::int64,
          (k, in) ->
              new NamenodeMember(
                  k,
                  in.text(),
                  in.text(),
                  in.text(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.text()));

  public static final Table<String, IdRange> ID_RANGES =
      new Table<>(
          15,
          "id_ranges",
          List.of(text("kind", 64, k -> k)),
          List.of(int64("next_id", IdRange::nextId)),
          List.of("kind"),
          List.of(),
          IdRange::kind,
          ValueSource::text,
          (k, in) -> new IdRange(k, in.int64()));

  public static final Table<Long, SubtreeOperation> SUBTREE_OPERATIONS =
      new Table<>(
          16,
          "subtree_operations",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              text("path", PATH_MAX_BYTES, SubtreeOperation::path),
              text("operation", 64, SubtreeOperation::operation),
              int64("owner_namenode_id", SubtreeOperation::ownerNamenodeId),
              text("user", 255, SubtreeOperation::user),
              int64("started_at_ms", SubtreeOperation::startedAtMs)),
          List.of("inode_id"),
          List.of(),
          SubtreeOperation::inodeId,
          ValueSource::int64,
          (k, in) ->
              new SubtreeOperation(k, in.text(), in.text(), in.int64(), in.text(), in.int64()));

  public static final Table<RetryKey, RetryEntry> RETRY_CACHE =
      new Table<>(
          17,
          "retry_cache",
          List.of(text("client_id", 32, RetryKey::clientId), int32("call_id", RetryKey::callId)),
          List.of(
              int64("expires_at_ms", RetryEntry::expiresAtMs),
              nullableBytes("payload", 2000, RetryEntry::payload)),
          List.of("client_id"),
          List.of(new Index(BY_EXPIRY, List.of("expires_at_ms"), false)),
          RetryEntry::key,
          in -> new RetryKey(in.text(), in.int32()),
          (k, in) -> new RetryEntry(k.clientId(), k.callId(), in.int64(), in.nullableBytes()));

  public static final Table<Integer, Storage> STORAGES =
      new Table<>(
          18,
          "storages",
          List.of(int32("id", Integer::intValue)),
          List.of(
              text("uuid", 64, Storage::uuid),
              text("datanode_uuid", 64, Storage::datanodeUuid),
              text("type", 32, Storage::type)),
          List.of("id"),
          List.of(new Index(BY_UUID, List.of("uuid"), true)),
          Storage::id,
          ValueSource::int32,
          (k, in) -> new Storage(k, in.text(), in.text(), in.text()));

  public static final Table<String, ClusterVariable> CLUSTER_VARIABLES =
      new Table<>(
          19,
          "cluster_variables",
          List.of(text("name", 64, n -> n)),
          List.of(text("value", 1000, ClusterVariable::value)),
          List.of("name"),
          List.of(),
          ClusterVariable::name,
          ValueSource::text,
          (k, in) -> new ClusterVariable(k, in.text()));

  public static final Table<Long, DirectoryRepartition> DIRECTORY_REPARTITIONS =
      new Table<>(
          20,
          "directory_repartitions",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              text("path", PATH_MAX_BYTES, DirectoryRepartition::path),
              text("user", 255, DirectoryRepartition::user),
              int64("moved", DirectoryRepartition::moved),
              int64("started_at_ms", DirectoryRepartition::startedAtMs)),
          List.of("inode_id"),
          List.of(),
          DirectoryRepartition::inodeId,
          ValueSource::int64,
          (k, in) -> new DirectoryRepartition(k, in.text(), in.text(), in.int64(), in.int64()));

  /** Newest first; by kind, too. Its number of rows is bounded by the leader. */
  public static final Table<ClusterEventKey, ClusterEvent> CLUSTER_EVENTS =
      new Table<>(
          21,
          "cluster_events",
          List.of(
              int64("partition_id", ClusterEventKey::partitionId),
              int64("newest_first", ClusterEventKey::newestFirst)),
          List.of(
              int8("kind", e -> e.kind().ordinal()),
              int8("cause", e -> e.cause().ordinal()),
              text("subject", PATH_MAX_BYTES, ClusterEvent::subject),
              int64("subject_id", ClusterEvent::subjectId),
              nullableText("related", 255, ClusterEvent::related),
              int64("related_id", ClusterEvent::relatedId),
              int64("epoch", ClusterEvent::epoch),
              int32("missed_heartbeats", ClusterEvent::missedHeartbeats),
              nullableText("operation", 64, ClusterEvent::operation),
              nullableText("rpc_address", 255, ClusterEvent::rpcAddress),
              nullableText("http_address", 255, ClusterEvent::httpAddress),
              text("observer", 255, ClusterEvent::observer),
              int64("observer_id", ClusterEvent::observerId),
              int64("started_at_ms", ClusterEvent::startedAtMs),
              int64("detected_at_ms", ClusterEvent::detectedAtMs),
              int64("effective_at_ms", ClusterEvent::effectiveAtMs)),
          List.of("partition_id"),
          List.of(
              new Index(BY_KIND, List.of("kind"), false),
              new Index(BY_TIME, List.of("effective_at_ms"), false)),
          ClusterEvent::key,
          in -> new ClusterEventKey(in.int64(), in.int64()),
          (k, in) ->
              new ClusterEvent(
                  k,
                  ClusterEventKind.fromStored(in.int8()),
                  ClusterEventCause.fromStored(in.int8()),
                  in.text(),
                  in.int64(),
                  in.nullableText(),
                  in.int64(),
                  in.int64(),
                  in.int32(),
                  in.nullableText(),
                  in.nullableText(),
                  in.nullableText(),
                  in.text(),
                  in.int64(),
                  in.int64(),
                  in.int64(),
                  in.int64()));

  /** One row per inode with an ACL feature. */
  public static final Table<Long, InodeAcl> ACLS =
      new Table<>(
          22,
          "acls",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              nullableText("access_entries", ACL_MAX_BYTES, InodeAcl::access),
              nullableText("default_entries", ACL_MAX_BYTES, InodeAcl::defaults)),
          List.of("inode_id"),
          List.of(),
          InodeAcl::inodeId,
          ValueSource::int64,
          (k, in) -> new InodeAcl(k, in.nullableText(), in.nullableText()));

  public static final Table<XattrKey, XattrPart> XATTRS =
      new Table<>(
          23,
          "xattrs",
          List.of(
              int64("inode_id", XattrKey::inodeId),
              int32("number", XattrKey::number),
              int32("part", XattrKey::part)),
          List.of(
              int8("namespace", XattrPart::namespace),
              text("name", XattrPart.NAME_MAX_BYTES, XattrPart::name),
              bytes("value", XattrPart.VALUE_MAX_BYTES, XattrPart::value)),
          List.of("inode_id"),
          List.of(),
          XattrPart::key,
          in -> new XattrKey(in.int64(), in.int32(), in.int32()),
          (k, in) ->
              new XattrPart(k.inodeId(), k.number(), k.part(), in.int8(), in.text(), in.bytes()));

  public static final Table<Integer, ErasureCodingPolicy> ERASURE_CODING_POLICIES =
      new Table<>(
          26,
          "erasure_coding_policies",
          List.of(int32("id", Integer::intValue)),
          List.of(
              text("name", 255, ErasureCodingPolicy::name),
              text("codec", 64, ErasureCodingPolicy::codec),
              int32("data_units", ErasureCodingPolicy::dataUnits),
              int32("parity_units", ErasureCodingPolicy::parityUnits),
              int32("cell_bytes", ErasureCodingPolicy::cellBytes),
              int8("state", p -> p.state().ordinal())),
          List.of("id"),
          List.of(),
          ErasureCodingPolicy::id,
          ValueSource::int32,
          (k, in) ->
              new ErasureCodingPolicy(
                  k,
                  in.text(),
                  in.text(),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  ErasureCodingPolicy.State.fromStored(in.int8())));

  /** Few rows: keys that are in use, that will be, or that tokens may still be signed with. */
  public static final Table<Integer, TokenKey> TOKEN_KEYS =
      new Table<>(
          28,
          "token_keys",
          List.of(int32("key_id", Integer::intValue)),
          List.of(
              int8("kind", k -> k.kind().ordinal()),
              int64("active_at_ms", TokenKey::activeAtMs),
              int64("expires_at_ms", TokenKey::expiresAtMs),
              bytes("secret", 128, TokenKey::secret)),
          List.of("key_id"),
          List.of(),
          TokenKey::keyId,
          ValueSource::int32,
          (k, in) ->
              new TokenKey(
                  k, TokenKeyKind.fromStored(in.int8()), in.int64(), in.int64(), in.bytes()));

  /** Its number of rows is bounded by the tokens' lifetime: the leader deletes ended ones. */
  public static final Table<Integer, DelegationToken> DELEGATION_TOKENS =
      new Table<>(
          29,
          "delegation_tokens",
          List.of(int32("sequence_number", Integer::intValue)),
          List.of(
              bytes("identifier", 4000, DelegationToken::identifier),
              int64("expires_at_ms", DelegationToken::expiresAtMs)),
          List.of("sequence_number"),
          List.of(new Index(BY_EXPIRY, List.of("expires_at_ms"), false)),
          DelegationToken::sequenceNumber,
          ValueSource::int32,
          (k, in) -> new DelegationToken(k, in.bytes(), in.int64()));

  private static List<Column<BlockKey>> blockKey() {
    return List.of(int64("inode_id", BlockKey::inodeId), int64("block_id", BlockKey::blockId));
  }

  private static BlockKey readBlockKey(ValueSource in) {
    return new BlockKey(in.int64(), in.int64());
  }

  /** Blocks that the leader must look at; written by whoever changes how often one is stored. */
  public static final Table<BlockKey, RedundancyCheck> REDUNDANCY_CHECKS =
      new Table<>(
          33,
          "redundancy_checks",
          blockKey(),
          List.of(int64("requested_at_ms", RedundancyCheck::requestedAtMs)),
          List.of("inode_id"),
          List.of(),
          RedundancyCheck::key,
          Tables::readBlockKey,
          (k, in) -> new RedundancyCheck(k.inodeId(), k.blockId(), in.int64()));

  public static final Table<BlockKey, UnderReplicatedBlock> UNDER_REPLICATED_BLOCKS =
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
          List.of(new Index(BY_PRIORITY, List.of("priority"), false)),
          UnderReplicatedBlock::key,
          Tables::readBlockKey,
          (k, in) ->
              new UnderReplicatedBlock(
                  k.inodeId(),
                  k.blockId(),
                  RedundancyPriority.fromStored(in.int8()),
                  in.int32(),
                  in.int32(),
                  in.int32(),
                  in.int64()));

  public static final Table<ReplicaKey, PendingReplication> PENDING_REPLICATIONS =
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
          Tables::readReplicaKey,
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

  public static final Table<ReplicaKey, ExcessReplica> EXCESS_REPLICAS =
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
          Tables::readReplicaKey,
          (k, in) ->
              new ExcessReplica(
                  k.inodeId(), k.blockId(), k.storageId(), in.int64(), in.int64(), in.int64()));

  public static final Table<Integer, StorageCondition> STORAGE_CONDITIONS =
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

  public static final Table<Long, SnapshottableDirectory> SNAPSHOTTABLE_DIRECTORIES =
      new Table<>(
          47,
          "snapshottable_directories",
          List.of(int64("inode_id", Long::longValue)),
          List.of(
              int64("newest_id", SnapshottableDirectory::newestId),
              int32("snapshots", SnapshottableDirectory::snapshots)),
          List.of("inode_id"),
          List.of(),
          SnapshottableDirectory::inodeId,
          ValueSource::int64,
          (k, in) -> new SnapshottableDirectory(k, in.int64(), in.int32()));

  public static final Table<SnapshotKey, Snapshot> SNAPSHOTS =
      new Table<>(
          48,
          "snapshots",
          List.of(int64("directory_id", SnapshotKey::directoryId), int64("id", SnapshotKey::id)),
          List.of(
              text("name", Name.MAX_BYTES, Snapshot::name),
              int64("created_at_ms", Snapshot::createdAtMs)),
          List.of("directory_id"),
          List.of(new Index(BY_NAME, List.of("directory_id", "name"), true)),
          Snapshot::key,
          in -> new SnapshotKey(in.int64(), in.int64()),
          (k, in) -> new Snapshot(k.directoryId(), k.id(), in.text(), in.int64()));

  /** Former rows of inodes that snapshots hold. */
  public static final Table<InodeFormKey, InodeForm> INODE_FORMS =
      new Table<>(
          49,
          "inode_forms",
          List.of(
              int64("parent_id", InodeFormKey::parentId),
              bytes("name", Name.MAX_BYTES, k -> k.name().bytes()),
              int64("until_snapshot", InodeFormKey::untilSnapshot)),
          List.of(
              int64("id", f -> f.row().id()),
              int64("since_snapshot", f -> f.row().sinceSnapshot()),
              int8("kind", f -> f.row().kind().ordinal()),
              int32("owner_id", f -> f.row().ownerId()),
              int32("group_id", f -> f.row().groupId()),
              int32("mode", f -> f.row().mode()),
              int64("mtime_ms", f -> f.row().mtimeMs()),
              int64("atime_ms", f -> f.row().atimeMs()),
              int64("size_bytes", f -> f.row().sizeBytes()),
              int32("replication", f -> f.row().replication()),
              int64("block_size_bytes", f -> f.row().blockSizeBytes()),
              int8("storage_policy", f -> f.row().storagePolicy()),
              int8("erasure_coding_policy", f -> f.row().erasureCodingPolicy()),
              nullableText("symlink_target", PATH_MAX_BYTES, f -> f.row().symlinkTarget())),
          List.of("parent_id"),
          List.of(new Index(BY_ID, List.of("id"), false)),
          InodeForm::key,
          in -> new InodeFormKey(in.int64(), Name.trusted(in.bytes()), in.int64()),
          Tables::inodeForm);

  private static InodeForm inodeForm(InodeFormKey key, ValueSource in) {
    long id = in.int64();
    long sinceSnapshot = in.int64();
    return new InodeForm(
        new Inode(
                key.parentId(),
                key.parentId(),
                key.name(),
                id,
                InodeKind.fromStored(in.int8()),
                0,
                in.int32(),
                in.int32(),
                in.int32(),
                in.int64(),
                in.int64(),
                in.int64(),
                in.int32(),
                in.int64(),
                in.int8(),
                ChildrenPartitioning.BY_PARENT,
                false,
                0,
                null,
                null,
                null,
                0,
                0,
                in.int8(),
                sinceSnapshot,
                0)
            .toBuilder().symlinkTarget(in.nullableText()).build(),
        key.untilSnapshot());
  }

  /** Every table, in number order. */
  public static final List<Table<?, ?>> ALL =
      List.of(
          INODES,
          BLOCKS,
          BLOCK_LOOKUP,
          REPLICAS,
          REPLICAS_UNDER_CONSTRUCTION,
          INVALIDATED_BLOCKS,
          CORRUPT_REPLICAS,
          LEASES,
          LEASE_PATHS,
          QUOTA_DIRECTORIES,
          QUOTA_UPDATES,
          USERS,
          GROUPS,
          NAMENODES,
          ID_RANGES,
          SUBTREE_OPERATIONS,
          RETRY_CACHE,
          STORAGES,
          CLUSTER_VARIABLES,
          DIRECTORY_REPARTITIONS,
          CLUSTER_EVENTS,
          ACLS,
          XATTRS,
          ERASURE_CODING_POLICIES,
          TOKEN_KEYS,
          DELEGATION_TOKENS,
          REDUNDANCY_CHECKS,
          UNDER_REPLICATED_BLOCKS,
          PENDING_REPLICATIONS,
          EXCESS_REPLICAS,
          STORAGE_CONDITIONS,
          SNAPSHOTTABLE_DIRECTORIES,
          SNAPSHOTS,
          INODE_FORMS);
}
