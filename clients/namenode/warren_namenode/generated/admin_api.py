# Generated from admin-api.yaml by warren_namenode.generate.

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel


class Checkpoint(BaseModel):
    name: str
    folder: str = Field(
        ...,
        description="On the namenode's machine; a store's folder that knows that it is a copy.",
    )
    feed_sequence: int = Field(
        ..., description='All changes up to it are in the copy; maybe later ones, too.'
    )
    feed_cursor: str = Field(..., description='Of that sequence.')
    log_position: int = Field(
        ..., description='All writes up to it are in the copy; maybe later ones, too.'
    )
    incarnation: int = Field(
        ...,
        description='Of the store, by which its log is told from that of a restored one.',
    )
    version: str = Field(..., description='Of the namenode.')
    as_of_ms: int = Field(
        ..., description='All that was acknowledged before it is in the copy.'
    )


class LogCopy(BaseModel):
    name: str
    file: str = Field(..., description="On the namenode's machine.")
    through: int = Field(..., description='Position of the last write that is in it.')
    feed_sequence: int = Field(
        ...,
        description='All changes up to it are in the copy, or before it; maybe later ones, too.',
    )
    feed_cursor: str = Field(..., description='Of that sequence.')
    incarnation: int = Field(
        ...,
        description='Of the store, by which its log is told from that of a restored one.',
    )
    as_of_ms: int = Field(
        ..., description='All that was acknowledged before it is in the copy.'
    )


class DroppedCheckpoint(BaseModel):
    name: str


class Health(BaseModel):
    name: str
    state: Literal['starting', 'serving', 'draining', 'stopped']


class Problem(BaseModel):
    type: str = Field(..., description='about:blank, or urn:warren:problem:CODE')
    title: str
    status: int
    detail: str | None = Field(None, description='What to do about it.')
    code: str = Field(
        ...,
        description='not_found, already_exists, not_a_directory, is_a_directory, access_denied, invalid_path, invalid_argument, quota_exceeded, directory_not_empty, conflict, stale_job_epoch, feed_trimmed, feed_set_back, log_trimmed, unauthorized, insufficient_scope, unavailable, safe_mode, unsupported, internal',
    )
    facts: dict[str, Any] | None = None


class NamenodeOrder(BaseModel):
    since_ms: int
    by: str


class InodeChange(BaseModel):
    sequence: int
    committed_at_ms: int
    operation: Literal['create', 'update', 'rename', 'delete']
    name: str
    name_before: str | None = Field(..., description='Of what was renamed.')
    moved: bool = Field(..., description='Whether it came from another directory.')
    size_bytes: int
    owner: str
    group: str
    mode: str = Field(..., description='Octal.')
    replication: int
    storage_policy: int
    erasure_coding_policy: int


class FsckFound(BaseModel):
    path: str
    block_id: int
    trouble: Literal['missing', 'corrupt', 'under_replicated']
    live_replicas: int
    expected_replicas: int


class NamenodeServiceChange(BaseModel):
    service: Literal['in_service', 'drained']
    by: str = Field(..., description='Who orders it.', max_length=100, min_length=1)


class Storage(BaseModel):
    id: str
    type: str
    state: Literal['normal', 'read_only', 'failed']
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class Datanode(BaseModel):
    uuid: str
    hostname: str
    address: str
    state: Literal['live', 'stale', 'dead']
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int
    block_count: int
    last_heartbeat_ms: int
    version: str
    storages: list[Storage]


class ReadOnly(BaseModel):
    since_ms: int | None
    by: str | None = Field(..., description='The HDFS user who turned safe mode on.')


class ClusterEvent(BaseModel):
    """
    All times are of the observer's clock.
    """

    id: int = Field(..., description='Rises with each event, in the order of commits.')
    kind: Literal[
        'namenode_joined',
        'namenode_left',
        'namenode_evicted',
        'leader_changed',
        'subtree_lock_broken',
    ]
    cause: Literal[
        'started',
        'rejoined',
        'stopped',
        'missed_heartbeats',
        'process_ended',
        'no_leader',
        'leader_left',
        'leader_evicted',
        'leader_unknown',
        'owner_gone',
        'owner_failed',
    ]
    subject: str = Field(
        ..., description='Name of the namenode, or path of the subtree.'
    )
    subject_id: int = Field(
        ..., description="Id of the namenode, or of the subtree's inode."
    )
    related: str | None = Field(
        ...,
        description='leader_changed: the leader before; subtree_lock_broken: the owner of the lock; null when its name is not known any more.',
    )
    related_id: int | None
    epoch: int = Field(
        ..., description='The leader epoch after the change; 0 for a subtree lock.'
    )
    missed_heartbeats: int = Field(
        ...,
        description='namenode_evicted: rounds in which the observer saw no heartbeat.',
    )
    operation: str | None = Field(
        ..., description='subtree_lock_broken: the operation that held the lock.'
    )
    rpc_address: str | None
    http_address: str | None
    observer: str = Field(
        ...,
        description='Namenode that made the change; empty for a process that found the remains of an earlier run.',
    )
    observer_id: int
    started_at_ms: int = Field(
        ...,
        description='When it began, e.g. the last sign of life of the namenode that was evicted.',
    )
    detected_at_ms: int = Field(..., description='When the observer noticed.')
    effective_at_ms: int = Field(..., description='When the change was made.')


class ClusterEventPage(BaseModel):
    events: list[ClusterEvent]
    next_cursor: str | None
    as_of_ms: int


class SubtreeOperation(BaseModel):
    inode_id: int
    path: str = Field(..., description='As the operation was given it.')
    operation: str
    user: str
    owner: str | None = Field(
        ...,
        description='Name of the namenode that works under the lock; null when it is not known any more.',
    )
    owner_id: int
    owner_live: bool = Field(
        ..., description='False: whoever meets the lock breaks it.'
    )
    started_at_ms: int


class BlockReport(BaseModel):
    started_at_ms: int
    duration_ms: int
    kind: Literal['full', 'hashed'] = Field(
        ...,
        description='full: every replica was sent; hashed: those of mismatching buckets.',
    )
    buckets: int = Field(
        ..., description='Hashes compared; 0 for a report of a stock datanode.'
    )
    buckets_matching: int
    buckets_mismatching: int
    replicas: int = Field(..., description='Finalized replicas that the storage has.')
    changes: int = Field(..., description='Rows that the report changed.')
    bytes_received: int = Field(
        ..., description='Of all its messages, without RPC headers.'
    )
    bytes_saved: int = Field(
        ..., description='What a stock full report would have taken more.'
    )
    namenode: str | None = Field(
        ..., description='Which took it; null when it is no member any more.'
    )
    namenode_id: int
    next_due_at_ms: int | None = Field(
        ..., description='Null when the datanode alone knows.'
    )


class ActiveBlockReport(BaseModel):
    """
    A report that a datanode has asked for.
    """

    datanode_uuid: str
    datanode_address: str | None
    waiting: bool = Field(..., description='No namenode has room yet.')
    namenode: str | None = Field(..., description='Which takes it.')
    asked_at_ms: int
    assigned_at_ms: int | None
    expires_at_ms: int


class StorageBlockReports(BaseModel):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    last_full_at_ms: int | None
    last: BlockReport | None = Field(..., description='Null before the first report.')


