"""Types of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from warren_client.base import Answer, Body
from typing_extensions import TypeAliasType
from pydantic import AwareDatetime, ConfigDict, Field
from datetime import date


AclChangeEnum = TypeAliasType(
    "AclChangeEnum", Literal["set", "modify", "remove", "remove_default", "remove_all"]
)


class ActiveBlockReport(Answer):
    datanode_uuid: str
    datanode_address: str | None
    waiting: bool
    """No namenode has room yet."""
    namenode: str | None
    """Which takes it."""
    asked_at: AwareDatetime
    assigned_at: AwareDatetime | None


class Affected(Answer):
    by: LimitKind
    key: str
    """Empty: without a caller context."""
    calls_per_s: float


class AlertChannel(Answer):
    id: int
    name: str
    kind: AlertChannelKind
    enabled: bool
    target: str
    """The webhook's host, or the recipients; empty when the platform's key changed."""
    url: str | None
    """For administrators: it may itself be a secret."""
    recipients: list[str]
    verdicts: list[AlertVerdict]
    checks: list[HealthCheckKey]
    quiet_from: str | None
    quiet_until: str | None
    messages_per_hour_max: int
    created_at: AwareDatetime
    updated_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


class AlertChannelCreated(Answer):
    channel: AlertChannel
    secret: str | None
    """With which a webhook is signed. It is shown this once."""


AlertChannelKind = TypeAliasType("AlertChannelKind", Literal["webhook", "email"])


class AlertChannelWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str
    kind: AlertChannelKind
    enabled: bool | None = None
    url: str | None = None
    """Of a webhook: where messages are posted."""
    recipients: list[str] | None = None
    """Of an e-mail channel."""
    verdicts: list[AlertVerdict]
    """What is told. That a check is well again is told of what was told before."""
    checks: list[HealthCheckKey] | None = None
    """Those that are told; all when empty."""
    quiet_from: str | None = None
    """Quiet hours in UTC: `22:00`."""
    quiet_until: str | None = None
    """What changed meanwhile is told in one message then."""
    messages_per_hour_max: int | None = None
    """What is more waits, and comes in one message."""


class AlertChannels(Answer):
    mail: bool
    """Whether a mail server is set up."""
    items: list[AlertChannel]


class AlertDelivery(Answer):
    id: int
    channel: int
    channel_name: str
    message_id: str
    """The same for all attempts."""
    kind: AlertDeliveryKind
    state: AlertDeliveryState
    summary: str
    created_at: AwareDatetime
    attempts: int
    attempted_at: AwareDatetime | None
    next_at: AwareDatetime | None
    """When it is tried next; null: never again."""
    finished_at: AwareDatetime | None
    status: int | None
    """HTTP or SMTP status of the last attempt."""
    answer: str
    """The first 500 bytes of the last answer."""
    error: str
    """Why the last attempt failed; empty when it did not."""


AlertDeliveryKind = TypeAliasType("AlertDeliveryKind", Literal["notice", "test"])


class AlertDeliveryPage(Answer):
    items: list[AlertDelivery]
    next_cursor: str | None


AlertDeliveryState = TypeAliasType("AlertDeliveryState", Literal["queued", "delivered", "given_up"])


class AlertSecret(Answer):
    secret: str
    """It is shown this once."""


AlertVerdict = TypeAliasType("AlertVerdict", Literal["warning", "error", "unknown"])


class AllWatched(Answer):
    items: list[WatchedNow]
    watched_max: int
    as_of: UsageAsOf | None
    """Null without any, and while the replica does not answer."""
    lag_ms: int | None


class Allowed(Answer):
    permission: Permission
    paths: list[str] | None
    """At and below which it holds; null for everywhere."""


class ApprovalPage(Answer):
    items: list[Job]
    next_cursor: str | None
    for_me: int
    """How many one may decide oneself."""


class ApprovalRule(Answer):
    """A rule that asks for the approval, as it was when the job was asked for."""

    id: int
    """0 for Warren's own, which nobody can change."""
    name: str
    kinds: list[JobKind]
    path_prefix: str | None
    inodes_min: int | None
    size_bytes_min: int | None


ApproverRole = TypeAliasType("ApproverRole", Literal["operator", "admin"])


class AsOf(Answer):
    sequence: int
    """Feed sequence that the index has seen."""
    time: AwareDatetime
    """Every change up to this moment is included."""


class Assignment(Answer):
    role: str
    paths: list[str] | None
    """Null for everywhere."""
    group: str | None
    """Which group elsewhere gives it; null when administrators do."""


class AssignmentWriteRequest(Body):
    role: str
    """`operator`, or the name of a role that administrators made."""
    paths: list[str] | None = None
    """At and below which it holds, by whole names: `/a` has `/a/b`, not `/ab`. Null for everywhere. What is about no path it allows only everywhere."""


class AuditEntry(Answer):
    id: int
    at: AwareDatetime
    actor: str
    """A username, or SYSTEM for the platform itself."""
    action: str
    path: str
    job_id: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    outcome: AuditOutcome
    request_id: str


AuditOutcome = TypeAliasType(
    "AuditOutcome", Literal["accepted", "succeeded", "failed", "denied", "cancelled"]
)


class AuditPage(Answer):
    items: list[AuditEntry]
    next_cursor: str | None


BasisEnum = TypeAliasType(
    "BasisEnum", Literal["former_jobs", "this_plan", "bound", "one_step", "none"]
)


class Bell(Answer):
    unread: int
    up_to: int
    """For `POST alerts/bell/read`."""
    items: list[BellNotice]


class BellNotice(Answer):
    key: HealthCheckKey
    title: str
    page: str
    """The console's page about it."""
    verdict: HealthVerdict
    reason: str
    at: AwareDatetime
    changes: int
    """How often it changed, of those read or unread."""
    unread: bool


class BellReadRequest(Body):
    model_config = ConfigDict(extra="forbid")
    up_to: int


class Block(Answer):
    block_id: str
    """A decimal number, negative for a block group."""
    inode_id: int
    path: str | None
    index: int
    """Its place in the file, from 0."""
    generation_stamp: int
    length_bytes: int
    state: BlockState
    wanted_replicas: int | None
    """By its file; null while that is being removed."""
    good_replicas: int
    """Finalized ones on storages that are not lost; of a group, units with one."""
    insufficient: Insufficient | None
    """Null when the block has the replicas that it should have."""
    check_waiting: bool
    """The leader will look at it."""
    group: BlockGroup | None
    """Null for a contiguous block."""
    replicas: list[Replica]
    events: list[ReplicaEvent]
    """What happened to its replicas, the newest first, at most 100. A block that was always well has none."""
    as_of: AwareDatetime


class BlockGroup(Answer):
    """A block of an erasure-coded file: data units, then parity units, numbered from 0."""

    policy: str
    """Name of the erasure-coding policy."""
    data_units: int
    parity_units: int
    needed: int
    """So many units must be readable so that all data are."""
    missing: list[int]
    """Units with bytes and no good replica."""


class BlockHealth(Answer):
    under_replicated: dict[str, int]
    """Blocks with too few good replicas by priority, the missing ones included."""
    missing: int
    """No good replica can be reached."""
    corrupt_replicas: int
    copies_under_way: int
    surplus_replicas: int
    deletions_waiting: int
    checks_waiting: int
    """Blocks that the leader will look at."""
    counted_max: int
    """A count of this much means at least."""
    safe_mode: SafeMode | None
    """Why nothing is healed yet; null when it is."""
    as_of: AwareDatetime


class BlockReport(Answer):
    started_at: AwareDatetime
    duration_ms: int
    kind: BlockReportKind
    """full: every replica was sent; hashed: those of mismatching buckets."""
    buckets: int
    """Hashes compared; 0 for a report of a stock datanode."""
    buckets_matching: int
    buckets_mismatching: int
    replicas: int
    """Finalized replicas that the storage has."""
    changes: int
    """Rows that the report changed."""
    bytes_received: int
    """Without RPC headers."""
    bytes_saved: int
    """What a stock full report would have taken more."""
    namenode: str | None
    """Which took it; null when it is no member any more."""
    next_due_at: AwareDatetime | None
    """Null when the datanode alone knows."""


class BlockReportHistory(Answer):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    reports: list[BlockReport]
    """The newest first."""
    as_of: AwareDatetime


BlockReportKind = TypeAliasType("BlockReportKind", Literal["full", "hashed"])


class BlockReportPage(Answer):
    items: list[StorageBlockReports]
    active: list[ActiveBlockReport]
    """Reports under way and datanodes that wait for one, over all pages; at most 1,000."""
    next_cursor: str | None
    as_of: AwareDatetime


BlockState = TypeAliasType(
    "BlockState", Literal["under_construction", "under_recovery", "committed", "complete"]
)


BlockTrouble = TypeAliasType("BlockTrouble", Literal["missing", "corrupt", "under_replicated"])


ChangeState = TypeAliasType("ChangeState", Literal["waiting", "done", "failed", "superseded"])


class Check(Answer):
    status: CheckStatus
    detail: str


CheckStatus = TypeAliasType("CheckStatus", Literal["ok", "building", "degraded", "down"])


class Checks(Answer):
    database: Check
    namenode: Check
    search_index: Check
    replica: Check
    worker: Check


class Checksum(Answer):
    path: str
    length_bytes: int
    mtime: AwareDatetime
    """When the file that was read was changed last."""
    algorithm: str
    """Such as MD5-of-0MD5-of-512CRC32C; others say nothing about each other."""
    checksum: str
    """Hexadecimal."""


ChildrenSpread = TypeAliasType("ChildrenSpread", Literal["by_parent", "hashed"])


class Cluster(Answer):
    as_of: AwareDatetime
    leader: str | None
    store: StoreKind
    read_only: ReadOnly | None
    """While safe mode that somebody turned on (`hdfs dfsadmin -safemode enter`) refuses all changes of files; jobs stand still meanwhile."""
    namenodes: list[Namenode]
    datanodes: list[Datanode]
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class ClusterEvent(Answer):
    id: int
    """Rises with each event."""
    kind: ClusterEventKind
    cause: ClusterEventCause
    subject: str
    """Name of the namenode, or path of the subtree."""
    subject_id: int
    related: str | None
    """The leader before, or the owner of the broken lock."""
    related_id: int | None
    epoch: int
    """The leader epoch after the change."""
    missed_heartbeats: int
    operation: str | None
    observer: str
    """Namenode that made the change, by whose clock the times are."""
    started_at: AwareDatetime
    """When it began, e.g. the last sign of life."""
    detected_at: AwareDatetime
    effective_at: AwareDatetime
    """When the change was made."""
    duration_ms: int
    """From its beginning to its effect."""


ClusterEventCause = TypeAliasType(
    "ClusterEventCause",
    Literal[
        "started",
        "rejoined",
        "stopped",
        "missed_heartbeats",
        "process_ended",
        "no_leader",
        "leader_left",
        "leader_evicted",
        "leader_unknown",
        "owner_gone",
        "owner_failed",
    ],
)


ClusterEventKind = TypeAliasType(
    "ClusterEventKind",
    Literal[
        "namenode_joined",
        "namenode_left",
        "namenode_evicted",
        "leader_changed",
        "subtree_lock_broken",
    ],
)


class ClusterEventPage(Answer):
    items: list[ClusterEvent]
    next_cursor: str | None
    as_of: AwareDatetime


class ClusterSummary(Answer):
    leader: str | None
    namenodes_live: int
    namenodes_total: int
    datanodes_live: int
    datanodes_total: int
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class Concerns(Answer):
    """Whom a plan's change would concern; of each 20 at most are named."""

    open_files: OpenFiles
    """At or below what is changed."""
    snapshots: KeepingSnapshots
    """Of directories at or above: what they have of it stays, and its space is not freed before they are deleted."""
    with_snapshots: WithSnapshots
    """Directories with snapshots, at or below: they can't be deleted for good."""
    all_inodes: bool
    """False where more than 10,000 were chosen: the others were not asked about."""
    system_directories: list[str]
    """Those that everybody relies on (WARREN_JOB_SYSTEM_PATHS) and that are changed."""
    unknown_users: list[str]
    """Users that are named by what is set, and of whom the namenodes know no group."""


class Content(Answer):
    files: int
    directories: int
    """Without the directory itself."""
    length_bytes: int
    space_consumed_bytes: int
    """Length times replication."""


class CorruptReplica(Answer):
    block_id: str
    """A decimal number, negative for a block group."""
    inode_id: int
    path: str | None
    replica: ReplicaStorage
    reason: str
    reported_at: AwareDatetime


class CorruptReplicaPage(Answer):
    items: list[CorruptReplica]
    next_cursor: str | None
    as_of: AwareDatetime


class Datanode(Answer):
    uuid: str
    hostname: str
    address: str
    state: DatanodeState
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int
    block_count: int
    last_heartbeat_at: AwareDatetime
    version: str
    storages: list[Storage]


DatanodeAdminState = TypeAliasType(
    "DatanodeAdminState",
    Literal[
        "in_service", "decommissioning", "decommissioned", "entering_maintenance", "in_maintenance"
    ],
)


class DatanodeAnswer(Answer):
    datanode: DatanodeDetails
    as_of: AwareDatetime


class DatanodeDetails(Answer):
    uuid: str
    hostname: str
    address: str
    """Where it moves blocks."""
    http_address: str
    ipc_address: str
    rack: str
    state: DatanodeState
    admin_state: DatanodeAdminState
    last_heartbeat_at: AwareDatetime
    version: str
    transfers: int
    """Connections that move blocks now."""
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int
    failed_volumes: FailedVolumes
    slow_peer: SlowPeer | None
    """What other datanodes tell of it; null when they tell nothing."""
    slow_disks: list[SlowDisk]
    """Much slower than the others of the datanode."""
    ordered: DatanodeOrder | None
    """That it shall leave service; null when nobody ordered that. Host lists of the namenodes are told by admin_state alone."""
    storages: list[DatanodeStorage]


class DatanodeOrder(Answer):
    service: OrderedService
    until: AwareDatetime | None
    """When a maintenance ends by itself; null of one that leaves for good."""
    since: AwareDatetime
    by: str


class DatanodePage(Answer):
    items: list[DatanodeDetails]
    next_cursor: str | None
    states: dict[str, int]
    """How many datanodes there are in each state, over all pages."""
    usage: list[StorageTypeUsage]
    """By type of storage, over all datanodes that are not dead."""
    peers_watched: bool
    """Whether datanodes tell of slow peers."""
    disks_watched: bool
    """Whether datanodes tell of slow disks."""
    as_of: AwareDatetime


