package io.warren.store.schema;

import io.warren.model.ActiveBlockReport;
import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockPlace;
import io.warren.model.BlockPlaceKey;
import io.warren.model.BlockReport;
import io.warren.model.BlockReportKey;
import io.warren.model.BucketKey;
import io.warren.model.BucketReplica;
import io.warren.model.BucketReplicaKey;
import io.warren.model.CallLimit;
import io.warren.model.CallLimitKey;
import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKey;
import io.warren.model.ClusterVariable;
import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.model.CorruptReplica;
import io.warren.model.DelegationToken;
import io.warren.model.DeletedReplica;
import io.warren.model.DeletedReplicaKey;
import io.warren.model.DirectoryChange;
import io.warren.model.DirectoryRepartition;
import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.DirectoryTotalsChangeKey;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.ExcessReplica;
import io.warren.model.HashBucket;
import io.warren.model.HashBucketChange;
import io.warren.model.HashBucketChangeKey;
import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.InodeKey;
import io.warren.model.InvalidatedReplica;
import io.warren.model.JobStepRecord;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.NamenodeMember;
import io.warren.model.PendingReplication;
import io.warren.model.Principal;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.QuotaUpdateKey;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaEvent;
import io.warren.model.ReplicaEventKey;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.model.Snapshot;
import io.warren.model.SnapshotKey;
import io.warren.model.SnapshottableDirectory;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.SubtreeOperation;
import io.warren.model.TokenKey;
import io.warren.model.UnderReplicatedBlock;
import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import java.util.List;

/** Every table of the metadata store. The outbox (metadata_log) is written through Tx.append. */
public final class Tables {
  static final int PATH_MAX_BYTES = 8000;

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
  public static final String BY_NAMENODE = "by_namenode";

  public static final Table<InodeKey, Inode> INODES = NamespaceTables.INODES;

  public static final Table<BlockKey, Block> BLOCKS = BlockTables.BLOCKS;

  public static final Table<Long, BlockLookup> BLOCK_LOOKUP = BlockTables.BLOCK_LOOKUP;

  public static final Table<ReplicaKey, Replica> REPLICAS = BlockTables.REPLICAS;

  public static final Table<ReplicaKey, ReplicaUnderConstruction> REPLICAS_UNDER_CONSTRUCTION =
      BlockTables.REPLICAS_UNDER_CONSTRUCTION;

  public static final Table<ReplicaKey, InvalidatedReplica> INVALIDATED_BLOCKS =
      BlockTables.INVALIDATED_BLOCKS;

  public static final Table<ReplicaKey, CorruptReplica> CORRUPT_REPLICAS =
      BlockTables.CORRUPT_REPLICAS;

  public static final Table<String, Lease> LEASES = NamespaceTables.LEASES;

  public static final Table<LeasePathKey, LeasePath> LEASE_PATHS = NamespaceTables.LEASE_PATHS;

  public static final Table<Long, QuotaDirectory> QUOTA_DIRECTORIES =
      NamespaceTables.QUOTA_DIRECTORIES;

  public static final Table<QuotaUpdateKey, QuotaUpdate> QUOTA_UPDATES =
      NamespaceTables.QUOTA_UPDATES;

  public static final Table<Integer, Principal> USERS = ClusterTables.USERS;

  public static final Table<Integer, Principal> GROUPS = ClusterTables.GROUPS;

  public static final Table<Long, NamenodeMember> NAMENODES = ClusterTables.NAMENODES;

  public static final Table<String, IdRange> ID_RANGES = ClusterTables.ID_RANGES;

  public static final Table<Long, SubtreeOperation> SUBTREE_OPERATIONS =
      ClusterTables.SUBTREE_OPERATIONS;

  public static final Table<RetryKey, RetryEntry> RETRY_CACHE = ClusterTables.RETRY_CACHE;

  public static final Table<Integer, Storage> STORAGES = BlockTables.STORAGES;

  public static final Table<String, ClusterVariable> CLUSTER_VARIABLES =
      ClusterTables.CLUSTER_VARIABLES;

  public static final Table<Long, DirectoryRepartition> DIRECTORY_REPARTITIONS =
      ClusterTables.DIRECTORY_REPARTITIONS;

  /** Newest first; by kind, too. Its number of rows is bounded by the leader. */
  public static final Table<ClusterEventKey, ClusterEvent> CLUSTER_EVENTS =
      ClusterTables.CLUSTER_EVENTS;

  /** One row per inode with an ACL feature. */
  public static final Table<Long, InodeAcl> ACLS = NamespaceTables.ACLS;

  public static final Table<XattrKey, XattrPart> XATTRS = NamespaceTables.XATTRS;

  public static final Table<Integer, ErasureCodingPolicy> ERASURE_CODING_POLICIES =
      NamespaceTables.ERASURE_CODING_POLICIES;

  /** Few rows: keys that are in use, that will be, or that tokens may still be signed with. */
  public static final Table<Integer, TokenKey> TOKEN_KEYS = ClusterTables.TOKEN_KEYS;

  /** Its number of rows is bounded by the tokens' lifetime: the leader deletes ended ones. */
  public static final Table<Integer, DelegationToken> DELEGATION_TOKENS =
      ClusterTables.DELEGATION_TOKENS;

