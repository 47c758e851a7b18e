# Generated from admin-api.yaml by integrations.namenode.generate.

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, Field


class State(StrEnum):
    STARTING = 'starting'
    SERVING = 'serving'
    DRAINING = 'draining'
    STOPPED = 'stopped'


class Health(BaseModel):
    name: str
    state: State


class Problem(BaseModel):
    type: str = Field(..., description='about:blank, or urn:warren:problem:CODE')
    title: str
    status: int
    detail: str | None = Field(None, description='What to do about it.')
    code: str = Field(
        ...,
        description='not_found, already_exists, not_a_directory, is_a_directory, access_denied, invalid_path, invalid_argument, quota_exceeded, directory_not_empty, conflict, feed_trimmed, unauthorized, unavailable, unsupported, internal',
    )
    facts: dict[str, Any] | None = None


class Role(StrEnum):
    LEADER = 'leader'
    FOLLOWER = 'follower'


class State1(StrEnum):
    """
    stopped: it left; dead: it was evicted, or has missed its heartbeats. Namenodes that left or were evicted are shown for a day.
    """

    LIVE = 'live'
    STOPPED = 'stopped'
    DEAD = 'dead'


class Namenode(BaseModel):
    name: str
    id: int
    epoch: int = Field(..., description='The leader epoch this namenode last saw.')
    role: Role
    state: State1 = Field(
        ...,
        description='stopped: it left; dead: it was evicted, or has missed its heartbeats. Namenodes that left or were evicted are shown for a day.',
    )
    rpc_address: str
    http_address: str
    started_at_ms: int | None = Field(
        ..., description='Null when it is not known any more.'
    )
    last_heartbeat_ms: int
    version: str


class State2(StrEnum):
    NORMAL = 'normal'
    READ_ONLY = 'read_only'
    FAILED = 'failed'


class Storage(BaseModel):
    id: str
    type: str
    state: State2
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class State3(StrEnum):
    LIVE = 'live'
    STALE = 'stale'
    DEAD = 'dead'


class Datanode(BaseModel):
    uuid: str
    hostname: str
    address: str
    state: State3
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int
    block_count: int
    last_heartbeat_ms: int
    version: str
    storages: list[Storage]


class Store(StrEnum):
    EMBEDDED = 'embedded'
    NDB = 'ndb'


class Cluster(BaseModel):
    as_of_ms: int
    leader: str | None
    store: Store
    namenodes: list[Namenode]
    datanodes: list[Datanode]
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class ClusterEventKind(StrEnum):
    NAMENODE_JOINED = 'namenode_joined'
    NAMENODE_LEFT = 'namenode_left'
    NAMENODE_EVICTED = 'namenode_evicted'
    LEADER_CHANGED = 'leader_changed'
    SUBTREE_LOCK_BROKEN = 'subtree_lock_broken'


class Cause(StrEnum):
    STARTED = 'started'
    REJOINED = 'rejoined'
    STOPPED = 'stopped'
    MISSED_HEARTBEATS = 'missed_heartbeats'
    PROCESS_ENDED = 'process_ended'
    NO_LEADER = 'no_leader'
    LEADER_LEFT = 'leader_left'
    LEADER_EVICTED = 'leader_evicted'
    LEADER_UNKNOWN = 'leader_unknown'
    OWNER_GONE = 'owner_gone'
    OWNER_FAILED = 'owner_failed'


class ClusterEvent(BaseModel):
    """
    All times are of the observer's clock.
    """

    id: int = Field(..., description='Rises with each event, in the order of commits.')
    kind: ClusterEventKind
    cause: Cause
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


class StorageState(StrEnum):
    AVAILABLE = 'available'
    RETURNED = 'returned'
    LOST = 'lost'
    DECOMMISSIONING = 'decommissioning'
    DECOMMISSIONED = 'decommissioned'
    ENTERING_MAINTENANCE = 'entering_maintenance'
    IN_MAINTENANCE = 'in_maintenance'
    UNKNOWN = 'unknown'


class StorageCondition(BaseModel):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    rack: str
    state: StorageState
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


class RedundancyPriority(StrEnum):
    HIGHEST = 'highest'
    VERY_LOW = 'very_low'
    LOW = 'low'
    BADLY_PLACED = 'badly_placed'
    MISSING = 'missing'


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
    as_of_ms: int


class ProblemBlock(BaseModel):
    block_id: int
    inode_id: int
    path: str | None = Field(
        ..., description='Null while the file is being removed or moved.'
    )
    priority: RedundancyPriority
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
    storage_state: StorageState


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


class State4(StrEnum):
    FINALIZED = 'finalized'
    OUTDATED = 'outdated'
    CORRUPT = 'corrupt'
    SURPLUS = 'surplus'
    BEING_WRITTEN = 'being_written'
    BEING_COPIED = 'being_copied'
    BEING_DELETED = 'being_deleted'


class BlockReplica(BaseModel):
    storage: ReplicaStorage
    state: State4
    generation_stamp: int
    length_bytes: int
    reason: str | None
    since_ms: int | None


class State5(StrEnum):
    UNDER_CONSTRUCTION = 'under_construction'
    UNDER_RECOVERY = 'under_recovery'
    COMMITTED = 'committed'
    COMPLETE = 'complete'


class Block(BaseModel):
    block_id: int
    inode_id: int
    path: str | None
    index: int = Field(..., description='Its place in the file, from 0.')
    generation_stamp: int
    length_bytes: int
    state: State5
    replicas: list[BlockReplica]
    as_of_ms: int