DatanodeService = TypeAliasType(
    "DatanodeService", Literal["in_service", "decommissioned", "in_maintenance"]
)


DatanodeState = TypeAliasType("DatanodeState", Literal["live", "stale", "dead"])


class DatanodeStorage(Answer):
    storage_id: int | None
    uuid: str
    type: str
    state: StorageState
    """As its datanode reports."""
    condition: StorageCondition
    """As the leader last judged it."""
    condition_since: AwareDatetime | None
    checking: bool
    """Its blocks are being looked through."""
    insufficient: int
    """Blocks that it may not leave yet."""
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int
    """By its replicas' rows, some seconds old."""


class DeadLetter(Answer):
    offset: int
    at: AwareDatetime
    source: str
    """Topic, partition and offset it came from."""
    reason: str
    value: str
    """Its beginning."""


class DeadLetterPage(Answer):
    items: list[DeadLetter]
    next_cursor: str | None


DeleteJobCreateKindEnum = TypeAliasType("DeleteJobCreateKindEnum", Literal["delete"])


class DeleteJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["delete"]
    parameters: DeleteParametersRequest | None = None


class DeleteParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    skip_trash: bool | None = None
    """Destroy at once instead of moving to the trash."""
    outside_trash: bool | None = None
    """Of a selection with skip_trash: also what lies in no trash, which is left alone and listed otherwise."""


class DifferenceCounts(Answer):
    created: int
    deleted: int
    modified: int
    renamed: int


DimensionEnum = TypeAliasType(
    "DimensionEnum", Literal["kind", "owner", "group", "ext", "size", "mtime", "policy", "in"]
)


class DirectoryMakeRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """Of the new directory; what holds it is there."""
    mode: str | None = None


EncodingEnum = TypeAliasType("EncodingEnum", Literal["text", "hex"])


class Entry(Answer):
    inode_id: int
    path: str
    name: str
    """Empty for the root."""
    kind: EntryKind
    size_bytes: int
    owner: str
    group: str
    mode: str
    """Octal, `0755`."""
    mtime: AwareDatetime
    atime: AwareDatetime
    replication: int
    block_size_bytes: int
    children_count: int | None
    """Directories; null where it was not counted (listings), and for viewers who may not list it."""
    open_for_write: bool
    symlink_target: str | None
    in_database: bool
    """A file whose bytes are in the database, not in blocks."""
    content: Content | None
    """What is in a directory, at any depth. Null for files, where it is not known at once, in snapshots, and for viewers who may not list all directories in it."""


class EntryDetails(Answer):
    inode_id: int
    path: str
    acl: list[str]
    """Entries that the mode does not say, as `getfacl` writes them."""
    xattrs: list[Xattr] | None
    """Null for who may not read it."""
    storage_policy: PolicyAtPath | None
    """Null for who may not read it."""
    erasure_coding: PolicyAtPath | None
    """Null for who may not read it. Null for replication, too."""
    blocks: PlacedBlocks | None
    """Null for who may not read it. Null for what is no file, too."""
    snapshots: list[SnapshotHold] | None
    """Of the newest 50 of the directories above, those that have it at the same place, the newest first. Null for a path in a snapshot."""
    as_of: AwareDatetime


EntryKind = TypeAliasType("EntryKind", Literal["file", "directory", "symlink"])


class EntryMoveRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    to: str
    """Its new path. The name is free, and what holds it is there."""


class EntryPage(Answer):
    items: list[Entry]
    next_cursor: str | None
    as_of: AwareDatetime


class Estimate(Answer):
    calls: int
    """Of namenodes, about."""
    inodes_per_s: float | None
    seconds: int | None
    """Null where nothing is known."""
    basis: BasisEnum
    """What the rate is: of former_jobs of the kind, of this_plan, the job's bound; one_step: one inode is moved, whatever is in it; none: it is not known."""


class ExpectedBalance(Answer):
    now: ShardBalance | None
    after: ShardBalance | None


ExportKind = TypeAliasType("ExportKind", Literal["csv", "parquet"])


ExportState = TypeAliasType("ExportState", Literal["queued", "running", "succeeded", "failed"])


class FacetDimension(Answer):
    dimension: DimensionEnum
    """policy: the storage policy that holds for an inode, its own or inherited; in: where the bytes of a file are, `database` or `blocks`."""
    values: list[FacetValue]


class FacetValue(Answer):
    value: str
    """`dimension:value` in the query string narrows to it."""
    count: int
    length_bytes: int


class FailedVolumes(Answer):
    count: int
    """Disks lost since the datanode was started."""
    locations: list[str]
    last_failed_at: AwareDatetime | None
    capacity_lost_bytes: int


class Feed(Answer):
    lag_ms: int | None
    sequence: int
    """Last event that the search index has seen."""
    head_sequence: int | None
    """Newest event there is."""
    state: FeedState


FeedState = TypeAliasType(
    "FeedState", Literal["following", "catching_up", "rebuilding", "stalled", "paused"]
)


FigureName = TypeAliasType(
    "FigureName",
    Literal[
        "operations_per_s",
        "latency_mean_ms",
        "latency_p99_ms",
        "capacity_bytes",
        "used_bytes",
        "remaining_bytes",
        "under_replicated_blocks",
        "missing_blocks",
        "search_lag_ms",
        "sql_lag_ms",
        "running_jobs",
    ],
)


FigureRange = TypeAliasType("FigureRange", Literal["1h", "6h", "24h", "7d", "30d"])


class FigureSeries(Answer):
    name: FigureName
    namenode: str | None
    """Null: of the whole cluster."""
    kind: str
    """read, list, write or datanode; empty where it has none."""
    values: list[float | None]
    """One for each time; null where nothing was measured."""


class Figures(Answer):
    range: FigureRange
    resolution_s: int
    """How far the times are apart."""
    as_of: AwareDatetime | None
    """Of the newest sample; null without any."""
    times: list[AwareDatetime]
    series: list[FigureSeries]


class FileState(Answer):
    path: str
    inode_id: int
    size_bytes: int
    etag: str
    """The tag of these contents, as If-Match and If-Range take it."""


class Finding(Answer):
    """A copy or a block that is not as it should be; null is what is not known of it."""

    block_id: int
    path: str | None
    lies_in: str | None
    """The datanode's folder or list that has the copy."""
    stamp: int | None
    length_bytes: int | None
    expected_stamp: int | None
    expected_length_bytes: int | None
    wanted: int | None
    found: int | None


class Findings(Answer):
    what: str
    count: int
    meaning: str
    examples: list[Finding]
    """None for who may not see all."""


FollowHdfsJobCreateKindEnum = TypeAliasType("FollowHdfsJobCreateKindEnum", Literal["follow_hdfs"])


class FollowHdfsJobCreateRequest(Body):
    """The namenodes go on with the edits of the HDFS that they follow, where that was paused."""

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["follow_hdfs"]


class Followed(Answer):
    location: str
    """Where the edits are read."""
    first_transaction: int
    """The last one that was applied when the job began; 0 while nobody knows."""
    applied_transaction: int
    """The last one that is in this copy."""
    newest_transaction: int
    """The last one that is known of."""
    lag_ms: int | None
    """How old the copy is; null while nobody knows."""
    waiting_for: str | None
    """Why edits can't be read now, which is tried again."""


class Forecast(Answer):
    full_at: AwareDatetime | None
    """Null when what is taken does not grow, when it takes more than ten years, or when less than twelve hours are known."""
    bytes_per_day: float | None
    """How fast the disks fill; negative when they get emptier."""
    measured_from: AwareDatetime | None
    """With `measured_to` what the forecast is made from."""
    measured_to: AwareDatetime | None
    capacity_bytes: int | None
    """Of the last sample, as are the next two."""
    used_bytes: int | None
    """By Warren alone."""
    remaining_bytes: int | None
    as_of: AwareDatetime | None
    """Of the last sample; null without any."""
    lag_ms: int | None
    """How old that was."""


class FoundBlock(Answer):
    path: str
    block_id: str
    trouble: BlockTrouble
    live_replicas: int
    """That can be read; of a block group, its internal blocks."""
    expected_replicas: int


class FreezeWindow(Answer):
    id: int
    name: str
    kinds: list[JobKind]
    path_prefix: str | None
    changed_at: AwareDatetime
    changed_by: str
    etag: str
    """The tag of this state, as If-Match takes it."""
    holds_running: bool
    starts_at: AwareDatetime | None
    ends_at: AwareDatetime | None
    weekdays: list[int]
    start_minute: int | None
    duration_minutes: int | None
    lifted_until: AwareDatetime | None
    holds_until: AwareDatetime | None
    """When it ends, where it holds now; null where it does not."""


class FreezeWindowWriteRequest(Body):
    """Once, from starts_at to ends_at; or weekly, with weekdays, start_minute, duration_minutes."""

    model_config = ConfigDict(extra="forbid")
    name: str
    kinds: list[JobKind] | None = None
    """Kinds of jobs; none for all but exports. An undo is also of the kinds that it makes again."""
    path_prefix: str | None = None
    """Jobs whose path, or one that was chosen for them, lies at, below or above it; null for all."""
    holds_running: bool | None = None
    """Whether jobs that act already stand still until its end."""
    starts_at: AwareDatetime | None = None
    ends_at: AwareDatetime | None = None
    weekdays: list[int] | None = None
    """0 is Monday; of UTC."""
    start_minute: int | None = None
    duration_minutes: int | None = None


class FreezeWindows(Answer):
    items: list[FreezeWindow]


class FsckPart(Answer):
    files: int
    directories: int
    symlinks: int
    open_files: int
    """Are being written, and not judged."""
    length_bytes: int
    blocks: int
    well_replicated: int
    under_replicated: int
    over_replicated: int
    missing: int
    corrupt: int
    corrupt_files: int
    """Have missing or corrupt blocks."""
    missing_replicas: int
    found: list[FoundBlock]
    found_more: bool
    """Whether more than 200 such blocks were met; the others are counted alone."""
    next_cursor: str | None


class GroupAssignment(Answer):
    id: int
    origin: Origin
    group: str
    role: str
    paths: list[str] | None
    """Null for everywhere."""
    etag: str
    """The tag of this state, as If-Match takes it."""


GroupAssignmentWriteOriginEnum = TypeAliasType(
    "GroupAssignmentWriteOriginEnum", Literal["ldap", "oidc"]
)


class GroupAssignmentWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    role: str
    """`operator`, or the name of a role that administrators made."""
    paths: list[str] | None = None
    """At and below which it holds, by whole names: `/a` has `/a/b`, not `/ab`. Null for everywhere. What is about no path it allows only everywhere."""
    origin: GroupAssignmentWriteOriginEnum
    group: str
    """As the directory, or the claim of the token, names it."""


class GroupAssignments(Answer):
    items: list[GroupAssignment]


class GuardRule(Answer):
    id: int
    name: str
    kinds: list[JobKind]
    path_prefix: str | None
    changed_at: AwareDatetime
    changed_by: str
    etag: str
    """The tag of this state, as If-Match takes it."""
    enabled: bool
    inodes_min: int | None
    size_bytes_min: int | None
    approver: ApproverRole


class GuardRuleWriteRequest(Body):
    """A rule without bounds marks all jobs of its kinds and its tree."""

    model_config = ConfigDict(extra="forbid")
    name: str
    kinds: list[JobKind] | None = None
    """Kinds of jobs; none for all but exports. An undo is also of the kinds that it makes again."""
    path_prefix: str | None = None
    """Jobs whose path, or one that was chosen for them, lies at, below or above it; null for all."""
    enabled: bool | None = None
    inodes_min: int | None = None
    """Marks jobs about so many inodes, or more."""
    size_bytes_min: int | None = None
    """Marks jobs about files of so many bytes in all, or more."""
    approver: ApproverRole | None = None
    """The least role that approves."""


class GuardRules(Answer):
    items: list[GuardRule]


class Health(Answer):
    status: CheckStatus
    checks: Checks


class HealthChange(Answer):
    id: int
    key: HealthCheckKey
    at: AwareDatetime
    before: HealthVerdict
    verdict: HealthVerdict
    reason: str


class HealthChangePage(Answer):
    items: list[HealthChange]
    next_cursor: str | None


class HealthCheck(Answer):
    key: HealthCheckKey
    title: str
    """What holds when all is well."""
    verdict: HealthVerdict
    """unknown: it could not be told; the reason says why."""
    reason: str
    since: AwareDatetime | None
    """When the verdict became this one."""
    remedy: str
    """What to do when it is not ok."""
    page: str
    """The console's page about it."""
    mute: HealthMute | None
    """A check that is muted does not count until then."""


HealthCheckKey = TypeAliasType(
    "HealthCheckKey",
    Literal[
        "workers",
        "namenodes",
        "leader",
        "evictions",
        "leader_services",
        "crowding",
        "missing_blocks",
        "under_replicated_blocks",
        "corrupt_replicas",
        "healing",
        "datanodes",
        "heartbeats",
        "disk_space",
        "capacity",
        "failed_disks",
        "slow_peers",
        "slow_disks",
        "block_reports",
        "ndb_nodes",
        "ndb_memory",
        "ndb_redo",
        "small_files",
        "directory_totals",
        "search_lag",
        "sql_lag",
        "drift",
        "dead_letters",
        "failed_jobs",
        "lifecycle_rules",
        "tokens",
        "certificates",
        "backups",
        "clocks",
    ],
)


class HealthChecks(Answer):
    verdict: HealthVerdict
    """Of the worst check that is not muted."""
    as_of: AwareDatetime | None
    """When the checks were last made; null: never."""
    errors: int
    warnings: int
    unknowns: int
    muted: int
    items: list[HealthCheck]


class HealthMute(Answer):
    until: AwareDatetime
    reason: str | None
    """Null for viewers."""
    by: str | None
    """Null for viewers."""


class HealthMutingRequest(Body):
    model_config = ConfigDict(extra="forbid")
    reason: str
    until: AwareDatetime
    """At most 90 days from now."""


HealthVerdict = TypeAliasType("HealthVerdict", Literal["ok", "warning", "error", "unknown"])


class Heat(Answer):
    by: HeatBy
    window: HeatWindow
    span_s: int
    """For so long until as_of calls were counted: the window and up to a part of its grain more, less soon after a namenode's start."""
    as_of: AwareDatetime
    entries: list[HeatEntry]
    namenodes: list[NamenodeHeat]
    silent: list[str]
    """Namenodes that did not answer."""
    calls: int
    """Of all keys, as the four that follow."""
    time_ms: float
    waited_ms: float
    rows: int
    refused: int
    imbalance: float | None
    """The busiest namenode over the mean of all; null without calls."""