  /** Blocks that the leader must look at; written by whoever changes how often one is stored. */
  public static final Table<BlockKey, RedundancyCheck> REDUNDANCY_CHECKS =
      BlockTables.REDUNDANCY_CHECKS;

  public static final Table<BlockKey, UnderReplicatedBlock> UNDER_REPLICATED_BLOCKS =
      BlockTables.UNDER_REPLICATED_BLOCKS;

  public static final Table<ReplicaKey, PendingReplication> PENDING_REPLICATIONS =
      BlockTables.PENDING_REPLICATIONS;

  public static final Table<ReplicaKey, ExcessReplica> EXCESS_REPLICAS =
      BlockTables.EXCESS_REPLICAS;

  public static final Table<Integer, StorageCondition> STORAGE_CONDITIONS =
      BlockTables.STORAGE_CONDITIONS;

  public static final Table<Long, SnapshottableDirectory> SNAPSHOTTABLE_DIRECTORIES =
      NamespaceTables.SNAPSHOTTABLE_DIRECTORIES;

  public static final Table<SnapshotKey, Snapshot> SNAPSHOTS = NamespaceTables.SNAPSHOTS;

  /** Former rows of inodes that snapshots hold. */
  public static final Table<InodeFormKey, InodeForm> INODE_FORMS = NamespaceTables.INODE_FORMS;

  /** Hash and number of each bucket's replicas. */
  public static final Table<BucketKey, HashBucket> HASH_BUCKETS = ReportTables.HASH_BUCKETS;

  /** What transactions changed of buckets; merged into HASH_BUCKETS later. */
  public static final Table<HashBucketChangeKey, HashBucketChange> HASH_BUCKET_CHANGES =
      ReportTables.HASH_BUCKET_CHANGES;

  /** The REPLICAS in the order of their storages' buckets. */
  public static final Table<BucketReplicaKey, BucketReplica> BUCKET_REPLICAS =
      ReportTables.BUCKET_REPLICAS;

  /** Datanodes that report their blocks now, or wait to. */
  public static final Table<String, ActiveBlockReport> ACTIVE_BLOCK_REPORTS =
      ReportTables.ACTIVE_BLOCK_REPORTS;

  /** The last block reports of each storage. */
  public static final Table<BlockReportKey, BlockReport> BLOCK_REPORTS = ReportTables.BLOCK_REPORTS;

  public static final Table<ReplicaEventKey, ReplicaEvent> REPLICA_EVENTS =
      BlockTables.REPLICA_EVENTS;

  public static final Table<DeletedReplicaKey, DeletedReplica> DELETED_REPLICAS =
      BlockTables.DELETED_REPLICAS;

  /** Who may act for each job; the leader forgets those that are long over. */
  public static final Table<String, JobStepRecord> JOB_STEPS = ClusterTables.JOB_STEPS;

  /** The blocks of files with many blocks in the order of the file, the last one first. */
  public static final Table<BlockPlaceKey, BlockPlace> BLOCK_PLACES = BlockTables.BLOCK_PLACES;

  /** Bytes of small files, in parts of up to 1 KiB. */
  public static final Table<ContentKey, ContentPart> FILE_CONTENTS_1K = ContentTables.IN_MEMORY;

  /** Bytes of small files, in parts of up to 2 KiB. */
  public static final Table<ContentKey, ContentPart> FILE_CONTENTS_2K = ContentTables.UP_TO_2_KIB;

  /** Bytes of small files, in parts of up to 4 KiB. */
  public static final Table<ContentKey, ContentPart> FILE_CONTENTS_4K = ContentTables.UP_TO_4_KIB;

  /** Bytes of small files, in parts of up to 8 KiB. */
  public static final Table<ContentKey, ContentPart> FILE_CONTENTS_8K = ContentTables.UP_TO_8_KIB;

  /** Limits of calls that operators have set; few. */
  public static final Table<CallLimitKey, CallLimit> CALL_LIMITS = ClusterTables.CALL_LIMITS;

  /** One row per directory: what it holds at any depth. */
  public static final Table<Long, DirectoryTotals> DIRECTORY_TOTALS = TotalsTables.DIRECTORY_TOTALS;

  /** What is to be added to the totals of directories; the leader does so all the time. */
  public static final Table<DirectoryTotalsChangeKey, DirectoryTotalsChange>
      DIRECTORY_TOTALS_CHANGES = TotalsTables.DIRECTORY_TOTALS_CHANGES;

  /** The newest changes of directories' views; each deletes a row of long before. */
  public static final Table<Long, DirectoryChange> DIRECTORY_CHANGES = ViewTables.DIRECTORY_CHANGES;

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
          HASH_BUCKETS,
          HASH_BUCKET_CHANGES,
          BUCKET_REPLICAS,
          ACTIVE_BLOCK_REPORTS,
          BLOCK_REPORTS,
          SNAPSHOTTABLE_DIRECTORIES,
          SNAPSHOTS,
          INODE_FORMS,
          REPLICA_EVENTS,
          BLOCK_PLACES,
          JOB_STEPS,
          DELETED_REPLICAS,
          FILE_CONTENTS_1K,
          FILE_CONTENTS_2K,
          FILE_CONTENTS_4K,
          FILE_CONTENTS_8K,
          CALL_LIMITS,
          DIRECTORY_TOTALS,
          DIRECTORY_TOTALS_CHANGES,
          DIRECTORY_CHANGES);
}