class HeatRow(BaseModel):
    by: str = Field(..., description='As in heat; pairs have `key` and `of`.')
    key: str
    of: str | None = Field(
        ..., description='The second of a pair; null for what is none.'
    )
    time_ms: float
    time_error_ms: float = Field(..., description='By which the time may be too large.')
    waited_ms: float = Field(
        ..., description='In the queue, before the calls began; at least so much.'
    )
    calls: int = Field(..., description='At least so many.')
    rows: int = Field(
        ..., description='Read and written in the store; at least so many.'
    )
    refused: int = Field(
        ...,
        description='Attempts for which there was no room, none of the calls; at least so many.',
    )


class HeatEntry(BaseModel):
    key: str
    of: str | None = Field(
        ..., description='The second of a pair; null for what is none.'
    )
    time_ms: float = Field(
        ...,
        description='Of calls from admission to answer, waiting for the store included.',
    )
    time_error_ms: float
    waited_ms: float = Field(
        ...,
        description='From the arrival of these calls until they began; no part of their time. 0 for WebHDFS.',
    )
    calls: int
    rows: int = Field(
        ..., description='Rows that these calls read and wrote in the store.'
    )
    refused: int = Field(
        ...,
        description="Attempts that never began: a limit, a user's part, or a full queue. None of the calls.",
    )
    shard: int | None = Field(
        ...,
        description="That has the rows of the directory's children; null unless asked for, and where they are spread.",
    )


class Heat(BaseModel):
    namenode: str
    by: str
    window: str
    entries: list[HeatEntry]
    calls: int = Field(
        ..., description='Of all, with those that are not among the entries.'
    )
    time_ms: float
    waited_ms: float
    rows: int
    refused: int
    not_counted: int = Field(
        ...,
        description='Calls since the start that came faster than they could be counted.',
    )
    span_s: int = Field(
        ...,
        description='For so long until as_of_ms calls were counted: the window and up to a part of its grain more, less soon after the start.',
    )
    as_of_ms: int


class ShardLoad(BaseModel):
    table: str
    shard: int = Field(..., description='From 0; -1 for scans that have no partition.')
    reads: int = Field(..., description='Of single rows.')
    writes: int = Field(..., description='Rows inserted')
    scans: int
    rows: int = Field(..., description='That scans returned.')


class Shards(BaseModel):
    namenode: str
    store: Literal['embedded', 'ndb']
    count: int
    started_at_ms: int = Field(..., description='When the loads began to be counted.')
    as_of_ms: int
    loads: list[ShardLoad] = Field(..., description='Those that are not all zero.')


class BlockReportPage(BaseModel):
    storages: list[StorageBlockReports]
    active: list[ActiveBlockReport] = Field(
        ...,
        description='Reports under way and datanodes that wait for one, over all pages; at most 1,000.',
    )
    next_cursor: str | None
    as_of_ms: int


class BlockReportHistory(BaseModel):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    reports: list[BlockReport]
    as_of_ms: int


class StorageTypeUsage(BaseModel):
    """
    What one type of storage holds over all datanodes that are not dead; failed storages count no bytes.
    """

    type: str
    storages: int
    failed_storages: int
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class FailedVolumes(BaseModel):
    """
    Disks that the datanode has lost since it was started.
    """

    count: int
    locations: list[str]
    last_failed_at_ms: int | None
    capacity_lost_bytes: int


class DatanodeStorage(BaseModel):
    storage_id: int | None = Field(..., description='Null before it has a number.')
    uuid: str
    type: str
    state: Literal['normal', 'read_only', 'failed'] = Field(
        ..., description='As its datanode reports.'
    )
    condition: Literal[
        'available',
        'returned',
        'lost',
        'decommissioning',
        'decommissioned',
        'entering_maintenance',
        'in_maintenance',
        'unknown',
    ]
    condition_since_ms: int | None
    checking: bool = Field(
        ..., description='Whether its blocks are being looked through.'
    )
    insufficient: int = Field(
        ..., description='Blocks that the storage may not leave yet.'
    )
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int = Field(
        ..., description='By the rows of its replicas, at most some seconds old.'
    )


class SlowPeer(BaseModel):
    """
    A datanode to which others send much slower than to their other peers.
    """

    latency_ms: float = Field(
        ..., description='Of a packet on its way, a mean; the worst that was told.'
    )
    limit_ms: float = Field(..., description='What the one who told it bears.')
    reporters: int = Field(..., description='Datanodes that told it.')


class SlowDisk(BaseModel):
    """
    A disk that is much slower than the others of its datanode; null where it is not.
    """

    disk: str
    metadata_ms: float | None
    read_ms: float | None
    write_ms: float | None


class DatanodeOrder(BaseModel):
    service: Literal['decommissioned', 'in_maintenance']
    until_ms: int | None = Field(
        ...,
        description='When a maintenance ends by itself; null of a datanode that leaves for good.',
    )
    since_ms: int
    by: str


class DatanodeServiceChange(BaseModel):
    service: Literal['in_service', 'decommissioned', 'in_maintenance']
    until_ms: int | None = Field(
        None,
        description='When a maintenance ends by itself, at most 366 days ahead; of nothing else.',
    )
    by: str = Field(..., description='Who orders it.', max_length=100, min_length=1)


class StorageCondition(BaseModel):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    rack: str
    state: Literal[
        'available',
        'returned',
        'lost',
        'decommissioning',
        'decommissioned',
        'entering_maintenance',
        'in_maintenance',
        'unknown',
    ]
    since_ms: int
    checking: bool = Field(
        ..., description='Whether its blocks are being looked through.'
    )
    blocks: int = Field(..., description='Seen by this pass, or by the last one.')
    insufficient: int = Field(
        ..., description='Of them those that the storage may not leave yet.'
    )
    checked_at_ms: int | None


class StorageConditionPage(BaseModel):
    storages: list[StorageCondition]
    next_cursor: str | None
    as_of_ms: int


class SafeMode(BaseModel):
    """
    The leader began while too many blocks were out of reach; it waits for their datanodes before it heals anything.
    """

    since_ms: int
    ends_at_ms: int = Field(..., description='When it ends if nothing changes.')
    blocks: int = Field(..., description='How many blocks were looked at.')
    reachable: int = Field(..., description='How many of them can be reached.')
    needed: int = Field(..., description='How many must be.')
    sampled: bool = Field(..., description='Whether there are more blocks.')
    storages: int
    missing_storages: int = Field(..., description='Storages not seen yet.')


class ProblemBlock(BaseModel):
    block_id: int
    inode_id: int
    path: str | None = Field(
        ..., description='Null while the file is being removed or moved.'
    )
    priority: Literal['highest', 'very_low', 'low', 'badly_placed', 'missing']
    live_replicas: int
    wanted_replicas: int
    corrupt_replicas: int
    since_ms: int


class ProblemBlockPage(BaseModel):
    blocks: list[ProblemBlock]
    next_cursor: str | None
    as_of_ms: int


class ReplicaStorage(BaseModel):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    storage_state: Literal[
        'available',
        'returned',
        'lost',
        'decommissioning',
        'decommissioned',
        'entering_maintenance',
        'in_maintenance',
        'unknown',
    ]
    storage_since_ms: int | None = Field(..., description='When its state began.')