HeatBy = TypeAliasType(
    "HeatBy",
    Literal[
        "operation",
        "user",
        "address",
        "application",
        "directory",
        "path",
        "user_operation",
        "user_address",
        "user_application",
        "directory_user",
        "directory_operation",
    ],
)


class HeatEntry(Answer):
    key: str
    of: str | None
    """The second of a pair."""
    time_ms: float
    """Of calls, from admission to answer, waiting for the store included."""
    time_error_ms: float
    """By which the time may be too large."""
    waited_ms: float
    """From the arrival of these calls until they began, no part of their time; at least so much. Calls by WebHDFS tell no waiting."""
    calls: int
    """At least so many."""
    rows: int
    """Read and written in the store; at least so many."""
    refused: int
    """Attempts that never began, because of a limit, a user's part or a full queue. They are none of the calls; at least so many."""
    share: float
    """Of the time of all calls, from 0 to 1."""
    shard: int | None
    """That has a directory's children; null when they are spread, when there is no such directory, and when it was not asked for."""
    namenodes: dict[str, float]
    """Time in milliseconds by namenode."""


class HeatShard(Answer):
    shard: int
    window: HeatWindow
    as_of: AwareDatetime
    tables: list[ShardTableLoad]
    """The busiest first."""
    directories: list[HeatEntry]
    """Those of the hottest whose children are in this shard."""
    silent: list[str]
    """Namenodes that did not answer."""


class HeatShards(Answer):
    store: StoreKind
    range: ShardRange
    as_of: AwareDatetime | None
    """Of the newest sample; null without any."""
    resolution_s: int
    """How far the times are apart."""
    tables: list[str]
    """Those with any load in the range, busiest first."""
    times: list[AwareDatetime]
    """When each step begins, the oldest first."""
    shards: list[ShardLoad]
    imbalance: float | None
    """The busiest shard over the mean of all; null without load."""
    imbalance_over_time: list[float | None]
    """One for each time."""
    nodes: list[ShardNode]
    """Data nodes of the NDB cluster; none for the embedded store."""


HeatWindow = TypeAliasType("HeatWindow", Literal["10s", "1m", "10m", "1h"])


IfChangedEnum = TypeAliasType("IfChangedEnum", Literal["skip", "act"])


IfQuotaExceededEnum = TypeAliasType("IfQuotaExceededEnum", Literal["refuse", "act"])


class InodeChange(Answer):
    sequence: int
    """Rises with each change of whatever."""
    at: AwareDatetime
    operation: InodeOperation
    name: str
    """After the change, as what follows."""
    name_before: str | None
    """Of what was renamed."""
    moved: bool
    """Whether it came from another directory."""
    size_bytes: int
    owner: str
    group: str
    mode: str
    replication: int
    storage_policy: str | None
    """Null where none was set."""


class InodeChangePage(Answer):
    items: list[InodeChange]
    next_cursor: str | None
    """Also where nothing was found in the changes looked at."""
    looked_since: AwareDatetime | None
    """When the oldest change was made that was looked at."""
    as_of: AwareDatetime


InodeOperation = TypeAliasType("InodeOperation", Literal["create", "update", "rename", "delete"])


class Insufficient(Answer):
    priority: RedundancyPriority
    """How urgent another replica is."""
    since: AwareDatetime


class Job(Answer):
    id: int
    kind: JobKind
    path: str
    """Of a selection: the directory above all of it."""
    inode_id: int | None
    """Null for a selection."""
    selection: JobSelection | None
    scope: list[str] | None
    """The directories that it does not reach beyond, because the role of who began it holds there alone; null when nothing limits it."""
    parameters: JobParameters
    dry_run: bool
    dry_run_of: int | None
    became: int | None
    """Dry run: the real job that it was promoted to."""
    undo_of: int | None
    """undo: the job that it takes back."""
    undone_by: int | None
    """The last job that undid, or undoes, this one."""
    rule_id: int | None
    """The lifecycle rule that it is a run of."""
    changes: JobKind
    """What kind of change it makes: an undo that of the job which it takes back."""
    changes_kept: bool
    """Whether values before and after are listed, inode by inode (`jobs_changes`)."""
    undo: JobUndo
    """Whether it can be undone, or why not."""
    state: JobState
    approval: JobApproval | None
    """Where a rule asks for a second person."""
    held: JobHeld | None
    """Where a freeze window holds it. Null for viewers."""
    priority: JobPriority
    """Which of the jobs that wait for their turn gets it first."""
    rate_limit: JobRateLimit | None
    """Most inodes that it visits a second; null: no bound."""
    slowed: JobSlowed | None
    """While it goes slower by itself (WARREN_JOB_SLOW_DOWN_WAIT_MS)."""
    actor: str
    created_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
    promotable_until: AwareDatetime | None
    """Dry run: until when it can become a real job; null where it can't at all."""
    check: JobCheck | None
    """Dry run: the last look at what is still as it was."""
    progress: JobProgress
    result: JobResult | None
    problem: Problem | None
    commit_sequence: int | None
    """Feed sequence of the job's last change: search's `min_commit`."""


class JobApproval(Answer):
    state: JobApprovalState
    approver: ApproverRole
    """The least role that approves."""
    not_by: list[str]
    """Who asked for it or planned it."""
    rules: list[ApprovalRule]
    """Not for viewers."""
    reason: str
    """Empty for viewers."""
    asked_at: AwareDatetime
    expires_at: AwareDatetime
    decided_at: AwareDatetime | None
    decided_by: str | None
    comment: str
    """Empty for viewers."""
    content_sha256: str
    """To be sent back by who approves."""


JobApprovalState = TypeAliasType(
    "JobApprovalState", Literal["waiting", "approved", "refused", "expired", "withdrawn"]
)


class JobApproveRequest(Body):
    model_config = ConfigDict(extra="forbid")
    content_sha256: str
    """`approval.content_sha256` of the job that was looked at."""
    comment: str | None = None


class JobChange(Answer):
    inode_id: int
    path: str | None
    """Now; null where it is gone, or none that I may see."""
    values: list[ValueChange]
    """Those that differ."""


class JobChangePage(Answer):
    items: list[JobChange]
    next_cursor: str | None


class JobCheck(Answer):
    """One that runs, or failed, tells what it found until then."""

    state: JobCheckState
    asked_by: str
    began_at: AwareDatetime
    ended_at: AwareDatetime | None
    as_of: AwareDatetime | None
    """What changed before this moment is told; later changes may be."""
    selection: JobCheckedSet | None
    """Of a plan on a selection."""
    tree: JobCheckedTree | None
    """Of a plan at one path."""
    problem: Problem | None


class JobCheckCounts(Answer):
    files: int
    directories: int
    length_bytes: int
    space_consumed_bytes: int


class JobCheckNamed(Answer):
    path: str
    """Where it is; of what is gone where it was. Empty for none that I may see now."""
    what: JobCheckWhat


class JobCheckNamedList(Answer):
    items: list[JobCheckNamed]


JobCheckState = TypeAliasType("JobCheckState", Literal["running", "succeeded", "failed"])


JobCheckTarget = TypeAliasType("JobCheckTarget", Literal["there", "replaced", "gone"])


JobCheckWhat = TypeAliasType("JobCheckWhat", Literal["changed", "gone", "joined"])


class JobCheckedSet(Answer):
    """What became of the inodes that the plan chose."""

    same: int
    changed: int
    gone: int
    out_of_scope: int
    """Moved to where the plan may not act."""
    joined: int | None
    """What the search finds besides; null where no search chose."""
    joined_is_exact: bool
    """False: there are more, which nobody counted (WARREN_JOB_SELECTION_INODES_MAX)."""
    index_sequence: int | None
    """The change up to which the search's index knew of all."""


class JobCheckedTree(Answer):
    """What is at the plan's path now, and below it."""

    target: JobCheckTarget
    now: JobCheckCounts | None
    """Null when it is gone."""
    difference: JobCheckCounts | None
    """From what the plan counted: less than zero for fewer."""


class JobCounts(Answer):
    running: int
    """Queued jobs included."""
    failed_24h: int


class JobError(Answer):
    id: int
    path: str
    """Empty where the item is none that I may see now."""
    code: str
    message: str


class JobErrorPage(Answer):
    items: list[JobError]
    next_cursor: str | None


class JobHeld(Answer):
    """The freeze window that a job waits for."""

    window: str
    """Its name."""
    until: AwareDatetime
    """Its end."""


JobKind = TypeAliasType(
    "JobKind",
    Literal[
        "set_quota",
        "set_owner",
        "set_permission",
        "set_replication",
        "set_storage_policy",
        "set_erasure_coding",
        "set_acl",
        "set_xattr",
        "delete",
        "restore",
        "move",
        "undo",
        "take_in",
        "repartition",
        "rebuild_index",
        "repair_index",
        "export",
        "follow_hdfs",
        "take_over",
    ],
)


class JobPage(Answer):
    items: list[Job]
    next_cursor: str | None


class JobParameters(Answer):
    """The parameters that the job was started with; members of other kinds are absent."""

    namespace_quota: int | None = None
    space_quota_bytes: int | None = None
    ssd_quota_bytes: int | None = None
    disk_quota_bytes: int | None = None
    archive_quota_bytes: int | None = None
    provided_quota_bytes: int | None = None
    nvdimm_quota_bytes: int | None = None
    owner: str | None = None
    group: str | None = None
    mode: str | None = None
    file_mode: str | None = None
    directory_mode: str | None = None
    replication: int | None = None
    storage_policy: str | None = None
    """Null: that of the directory above."""
    erasure_coding: str | None = None
    """Null: that of the directory above."""
    acl_change: str | None = None
    acl: str | None = None
    xattr: str | None = None
    xattr_value: str | None = None
    """Null: the attribute is taken away."""
    skip_trash: bool | None = None
    outside_trash: bool | None = None
    to: str | None = None
    children: ChildrenSpread | None = None
    format: ExportKind | None = None
    despite: list[TakeOverObjection] | None = None
    """take_over: what spoke against it when it was asked for."""


JobPriority = TypeAliasType("JobPriority", Literal["low", "normal", "high"])


class JobPriorityRequest(Body):
    model_config = ConfigDict(extra="forbid")
    priority: JobPriority


class JobProgress(Answer):
    files: int
    directories: int
    length_bytes: int
    space_consumed_bytes: int
    changed: int
    """In a dry run: what would change."""
    errors: int
    total: int | None
    """Inodes to visit; null while they are still being counted."""
    at_path: str | None
    """Last path visited; null for viewers."""
    inodes_per_s: float | None
    """How fast it goes; null where it does not run, or only began to."""
    remaining_s: int | None
    """How long it needs if it goes on like this; null: unknown."""


class JobPromoteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    if_changed: IfChangedEnum | None = None
    """Selections: as the dry run was told, unless this says otherwise."""
    if_quota_exceeded: IfQuotaExceededEnum | None = None
    """What to do where the sums of the dry run exceed quotas as they are now: refuse, or begin all the same."""


JobQuotaAmount = TypeAliasType(
    "JobQuotaAmount",
    Literal[
        "names",
        "space_bytes",
        "ssd_bytes",
        "disk_bytes",
        "archive_bytes",
        "provided_bytes",
        "nvdimm_bytes",
    ],
)


class JobRateLimit(Answer):
    inodes_per_s: int
    of_all_jobs: bool
    """It has no bound of its own."""


class JobRateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    inodes_per_s_max: int | None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""


class JobRefuseRequest(Body):
    model_config = ConfigDict(extra="forbid")
    comment: str
    """Told to who asked, and kept."""


class JobResult(Answer):
    """What a job of this kind leaves behind; members of other kinds are absent."""

    trash_path: str | None = None
    """delete: where it lies now."""
    restored_path: str | None = None
    """undo of a delete: where it lies again."""
    missing_parents: list[str] | None = None
    """restore and move, dry run: the directories above the place that are made, highest first; absent when there are none. Of a selection each once, the first 100. Not for viewers of selections."""
    missing_parents_count: int | None = None
    """Of a selection: how many these are in all."""
    taken: list[TakenPlace] | None = None
    """restore and move of a selection, dry run: what stays, because something else is at its place; the first 100, absent when there are none. Not for viewers."""
    taken_count: int | None = None
    """How many these are in all."""
    already_gone: bool | None = None
    """delete: the path was gone when the job resumed; counts are the first pass's."""
    quotas: QuotaSums | None = None
    """Dry run: what all of it adds up to for directories with a quota; absent where it changes nothing that quotas count. Not for viewers."""
    concerns: Concerns | None = None
    """Dry run, at its end: whom it concerns; absent where that is nobody. Not for viewers."""
    owned: OwnedBy | None = None
    """Dry run at a directory, at its end: by owner and by group; absent where the SQL replica could not tell. Selections have it themselves. Not for viewers."""
    estimate: Estimate | None = None
    """Dry run, at its end: how long it would take."""
    totals: Shifts | None = None
    """delete, move and restore, dry run: what directories above gain and lose. Not for viewers."""
    quota_before: Quota | None = None
    quota_after: Quota | None = None
    drift: int | None = None
    """repair_index: inodes whose document was wrong."""
    repaired: int | None = None
    """repair_index: those mended."""
    truncated: bool | None = None
    """export: the file was cut at the server's limit."""
    followed: Followed | None = None
    """follow_hdfs: how far the copy is."""
    take_over: TakeOverResult | None = None
    """take_over: how far it is, once it was approved."""
    exceeds_quota: bool | None = None
    """set_quota, dry run: what is there now exceeds the new limits."""


class JobSavedSearch(Answer):
    """A saved search as it was when the job was asked for; its text is `q`."""

    id: int
    name: str


class JobSelection(Answer):
    by: JobSelectionByEnum
    paths: list[str]
    """The first 20; none for viewers."""
    q: str | None
    """The search; null for viewers."""
    saved_search: JobSavedSearch | None
    """Null for viewers."""
    sql_query: JobSqlQuery | None
    """Null for viewers."""
    asked: int | None
    """Paths, ids or rows; null for a search."""
    if_changed: IfChangedEnum
    chosen: int
    """Inodes, so far."""
    as_of_sequence: int | None
    """Search: the change up to which its index knew of all."""
    owners: list[SelectedOwner]
    """Not for viewers."""
    groups: list[SelectedGroup]
    """Not for viewers."""