class SubtreeOperationPage(BaseModel):
    operations: list[SubtreeOperation]
    next_cursor: str | None
    as_of_ms: int


class Kind(StrEnum):
    FILE = 'file'
    DIRECTORY = 'directory'
    SYMLINK = 'symlink'


class Inode(BaseModel):
    """
    An inode without its path; the root's parent_id is 0 and its name empty.
    """

    inode_id: int
    logical_time: int = Field(..., description='Rises with every change of this inode.')
    parent_id: int
    name: str
    kind: Kind
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
        description='Id of the erasure coding policy that is set at this inode; 0: inherited.',
        ge=0,
    )
    features: int = Field(
        0,
        description='Bits: 1 access ACL beyond the mode, 2 default ACL, 4 extended attributes, 8 quota of a storage type, 256 snapshots allowed.',
        ge=0,
    )


class Schema(StrEnum):
    WARREN_CHANGE_V1 = 'warren.change.v1'
    WARREN_CHANGE_V2 = 'warren.change.v2'


class Operation(StrEnum):
    CREATE = 'create'
    UPDATE = 'update'
    RENAME = 'rename'
    DELETE = 'delete'


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

    schema_: Schema = Field(..., alias='schema')
    cursor: str
    sequence: int = Field(..., description='Rises with each event in commit order.')
    committed_at_ms: int
    operation: Operation
    before: Before | None = Field(
        ..., description='Where the inode was before a rename or a move.'
    )


class FeedPage(BaseModel):
    events: list[Change]
    next: str = Field(..., description='Cursor to pass as `after` next time.')
    head: str = Field(..., description='Cursor of the newest event.')
    head_sequence: int
    as_of_ms: int
    caught_up: bool


class InodePage(BaseModel):
    inodes: list[Inode]
    next_after_id: int | None
    as_of_ms: int


class State6(StrEnum):
    UNDER_CONSTRUCTION = 'under_construction'
    UNDER_RECOVERY = 'under_recovery'
    COMMITTED = 'committed'
    COMPLETE = 'complete'
    UNDER_TRUNCATION = 'under_truncation'


class BlockRow(BaseModel):
    inode_id: int
    block_id: int
    index: int = Field(..., description='Place in the file, from 0.')
    generation_stamp: int
    length_bytes: int
    state: State6


class State7(StrEnum):
    FINALIZED = 'finalized'
    CORRUPT = 'corrupt'
    SURPLUS = 'surplus'


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
    state: State7


class Namespace(StrEnum):
    USER = 'user'
    TRUSTED = 'trusted'
    SECURITY = 'security'
    SYSTEM = 'system'
    RAW = 'raw'


class XattrRow(BaseModel):
    inode_id: int
    number: int = Field(..., description='Of the attribute among those of its inode.')
    part: int = Field(..., description='Long values have several, from 0.')
    namespace: Namespace
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


class Entry(Inode):
    path: str
    children_count: int | None = Field(
        ...,
        description='Directories: number of children; null where it was not counted (listings).',
    )
    open_for_write: bool
    symlink_target: str | None = None


class EntryPage(BaseModel):
    entries: list[Entry]
    next_cursor: str | None
    as_of_ms: int


class Summary(BaseModel):
    path: str
    files: int
    directories: int = Field(..., description='The directory itself counts.')
    length_bytes: int
    space_consumed_bytes: int = Field(..., description='Length times replication.')
    namespace_quota: int | None
    space_quota_bytes: int | None
    as_of_ms: int


class QuotaChange(BaseModel):
    path: str
    namespace_quota: int | None = Field(None, ge=1)
    space_quota_bytes: int | None = Field(None, ge=1)


class Quota(BaseModel):
    namespace_quota: int | None
    space_quota_bytes: int | None
    namespace_used: int
    space_used_bytes: int


class TrashMove(BaseModel):
    path: str
    user: str = Field(..., description='Whose trash.')


class TrashResult(BaseModel):
    trash_path: str
    commit_sequence: int


class Children(StrEnum):
    BY_PARENT = 'by_parent'
    HASHED = 'hashed'


class PartitioningChange(BaseModel):
    path: str
    children: Children


class Children1(StrEnum):
    """
    Where children are or, while changing, where they are being moved.
    """

    BY_PARENT = 'by_parent'
    HASHED = 'hashed'


class RepartitionWork(BaseModel):
    moved: int = Field(..., description='Children moved so far.')
    user: str = Field(..., description='Who asked for it.')
    started_at_ms: int


class Operation1(StrEnum):
    COUNT = 'count'
    SET_OWNER = 'set_owner'
    SET_PERMISSION = 'set_permission'
    DELETE = 'delete'


class SubtreeStep(BaseModel):
    operation: Operation1
    path: str
    inode_id: int | None = Field(
        None,
        description='The inode the path named at the first step; a later step answers 409 conflict when the path names another.',
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


class ItemError(BaseModel):
    path: str
    code: str
    message: str


class QuotaResult(BaseModel):
    before: Quota
    after: Quota


class DirectoryPartitioning(BaseModel):
    path: str
    inode_id: int
    children: Children1 = Field(
        ...,
        description='Where children are or, while changing, where they are being moved.',
    )
    changing: bool
    children_counted: int = Field(
        ..., description='Number of children, counted up to a limit.'
    )
    count_complete: bool = Field(..., description='Whether all children were counted.')
    work: RepartitionWork | None


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
    errors: list[ItemError]
    commit_sequence: int = Field(
        ..., description="Feed sequence of this step's last change; 0 when none."
    )
    at_path: str = Field(..., description='Last path visited.')