class CorruptReplica(BaseModel):
    block_id: int
    inode_id: int
    path: str | None
    replica: ReplicaStorage
    reason: str
    reported_at_ms: int


class CorruptReplicaPage(BaseModel):
    blocks: list[CorruptReplica]
    next_cursor: str | None
    as_of_ms: int


class BlockReplica(BaseModel):
    unit: int | None = Field(
        ..., description='Of a block group, from 0; null for a contiguous block.'
    )
    storage: ReplicaStorage
    state: Literal[
        'finalized',
        'outdated',
        'corrupt',
        'surplus',
        'being_written',
        'being_copied',
        'being_deleted',
    ]
    generation_stamp: int
    length_bytes: int
    reason: str | None
    since_ms: int | None


class ReplicaEvent(BaseModel):
    """
    Something that happened to a replica of a block that was not well.
    """

    at_ms: int
    kind: Literal[
        'found_corrupt',
        'vanished',
        'copy_ordered',
        'arrived',
        'copy_given_up',
        'deletion_ordered',
        'deleted',
    ]
    unit: int | None = Field(
        ..., description='Of a block group, from 0; null for a contiguous block.'
    )
    storage: ReplicaStorage
    generation_stamp: int
    detail: str | None


class BlockGroup(BaseModel):
    """
    A block of an erasure-coded file. Its data units come first, then its parity units, numbered from 0.
    """

    policy: str = Field(..., description='Name of the erasure-coding policy.')
    data_units: int
    parity_units: int
    needed: int = Field(
        ..., description='So many units must be readable so that all data are.'
    )
    missing: list[int] = Field(
        ..., description='Units that have bytes and no good replica.'
    )


class Block(BaseModel):
    block_id: int
    inode_id: int
    path: str | None
    index: int = Field(..., description='Its place in the file, from 0.')
    generation_stamp: int
    length_bytes: int
    state: Literal['under_construction', 'under_recovery', 'committed', 'complete']
    wanted_replicas: int | None = Field(
        ..., description='By its file; null while that is being removed.'
    )
    good_replicas: int = Field(
        ...,
        description='Finalized ones on storages that are not lost; of a block group, units that have one.',
    )
    priority: (
        Literal['highest', 'very_low', 'low', 'badly_placed', 'missing'] | None
    ) = Field(
        ..., description='How urgent another replica is; null when the block is well.'
    )
    insufficient_since_ms: int | None
    check_waiting: bool = Field(..., description='Whether the leader will look at it.')
    group: BlockGroup | None = Field(..., description='Null for a contiguous block.')
    replicas: list[BlockReplica]
    events: list[ReplicaEvent] = Field(
        ...,
        description='What happened to its replicas, the newest first; at most 100, and none for a block that was always well.',
    )
    as_of_ms: int


class SubtreeOperationPage(BaseModel):
    operations: list[SubtreeOperation]
    next_cursor: str | None
    as_of_ms: int


class Inode(BaseModel):
    """
    An inode without its path; the root's parent_id is 0 and its name empty.
    """

    inode_id: int
    logical_time: int = Field(..., description='Rises with every change of this inode.')
    parent_id: int
    name: str
    kind: Literal['file', 'directory', 'symlink']
    size_bytes: int
    owner: str
    group: str
    mode: int = Field(
        ..., description='Permission bits, sticky bit included (0..01777).'
    )
    mtime_ms: int
    atime_ms: int
    replication: int
    block_size_bytes: int
    storage_policy: int = Field(
        0,
        description='Id of the storage policy that is set at this inode; 0: inherited.',
        ge=0,
    )
    erasure_coding_policy: int = Field(
        0,
        description='Id of the erasure coding policy that is set at this inode; 0: inherited; -1: replication, whatever the directories above say.',
        ge=-1,
    )
    features: int = Field(
        0,
        description='Bits: 1 access ACL beyond the mode, 2 default ACL, 4 extended attributes, 8 quota of a storage type, 256 snapshots allowed, 512 the bytes of the file are rows of the database.',
        ge=0,
    )


class Before(BaseModel):
    """
    Where the inode was before a rename or a move.
    """

    parent_id: int
    name: str


class Change(Inode):
    """
    One event of the change feed; cdc/events/change.v2.schema.json is its schema of record. A namenode of the former version tells warren.change.v1, without policies and features.
    """

    schema_: Literal['warren.change.v1', 'warren.change.v2'] = Field(
        ..., alias='schema'
    )
    cursor: str
    sequence: int = Field(..., description='Rises with each event in commit order.')
    committed_at_ms: int
    operation: Literal['create', 'update', 'rename', 'delete']
    before: Before | None = Field(
        ..., description='Where the inode was before a rename or a move.'
    )


class FeedIncarnation(BaseModel):
    id: int = Field(..., description='Random; 0: from before they were kept.')
    first_sequence: int


class InodePage(BaseModel):
    inodes: list[Inode]
    next_after_id: int | None
    as_of_ms: int


class InodeColumns(BaseModel):
    """
    A page of inodes. Every list has as many values as inode_id, in its order; members mean what they mean in Inode.
    """

    inode_id: list[int] = Field(..., description='Rises.')
    logical_time: list[int]
    parent_id: list[int]
    name: list[str]
    kind: list[Literal['file', 'directory', 'symlink']]
    size_bytes: list[int]
    owner: list[str]
    group: list[str]
    mode: list[int]
    mtime_ms: list[int]
    atime_ms: list[int]
    replication: list[int]
    block_size_bytes: list[int]
    storage_policy: list[int]
    erasure_coding_policy: list[int]
    features: list[int]
    next_after_id: int | None
    ids_below: int | None = Field(
        None,
        description='Above every id that an inode has: how far the pages go. A namenode of an earlier version does not tell it.',
    )
    as_of_ms: int


class BlockRow(BaseModel):
    inode_id: int
    block_id: int
    index: int = Field(..., description='Place in the file, from 0.')
    generation_stamp: int
    length_bytes: int
    state: Literal[
        'under_construction',
        'under_recovery',
        'committed',
        'complete',
        'under_truncation',
    ]


class ReplicaRow(BaseModel):
    inode_id: int
    block_id: int
    storage_id: int
    storage_uuid: str
    storage_type: str = Field(..., description='As HDFS names it: DISK, SSD, …')
    datanode: str | None = Field(
        ...,
        description='HOST:PORT; null when this namenode does not know the datanode.',
    )
    generation_stamp: int
    length_bytes: int
    state: Literal['finalized', 'corrupt', 'surplus']


class XattrRow(BaseModel):
    inode_id: int
    number: int = Field(..., description='Of the attribute among those of its inode.')
    part: int = Field(..., description='Long values have several, from 0.')
    namespace: Literal['user', 'trusted', 'security', 'system', 'raw']
    name: str = Field(..., description='Without the namespace.')
    length_bytes: int = Field(..., description='Of this part.')
    value: str | None = Field(
        ...,
        description='The first 1,000 bytes; null when they are not UTF-8, in later parts, and in the namespaces security, system and raw.',
    )