JobSelectionByEnum = TypeAliasType(
    "JobSelectionByEnum", Literal["paths", "inode_ids", "search", "sql_query"]
)


class JobSlowed(Answer):
    """How a job goes slower by itself because calls of clients wait."""

    since: AwareDatetime
    calls_wait_ms: int
    """How long a call waited before it began, when that was last looked at: the mean of ten seconds, at the namenode where it was longest."""
    inodes_per_s: float
    """The most that it visits a second for now."""


class JobSqlQuery(Answer):
    id: int
    statement: str


JobState = TypeAliasType(
    "JobState",
    Literal[
        "waiting_for_approval",
        "refused",
        "queued",
        "running",
        "pausing",
        "paused",
        "cancelling",
        "cancelled",
        "succeeded",
        "succeeded_with_errors",
        "failed",
    ],
)


JobUndo = TypeAliasType(
    "JobUndo",
    Literal[
        "possible",
        "dry_run",
        "unfinished",
        "no_way_back",
        "nothing_changed",
        "not_kept",
        "not_of_kind",
    ],
)


class JobUndoRequest(Body):
    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    dry_run: bool | None = None


class JudgedStorage(Answer):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    rack: str
    state: StorageCondition
    since: AwareDatetime
    checking: bool
    """Its blocks are being looked through."""
    blocks: int
    """Seen by this pass, or by the last one."""
    insufficient: int
    """Of them those that keep the storage from leaving."""
    checked_at: AwareDatetime | None


class JudgedStoragePage(Answer):
    items: list[JudgedStorage]
    next_cursor: str | None
    as_of: AwareDatetime


class KeepingSnapshot(Answer):
    directory: str
    name: str
    created_at_ms: int


class KeepingSnapshots(Answer):
    count: int
    items: list[KeepingSnapshot]
    """The newest first."""


KeptByEnum = TypeAliasType("KeptByEnum", Literal["feed", "sweep", "live"])


class LeftOut(Answer):
    what: str
    count: int
    examples: list[str]
    """Inode ids and names of some; none for who may not see all."""


LimitAction = TypeAliasType("LimitAction", Literal["set", "lift"])


class LimitAtNamenode(Answer):
    namenode: str
    admitted: int
    refused: int


class LimitChange(Answer):
    id: int
    kind: LimitKind
    name: str
    action: LimitAction
    calls_per_second: int | None
    """Null for a lift."""
    reason: str
    expires_at: AwareDatetime | None
    actor: str
    state: ChangeState
    asked_at: AwareDatetime
    done_at: AwareDatetime | None
    """When a namenode had taken it."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""


class LimitChangeDetails(Answer):
    id: int
    kind: LimitKind
    name: str
    action: LimitAction
    calls_per_second: int | None
    """Null for a lift."""
    reason: str
    expires_at: AwareDatetime | None
    actor: str
    state: ChangeState
    asked_at: AwareDatetime
    done_at: AwareDatetime | None
    """When a namenode had taken it."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""
    before: list[LimitPoint]
    """The ten minutes before, from three windows; of a namenode that was started meanwhile what it saw."""
    after: list[LimitPoint]
    """Every ten seconds for ten minutes, as far as they have passed."""


class LimitChangePage(Answer):
    items: list[LimitChange]
    next_cursor: str | None


class LimitInForce(Answer):
    kind: LimitKind
    name: str
    calls_per_second: int
    """At each namenode."""
    reason: str
    set_by: str
    set_at: AwareDatetime
    expires_at: AwareDatetime | None
    admitted: int
    """Calls since the namenodes go by this limit."""
    refused: int
    """Attempts, of which a call may make several."""
    namenodes: list[LimitAtNamenode]


LimitKind = TypeAliasType("LimitKind", Literal["user", "address", "application"])


LimitNote = TypeAliasType(
    "LimitNote", Literal["not_seen", "nothing_refused", "several_users", "nearly_all"]
)


class LimitPoint(Answer):
    begin: AwareDatetime
    end: AwareDatetime
    calls_per_s: float
    """Of the one who is limited; at least so many."""
    mean_ms: float | None
    """Null without a call."""
    others_per_s: float
    """Of all others together."""
    others_mean_ms: float | None
    refused_per_s: float | None
    """Attempts; null without a limit."""


class LimitWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    kind: LimitKind
    name: str
    """A user's short name, an IP address, or the whole caller context of an application, of which the first 128 characters count."""
    calls_per_second: int
    """At each namenode."""
    reason: str
    """Told to those who meet the limit."""
    expires_at: AwareDatetime | None = None
    """Null for a limit that holds until it is lifted."""


class Limits(Answer):
    as_of: AwareDatetime
    items: list[LimitInForce]
    silent: list[str]
    """Namenodes that did not answer."""


class LoginRequest(Body):
    model_config = ConfigDict(extra="forbid")
    username: str
    password: str


class LoginWays(Answer):
    sso_name: str | None
    """What the organisation's login is called, which `/oidc/begin?next=PATH` begins; null where there is none."""
    has_directory: bool
    """Whether passwords of an LDAP directory are taken, too."""


class Me(Answer):
    username: str
    role: Role
    hdfs_user: str
    origin: Origin
    """Who keeps the password and says which role it is: this platform, or a directory."""
    permissions: list[Allowed]
    """What I may do, whatever the token allows that I ask with."""


class Migration(Answer):
    as_of: AwareDatetime
    stage: MigrationStage
    imported: MigrationImport | None
    following: MigrationFollowing | None
    following_unknown: str | None
    """Why no namenode tells whether an HDFS is followed."""
    rehearsed: MigrationRehearsal | None
    take_over: MigrationTakeOver | None
    given_back: MigrationGivenBack | None
    objections: list[TakeOverObjection]
    """What speaks against a take-over now."""
    request: TakeOverRequest | None
    attempt: TakeOverAttempt | None
    begins_here: bool
    """Whether `POST /migration/take-over` can begin it (WARREN_TAKE_OVER_FROM)."""
    command: str
    """What begins an approved take-over at the host."""
    unreadable: list[UnreadableFile]
    """Files of the migration that can't be understood, and why."""


class MigrationFollowing(Answer):
    """How far this copy is behind the HDFS whose edits it follows."""

    location: str
    """Where the edits are read."""
    applied_transaction: int
    """0 while no namenode has led yet."""
    newest_transaction: int
    lag_ms: int | None
    """Null while nobody knows."""
    paused: bool
    waiting_for: str | None
    """Why edits can't be read now, which is tried again."""
    stopped_by: str | None
    """Why it has stopped for good."""
    job_id: int | None
    """The job that stands for it."""


class MigrationGivenBack(Answer):
    """The last take-over that was undone."""

    phase: TakeOverPhase
    """The last step that is done."""
    name_dirs: list[str]
    begun_at: AwareDatetime | None
    last_edit_at: AwareDatetime | None
    """Of the old NameNode."""
    fenced_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    served_at: AwareDatetime | None
    read_only_ms: int | None
    """How long nobody could write; null until Warren serves."""
    job_id: int | None
    """By which it was approved; null where nobody asked for that."""
    asked_by: str
    approved_by: str
    given_back_at: AwareDatetime


class MigrationImport(Answer):
    """What was brought over, and what was not."""

    at: AwareDatetime
    image: str
    """The fsimage, as it was named at the host."""
    image_verified: bool
    """Whether its MD5 sum was compared."""
    transaction: int
    """The last one in the image."""
    block_pool: str | None
    """By which datanodes know the file system; null: they can't."""
    duration_ms: int
    inodes: int
    inodes_per_s: int | None
    taken: list[TakenCount]
    left_out: list[LeftOut]


class MigrationRehearsal(Answer):
    """What the datanodes hold, compared with what the store wants."""

    at: AwareDatetime
    verdict: RehearsalVerdict
    transaction: int | None
    """The last one in the copy that was compared."""
    transactions_since: int | None
    """How many were applied since; null where that is not known."""
    duration_ms: int
    blocks: int
    blocks_being_written: int
    replicas: int
    replicas_good: int
    replicas_newer: int
    """Of blocks made after the copy's newest."""
    findings: list[Findings]
    has_list: bool
    """Whether `migration/findings/file` has them all."""


MigrationStage = TypeAliasType(
    "MigrationStage",
    Literal["not_migrated", "imported", "following", "taking_over", "taken_over", "going_back"],
)


class MigrationTakeOver(Answer):
    """How far the take-over is, and whether it can be undone."""

    phase: TakeOverPhase
    """The last step that is done."""
    name_dirs: list[str]
    begun_at: AwareDatetime | None
    last_edit_at: AwareDatetime | None
    """Of the old NameNode."""
    fenced_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    served_at: AwareDatetime | None
    read_only_ms: int | None
    """How long nobody could write; null until Warren serves."""
    job_id: int | None
    """By which it was approved; null where nobody asked for that."""
    asked_by: str
    approved_by: str
    way_back: TakeOverWayBack
    changes_since: int | None
    """With any the way back is closed, and an export leads back."""


MoveJobCreateKindEnum = TypeAliasType("MoveJobCreateKindEnum", Literal["move"])


class MoveJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["move"]
    parameters: MoveParametersRequest


class MoveParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    to: str
    """The path that each gets, with what is missing above: a pattern with {name}, {path}, {parent}, {owner}, {group}, {year}, {month}, {day} for what differs, such as `/archive/{year}/{owner}/{name}`; the dates are of the last change, in UTC. With a slash at its end it is a directory, in which each keeps its name. Nothing is replaced: what would go to a path that is taken, or to which another one goes, is left and listed (`already_exists`, `same_place`). What leaves a place goes before what comes there; round in a circle nothing goes (`in_a_circle`)."""


class Namenode(Answer):
    name: str
    id: int
    epoch: int
    """The leader epoch this namenode last saw."""
    role: NamenodeRole
    state: NamenodeState
    rpc_address: str
    http_address: str
    started_at: AwareDatetime | None
    """Null when it is not known any more."""
    last_heartbeat_at: AwareDatetime
    version: str
    drained: NamenodeOrder | None
    """That it shall not serve."""


class NamenodeEffect(Answer):
    namenode: str
    calls_per_s: float
    refused_per_s: float


class NamenodeHeat(Answer):
    namenode: str
    calls: int
    time_ms: float
    waited_ms: float
    rows: int
    refused: int
    not_counted: int
    """Calls since its start that came faster than they could be counted."""


class NamenodeOrder(Answer):
    since: AwareDatetime
    by: str


NamenodeRole = TypeAliasType("NamenodeRole", Literal["leader", "follower"])


NamenodeService = TypeAliasType("NamenodeService", Literal["in_service", "drained"])


class NamenodeServiceChange(Answer):
    """What changes of service have in common."""

    id: int
    reason: str
    actor: str
    state: ChangeState
    asked_at: AwareDatetime
    done_at: AwareDatetime | None
    """When a namenode had taken it."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""
    namenode: str
    """Its name."""
    service: NamenodeService


class NamenodeServiceChangePage(Answer):
    items: list[NamenodeServiceChange]
    next_cursor: str | None


class NamenodeServiceWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    service: NamenodeService
    reason: str
    """For the record of changes."""


NamenodeState = TypeAliasType(
    "NamenodeState", Literal["live", "draining", "drained", "stopped", "dead"]
)


class OpenFile(Answer):
    path: str
    holder: str
    """Of the lease."""
    client: str
    """Its machine; empty when it is not known."""


class OpenFiles(Answer):
    count: int
    more: bool
    """There are open files that were not looked at."""
    items: list[OpenFile]


OrderedService = TypeAliasType("OrderedService", Literal["decommissioned", "in_maintenance"])


Origin = TypeAliasType("Origin", Literal["local", "ldap", "oidc"])


class Overview(Answer):
    files: int
    directories: int
    length_bytes: int
    as_of: AwareDatetime
    """When these totals were taken."""
    feed: Feed
    cluster: ClusterSummary
    jobs: JobCounts


class Owned(Answer):
    name: str
    files: int
    length_bytes: int


class OwnedBy(Answer):
    """Whose files are below the path; those with most space first, 20 at most."""

    owners: list[Owned]
    groups: list[Owned]
    more: bool
    """There are further owners or groups."""
    as_of_sequence: int
    """Of the SQL replica: the change up to which it knew of all."""


class Owner(Answer):
    name: str
    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    cold_files: int
    """Of files that were not changed since `cold_before`."""
    cold_length_bytes: int
    """Of files that were not changed since `cold_before`."""
    cold_space_bytes: int
    """Of files that were not changed since `cold_before`."""
    cold_share: float
    """Of the space: 0 to 1."""
    average_mtime: AwareDatetime | None
    """Of the files; null without any."""
    share: float | None
    """Of all space: 0 to 1. Null where one was asked for."""


class OwnerDetails(Answer):
    owner: Owner
    places: list[OwnerPlace]
    """The deepest directories that hold a twentieth or more of it, the most first. What is below one of them is not told of those above it again."""
    elsewhere: OwnerPlace
    """The rest, in many places; without a path."""
    ages: list[UsageGroup]
    """Keys as of a breakdown by age, recent first."""
    cold_before: AwareDatetime
    price: UsagePrice | None
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class OwnerPage(Answer):
    items: list[Owner]
    owners: int
    """How many there are."""
    files: int
    """Of all of them."""
    length_bytes: int
    """Of all of them."""
    space_bytes: int
    """Of all of them."""
    cold_before: AwareDatetime
    """A year ago, at the begin of the day."""
    price: UsagePrice | None
    """What space costs, where a setting tells it."""
    next_cursor: str | None
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class OwnerPlace(Answer):
    inode_id: int | None
    path: str | None
    files: int
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    share: float
    """Of all that is theirs, by the measure: 0 to 1."""


class PasswordChangeRequest(Body):
    model_config = ConfigDict(extra="forbid")
    current_password: str
    new_password: str


class PatchedSnapshotRenameRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str | None = None
    """The new one."""


class PatchedUserChangeRequest(Body):
    model_config = ConfigDict(extra="forbid")
    role: Role | None = None
    hdfs_user: str | None = None
    is_active: bool | None = None
    password: str | None = None
    owner: str | None = None
    """Of a service account only."""
    assignments: list[AssignmentWriteRequest] | None = None
    """In the place of those that administrators gave; those of groups stay."""


Permission = TypeAliasType(
    "Permission",
    Literal[
        "see_all",
        "see_usage",
        "set_quotas",
        "change_owners",
        "change_storage",
        "delete",
        "delete_for_good",
        "restore",
        "move",
        "write_files",
        "snapshots",
        "approve",
        "rules",
        "watch",
        "spread",
        "sql",
        "heat",
        "limits",
        "manage_datanodes",
        "manage_namenodes",
        "alerts",
        "see_guard",
        "see_audit",
        "manage_alerts",
        "manage_pipeline",
        "approve_as_admin",
        "manage_guard",
        "manage_users",
    ],
)


class PermissionDetails(Answer):
    permission: Permission
    meaning: str
    about_paths: bool
    """Whether an assignment can limit it to directories."""
    for_custom_roles: bool
    """Whether a role of administrators' making can hold it."""


