"""Reads of the cluster and of the totals that the overview shows."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from warren_namenode.generated import admin_api

from apps.cluster.values import FeedState
from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms, utc_or_none
from apps.jobs import selectors as jobs
from apps.search import selectors as search
from apps.visibility.sight import NAMES_NOTHING, Sight


@dataclass(frozen=True, slots=True)
class NamenodeOrder:
    """That a namenode shall not serve."""

    since: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Namenode:
    name: str
    id: int
    epoch: int
    role: str
    state: str
    rpc_address: str
    http_address: str
    started_at: datetime | None
    last_heartbeat_at: datetime
    version: str
    drained: NamenodeOrder | None


@dataclass(frozen=True, slots=True)
class Storage:
    id: str
    type: str
    state: str
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


@dataclass(frozen=True, slots=True)
class Datanode:
    uuid: str
    hostname: str
    address: str
    state: str
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int
    block_count: int
    last_heartbeat_at: datetime
    version: str
    storages: list[Storage]


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """Safe mode that somebody turned on; None for what is not known."""

    since: datetime | None
    by: str | None


@dataclass(frozen=True, slots=True)
class Cluster:
    """The cluster as one namenode saw it at `as_of`."""

    as_of: datetime
    leader: str | None
    store: str
    read_only: ReadOnly | None
    namenodes: list[Namenode]
    datanodes: list[Datanode]
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


@dataclass(frozen=True, slots=True)
class ClusterEvent:
    """A change of membership, leader or subtree locks; `duration_ms` is from start to effect."""

    id: int
    kind: str
    cause: str
    subject: str
    subject_id: int
    related: str | None
    related_id: int | None
    epoch: int
    missed_heartbeats: int
    operation: str | None
    observer: str
    started_at: datetime
    detected_at: datetime
    effective_at: datetime
    duration_ms: int


@dataclass(frozen=True, slots=True)
class SubtreeOperation:
    """A subtree lock that is held, and the namenode that works under it."""

    inode_id: int
    path: str
    operation: str
    user: str
    owner: str | None
    owner_id: int
    owner_live: bool
    started_at: datetime


@dataclass(frozen=True, slots=True)
class ClusterEventPage:
    items: list[ClusterEvent]
    next_cursor: str | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class SubtreeOperationPage:
    items: list[SubtreeOperation]
    next_cursor: str | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class ClusterSummary:
    leader: str | None
    namenodes_live: int
    namenodes_total: int
    datanodes_live: int
    datanodes_total: int
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


@dataclass(frozen=True, slots=True)
class Feed:
    """Freshness of the search index; `head_sequence` is None while it never saw the feed."""

    lag_ms: int | None
    sequence: int
    head_sequence: int | None
    state: FeedState


@dataclass(frozen=True, slots=True)
class JobCounts:
    running: int
    failed_24h: int


@dataclass(frozen=True, slots=True)
class Overview:
    files: int
    directories: int
    length_bytes: int
    as_of: datetime
    feed: Feed
    cluster: ClusterSummary
    jobs: JobCounts


def cluster() -> Cluster:
    """Namenodes, datanodes and capacity; Unavailable when no namenode answers."""
    with namenode_problems() as client:
        source = client.cluster()
    return Cluster(
        as_of=utc_from_ms(source.as_of_ms),
        leader=source.leader,
        store=source.store,
        read_only=_read_only(source.read_only),
        namenodes=[_namenode(each) for each in source.namenodes],
        datanodes=[_datanode(each) for each in source.datanodes],
        capacity_bytes=source.capacity_bytes,
        used_bytes=source.used_bytes,
        remaining_bytes=source.remaining_bytes,
    )


def _read_only(told: admin_api.ReadOnly | None) -> ReadOnly | None:
    return None if told is None else ReadOnly(since=utc_or_none(told.since_ms), by=told.by)


def cluster_events(
    *, sight: Sight, kind: str | None, cursor: str | None, limit: int
) -> ClusterEventPage:
    """One page of what happened, newest first."""
    return sight.page(
        lambda after: _events(kind=kind, cursor=after, limit=limit), _named_path, cursor=cursor
    )


def _events(*, kind: str | None, cursor: str | None, limit: int) -> ClusterEventPage:
    with namenode_problems() as client:
        page = client.cluster_events(kind=kind, cursor=cursor, limit=limit)
    return ClusterEventPage(
        items=[_event(each) for each in page.events],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )


def _named_path(event: ClusterEvent) -> str:
    # Names of namenodes do not begin with a slash.
    return event.subject if event.subject.startswith("/") else NAMES_NOTHING


def subtree_operations(*, sight: Sight, cursor: str | None, limit: int) -> SubtreeOperationPage:
    """One page of the subtree locks that are held now."""
    return sight.page(
        lambda after: _subtree_operations(cursor=after, limit=limit),
        lambda operation: str(operation.path),
        cursor=cursor,
    )


def _subtree_operations(*, cursor: str | None, limit: int) -> SubtreeOperationPage:
    with namenode_problems() as client:
        page = client.subtree_operations(cursor=cursor, limit=limit)
    return SubtreeOperationPage(
        items=[_subtree_operation(each) for each in page.operations],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )


def overview() -> Overview:
    """What the first page shows. Totals come from the search index, which keeps them as it
    follows the feed; a namenode counts them only while there is no complete index."""
    seen = cluster()
    files, directories, length_bytes, as_of = _totals()
    return Overview(
        files=files,
        directories=directories,
        length_bytes=length_bytes,
        as_of=as_of,
        feed=_feed(),
        cluster=ClusterSummary(
            leader=seen.leader,
            namenodes_live=sum(each.state == "live" for each in seen.namenodes),
            namenodes_total=len(seen.namenodes),
            datanodes_live=sum(each.state == "live" for each in seen.datanodes),
            datanodes_total=len(seen.datanodes),
            capacity_bytes=seen.capacity_bytes,
            used_bytes=seen.used_bytes,
            remaining_bytes=seen.remaining_bytes,
        ),
        jobs=JobCounts(
            running=jobs.running_count(),
            failed_24h=jobs.failed_count(within=timedelta(hours=24)),
        ),
    )


def _totals() -> tuple[int, int, int, datetime]:
    stats = search.index_stats()
    if stats is not None:
        as_of = utc_from_ms(stats.as_of.time_ms)
        return stats.files, stats.directories, stats.length_bytes, as_of
    with namenode_problems() as client:
        root = client.summary(path="/")
    return root.files, root.directories, root.length_bytes, utc_from_ms(root.as_of_ms)


def _feed() -> Feed:
    status = search.index_status()
    known = status.heartbeat_age_ms is not None
    return Feed(
        lag_ms=status.lag_ms,
        sequence=status.as_of.sequence if status.as_of else 0,
        head_sequence=status.head_sequence if known else None,
        state=FeedState(status.state.value),
    )


def _namenode(source: admin_api.Namenode) -> Namenode:
    return Namenode(
        name=source.name,
        id=source.id,
        epoch=source.epoch,
        role=source.role,
        state=source.state,
        rpc_address=source.rpc_address,
        http_address=source.http_address,
        started_at=utc_or_none(source.started_at_ms),
        last_heartbeat_at=utc_from_ms(source.last_heartbeat_ms),
        version=source.version,
        drained=None
        if source.drained is None
        else NamenodeOrder(since=utc_from_ms(source.drained.since_ms), by=source.drained.by),
    )


def _event(source: admin_api.ClusterEvent) -> ClusterEvent:
    return ClusterEvent(
        id=source.id,
        kind=source.kind,
        cause=source.cause,
        subject=source.subject,
        subject_id=source.subject_id,
        related=source.related,
        related_id=source.related_id,
        epoch=source.epoch,
        missed_heartbeats=source.missed_heartbeats,
        operation=source.operation,
        observer=source.observer,
        started_at=utc_from_ms(source.started_at_ms),
        detected_at=utc_from_ms(source.detected_at_ms),
        effective_at=utc_from_ms(source.effective_at_ms),
        duration_ms=max(0, source.effective_at_ms - source.started_at_ms),
    )


def _subtree_operation(source: admin_api.SubtreeOperation) -> SubtreeOperation:
    return SubtreeOperation(
        inode_id=source.inode_id,
        path=source.path,
        operation=source.operation,
        user=source.user,
        owner=source.owner,
        owner_id=source.owner_id,
        owner_live=source.owner_live,
        started_at=utc_from_ms(source.started_at_ms),
    )


def _datanode(source: admin_api.Datanode) -> Datanode:
    return Datanode(
        uuid=source.uuid,
        hostname=source.hostname,
        address=source.address,
        state=source.state,
        capacity_bytes=source.capacity_bytes,
        used_bytes=source.used_bytes,
        remaining_bytes=source.remaining_bytes,
        block_count=source.block_count,
        last_heartbeat_at=utc_from_ms(source.last_heartbeat_ms),
        version=source.version,
        storages=[
            Storage(
                id=each.id,
                type=each.type,
                state=each.state,
                capacity_bytes=each.capacity_bytes,
                used_bytes=each.used_bytes,
                remaining_bytes=each.remaining_bytes,
            )
            for each in source.storages
        ],
    )