class QuotaRow(BaseModel):
    inode_id: int
    namespace_quota: int | None = Field(..., description='Null for none.')
    space_quota_bytes: int | None = Field(..., description='Null for none.')
    namespace_used: int
    space_used_bytes: int
    ssd_quota_bytes: int | None = Field(
        None, description='Of this type of storage, by policy; null for none.'
    )
    ssd_used_bytes: int | None = Field(
        None, description='Null where that type has no limit.'
    )
    disk_quota_bytes: int | None = Field(
        None, description='Of this type of storage, by policy; null for none.'
    )
    disk_used_bytes: int | None = Field(
        None, description='Null where that type has no limit.'
    )
    archive_quota_bytes: int | None = Field(
        None, description='Of this type of storage, by policy; null for none.'
    )
    archive_used_bytes: int | None = Field(
        None, description='Null where that type has no limit.'
    )
    provided_quota_bytes: int | None = Field(
        None, description='Of this type of storage, by policy; null for none.'
    )
    provided_used_bytes: int | None = Field(
        None, description='Null where that type has no limit.'
    )
    nvdimm_quota_bytes: int | None = Field(
        None, description='Of this type of storage, by policy; null for none.'
    )
    nvdimm_used_bytes: int | None = Field(
        None, description='Null where that type has no limit.'
    )


class AclRow(BaseModel):
    inode_id: int
    access: str | None = Field(
        ...,
        description="Entries as setfacl writes them, but for the owner's, which is the mode's; null when the mode says all.",
    )
    defaults: str | None = Field(
        ..., description='What new children get, in the same form; null for none.'
    )


class BlockRowPage(BaseModel):
    rows: list[BlockRow]
    next_cursor: str | None
    as_of_ms: int


class ReplicaRowPage(BaseModel):
    rows: list[ReplicaRow]
    next_cursor: str | None
    as_of_ms: int


class XattrRowPage(BaseModel):
    rows: list[XattrRow]
    next_cursor: str | None
    as_of_ms: int


class QuotaRowPage(BaseModel):
    rows: list[QuotaRow]
    next_cursor: str | None
    as_of_ms: int


class AclRowPage(BaseModel):
    rows: list[AclRow]
    next_cursor: str | None
    as_of_ms: int


class FileChecksum(BaseModel):
    inode_id: int
    length_bytes: int | None = Field(
        ..., description='Of the file that was read; null when it was not.'
    )
    mtime_ms: int | None = Field(
        ..., description='Of the file that was read; null when it was not.'
    )
    algorithm: str | None = Field(
        ...,
        description='As MD5-of-0MD5-of-512CRC32C. Checksums of other algorithms say nothing about each other.',
    )
    checksum: str | None = Field(..., description='Hexadecimal; null with a reason.')
    reason: (
        Literal[
            'gone',
            'not_a_file',
            'open_for_write',
            'too_many_blocks',
            'changed',
            'mixed',
            'unavailable',
            'time_limit',
            'not_reached',
        ]
        | None
    ) = Field(
        ...,
        description="Why there is no checksum. too_many_blocks: over 1,000. changed: while it was read. mixed: its blocks have checksums of several kinds. unavailable: of a block no datanode answered. time_limit: the call's time was over while it was read; not_reached: before. Null with a checksum.",
    )


class FileChecksums(BaseModel):
    checksums: list[FileChecksum]
    as_of_ms: int


class PolicyAtPath(BaseModel):
    name: str
    set_at: str | None = Field(
        ..., description='The path that it was set for; null for the default.'
    )


class XattrValue(BaseModel):
    name: str = Field(..., description='With its namespace, `user.team`.')
    value_base64: str


class PlacedReplica(BaseModel):
    unit: int | None = Field(..., description='Of a block group')
    datanode_uuid: str
    datanode_address: str | None = Field(
        ..., description='Null for a datanode that has not registered.'
    )
    hostname: str | None
    rack: str | None
    storage_uuid: str
    storage_type: str
    state: Literal['finalized', 'corrupt', 'being_written']


class PlacedBlock(BaseModel):
    block_id: int
    index: int
    offset_bytes: int
    length_bytes: int
    generation_stamp: int
    replicas: list[PlacedReplica]


class PlacedBlocks(BaseModel):
    items: list[PlacedBlock] = Field(..., description='The first blocks, at most 100.')
    more: bool = Field(..., description='Whether others follow.')


class SnapshotHold(BaseModel):
    name: str
    directory: str = Field(..., description='The snapshottable directory.')
    path: str = Field(..., description='The way to the inode in the snapshot.')
    created_at_ms: int
    size_bytes: int
    mtime_ms: int
    changed: bool = Field(..., description='Whether length or time were others then.')


class ContentPreview(BaseModel):
    inode_id: int
    path: str
    size_bytes: int = Field(..., description='Of the whole file.')
    in_database: bool
    bytes_base64: str | None = Field(
        ..., description='The first bytes; null where they are in blocks.'
    )
    as_of_ms: int


class EntryDetails(BaseModel):
    inode_id: int
    path: str
    acl: list[str] = Field(
        ..., description='Entries that the mode does not say, as `getfacl` writes them.'
    )
    xattrs: list[XattrValue] | None
    storage_policy: PolicyAtPath | None
    erasure_coding: PolicyAtPath | None = Field(
        ..., description='Null for replication, too.'
    )
    blocks: PlacedBlocks | None = Field(
        ..., description='Null for what is no file, too.'
    )
    snapshots: list[SnapshotHold] | None = Field(
        ...,
        description='Of the newest 50 of the directories above, those that have the inode at the same place, the newest first. Null for a path in a snapshot.',
    )
    as_of_ms: int


class Summary(BaseModel):
    """
    Of types of storage, limits and what quotas count of them, by policy; null for no limit.
    """

    path: str
    files: int
    directories: int = Field(..., description='The directory itself counts.')
    length_bytes: int
    space_consumed_bytes: int = Field(..., description='Length times replication.')
    namespace_quota: int | None
    space_quota_bytes: int | None
    ssd_quota_bytes: int | None
    disk_quota_bytes: int | None
    archive_quota_bytes: int | None
    provided_quota_bytes: int | None
    nvdimm_quota_bytes: int | None
    ssd_used_bytes: int
    disk_used_bytes: int
    archive_used_bytes: int
    provided_used_bytes: int
    nvdimm_used_bytes: int
    as_of_ms: int


class JobTake(BaseModel):
    job: str = Field(
        ...,
        description='Unique among all jobs that there ever were; printable ASCII.',
        max_length=64,
        min_length=1,
    )
    epoch: int = Field(
        ..., description='Greater than that of every worker before.', ge=1
    )


class JobTaken(BaseModel):
    job: str
    epoch: int
    last_step: int = Field(
        ...,
        description='The last step that changed something, even when nobody got its answer; 0 for none.',
    )


class ExpectedQuota(BaseModel):
    """
    The limits that the directory must have now; an absent member is not looked at. Otherwise 409 changed_since, and nothing is changed, unless the limits are as wanted already.
    """

    namespace_quota: int | None = Field(None, ge=1)
    space_quota_bytes: int | None = Field(None, ge=1)
    ssd_quota_bytes: int | None = Field(None, ge=1)
    disk_quota_bytes: int | None = Field(None, ge=1)
    archive_quota_bytes: int | None = Field(None, ge=1)
    provided_quota_bytes: int | None = Field(None, ge=1)
    nvdimm_quota_bytes: int | None = Field(None, ge=1)


class UserGroups(BaseModel):
    user: str
    groups: list[str]
    superuser: bool = Field(
        ..., description='Whether the user skips permission checks.'
    )