class Permissions(Answer):
    path: str
    kind: EntryKind
    owner: str
    group: str
    mode: str
    acl: list[str]
    """Entries that the mode does not say, as `setfacl` writes them. Where there are any, the mode's digit of the group is the most that they and the group may do."""
    etag: str
    """The tag of this state, as If-Match takes it."""


class PermissionsWriteRequest(Body):
    """What is left out stays."""

    model_config = ConfigDict(extra="forbid")
    mode: str | None = None
    owner: str | None = None
    group: str | None = None
    acl: list[str] | None = None
    """All entries that there shall be; none removes the ACL."""


class Pipeline(Answer):
    as_of: AwareDatetime
    source: str
    """outbox or kafka; empty until the indexer has begun."""
    paused: bool
    lag_ms: int | None
    """How old the index's state is."""
    stages: list[Stage]
    events_applied: int
    filled_from_store: int
    """Changes that Kafka did not deliver in time and the store gave."""
    repeated: int
    """Changes that came more than once."""
    waiting: int
    """Changes that came before an earlier one."""
    pending_moves: int
    """Moved directories below which documents are still being rewritten."""
    dead_letters: int | None
    jobs: list[PipelineJob]
    """Those that rebuild or repair the index and have not ended."""
    proof: ProofState
    replica_proof: ReplicaProof | None
    """The SQL replica's last complete comparison with the store."""


PipelineCommand = TypeAliasType("PipelineCommand", Literal["pause", "resume", "rebuild", "repair"])


class PipelineCommandRequest(Body):
    model_config = ConfigDict(extra="forbid")
    command: PipelineCommand


class PipelineJob(Answer):
    id: int
    kind: JobKind
    state: JobState


class PlacedBlock(Answer):
    block_id: str
    """A decimal number, negative for a block group."""
    index: int
    offset_bytes: int
    length_bytes: int
    generation_stamp: int
    replicas: list[PlacedReplica]


class PlacedBlocks(Answer):
    items: list[PlacedBlock]
    """The first blocks, at most 100."""
    more: bool
    """Others follow."""


class PlacedReplica(Answer):
    unit: int | None
    """Of a block group, from 0."""
    datanode_uuid: str
    datanode_address: str | None
    """Null for a datanode that has not registered."""
    hostname: str | None
    rack: str | None
    storage_uuid: str
    storage_type: str
    state: str
    """`finalized`, `corrupt` or `being_written`."""


class PolicyAtPath(Answer):
    name: str
    set_at: str | None
    """The path that it was set for; null for the default."""


class Preview(Answer):
    path: str
    size_bytes: int
    """Of the whole file."""
    in_database: bool
    text: str | None
    """The first bytes as UTF-8 text; null where they are none."""
    hex: str | None
    """The first bytes as hexadecimal digits where they are no text, else null."""
    length_bytes: int
    """How many bytes are shown."""
    as_of: AwareDatetime


class Problem(Answer):
    """RFC 9457 problem details."""

    type: str
    title: str
    status: int
    detail: str
    """What to do about it."""
    code: str
    """Stable name of the problem, for programs."""
    facts: dict[str, Any] | None = None
    fields: dict[str, list[str]] | None = None
    """Validation errors: messages by name of the field."""


class ProblemBlock(Answer):
    block_id: str
    """A decimal number, negative for a block group."""
    inode_id: int
    path: str | None
    """Null while the file is being removed or moved."""
    priority: RedundancyPriority
    live_replicas: int
    wanted_replicas: int
    corrupt_replicas: int
    since: AwareDatetime


class ProblemBlockPage(Answer):
    items: list[ProblemBlock]
    next_cursor: str | None
    as_of: AwareDatetime


class Proof(Answer):
    started_at: AwareDatetime
    finished_at: AwareDatetime
    sequence: int
    """Feed sequence of the index at the end."""
    inodes: int
    ranges: int
    """Ranges of ids whose checksums were compared."""
    checksum: str
    drift: int
    """Inodes whose document was proved wrong."""
    repaired: int


class ProofState(Answer):
    checked_inodes: int
    """By the pass that is under way."""
    suspects: int
    """Differences that may only be under way."""
    drift_found: int
    repaired: int
    passes: int
    last: Proof | None


class Quota(Answer):
    """Limits by type of storage are absent, or null, where there is none."""

    namespace_quota: int | None
    space_quota_bytes: int | None
    ssd_quota_bytes: int | None = None
    disk_quota_bytes: int | None = None
    archive_quota_bytes: int | None = None
    provided_quota_bytes: int | None = None
    nvdimm_quota_bytes: int | None = None


class QuotaAmount(Answer):
    """How an amount that has a limit stands to it."""

    amount: JobQuotaAmount
    limit: int
    used: int
    """Now, as far as the namenodes have applied it."""
    after: int
    """When all of it is done."""
    exceeded: bool
    """It gains, and uses more than the limit then."""


class QuotaCounts(Answer):
    quotas: int
    """Directories with a limit."""
    full: int
    nearly_full: int
    """At least 80 % used, the full ones included."""
    full_soon: int
    """Full within 30 days if they go on growing so."""


class QuotaGains(Answer):
    """What is gained, negative for what is lost; absent for nothing."""

    names: int | None = None
    space_bytes: int | None = None
    ssd_bytes: int | None = None
    disk_bytes: int | None = None
    archive_bytes: int | None = None
    provided_bytes: int | None = None
    nvdimm_bytes: int | None = None


class QuotaLimit(Answer):
    quota: int | None
    """Null for no limit."""
    used: int
    """As namenodes count it, with a lag."""
    a_day: int | None
    """What was added in a day, of the last seven; null until it was looked at for an hour."""


class QuotaPage(Answer):
    items: list[QuotaUse]
    counts: QuotaCounts
    """Of all whose path begins so."""
    next_cursor: str | None
    counted_at: AwareDatetime | None
    """Limits, and what is used of them, include everything up to this moment; null while they were not all read once."""
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


QuotaStorageType = TypeAliasType(
    "QuotaStorageType", Literal["SSD", "DISK", "ARCHIVE", "PROVIDED", "NVDIMM"]
)


class QuotaSum(Answer):
    inode_id: int
    path: str
    """Of the directory with the quota, when it was met."""
    gains: QuotaGains
    amounts: list[QuotaAmount]
    """Of what changes and has a limit."""
    exceeded: bool
    """At least one of its limits."""
    types_exact: bool
    """False where what is in a directory comes under another storage policy by this: what that is by types of storage is not counted."""


class QuotaSums(Answer):
    directories: list[QuotaSum]
    """Those that exceed a limit first; at most 200."""
    exceeded: int
    """How many of them exceed a limit."""
    more: bool
    """There are further ones, which were not added up."""


class QuotaType(Answer):
    storage_type: QuotaStorageType
    quota_bytes: int
    used_bytes: int
    """Of replicas that their policy wants there."""
    a_day: int | None
    """What was added in a day, of the last seven; null until it was looked at for an hour."""


class QuotaUse(Answer):
    inode_id: int
    path: str
    owner: str
    group: str
    names: QuotaLimit
    """Files and directories, itself included."""
    space: QuotaLimit
    """Length times replication."""
    types: list[QuotaType]
    """Limits by type of storage."""
    used_share: float
    """Of its fullest limit; 1 is full."""
    growth_since: AwareDatetime | None
    """Since when its growth is known."""
    full_on: date | None
    """The day (UTC) on which the first of its limits will be met if it goes on growing so. Null where it does not grow, within ten years, or nobody can tell."""


class ReadOnly(Answer):
    since: AwareDatetime | None
    by: str | None
    """The HDFS user who turned it on."""


RebuildIndexJobCreateKindEnum = TypeAliasType(
    "RebuildIndexJobCreateKindEnum", Literal["rebuild_index"]
)


class RebuildIndexJobCreateRequest(Body):
    """A new search index is filled while searches go on in the old one."""

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["rebuild_index"]


RedundancyPriority = TypeAliasType(
    "RedundancyPriority", Literal["highest", "very_low", "low", "badly_placed", "missing"]
)


RehearsalVerdict = TypeAliasType(
    "RehearsalVerdict", Literal["clean", "readable_with_faults", "blocks_missing"]
)


RepairIndexJobCreateKindEnum = TypeAliasType(
    "RepairIndexJobCreateKindEnum", Literal["repair_index"]
)


class RepairIndexJobCreateRequest(Body):
    """The whole search index is compared with the namenodes, and mended where it differs."""

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["repair_index"]


RepartitionJobCreateKindEnum = TypeAliasType("RepartitionJobCreateKindEnum", Literal["repartition"])


class RepartitionJobCreateRequest(Body):
    """The children of a directory go to one shard, or to many, while it is in use."""

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["repartition"]
    path: str
    """Of a directory."""
    parameters: RepartitionParametersRequest


class RepartitionParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    children: ChildrenSpread
    """by_parent: all in one shard. hashed: by their names, in 16 parts."""


class Replica(Answer):
    unit: int | None
    """Of a block group, from 0; null for a contiguous block."""
    storage: ReplicaStorage
    state: ReplicaState
    generation_stamp: int
    length_bytes: int
    reason: str | None
    """Why it is corrupt."""
    since: AwareDatetime | None


class ReplicaEvent(Answer):
    at: AwareDatetime
    kind: ReplicaEventKind
    unit: int | None
    """Of a block group, from 0; null for a contiguous block."""
    storage: ReplicaStorage
    generation_stamp: int
    detail: str | None


ReplicaEventKind = TypeAliasType(
    "ReplicaEventKind",
    Literal[
        "found_corrupt",
        "vanished",
        "copy_ordered",
        "arrived",
        "copy_given_up",
        "deletion_ordered",
        "deleted",
    ],
)


class ReplicaProof(Answer):
    finished_at: AwareDatetime
    sequence: int
    """Feed sequence of the replica at the end."""
    inodes: int
    checksum: str
    passes: int
    """Since its process started."""
    drift_found: int
    """Inodes whose row was proved wrong since then; the replica was built again."""


ReplicaState = TypeAliasType(
    "ReplicaState",
    Literal[
        "finalized",
        "outdated",
        "corrupt",
        "surplus",
        "being_written",
        "being_copied",
        "being_deleted",
    ],
)


class ReplicaStorage(Answer):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    storage_state: StorageCondition
    storage_since: AwareDatetime | None
    """When its state began."""


class ReportChart(Answer):
    kind: ReportChartKindEnum
    label: str
    """Column of the labels."""
    values: list[str]
    """Columns to draw."""


ReportChartKindEnum = TypeAliasType("ReportChartKindEnum", Literal["bar", "line"])


class RestoreAskRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """In a snapshot: `/sales/.snapshot/monday/report.csv`."""
    to: str | None = None
    """Where it goes; where it was when not given. What holds it is there."""
    overwrite: bool | None = None
    """Whether files that are there may be replaced."""


class RestoreError(Answer):
    path: str
    code: str
    title: str


RestoreJobCreateKindEnum = TypeAliasType("RestoreJobCreateKindEnum", Literal["restore"])


class RestoreJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["restore"]
    parameters: RestoreParametersRequest | None = None


class RestoreParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    to: str | None = None
    """The path that it gets, with what is missing above; where it was by default. Not of a selection: each goes back to where it was."""


Role = TypeAliasType("Role", Literal["viewer", "operator", "admin"])


class RoleCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    description: str | None = None
    permissions: list[Permission]
    name: str


class RoleDetails(Answer):
    id: int | None
    """Null for a built-in role."""
    name: str
    description: str
    permissions: list[Permission]
    users: int | None
    """To how many it is assigned; null for a built-in role."""
    groups: int | None
    """How many groups elsewhere give it; null for a built-in role."""
    updated_at: AwareDatetime | None
    etag: str | None
    """The tag of this state, as If-Match takes it."""


class RoleLimit(Answer):
    role: Role
    inodes_max: int | None
    jobs_max: int | None
    changed_at: AwareDatetime | None
    changed_by: str
    etag: str
    """The tag of this state, as If-Match takes it."""


class RoleLimitWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    inodes_max: int | None
    """That one job is about; null for any number. Jobs of a limited role are planned."""
    jobs_max: int | None
    """Of one user, that have not ended, dry runs included; null for any number."""


class RoleLimits(Answer):
    items: list[RoleLimit]


class RoleUpdateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    description: str | None = None
    permissions: list[Permission]


class Roles(Answer):
    items: list[RoleDetails]
    """The built-in ones first, then by name."""
    permissions: list[PermissionDetails]


class Rule(Answer):
    id: int
    name: str
    owner: str
    q: str
    kind: RuleKind
    parameters: JobParameters
    every: RuleEvery
    hour: int
    weekday: int | None
    day: int | None
    enabled: bool
    inodes_max: int | None
    size_bytes_max: int | None
    armed: bool
    """Whether its runs act; else they are dry runs."""
    armed_by: str
    disarmed_why: str
    """What made it stop by itself; empty otherwise."""
    next_due_at: AwareDatetime | None
    changed_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


RuleEvery = TypeAliasType("RuleEvery", Literal["hand", "day", "week", "month"])


RuleKind = TypeAliasType(
    "RuleKind",
    Literal[
        "set_owner",
        "set_permission",
        "set_replication",
        "set_storage_policy",
        "set_erasure_coding",
        "set_acl",
        "set_xattr",
        "delete",
        "move",
    ],
)


class RuleParametersRequest(Body):
    """
    set_owner: owner, group; set_permission: mode, or file_mode, directory_mode;
    set_replication: replication; set_storage_policy: storage_policy; set_erasure_coding:
    erasure_coding; set_acl: acl_change, acl; set_xattr: xattr, xattr_value; move: to;
    delete: none.
    """

    model_config = ConfigDict(extra="forbid")
    owner: str | None = None
    group: str | None = None
    mode: str | None = None
    file_mode: str | None = None
    directory_mode: str | None = None
    replication: int | None = None
    storage_policy: str | None = None
    erasure_coding: str | None = None
    acl_change: str | None = None
    acl: str | None = None
    xattr: str | None = None
    xattr_value: str | None = None
    to: str | None = None