class ListableQuestion(BaseModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    directories: list[str] = Field(..., description='Absolute paths.', max_length=200)


class ListableAnswer(BaseModel):
    listable: list[bool] = Field(
        ...,
        description='In the order asked for; false also for what is no directory now.',
    )
    as_of_ms: int


class Quota(BaseModel):
    namespace_quota: int | None
    space_quota_bytes: int | None
    namespace_used: int
    space_used_bytes: int
    ssd_quota_bytes: int | None
    disk_quota_bytes: int | None
    archive_quota_bytes: int | None
    provided_quota_bytes: int | None
    nvdimm_quota_bytes: int | None
    ssd_used_bytes: int
    disk_used_bytes: int
    archive_used_bytes: int
    provided_used_bytes: int
    nvdimm_used_bytes: int


class QuotaDirectory(BaseModel):
    inode_id: int
    path: str


class QuotasAbove(BaseModel):
    directories: list[QuotaDirectory] = Field(..., description='Root first.')
    storage_policy: int = Field(
        ...,
        description='Id of the storage policy that is inherited at the path; 0: none is set.',
        ge=0,
    )
    as_of_ms: int


class QuotaGain(BaseModel):
    """
    What a directory with a quota would gain; negative for what it would lose.
    """

    inode_id: int
    path: str
    space_bytes: int = Field(..., description='Length times replication.')
    ssd_bytes: int = Field(..., description='Of this type of storage, by policy.')
    disk_bytes: int = Field(..., description='Of this type of storage, by policy.')
    archive_bytes: int = Field(..., description='Of this type of storage, by policy.')
    provided_bytes: int = Field(..., description='Of this type of storage, by policy.')
    nvdimm_bytes: int = Field(..., description='Of this type of storage, by policy.')
    types_exact: bool = Field(
        ...,
        description="False where a directory's policy would change, and what is in it inherits that: those bytes are not counted by type.",
    )


class TrashMove(BaseModel):
    inode_id: int = Field(..., ge=1)
    user: str = Field(..., description='Whose trash.')
    logical_time: int | None = Field(
        None,
        description="What the inode's must be still, else 409 changed_since.",
        ge=1,
    )
    job: str = Field(..., max_length=64, min_length=1)
    epoch: int = Field(..., description='With which the worker took the job.', ge=1)
    step: int = Field(..., description='Number of the step, from 1 on.', ge=1)


class TrashRestore(BaseModel):
    inode_id: int = Field(..., ge=1)
    path: str = Field(..., description='Where it shall be; absolute, UTF-8.')
    logical_time: int | None = Field(
        None,
        description="What the inode's must be still, else 409 changed_since.",
        ge=1,
    )
    job: str = Field(..., max_length=64, min_length=1)
    epoch: int = Field(..., description='With which the worker took the job.', ge=1)
    step: int = Field(..., description='Number of the step, from 1 on.', ge=1)


class InodeMove(BaseModel):
    inode_id: int = Field(..., ge=1)
    path: str = Field(..., description='Where it shall be; absolute, UTF-8.')
    from_: str | None = Field(
        None,
        alias='from',
        description='Where it must be still, else 409 changed_since; null for wherever it is.',
    )
    logical_time: int | None = Field(
        None,
        description="What the inode's must be still, else 409 changed_since.",
        ge=1,
    )
    job: str = Field(..., max_length=64, min_length=1)
    epoch: int = Field(..., description='With which the worker took the job.', ge=1)
    step: int = Field(..., description='Number of the step, from 1 on.', ge=1)


class Restored(BaseModel):
    path: str
    files: int = Field(..., description='Moved.')
    directories: int
    length_bytes: int
    space_consumed_bytes: int
    commit_sequence: int = Field(
        ..., description='Feed sequence of the move; 0 when the step is told again.'
    )


class TrashResult(BaseModel):
    trash_path: str
    files: int = Field(..., description='Moved.')
    directories: int
    length_bytes: int
    space_consumed_bytes: int
    commit_sequence: int = Field(
        ..., description='Feed sequence of the move; 0 when the step is told again.'
    )


class DirectorySpread(BaseModel):
    shard: int
    children: int = Field(..., description='Counted children that are here now.')
    by_parent: int = Field(
        ..., description='Children that would be here if all were by parent.'
    )
    hashed: int = Field(
        ..., description='Children that would be here if all were hashed.'
    )
    partitions_by_parent: int = Field(
        ...,
        description='Partitions that a listing would read here if all were by parent.',
    )
    partitions_hashed: int = Field(
        ..., description='Partitions that a listing would read here if all were hashed.'
    )


class RepartitionWork(BaseModel):
    moved: int = Field(..., description='Children moved so far.')
    user: str = Field(..., description='Who asked for it.')
    started_at_ms: int


class SmallFileTakeIn(BaseModel):
    delay_ms: int = Field(
        ..., description='How long a file must have been closed before it is taken in.'
    )
    files_per_s: int = Field(
        ..., description='Most files per second; 0 when none are taken in unasked.'
    )
    queue: int = Field(..., description='Files that wait.')
    queue_max: int
    dropped: int = Field(
        ...,
        description='Files that the queue had no room for, since the start. `bin/warren smallfiles take-in` finds them.',
    )
    refused: int = Field(
        ...,
        description='Files that were to stay in blocks when their turn came, since the start: changed, open, or held by a snapshot.',
    )
    failed: int = Field(
        ...,
        description='Files that were given up after some attempts, since the start.',
    )


class SmallFilesInFlight(BaseModel):
    bytes: int = Field(..., description='Held by calls under way.')
    max_bytes: int


class SmallFileCounts(BaseModel):
    """
    Since the namenode's start.
    """

    written: int = Field(..., description='Closed with their bytes.')
    read: int
    fallbacks_full: int = Field(
        ..., description='Closes sent on to datanodes: the store had no room.'
    )
    fallbacks_memory: int = Field(
        ...,
        description='Closes sent on to datanodes: calls under way held as many bytes as they may.',
    )
    taken_in: int
    taken_in_bytes: int
    moved_out: int


class SmallFileRoom(BaseModel):
    used_bytes: int
    size_bytes: int


class SmallFileStep(BaseModel):
    path: str = Field(..., description='A file or a directory, absolute.')
    cursor: str | None = None
    limit: int = Field(
        100,
        description='Inodes visited at most. A step ends earlier when it has taken some seconds.',
        ge=1,
        le=1000,
    )


class SmallFileError(BaseModel):
    path: str
    reason: str


class TotalsState(BaseModel):
    namenode: str
    counted: bool = Field(
        ...,
        description='Whether all directories of the store were counted once. Until then counts of trees walk.',
    )
    inodes_passed: int = Field(
        ...,
        description='Inodes that the first count is past, where the answering namenode makes it; otherwise 0.',
    )
    changes_waiting: int = Field(
        ...,
        description='Changes that are not added to totals yet. Answers have them in all the same. The greatest number stands for more, too.',
    )
    directories_checked: int = Field(
        ...,
        description='Counts of directories that the answering namenode has compared with totals since its start.',
    )
    mended: int = Field(
        ...,
        description='Directories whose totals it has found wrong and mended. Should be 0.',
    )
    as_of_ms: int


class FollowPause(BaseModel):
    paused: bool


class FollowState(BaseModel):
    namenode: str
    follows: bool = Field(
        ..., description='Whether this is a copy; it is read only then.'
    )
    paused: bool = Field(
        ..., description='Edits are left where they are, for the time being.'
    )
    location: str | None = Field(..., description='Where edits are read.')
    applied_transaction: int = Field(
        ...,
        description='The last one in the store. 0 at a namenode that has not led since its start.',
    )
    newest_transaction: int = Field(
        ..., description='The last one that is known to be there.'
    )
    lag_transactions: int
    lag_seconds: float = Field(
        ..., description="Age of the copy's state. -1 when it is not known."
    )
    edits_applied: int = Field(..., description='Since the start.')
    edits_passed: int = Field(
        ..., description='Of them, those that change nothing here.'
    )
    waiting_for: str | None = Field(..., description="Why edits can't be read now.")
    stopped_by: str | None = Field(..., description='Why following has stopped.')
    changes_since_take_over: int | None = Field(
        ...,
        description='Changes of this file system since it took the place of the one that it followed; with none of them it can be given back. Null when it did not.',
    )
    as_of_ms: int


class WritesEnded(BaseModel):
    namenode: str


class TotalsStep(BaseModel):
    path: str = Field(..., description='A directory, absolute.')
    cursor: str | None = None
    limit: int = Field(
        1000,
        description='Inodes visited at most. A step ends earlier when it has taken some seconds.',
        ge=1,
        le=10000,
    )


class TotalsAmounts(BaseModel):
    files: int
    directories: int
    symlinks: int
    length_bytes: int
    space_bytes: int = Field(..., description='Replicas counted.')


class CallLimitChange(BaseModel):
    kind: Literal['user', 'address', 'application']
    name: str = Field(
        ...,
        description="The user's short name, the IP address, or the whole caller context (its first 128 characters); at most 255 bytes.",
    )
    calls_per_second: int = Field(..., ge=1, le=1000000)
    reason: str = Field(
        ..., description='Told to those who meet it; at most 1000 bytes.'
    )
    set_by: str = Field(..., description='At most 255 bytes.')
    expires_at_ms: int | None = Field(
        None, description='Absent for a limit that holds until it is lifted.'
    )


class CallLimit(BaseModel):
    kind: Literal['user', 'address', 'application']
    name: str
    calls_per_second: int
    reason: str
    set_by: str
    set_at_ms: int
    expires_at_ms: int | None
    admitted: int = Field(
        ..., description='Calls since the answering namenode goes by this limit.'
    )
    refused: int = Field(
        ..., description='Attempts, of which clients may make several for a call.'
    )


class SubtreeStep(BaseModel):
    operation: Literal[
        'count',
        'set_owner',
        'set_permission',
        'set_replication',
        'set_storage_policy',
        'set_erasure_coding',
        'set_acl',
        'set_xattr',
        'delete',
    ]
    inode_id: int = Field(..., description='The root of the subtree.', ge=1)
    job: str | None = Field(
        None,
        description='Required for a step that changes something.',
        max_length=64,
        min_length=1,
    )
    epoch: int | None = Field(
        None, description='With which the worker took the job.', ge=1
    )
    step: int | None = Field(
        None,
        description='Number of the step among those that change something, from 1 on.',
        ge=1,
    )
    cursor: str | None = None
    limit: int = Field(1000, description='Inodes visited at most.', ge=1, le=1000)
    dry_run: bool = False
    owner: str | None = Field(None, description='set_owner')
    group: str | None = Field(None, description='set_owner')
    file_mode: int | None = Field(
        None,
        description='set_permission: bits for files; null leaves files as they are',
    )
    directory_mode: int | None = Field(
        None, description='set_permission: bits for directories; null leaves them'
    )
    replication: int | None = Field(
        None,
        description="set_replication: within the limits of the cluster's files; directories have none, and erasure-coded files are left and told as errors with the code erasure_coded",
        ge=1,
        le=32767,
    )
    storage_policy: str | None = Field(
        None,
        description='set_storage_policy: name of the policy, null for that of the directory above; files whose policy is fixed when they are made are left and told as errors with the code conflict',
    )
    erasure_coding: str | None = Field(
        None,
        description='set_erasure_coding: name of an enabled policy, or replication; null for that of the directory above. Files stay as they are',
    )
    acl_change: (
        Literal['set', 'modify', 'remove', 'remove_default', 'remove_all'] | None
    ) = Field(
        None,
        description='set_acl: what becomes of the ACL, as setfacl --set, -m, -x, -k and -b do it. Default entries are of directories: files are left without',
    )
    acl: str | None = Field(
        None,
        description='set_acl: the entries, as setfacl takes them, for set, modify and, without rights, remove. An inode for which that is no ACL is told as an error with the code invalid_acl, one whose ACL is too long to be undone with too_long_to_keep',
    )
    xattr: str | None = Field(
        None,
        description='set_xattr: the full name, in the namespace user or trusted. An inode that has too many already is told as an error with the code xattr_refused, one whose value is too long to be undone with too_long_to_keep',
    )
    xattr_value: str | None = Field(
        None,
        description='set_xattr: the value in Base64; null takes the attribute away',
    )
    logical_time: int | None = Field(
        None,
        description="delete: what the root's must be still when the first step begins, else 409 changed_since.",
        ge=1,
    )
    only_in_trash: bool = Field(
        False,
        description='delete: leaves what lies in no trash, or not any more; 409 changed_since when that is the root.',
    )


class Xattr(BaseModel):
    name: str = Field(..., description='With its namespace.')
    value: str | None = Field(..., description='In Base64; null where there is none.')


class AttributeValues(BaseModel):
    """
    Null where a change leaves a value alone.
    """

    owner: str | None
    group: str | None
    mode: int | None = Field(..., ge=0, le=1023)
    replication: int | None = Field(None, ge=1, le=32767)
    storage_policy: int | None = Field(
        None, description='Its number, 0 for that of the directory above.', ge=0, le=15
    )
    erasure_coding: int | None = Field(
        None,
        description='Number of the policy, 0 for that of the directory above, -1 for replication.',
        ge=-1,
        le=127,
    )
    acl: str | None = Field(
        None,
        description='All entries, as setfacl --set takes them; the mode follows from them.',
    )
    xattr: Xattr | None = None


class AttributeChange(BaseModel):
    """
    Of owner and group, or of one other value. Where it is of acl or xattr a step names 8 inodes at most.
    """

    from_: AttributeValues = Field(..., alias='from')
    to: AttributeValues


class InodeId(RootModel[int]):
    root: int = Field(..., ge=1)


class ChangeOfItem(RootModel[int]):
    root: int = Field(..., ge=0)


class ChangedAttributes(BaseModel):
    changes: list[AttributeChange] = Field(..., description='The different changes.')
    inode_ids: list[InodeId]
    change_of: list[ChangeOfItem] = Field(
        ..., description='For each inode, the place of its change in `changes`, from 0.'
    )


class RestoreStep(BaseModel):
    changes: list[AttributeChange] = Field(..., max_length=200)
    inode_ids: list[InodeId] = Field(
        ..., description='Each once.', max_length=200, min_length=1
    )
    change_of: list[ChangeOfItem] = Field(
        ...,
        description='For each inode, the place of its change in `changes`, from 0.',
        max_length=200,
    )
    dry_run: bool = False
    job: str | None = Field(
        None,
        description='Required unless it is a dry run.',
        max_length=64,
        min_length=1,
    )
    epoch: int | None = Field(
        None, description='With which the worker took the job.', ge=1
    )
    step: int | None = Field(
        None,
        description='Number of the step among those that change something, from 1 on.',
        ge=1,
    )


class LogicalTime(RootModel[int]):
    root: int = Field(..., ge=0)


class ChosenStep(BaseModel):
    operation: Literal[
        'count',
        'set_owner',
        'set_permission',
        'set_replication',
        'set_storage_policy',
        'set_erasure_coding',
        'set_acl',
        'set_xattr',
    ]
    inode_ids: list[InodeId] = Field(
        ..., description='Each once.', max_length=200, min_length=1
    )
    logical_times: list[LogicalTime] = Field(
        ...,
        description='For each inode, what its logical time must be still; 0 for any.',
        max_length=200,
        min_length=1,
    )
    dry_run: bool = False
    owner: str | None = Field(None, description='set_owner')
    group: str | None = Field(None, description='set_owner')
    file_mode: int | None = Field(
        None,
        description='set_permission: bits for files; null leaves files as they are',
    )
    directory_mode: int | None = Field(
        None, description='set_permission: bits for directories; null leaves them'
    )
    replication: int | None = Field(
        None,
        description="set_replication: within the limits of the cluster's files; directories have none, and erasure-coded files are left and told as errors with the code erasure_coded",
        ge=1,
        le=32767,
    )
    storage_policy: str | None = Field(
        None,
        description='set_storage_policy: name of the policy, null for that of the directory above; files whose policy is fixed when they are made are left and told as errors with the code conflict',
    )
    erasure_coding: str | None = Field(
        None,
        description='set_erasure_coding: name of an enabled policy, or replication; null for that of the directory above. Files stay as they are',
    )
    acl_change: (
        Literal['set', 'modify', 'remove', 'remove_default', 'remove_all'] | None
    ) = Field(
        None,
        description='set_acl: what becomes of the ACL, as setfacl --set, -m, -x, -k and -b do it. Default entries are of directories: files are left without',
    )
    acl: str | None = Field(
        None,
        description='set_acl: the entries, as setfacl takes them, for set, modify and, without rights, remove. An inode for which that is no ACL is told as an error with the code invalid_acl, one whose ACL is too long to be undone with too_long_to_keep',
    )
    xattr: str | None = Field(
        None,
        description='set_xattr: the full name, in the namespace user or trusted. An inode that has too many already is told as an error with the code xattr_refused, one whose value is too long to be undone with too_long_to_keep',
    )
    xattr_value: str | None = Field(
        None,
        description='set_xattr: the value in Base64; null takes the attribute away',
    )
    job: str | None = Field(
        None,
        description='Required unless it is a count or a dry run.',
        max_length=64,
        min_length=1,
    )
    epoch: int | None = Field(
        None, description='With which the worker took the job.', ge=1
    )
    step: int | None = Field(
        None,
        description='Number of the step among those that change something, from 1 on.',
        ge=1,
    )


class InodesLook(BaseModel):
    inode_ids: list[InodeId] = Field(..., max_length=200, min_length=1)


class ConcernedFile(BaseModel):
    path: str
    holder: str = Field(..., description='Of the lease.')
    client: str = Field(..., description='Its machine; empty when it is not known.')


class ConcernedSnapshot(BaseModel):
    directory: str
    name: str
    created_at_ms: int


class ConcernedDirectories(BaseModel):
    """
    With snapshots, at or below the inodes: they can't be deleted.
    """

    count: int
    items: list[str] = Field(..., max_length=20)


class ItemError(BaseModel):
    path: str
    code: str
    message: str


class Namenode(BaseModel):
    name: str
    id: int
    epoch: int = Field(..., description='The leader epoch this namenode last saw.')
    role: Literal['leader', 'follower']
    state: Literal['live', 'draining', 'drained', 'stopped', 'dead'] = Field(
        ...,
        description='draining, drained: it shall not serve, until that is ordered no more; stopped: it left; dead: it was evicted, or has missed its heartbeats. Namenodes that left or were evicted are shown for a day.',
    )
    rpc_address: str
    http_address: str
    started_at_ms: int | None = Field(
        ..., description='Null when it is not known any more.'
    )
    last_heartbeat_ms: int
    version: str
    drained: NamenodeOrder | None = Field(
        ..., description='That it shall not serve; null when nobody ordered that.'
    )


class InodeChangePage(BaseModel):
    inode_id: int
    changes: list[InodeChange]
    looked_since_ms: int | None = Field(
        ...,
        description='When the oldest change was made that was looked at; null for none.',
    )
    next_before: int | None = Field(
        ..., description='Null at the begin of what is kept.'
    )
    as_of_ms: int


class FsckPart(BaseModel):
    files: int
    directories: int
    symlinks: int
    open_files: int = Field(..., description='Are being written.')
    length_bytes: int
    blocks: int
    well_replicated: int
    under_replicated: int
    over_replicated: int
    missing: int
    corrupt: int
    corrupt_files: int = Field(..., description='Files with missing or corrupt blocks.')
    missing_replicas: int
    found: list[FsckFound]
    found_more: bool = Field(
        ..., description='Whether there were more than 200 such blocks in this part.'
    )
    next_cursor: str | None


class Cluster(BaseModel):
    as_of_ms: int
    leader: str | None
    store: Literal['embedded', 'ndb']
    read_only: ReadOnly | None = Field(
        ...,
        description='Set while safe mode that somebody turned on refuses all changes of files.',
    )
    namenodes: list[Namenode]
    datanodes: list[Datanode]
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class HeatRowPage(BaseModel):
    namenode: str
    window: Literal['10s', '1m', '10m', '1h']
    rows: list[HeatRow]
    as_of_ms: int


class DatanodeDetails(BaseModel):
    uuid: str
    hostname: str
    address: str = Field(..., description='Where it moves blocks.')
    http_address: str
    ipc_address: str
    rack: str
    state: Literal['live', 'stale', 'dead']
    admin_state: Literal[
        'in_service',
        'decommissioning',
        'decommissioned',
        'entering_maintenance',
        'in_maintenance',
    ]
    last_heartbeat_ms: int
    version: str
    transfers: int = Field(..., description='Connections that move blocks now.')
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int
    failed_volumes: FailedVolumes
    slow_peer: SlowPeer | None = Field(
        ...,
        description='What other datanodes tell of it lately; null when they tell nothing.',
    )
    slow_disks: list[SlowDisk] = Field(
        ..., description='Those of the five slowest of all that are here.'
    )
    ordered: DatanodeOrder | None = Field(
        ..., description='That it shall leave service; null when nobody ordered that.'
    )
    storages: list[DatanodeStorage]


class DatanodeAnswer(BaseModel):
    datanode: DatanodeDetails
    as_of_ms: int


class DatanodePage(BaseModel):
    datanodes: list[DatanodeDetails]
    states: dict[str, int] = Field(
        ..., description='How many datanodes there are in each state, over all pages.'
    )
    usage: list[StorageTypeUsage]
    peers_watched: bool = Field(
        ..., description='Whether datanodes tell of slow peers.'
    )
    disks_watched: bool = Field(
        ..., description='Whether datanodes tell of slow disks.'
    )
    next_cursor: str | None
    as_of_ms: int


class BlockHealth(BaseModel):
    under_replicated: dict[str, int] = Field(
        ..., description='By priority, the missing ones included.'
    )
    missing: int
    corrupt_replicas: int
    copies_under_way: int
    surplus_replicas: int
    deletions_waiting: int
    checks_waiting: int
    counted_max: int = Field(..., description='A count of this much means at least.')
    safe_mode: SafeMode | None = Field(
        ..., description='Why the leader does not heal yet; null when it does.'
    )
    as_of_ms: int


class FeedPage(BaseModel):
    events: list[Change]
    next: str = Field(..., description='Cursor to pass as `after` next time.')
    head: str = Field(..., description='Cursor of the newest event.')
    head_sequence: int
    cursor_mark: str | None = Field(
        None,
        description='Cursors are MARK-INCARNATION-SEQUENCE, the incarnation in eight hexadecimal digits: who is told changes elsewhere makes their cursors with it.',
    )
    incarnations: list[FeedIncarnation] | None = Field(
        None,
        description="Stretches of sequences that were given without the store being set back in between, oldest first. An event from elsewhere with such a sequence is this feed's only if it names the same incarnation.",
    )
    as_of_ms: int
    caught_up: bool


class Entry(Inode):
    path: str
    children_count: int | None = Field(
        ...,
        description='Directories: number of children; null where it was not counted (listings).',
    )
    open_for_write: bool
    symlink_target: str | None = None
    content: TotalsAmounts | None = Field(
        None,
        description='With totals: what is in a directory, at any depth. Null where it is not known at once, and for callers who may not list all directories in it.',
    )


class EntryPage(BaseModel):
    entries: list[Entry]
    next_cursor: str | None
    as_of_ms: int


class QuotaChange(BaseModel):
    inode_id: int = Field(..., ge=1)
    job: str = Field(..., max_length=64, min_length=1)
    epoch: int = Field(..., description='With which the worker took the job.', ge=1)
    step: int = Field(..., description='Number of the step, from 1 on.', ge=1)
    namespace_quota: int | None = Field(None, ge=1)
    space_quota_bytes: int | None = Field(None, ge=1)
    ssd_quota_bytes: int | None = Field(None, ge=1)
    disk_quota_bytes: int | None = Field(None, ge=1)
    archive_quota_bytes: int | None = Field(None, ge=1)
    provided_quota_bytes: int | None = Field(None, ge=1)
    nvdimm_quota_bytes: int | None = Field(None, ge=1)
    expected: ExpectedQuota | None = None


class QuotaResult(BaseModel):
    before: Quota
    after: Quota


class PartitioningChange(BaseModel):
    path: str
    children: Literal['by_parent', 'hashed'] = Field(
        ...,
        description='All children in the partition of their directory, or each in one of 16 by a hash of its name.',
    )


class DirectoryPartitioning(BaseModel):
    path: str
    inode_id: int
    children: Literal['by_parent', 'hashed'] = Field(
        ...,
        description='Where children are or, while changing, where they are being moved.',
    )
    changing: bool
    children_counted: int = Field(
        ..., description='Number of children, counted up to a limit.'
    )
    count_complete: bool = Field(..., description='Whether all children were counted.')
    work: RepartitionWork | None
    shards: list[DirectorySpread] = Field(
        ...,
        description='Where the counted children are, and where they would be; shards that have and would have none are left out.',
    )


class SmallFiles(BaseModel):
    namenode: str = Field(
        ...,
        description='The one that answers; in_flight, counts and the queue are its own.',
    )
    limit_bytes: int = Field(
        ...,
        description='Greatest length of a file that may stay in the database; 0 for none.',
    )
    take_in: SmallFileTakeIn
    in_flight: SmallFilesInFlight
    counts: SmallFileCounts
    store: SmallFileRoom | None = Field(
        ..., description='Null where the store cannot tell.'
    )
    as_of_ms: int


class SmallFileStepResult(BaseModel):
    cursor: str | None = Field(..., description='Null when the work is done.')
    files: int = Field(..., description='Files visited.')
    changed: int = Field(..., description='Files taken in or moved out.')
    changed_bytes: int
    error_count: int
    errors: list[SmallFileError] = Field(
        ...,
        description='The first ones; files that need or allow no change are none.',
        max_length=20,
    )


class WrongTotals(BaseModel):
    """
    A directory whose totals were wrong, and what they lacked; less than nothing where they had too much.
    """

    path: str
    inode_id: int
    lacks_in_it: TotalsAmounts
    lacks_below: TotalsAmounts


class CallLimits(BaseModel):
    namenode: str
    limits: list[CallLimit]
    as_of_ms: int


class ConcernedFiles(BaseModel):
    """
    At or below the inodes.
    """

    count: int
    more: bool = Field(..., description='There are open files that were not looked at.')
    items: list[ConcernedFile] = Field(..., max_length=20)


class ConcernedSnapshots(BaseModel):
    """
    Of directories at or above the inodes: what they have of these stays.
    """

    count: int
    items: list[ConcernedSnapshot] = Field(
        ..., description='The newest first.', max_length=20
    )


class InodesSeen(BaseModel):
    entries: list[Entry] = Field(..., description='In the order of their ids.')
    missing: list[int] = Field(
        ..., description='Ids of inodes that are not in the tree.'
    )
    as_of_ms: int


class SubtreeStepResult(BaseModel):
    cursor: str | None = Field(..., description='Null when the subtree is done.')
    inode_id: int
    files: int = Field(..., description='Visited in this step.')
    directories: int
    length_bytes: int
    space_consumed_bytes: int
    changed: int = Field(
        ..., description='Changed in this step, or, in a dry run, that would change.'
    )
    error_count: int = Field(
        ..., description='Inodes of this step that could not be changed.'
    )
    errors: list[ItemError] = Field(
        ..., description='The first of them; fewer when the step is told again.'
    )
    attributes: ChangedAttributes = Field(
        ...,
        description='What the step changed of attributes, in the order of its changes; told again in full. Of a dry run the first 20 that it would change. Empty for what counts or deletes.',
    )
    quotas: list[QuotaGain] = Field(
        [],
        description='Of a dry run that changes replication or storage policies: what directories with a quota would gain by this step. Else empty.',
        validate_default=True,
    )
    commit_sequence: int = Field(
        ...,
        description="Feed sequence of this step's last change; 0 when none, or when the step is told again.",
    )
    path: str | None = Field(
        ...,
        description='Where the root is; null when a step that is told again removed it.',
    )
    at_path: str | None = Field(
        ..., description='Last path visited; null when it is not known any more.'
    )


class TotalsStepResult(BaseModel):
    cursor: str | None = Field(..., description='Null when the work is done.')
    inodes: int = Field(..., description='Inodes visited.')
    directories: int = Field(..., description='Directories counted.')
    unsure: int = Field(
        ..., description='Directories that changed each time while they were counted.'
    )
    wrong_count: int
    mended: int = Field(
        ..., description='How many of them are mended; a check mends none.'
    )
    wrong: list[WrongTotals] = Field(..., description='The first ones.', max_length=20)


class InodeConcerns(BaseModel):
    open_files: ConcernedFiles
    snapshots: ConcernedSnapshots
    with_snapshots: ConcernedDirectories
    as_of_ms: int