class RuleRun(Answer):
    id: int
    due_at: AwareDatetime
    asked_by: str
    """Empty where it was due."""
    state: RuleRunState
    armed: bool
    plan_id: int | None
    """Its dry run."""
    job_id: int | None
    """The job that acts."""
    inodes: int | None
    """That the dry run found."""
    size_bytes: int | None
    changed: int | None
    """Or would be changed."""
    errors: int | None
    why: str
    """What stopped it, or what it waits for."""
    started_at: AwareDatetime
    finished_at: AwareDatetime | None


class RuleRunPage(Answer):
    items: list[RuleRun]
    next_cursor: str | None


RuleRunState = TypeAliasType(
    "RuleRunState", Literal["planning", "acting", "planned", "done", "stopped", "failed", "skipped"]
)


class RuleWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str
    q: str
    """As `q` of the search. Times relative to now are those of each run."""
    kind: RuleKind
    parameters: RuleParametersRequest | None = None
    every: RuleEvery
    hour: int | None = None
    """Of UTC."""
    weekday: int | None = None
    """week: 0 is Monday."""
    day: int | None = None
    """month: in a shorter one its last day."""
    enabled: bool | None = None
    """Whether it runs by itself; by hand it can be run always."""
    inodes_max: int | None = None
    size_bytes_max: int | None = None


class Rules(Answer):
    items: list[Rule]


class SafeMode(Answer):
    """The leader began while too many blocks were out of reach, and waits for their datanodes."""

    since: AwareDatetime
    ends_at: AwareDatetime
    """When it ends if nothing changes."""
    blocks: int
    """How many blocks were looked at."""
    reachable: int
    """How many of them can be reached."""
    needed: int
    """How many must be."""
    sampled: bool
    """Whether there are more blocks."""
    storages: int
    missing_storages: int
    """Storages not seen yet."""


class SavedQuery(Answer):
    id: int
    owner: str
    name: str
    statement: str
    shared: bool | None = None
    created_at: AwareDatetime
    updated_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


class SavedQueryPage(Answer):
    items: list[SavedQuery]
    next_cursor: str | None


class SavedQueryWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str
    statement: str
    shared: bool | None = None


class SavedSearch(Answer):
    id: int
    owner: str
    name: str
    q: str
    sort: SearchSort
    shared: bool | None = None
    created_at: AwareDatetime
    updated_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


class SavedSearchPage(Answer):
    items: list[SavedSearch]
    next_cursor: str | None


class SavedSearchWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str
    q: str
    """Query string: words that occur in the name, patterns of the whole name as `*.csv` or `part-?`, and conditions as `size:>1g mtime:<now-1y owner:ana group: kind:file ext:csv replication: atime: path:/x policy:COLD in:database xattr:team=blue typos:yes`. All must hold, but for those that `OR` joins: `(ext:csv OR *.parquet)`; `owner:ana,bob` is either; what a minus stands before must not hold, as in `-tmp -owner:ana -(a OR b)`. Quotes make a text literal. `path:`, `policy:`, `xattr:` and `typos:` hold for the whole search."""
    sort: SearchSort | None = None
    shared: bool | None = None


class SearchAnswer(Answer):
    items: list[SearchHit]
    next_cursor: str | None
    total: int
    total_is_exact: bool
    """False: there are at least this many."""
    as_of: AsOf
    lag_ms: int
    """How old the answer is."""
    source: SearchAnswerSourceEnum
    """index_and_store: the index had not reached `min_commit`, and the namenodes gave the changes that it lacks."""


SearchAnswerSourceEnum = TypeAliasType(
    "SearchAnswerSourceEnum", Literal["index", "index_and_store"]
)


class SearchExport(Answer):
    id: int
    job_id: int
    """The job that writes it: progress, cancel."""
    q: str
    sort: SearchSort
    kind: ExportKind
    state: ExportState
    rows: int
    """Written so far."""
    truncated: bool
    """The file was cut at the server's limit."""
    as_of: AsOf | None
    """The file includes at least this."""
    size_bytes: int | None
    """Of the finished file."""
    error: SearchExportError | None
    created_at: AwareDatetime
    finished_at: AwareDatetime | None


class SearchExportError(Answer):
    code: str
    title: str
    detail: str


class SearchExportPage(Answer):
    items: list[SearchExport]
    next_cursor: str | None


class SearchExportWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    q: str
    """Query string: words that occur in the name, patterns of the whole name as `*.csv` or `part-?`, and conditions as `size:>1g mtime:<now-1y owner:ana group: kind:file ext:csv replication: atime: path:/x policy:COLD in:database xattr:team=blue typos:yes`. All must hold, but for those that `OR` joins: `(ext:csv OR *.parquet)`; `owner:ana,bob` is either; what a minus stands before must not hold, as in `-tmp -owner:ana -(a OR b)`. Quotes make a text literal. `path:`, `policy:`, `xattr:` and `typos:` hold for the whole search."""
    sort: SearchSort | None = None
    kind: ExportKind


class SearchFacets(Answer):
    total: int
    """Exact, also when `complete` is false."""
    length_bytes: int
    """Of all hits; exact as `total`."""
    dimensions: list[FacetDimension]
    complete: bool
    """False: there are so many hits that not every dimension could be counted in time. Those that are missing are left out; those that are there are exact."""
    as_of: AsOf
    lag_ms: int
    """How old the answer is."""
    source: SearchFacetsSourceEnum
    """Which engine counted: the SQL replica, which adds up columns, or the search index. `as_of` is that engine's."""
    index_because: str | None
    """Why the index counted. attributes: only the index keeps them; typos: it could not name all words that may be meant; acls: ACLs decide what the viewer sees; path: the replica has no such directory for him; behind, not_built, unavailable: the replica can't be asked now; no_time: it took too long."""


SearchFacetsSourceEnum = TypeAliasType("SearchFacetsSourceEnum", Literal["replica", "index"])


class SearchHit(Answer):
    inode_id: int
    path: str
    name: str
    kind: EntryKind
    size_bytes: int
    owner: str
    group: str
    mode: str
    """Octal, `0755`."""
    mtime: AwareDatetime
    replication: int
    highlights: list[list[int]]
    """[start, end) of each match in `name`, in UTF-16 code units as in browsers."""
    fuzzy: bool
    """The name has only something like a word of the text; with `typos:yes` alone."""
    in_database: bool
    """A file whose bytes are in the database, not in blocks."""


SearchSort = TypeAliasType(
    "SearchSort", Literal["relevance", "name", "size", "-size", "mtime", "-mtime"]
)


class SelectedGroup(Answer):
    files: int
    directories: int
    length_bytes: int
    """Of the files chosen."""
    group: str | None
    """Null: all further groups."""


class SelectedOwner(Answer):
    files: int
    directories: int
    length_bytes: int
    """Of the files chosen."""
    owner: str | None
    """Null: all further owners."""


class SelectionRequest(Body):
    """Inodes that are chosen one by one, in exactly one of the ways."""

    model_config = ConfigDict(extra="forbid")
    paths: list[str] | None = None
    inode_ids: list[int] | None = None
    search: str | None = None
    """As `q` of the search; all that it finds when the job begins."""
    saved_search: int | None = None
    """A search that I see; its text as it is when the job is asked for."""
    sql_query: int | None = None
    """A query of mine that succeeded, by duckdb: the inodes of its column `inode_id`."""
    if_changed: IfChangedEnum | None = None
    """What to do with inodes that changed since they were chosen: skip lists them."""


class ServiceAccountCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    username: str
    owner: str
    """The user who answers for it."""
    hdfs_user: str | None = None
    """Name in HDFS; the username when absent."""
    assignments: list[AssignmentWriteRequest] | None = None


class ServiceChange(Answer):
    """What changes of service have in common."""

    id: int
    reason: str
    actor: str
    state: ChangeState
    asked_at: AwareDatetime
    done_at: AwareDatetime | None
    """When a namenode had taken it."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""
    datanode: str
    """Its UUID."""
    hostname: str
    service: DatanodeService
    until: AwareDatetime | None


class ServiceChangePage(Answer):
    items: list[ServiceChange]
    next_cursor: str | None


class ServiceWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    service: DatanodeService
    until: AwareDatetime | None = None
    """When a maintenance ends by itself, at most 366 days ahead; of nothing else."""
    reason: str
    """For the record of changes."""


class Session(Answer):
    id: int
    created_at: AwareDatetime
    last_seen_at: AwareDatetime
    """To the minute."""
    expires_at: AwareDatetime
    address: str
    """Where the last request came from; empty over a Unix socket."""
    client: str
    """What the browser said of itself at the login."""
    is_current: bool
    """Whether it is the one that asks."""


class SessionPage(Answer):
    items: list[Session]
    next_cursor: str | None


class SessionsEnded(Answer):
    ended: int
    """How many sessions."""


SetAclJobCreateKindEnum = TypeAliasType("SetAclJobCreateKindEnum", Literal["set_acl"])


class SetAclJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_acl"]
    parameters: SetAclParametersRequest


class SetAclParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    acl_change: AclChangeEnum
    """As `setfacl` --set, -m, -x, -k and -b do it. Default entries are of directories: files are left without. The mode follows from the entries."""
    acl: str | None = None
    """set, modify: entries with their rights, such as `user:ana:r-x,default:group:ops:rwx`; remove: without rights. What has an ACL that can't be changed so is left and listed (`invalid_acl`), and so is one that is too long to be kept for an undo (`too_long_to_keep`)."""


SetErasureCodingJobCreateKindEnum = TypeAliasType(
    "SetErasureCodingJobCreateKindEnum", Literal["set_erasure_coding"]
)


class SetErasureCodingJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_erasure_coding"]
    parameters: SetErasureCodingParametersRequest


class SetErasureCodingParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    erasure_coding: str | None
    """Name of an enabled policy, or replication, of directories; null takes away what is set, so that the policy of the directory above holds. It is for files that are made from then on: those that are there stay as they are stored."""


SetOwnerJobCreateKindEnum = TypeAliasType("SetOwnerJobCreateKindEnum", Literal["set_owner"])


class SetOwnerJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_owner"]
    parameters: SetOwnerParametersRequest


class SetOwnerParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    owner: str | None = None
    group: str | None = None


SetPermissionJobCreateKindEnum = TypeAliasType(
    "SetPermissionJobCreateKindEnum", Literal["set_permission"]
)


class SetPermissionJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_permission"]
    parameters: SetPermissionParametersRequest


class SetPermissionParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    mode: str | None = None
    """For files and directories alike."""
    file_mode: str | None = None
    """For files only."""
    directory_mode: str | None = None
    """For directories only."""


SetQuotaJobCreateKindEnum = TypeAliasType("SetQuotaJobCreateKindEnum", Literal["set_quota"])


class SetQuotaJobCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    kind: Literal["set_quota"]
    parameters: SetQuotaParametersRequest


class SetQuotaParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    namespace_quota: int | None = None
    """Most inodes below the directory, itself included; null clears the limit."""
    space_quota_bytes: int | None = None
    """Most bytes, replicas included; null clears the limit."""
    ssd_quota_bytes: int | None = None
    """Most bytes of replicas that policies want on this type of storage; null clears the limit."""
    disk_quota_bytes: int | None = None
    """Most bytes of replicas that policies want on this type of storage; null clears the limit."""
    archive_quota_bytes: int | None = None
    """Most bytes of replicas that policies want on this type of storage; null clears the limit."""
    provided_quota_bytes: int | None = None
    """Most bytes of replicas that policies want on this type of storage; null clears the limit."""
    nvdimm_quota_bytes: int | None = None
    """Most bytes of replicas that policies want on this type of storage; null clears the limit."""


SetReplicationJobCreateKindEnum = TypeAliasType(
    "SetReplicationJobCreateKindEnum", Literal["set_replication"]
)


class SetReplicationJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_replication"]
    parameters: SetReplicationParametersRequest


class SetReplicationParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    replication: int
    """Of files, within the limits of the cluster (dfs.namenode.replication.min, dfs.replication.max). Erasure-coded files are left and listed (`erasure_coded`), and so are those whose quota does not allow it (`quota_exceeded`)."""


SetStoragePolicyJobCreateKindEnum = TypeAliasType(
    "SetStoragePolicyJobCreateKindEnum", Literal["set_storage_policy"]
)


class SetStoragePolicyJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_storage_policy"]
    parameters: SetStoragePolicyParametersRequest


class SetStoragePolicyParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    storage_policy: str | None
    """One of PROVIDED, COLD, DB, WARM, HOT, ONE_SSD, ALL_SSD, ALL_NVDIMM, LAZY_PERSIST, of files and directories; null takes away what is set, so that the policy of the directory above holds. It is for blocks that are written from then on: those that are there lie where they are until a mover moves them. Files whose policy is fixed when they are made are left and listed (`conflict`)."""


SetXattrJobCreateKindEnum = TypeAliasType("SetXattrJobCreateKindEnum", Literal["set_xattr"])


class SetXattrJobCreateRequest(Body):
    """
    Attributes are changed of the whole tree at a path; of a selection, only of the inodes.
    Deletes and restores are of trees in both.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str | None = None
    """Of the file or tree; or a selection instead."""
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    selection: SelectionRequest | None = None
    kind: Literal["set_xattr"]
    parameters: SetXattrParametersRequest


class SetXattrParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    xattr: str
    """The full name, in the namespace user or trusted: `user.team`."""
    xattr_value: str | None
    """As text, hexadecimal after 0x or Base64 after 0s; null takes the attribute away. What has as many attributes as it may is left and listed (`xattr_refused`), and so is what has a value that is too long to be kept for an undo (`too_long_to_keep`)."""


class ShardBalance(Answer):
    shard: int
    """The busiest, by its rows."""
    operations_per_s: float
    rows_per_s: float
    """Read and written there."""
    imbalance: float
    """Its rows over the mean of all shards."""


class ShardEffect(Answer):
    shard: int
    children: int
    """Of those that were counted."""
    children_after: int
    rows_per_s: float | None
    """Of all that is asked of the shard; null if not measured."""
    rows_per_s_after: float | None


class ShardLoad(Answer):
    operations_per_s: float
    """Reads, writes and scans."""
    reads_per_s: float
    """Look-ups of single rows."""
    writes_per_s: float
    """Rows written or deleted."""
    scans_per_s: float
    """Reads of ranges."""
    rows_per_s: float
    """Returned by scans."""
    shard: int
    """-1 for scans that have no partition."""
    places: list[ShardPlace]
    """Replicas in the NDB cluster; none for the embedded store."""
    operations: list[float | None]
    """A second, one for each time; null where nothing was measured."""
    share: float
    """Of the operations of all shards, from 0 to 1."""
    lock_wait_ms_per_s: float | None
    """Null where the store does not tell."""
    bytes: int | None
    """In memory; null where the store does not tell."""


class ShardNode(Answer):
    node_id: int
    operations_per_s: float
    """Writes of each replica included."""
    threads: list[ShardThread]
    traffic: ShardTraffic | None
    """Null where it told nothing of its connections."""


class ShardPlace(Answer):
    node_id: int
    thread: int
    primary: bool


ShardRange = TypeAliasType("ShardRange", Literal["10m", "1h", "6h", "24h"])


class ShardTableLoad(Answer):
    operations_per_s: float
    """Reads, writes and scans."""
    reads_per_s: float
    """Look-ups of single rows."""
    writes_per_s: float
    """Rows written or deleted."""
    scans_per_s: float
    """Reads of ranges."""
    rows_per_s: float
    """Returned by scans."""
    table: str


class ShardThread(Answer):
    thread: int
    operations_per_s: float
    busy: float | None
    """Of its time, from 0 to 1; null where the store does not tell."""


class ShardTraffic(Answer):
    sent_bytes_per_s: float
    """To all other nodes of the cluster, clients among them."""
    received_bytes_per_s: float
    connections: int
    """Nodes that it is connected with."""
    overloads: int
    """How often in the range it could not send what it had to, and refused work."""
    slowdowns: int
    """How often in the range it held back who asked it, before it came to that."""


class Shift(Answer):
    path: str
    files: int
    """Gained; negative for what is lost."""
    directories: int
    length_bytes: int
    space_consumed_bytes: int


class Shifts(Answer):
    directories: list[Shift]
    more: bool
    """There are further ones."""


class SlowDisk(Answer):
    disk: str
    metadata_ms: float | None
    """A mean; null where it is not slower than the other disks."""
    read_ms: float | None
    write_ms: float | None


class SlowPeer(Answer):
    latency_ms: float
    """Of a packet on its way to it, a mean; the worst that was told."""
    limit_ms: float
    """What the datanode bears that told it, by what it measures at its other peers."""
    reporters: int
    """Datanodes that told it lately."""


class SmallFileActivity(Answer):
    written: int
    """Files closed with their bytes in the database."""
    read: int
    fallbacks_full: int
    """Closes that went on to datanodes because the store had no room."""
    fallbacks_memory: int
    """Closes that did because a namenode had too many bytes in flight."""
    taken_in: int
    """Files moved from blocks into the database."""
    taken_in_bytes: int
    moved_out: int
    bytes_in_flight: int


class SmallFileClass(Answer):
    size_min_bytes: int
    size_max_bytes: int | None
    """Null for the longest."""
    files: int
    length_bytes: int
    files_in_database: int
    bytes_in_database: int
    files_to_take_in: int
    """At most 64 KiB, under the storage policy DB, and not in the database."""
    bytes_to_take_in: int
    files_that_fit: int
    """The same under any policy: what a take-in could move at most."""
    bytes_that_fit: int


class SmallFileCounts(Answer):
    classes: list[SmallFileClass]
    """All files, the shortest first."""
    as_of: AwareDatetime
    """Every change up to this moment is counted."""


class SmallFileRoom(Answer):
    used_bytes: int
    size_bytes: int


class SmallFiles(Answer):
    counts: SmallFileCounts | None
    """Null while the SQL replica can't tell."""
    activity: SmallFileActivity | None
    """Sums over the namenodes that answer, each since its start; null without any."""
    room: SmallFileRoom | None
    """Null where the store can't tell, as the embedded one."""
    as_of: AwareDatetime


class Snapshot(Answer):
    snapshot_id: int
    directory: str
    name: str
    path: str
    """The way to it."""
    owner: str
    created_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


class SnapshotComparison(Answer):
    path: str
    earlier: str
    later: str | None
    """Null: as it was at `as_of`."""
    counts: DifferenceCounts
    """Of all differences, whatever is asked for."""
    items: list[SnapshotDifference]
    next_cursor: str | None
    """Of the same comparison, which is kept for an hour."""
    as_of: AwareDatetime


class SnapshotCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """Of a snapshottable directory."""
    name: str


class SnapshotDifference(Answer):
    kind: SnapshotDifferenceKind
    path: str
    """Of a renamed one that in the earlier state."""
    to_path: str | None
    """Of a renamed one that in the later state."""


SnapshotDifferenceKind = TypeAliasType(
    "SnapshotDifferenceKind", Literal["created", "deleted", "modified", "renamed"]
)


class SnapshotDirectoryParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """Of a snapshottable directory."""


class SnapshotHold(Answer):
    name: str
    directory: str
    """The snapshottable directory."""
    path: str
    """The way to it in the snapshot."""
    created_at: AwareDatetime
    size_bytes: int
    mtime: AwareDatetime
    changed: bool
    """Length or time were others then."""


class SnapshotPage(Answer):
    items: list[Snapshot]
    next_cursor: str | None


class SnapshotRestore(Answer):
    id: int
    source: str
    """The way to it in the snapshot."""
    to: str
    overwrite: bool
    actor: str
    state: SnapshotRestoreState
    files: int
    directories: int
    size_bytes: int
    files_done: int
    directories_done: int
    bytes_done: int
    left: int
    """What was not restored."""
    errors: list[RestoreError]
    """The first 100 of these, and why."""
    failed_why: str
    """Why it failed, or what it waits for."""
    asked_at: AwareDatetime
    begun_at: AwareDatetime | None
    done_at: AwareDatetime | None


class SnapshotRestorePage(Answer):
    items: list[SnapshotRestore]
    next_cursor: str | None


SnapshotRestoreState = TypeAliasType(
    "SnapshotRestoreState", Literal["waiting", "running", "done", "failed", "cancelled"]
)


class SnapshottableDirectory(Answer):
    path: str
    owner: str
    group: str
    mode: str
    mtime: AwareDatetime
    snapshots: int
    snapshots_max: int
    etag: str
    """The tag of this state, as If-Match takes it."""


class SnapshottableDirectoryPage(Answer):
    items: list[SnapshottableDirectory]
    next_cursor: str | None


class Spread(Answer):
    path: str
    inode_id: int
    children: ChildrenSpread
    """Where they are or, while changing, where they are being moved."""
    changing: bool
    moved: int | None
    """Null when nothing is moved."""
    counted: int
    """Children, counted up to a limit."""
    count_complete: bool
    other: ChildrenSpread
    """What `after` and `children_after` are of."""
    shards: list[ShardEffect]
    now: ShardBalance | None
    """In the last minute; null if nothing was measured."""
    after: ShardBalance | None
    """What it would have been; null if not measured, or the directory was not seen among the hottest."""
    notes: list[SpreadNote]
    as_of: AwareDatetime


class SpreadChange(Answer):
    id: int
    job_id: int
    """The job that does it: progress, cancel."""
    path: str
    children: ChildrenSpread
    reason: str
    actor: str
    state: SpreadState
    counted: int
    """Children at the beginning, up to a limit."""
    count_complete: bool
    moved: int
    """Children so far."""
    asked_at: AwareDatetime
    begun_at: AwareDatetime | None
    """When a namenode had taken it."""
    done_at: AwareDatetime | None
    """When all children had moved."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""


class SpreadChangeDetails(Answer):
    id: int
    job_id: int
    """The job that does it: progress, cancel."""
    path: str
    children: ChildrenSpread
    reason: str
    actor: str
    state: SpreadState
    counted: int
    """Children at the beginning, up to a limit."""
    count_complete: bool
    moved: int
    """Children so far."""
    asked_at: AwareDatetime
    begun_at: AwareDatetime | None
    """When a namenode had taken it."""
    done_at: AwareDatetime | None
    """When all children had moved."""
    failed_why: str
    """Why the last attempt failed; empty when it did not."""
    expected: ExpectedBalance
    """What was reckoned when it was asked for."""
    before: list[SpreadPoint]
    """The ten minutes before, from three windows."""
    after: list[SpreadPoint]
    """Every ten seconds for ten minutes after the last child had moved."""


class SpreadChangePage(Answer):
    items: list[SpreadChange]
    next_cursor: str | None


SpreadNote = TypeAliasType(
    "SpreadNote",
    Literal[
        "moving", "not_seen", "not_measured", "few_children", "more_scans", "one_process", "no_less"
    ],
)


class SpreadPoint(Answer):
    begin: AwareDatetime
    end: AwareDatetime
    calls_per_s: float
    """In the directory; at least so many."""
    mean_ms: float | None
    """Null without a call."""
    others_per_s: float
    """Of all other calls together."""
    others_mean_ms: float | None
    busiest: ShardBalance | None
    """Null if not measured."""


SpreadState = TypeAliasType(
    "SpreadState", Literal["waiting", "moving", "done", "failed", "superseded"]
)


class SpreadWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """Of a directory."""
    children: ChildrenSpread
    """by_parent: all in one shard. hashed: by their names, in 16 parts."""
    reason: str
    """For the record of changes."""


class SqlAsOf(Answer):
    sequence: int
    """Feed sequence that the answer includes."""
    time: AwareDatetime
    """Every change up to this moment is included."""


class SqlColumn(Answer):
    name: str
    type: str
    """The engine's name of the type."""


class SqlCost(Answer):
    elapsed_ms: int
    rows_scanned: int
    """Rows read from tables."""
    memory_peak_bytes: int


SqlEngine = TypeAliasType("SqlEngine", Literal["duckdb", "ndb"])


class SqlError(Answer):
    code: str
    title: str
    detail: str


class SqlQuery(Answer):
    id: int
    statement: str
    explain: bool
    engine: str
    """`duckdb`: the replica; `ndb`: live."""
    state: SqlQueryStateEnum
    time_limit_ms: int
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    columns: list[SqlColumn]
    rows: int | None
    truncated: bool
    """The result was cut at the server's limit."""
    as_of: SqlAsOf | None
    lag_ms: int | None
    """How old the answer was."""
    swept: list[SqlSwept]
    """Tables of the statement that the feed does not keep up to date."""
    cost: SqlCost | None
    error: SqlError | None


class SqlQueryPage(Answer):
    items: list[SqlQuery]
    next_cursor: str | None


SqlQueryStateEnum = TypeAliasType(
    "SqlQueryStateEnum", Literal["queued", "running", "succeeded", "failed", "cancelled", "lost"]
)


class SqlReplica(Answer):
    state: SqlReplicaStateEnum
    as_of: SqlAsOf | None
    lag_ms: int | None
    inodes_built: int | None
    build_percent: int | None
    """How far a build is; null without one, or while not known."""
    build_left_ms: int | None
    """How long it will take, estimated; null while not known."""
    last_error: str | None
    engines: list[SqlEngine]
    """What statements can be run by."""


SqlReplicaStateEnum = TypeAliasType(
    "SqlReplicaStateEnum", Literal["building", "catching_up", "following", "stalled"]
)


class SqlReport(Answer):
    name: str
    title: str
    description: str
    statement: str
    chart: ReportChart
    drill_down: dict[str, str]
    """What a row counts: parameters of the search by the columns whose values they take. `parent_id` is no parameter of the search: what is directly in this directory, which SQL finds, as it does files without an `ext`."""
    cost_of: str | None
    """Column of bytes whose cost is worth knowing."""


class SqlReports(Answer):
    items: list[SqlReport]
    price: UsagePrice | None
    """What space costs, where a setting tells it."""


class SqlRowPage(Answer):
    items: list[list[Any]]
    """Values in the order of the query's columns; integers beyond 2^53 as text."""
    next_cursor: str | None
    total: int


class SqlRunRequest(Body):
    model_config = ConfigDict(extra="forbid")
    statement: str
    """One SELECT, WITH, DESCRIBE or EXPLAIN."""
    engine: SqlEngine | None = None
    """`duckdb`: the replica; `ndb`: the live metadata, in cluster mode."""
    explain: bool | None = None
    """Answer the plan instead of the rows."""
    report: str | None = None
    """The report of the library whose statement this is; the history leaves it out."""
    time_limit_ms: int | None = None
    """Ends the query earlier than the server's limit would."""
    wait_ms: int | None = None
    """Answer after this time at the latest, finished or not."""


class SqlSwept(Answer):
    table: str
    complete_as_of: AwareDatetime | None
    """Every change up to this moment is included; null: not read completely yet."""


class SqlTable(Answer):
    name: str
    description: str
    columns: list[SqlTableColumn]
    kept_by: KeptByEnum
    """`feed`: with every change; `sweep`: read again and again; `live`: not kept."""
    complete_as_of: AwareDatetime | None
    """Every change up to this moment is included; null: not read completely yet."""


class SqlTableColumn(Answer):
    name: str
    type: str
    description: str


class SqlTables(Answer):
    items: list[SqlTable]


class Stage(Answer):
    name: str
    """store, capture, kafka, indexer or replica, in this order."""
    state: str
    position: int | None
    """Feed sequence that it has reached; of Kafka the end offset."""
    lag: int | None
    """What it has yet to do: sequences, of Kafka messages."""
    rate_per_s: float | None
    errors: int
    """Since the indexer started."""
    restarts: int
    """Of its task; of the indexer rebuilds asked for."""
    last_error: str | None
    """Null for viewers."""
    build_percent: int | None
    """How far a build is; null without one, or while not known."""
    build_left_ms: int | None
    """How long it will take, estimated; null while not known."""


class Storage(Answer):
    id: str
    type: str
    state: StorageState
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


class StorageBlockReports(Answer):
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    last_full_at: AwareDatetime | None
    last: BlockReport | None
    """Null before the first report."""


StorageCondition = TypeAliasType(
    "StorageCondition",
    Literal[
        "available",
        "returned",
        "lost",
        "decommissioning",
        "decommissioned",
        "entering_maintenance",
        "in_maintenance",
        "unknown",
    ],
)


StorageState = TypeAliasType("StorageState", Literal["normal", "read_only", "failed"])


class StorageTypeUsage(Answer):
    type: str
    storages: int
    failed_storages: int
    """They count no bytes."""
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


StoreKind = TypeAliasType("StoreKind", Literal["embedded", "ndb"])


class SubtreeOperation(Answer):
    inode_id: int
    path: str
    operation: str
    user: str
    owner: str | None
    """Namenode that works under the lock; null when not known."""
    owner_id: int
    owner_live: bool
    """False: whoever meets the lock breaks it."""
    started_at: AwareDatetime


class SubtreeOperationPage(Answer):
    items: list[SubtreeOperation]
    next_cursor: str | None
    as_of: AwareDatetime


class TableColumn(Answer):
    name: str
    type: str
    """As its form calls it: `int64`, `null | string`."""


class TableHead(Answer):
    path: str
    size_bytes: int
    """Of the whole file."""
    kind: TableHeadKindEnum
    columns: list[TableColumn]
    columns_left_out: int
    """How many more columns there are."""
    rows: list[list[str | None]] | None
    """The first rows, each value as text of at most 200 characters; null where they take more than a look may."""
    row_count: int | None
    """Null where the form does not say it."""
    as_of: AwareDatetime


TableHeadKindEnum = TypeAliasType("TableHeadKindEnum", Literal["parquet", "orc", "avro"])


TakeInJobCreateKindEnum = TypeAliasType("TakeInJobCreateKindEnum", Literal["take_in"])


class TakeInJobCreateRequest(Body):
    """The bytes of a tree's small files go from datanodes into the database, where they may."""

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    path: str
    inodes_per_s_max: int | None = None
    """Most inodes that it visits a second; null: as many as any job (WARREN_JOB_INODES_PER_S_MAX)."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["take_in"]


class TakeOverAttempt(Answer):
    """What came of the last order from the console to begin it."""

    state: TakeOverAttemptState
    ordered_by: str
    started_at: AwareDatetime | None
    ended_at: AwareDatetime | None
    said: list[str]
    """The last lines that the command said."""


TakeOverAttemptState = TypeAliasType(
    "TakeOverAttemptState", Literal["ordered", "not_taken", "running", "refused", "done"]
)


TakeOverJobCreateKindEnum = TypeAliasType("TakeOverJobCreateKindEnum", Literal["take_over"])


class TakeOverJobCreateRequest(Body):
    """
    Warren takes the place of the followed HDFS's namenodes, once somebody else approved it and
    `bin/warren migrate take-over` or `POST /migration/take-over` was called.
    """

    model_config = ConfigDict(extra="forbid")
    reason: str | None = None
    """For who has to approve it, where a rule of the guard asks for that."""
    priority: JobPriority | None = None
    dry_run: bool | None = None
    """Refused (`no_dry_run`): it can't be tried."""
    kind: Literal["take_over"]
    parameters: TakeOverParametersRequest | None = None


JobCreateRequest = TypeAliasType(
    "JobCreateRequest",
    Annotated[
        SetQuotaJobCreateRequest
        | SetOwnerJobCreateRequest
        | SetPermissionJobCreateRequest
        | SetReplicationJobCreateRequest
        | SetStoragePolicyJobCreateRequest
        | SetErasureCodingJobCreateRequest
        | SetAclJobCreateRequest
        | SetXattrJobCreateRequest
        | DeleteJobCreateRequest
        | RestoreJobCreateRequest
        | MoveJobCreateRequest
        | TakeInJobCreateRequest
        | RepartitionJobCreateRequest
        | RebuildIndexJobCreateRequest
        | RepairIndexJobCreateRequest
        | FollowHdfsJobCreateRequest
        | TakeOverJobCreateRequest,
        Field(discriminator="kind"),
    ],
)


TakeOverObjection = TypeAliasType(
    "TakeOverObjection",
    Literal[
        "no_block_pool",
        "not_following",
        "following_unknown",
        "following_paused",
        "edits_unreadable",
        "lagging",
        "not_rehearsed",
        "rehearsal_old",
        "rehearsal_faults",
        "blocks_missing",
    ],
)


class TakeOverOrdered(Answer):
    job_id: int
    """The job by which it was approved."""
    ordered_by: str


class TakeOverParametersRequest(Body):
    model_config = ConfigDict(extra="forbid")
    despite: list[TakeOverObjection] | None = None
    """What speaks against it, as `GET /migration` tells (`objections`): all of it has to be named, so that who approves knows what was known."""


TakeOverPhase = TypeAliasType(
    "TakeOverPhase", Literal["begun", "fenced", "ended", "serving", "going_back"]
)


class TakeOverRequest(Answer):
    """The take-over that somebody asked for."""

    job_id: int
    state: JobState
    asked_by: str
    asked_at: AwareDatetime
    despite: list[TakeOverObjection]
    """What spoke against it then."""
    approved_by: str | None
    usable_until: AwareDatetime | None
    """Until when it may begin, once approved."""


class TakeOverResult(Answer):
    phase: TakeOverPhase | None = None
    """The last step that is done; absent while nobody began it."""
    usable_until: AwareDatetime
    """Until when it may begin."""
    read_only_ms: int | None
    """How long nobody could write; null until Warren serves."""


TakeOverWayBack = TypeAliasType("TakeOverWayBack", Literal["not_yet", "open", "closed", "unknown"])


class TakenCount(Answer):
    what: str
    count: int


class TakenPlace(Answer):
    path: str
    """Where what stays lies."""
    place: str
    """Where it would have gone."""


class Token(Answer):
    id: int
    name: str
    scopes: list[TokenScope]
    created_at: AwareDatetime
    expires_at: AwareDatetime
    last_used_at: AwareDatetime | None


class TokenCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    name: str
    scopes: list[TokenScope]
    expires_at: AwareDatetime


class TokenCreated(Answer):
    id: int
    name: str
    scopes: list[TokenScope]
    created_at: AwareDatetime
    expires_at: AwareDatetime
    last_used_at: AwareDatetime | None
    secret: str
    """Shown this once; send it as a bearer token."""


class TokenPage(Answer):
    items: list[Token]
    next_cursor: str | None


TokenScope = TypeAliasType("TokenScope", Literal["read", "operate", "admin"])


class TrashCounts(Answer):
    entries: int
    users: int
    """In whose trashes they are."""
    files: int
    length_bytes: int
    space_bytes: int


class TrashEntry(Answer):
    inode_id: int
    user: str
    """Who deleted it: whose trash it is in."""
    checkpoint: str
    """The directory of the trash that it is in: `Current`, or a checkpoint of it."""
    path: str
    """Where it lies: of a job that restores or deletes it."""
    former_path: str
    """Where it was, as the trash names it."""
    kind: EntryKind
    owner: str
    group: str
    deleted_at: AwareDatetime
    deleted_at_is_exact: bool
    """Whether the changes that the replica keeps (of 30 days, the last five million) tell the moment; else it was deleted then at the latest: the last time that something came or went beside it."""
    emptied_at: AwareDatetime | None
    """When it is deleted for good, by the settings of the trash. Null where nobody empties it, or nothing tells when its checkpoint was made."""
    files: int | None
    """1 for a file. Null for a directory whose usage you may not see."""
    directories: int | None
    """Below it, without itself. Null for a directory whose usage you may not see."""
    length_bytes: int | None
    """Null for a directory whose usage you may not see."""
    space_bytes: int | None
    """Length times replication. Null for a directory whose usage you may not see."""


class TrashPage(Answer):
    items: list[TrashEntry]
    """May be empty where there is a next page: what you may not see is out."""
    counts: TrashCounts | None
    """Of all that was asked for. Null for who may not see all of it."""
    next_cursor: str | None
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class UnreadableFile(Answer):
    file: str
    why: str


class Usage(Answer):
    path: str
    files: int
    directories: int
    """The directory itself counts."""
    length_bytes: int
    space_consumed_bytes: int
    """Length times replication."""
    namespace_quota: int | None
    space_quota_bytes: int | None
    as_of: AwareDatetime


class UsageAnswer(Answer):
    directory: Used
    items: list[UsedChild]
    """What is directly in it."""
    children: int | None
    """How many there are; null on a page behind the last one."""
    next_cursor: str | None
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str
    """Who added it up. `replica`: the SQL replica, which follows the change feed."""


class UsageAsOf(Answer):
    sequence: int
    """Feed sequence that the answer includes."""
    time: AwareDatetime
    """Every change up to this moment is included."""


class UsageBreakdown(Answer):
    directory: Used
    groups: list[UsageGroup]
    """The largest first."""
    others: UsageGroup
    """All groups beyond those, added up."""
    others_count: int
    price: UsagePrice | None
    """What space costs, where a setting tells it."""
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class UsageChange(Answer):
    since: AwareDatetime
    """Later than asked for where the past is not known for so long."""
    files: int
    """More than then; less than 0 if there are fewer."""
    length_bytes: int
    space_bytes: int
    """Length times replication."""


class UsageGained(Answer):
    since: AwareDatetime
    """Later than asked for where the past is not known for so long."""
    files: int
    """More than then; less than 0 if there are fewer."""
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    directory: Used


class UsageGroup(Answer):
    key: str | None
    """The owner, group, extension or storage policy; the type of storage, as `DISK`, that policies want (a file counts where its first replica belongs, its space where each does; `DATABASE`: its bytes are rows); of an age: `days_30`, `days_90`, `year_1`, `years_2` (changed in that time, and not in a shorter one), `older`. Null for files without one."""
    files: int
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    share: float
    """Of the directory, by what the list is sorted by (by space, where that is a name or a time): 0 to 1."""
    mtime_from: AwareDatetime | None
    """Of an age: changed then or later."""
    mtime_before: AwareDatetime | None
    """Of an age: changed before."""


class UsageGrowth(Answer):
    items: list[UsageGained]
    """The most first; none that did not grow."""
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class UsageHistory(Answer):
    directory: Used
    points: list[UsagePoint]
    """The present last. The past is kept of the 500 directories with the most space and the 500 with the most files, of those with a limit (the 2,000 fullest), of watched ones, and of others since they were among them."""
    as_of: UsageAsOf
    lag_ms: int
    """How old the answer was."""
    source: str


class UsagePoint(Answer):
    time: AwareDatetime
    """Begin of the hour in which it was looked at; of the last, `as_of`."""
    files: int
    directories: int
    length_bytes: int
    space_bytes: int
    """Length times replication."""


class UsagePrice(Answer):
    per_tb_month: float
    """Of a terabyte (10¹² bytes) of space, for a month."""
    currency: str


class Used(Answer):
    inode_id: int
    path: str
    name: str
    """Empty for the root."""
    kind: EntryKind
    owner: str
    group: str
    mtime: AwareDatetime
    """Of the inode itself."""
    files: int
    """Below it at any depth; 1 for a file."""
    directories: int
    """Below it at any depth, without itself."""
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    average_mtime: AwareDatetime | None
    """Of the files; null without any."""
    share: float | None
    """Of the directory, by what the list is sorted by (by space, where that is a name or a time): 0 to 1."""


class UsedChild(Answer):
    inode_id: int
    path: str
    name: str
    """Empty for the root."""
    kind: EntryKind
    owner: str
    group: str
    mtime: AwareDatetime
    """Of the inode itself."""
    files: int
    """Below it at any depth; 1 for a file."""
    directories: int
    """Below it at any depth, without itself."""
    length_bytes: int
    space_bytes: int
    """Length times replication."""
    average_mtime: AwareDatetime | None
    """Of the files; null without any."""
    share: float | None
    """Of the directory, by what the list is sorted by (by space, where that is a name or a time): 0 to 1."""
    change: UsageChange | None
    """Since the time that was asked for; null without one, and where the past is not known: of files, and of directories that were never among those that are looked at."""


class User(Answer):
    id: int
    username: str
    role: Role
    hdfs_user: str
    is_active: bool
    origin: Origin
    """Who keeps the password and says which role it is: this platform, or a directory."""
    kind: UserKind
    owner: str | None
    """Who answers for a service account."""
    assignments: list[Assignment]
    created_at: AwareDatetime
    last_login: AwareDatetime | None
    token_used_at: AwareDatetime | None
    """When an API token was used last."""
    etag: str
    """The tag of this state, as If-Match takes it."""


class UserCreateRequest(Body):
    model_config = ConfigDict(extra="forbid")
    username: str
    password: str
    role: Role
    hdfs_user: str | None = None
    """Name in HDFS; the username when absent."""
    assignments: list[AssignmentWriteRequest] | None = None
    """Roles besides `role`."""


UserKind = TypeAliasType("UserKind", Literal["person", "service"])


class UserPage(Answer):
    items: list[User]
    next_cursor: str | None


class UserToken(Answer):
    id: int
    name: str
    scopes: list[TokenScope]
    created_at: AwareDatetime
    expires_at: AwareDatetime
    last_used_at: AwareDatetime | None
    username: str


class UserTokenPage(Answer):
    items: list[UserToken]
    next_cursor: str | None


class ValueChange(Answer):
    """
    A value before and after, as text as the kind's parameters take it. Null where it is not
    set: what holds then comes from the directory above, or there is none.
    """

    attribute: str
    """owner, group, mode, replication, storage_policy, erasure_coding, acl, `xattr NAME`, or path of what is moved, deleted or restored."""
    before: str | None
    after: str | None


class Watched(Answer):
    inode_id: int
    path: str
    """Where it was when it was chosen."""
    watched_by: str
    watched_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""


class WatchedNow(Answer):
    inode_id: int
    path: str
    """Where it was when it was chosen."""
    watched_by: str
    watched_at: AwareDatetime
    etag: str
    """The tag of this state, as If-Match takes it."""
    directory: Used | None
    """As it is now; null when it is gone, or nobody can tell."""


class WatchedWriteRequest(Body):
    model_config = ConfigDict(extra="forbid")
    path: str
    """Of a directory; it stays watched when it is moved."""


class WhatIf(Answer):
    as_of: AwareDatetime
    calls_per_s: float
    """In the last minute, at all namenodes."""
    refused_per_s: float
    """That the limit would have refused of them."""
    time_share: float
    """Of the time of all calls, from 0 to 1."""
    time_share_after: float
    """If the mix stays and what is refused is not repeated."""
    namenodes: list[NamenodeEffect]
    affected: list[Affected]
    notes: list[LimitNote]
    silent: list[str]


class WithSnapshots(Answer):
    count: int
    items: list[str]


class Xattr(Answer):
    name: str
    """With its namespace, `user.team`."""
    value: str
    encoding: EncodingEnum
    """`hex`: it is no printable text."""
