"""Reads of the datanodes and of what their storages hold."""

from dataclasses import dataclass
from datetime import datetime

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms, utc_or_none


@dataclass(frozen=True, slots=True)
class FailedVolumes:
    """Disks that a datanode has lost since it was started."""

    count: int
    locations: list[str]
    last_failed_at: datetime | None
    capacity_lost_bytes: int


@dataclass(frozen=True, slots=True)
class DatanodeStorage:
    """A storage: `state` by its datanode's word, `condition` by the leader's."""

    storage_id: int | None
    uuid: str
    type: str
    state: str
    condition: str
    condition_since: datetime | None
    checking: bool
    insufficient: int
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int


@dataclass(frozen=True, slots=True)
class SlowPeer:
    """Other datanodes send to it slowly: the worst mean of a packet that one of `reporters` told,
    and what that one bears."""

    latency_ms: float
    limit_ms: float
    reporters: int


@dataclass(frozen=True, slots=True)
class SlowDisk:
    """A disk that is much slower than the others of its datanode: means, None where it is not."""

    disk: str
    metadata_ms: float | None
    read_ms: float | None
    write_ms: float | None


@dataclass(frozen=True, slots=True)
class DatanodeOrder:
    """That a datanode shall leave service; `until` is of a maintenance alone."""

    service: str
    until: datetime | None
    since: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Datanode:
    uuid: str
    hostname: str
    address: str
    http_address: str
    ipc_address: str
    rack: str
    state: str
    admin_state: str
    last_heartbeat_at: datetime
    version: str
    transfers: int
    capacity_bytes: int
    used_bytes: int
    non_dfs_used_bytes: int
    remaining_bytes: int
    blocks: int
    failed_volumes: FailedVolumes
    slow_peer: SlowPeer | None
    slow_disks: list[SlowDisk]
    ordered: DatanodeOrder | None
    storages: list[DatanodeStorage]


@dataclass(frozen=True, slots=True)
class DatanodeAnswer:
    """One datanode as one namenode saw it at `as_of`."""

    datanode: Datanode
    as_of: datetime


@dataclass(frozen=True, slots=True)
class StorageTypeUsage:
    """What one type of storage holds over all datanodes that are not dead."""

    type: str
    storages: int
    failed_storages: int
    capacity_bytes: int
    used_bytes: int
    remaining_bytes: int


@dataclass(frozen=True, slots=True)
class DatanodePage:
    """One page of datanodes; `states` and `usage` are over all of them. Slow peers and disks are
    known only while they are watched."""

    items: list[Datanode]
    next_cursor: str | None
    states: dict[str, int]
    usage: list[StorageTypeUsage]
    peers_watched: bool
    disks_watched: bool
    as_of: datetime


def page(*, cursor: str | None, limit: int, **asked: str | None) -> DatanodePage:
    """Datanodes as they are asked for: see DatanodesParameters."""
    with namenode_problems() as client:
        told = client.datanodes(cursor=cursor, limit=limit, **asked)
    return DatanodePage(
        items=[_datanode(each) for each in told.datanodes],
        next_cursor=told.next_cursor,
        states=told.states,
        usage=[StorageTypeUsage(**each.model_dump()) for each in told.usage],
        peers_watched=told.peers_watched,
        disks_watched=told.disks_watched,
        as_of=utc_from_ms(told.as_of_ms),
    )


def one(uuid: str) -> DatanodeAnswer:
    """The datanode of this UUID; NotFound when no heartbeat of it was heard."""
    with namenode_problems() as client:
        told = client.datanode(uuid)
    return DatanodeAnswer(datanode=_datanode(told.datanode), as_of=utc_from_ms(told.as_of_ms))


def _datanode(told: admin_api.DatanodeDetails) -> Datanode:
    failed = told.failed_volumes
    return Datanode(
        uuid=told.uuid,
        hostname=told.hostname,
        address=told.address,
        http_address=told.http_address,
        ipc_address=told.ipc_address,
        rack=told.rack,
        state=told.state,
        admin_state=told.admin_state,
        last_heartbeat_at=utc_from_ms(told.last_heartbeat_ms),
        version=told.version,
        transfers=told.transfers,
        capacity_bytes=told.capacity_bytes,
        used_bytes=told.used_bytes,
        non_dfs_used_bytes=told.non_dfs_used_bytes,
        remaining_bytes=told.remaining_bytes,
        blocks=told.blocks,
        failed_volumes=FailedVolumes(
            count=failed.count,
            locations=failed.locations,
            last_failed_at=utc_or_none(failed.last_failed_at_ms),
            capacity_lost_bytes=failed.capacity_lost_bytes,
        ),
        slow_peer=None if told.slow_peer is None else SlowPeer(**told.slow_peer.model_dump()),
        slow_disks=[SlowDisk(**each.model_dump()) for each in told.slow_disks],
        ordered=None if told.ordered is None else _order(told.ordered),
        storages=[_storage(each) for each in told.storages],
    )


def _order(told: admin_api.DatanodeOrder) -> DatanodeOrder:
    return DatanodeOrder(
        service=told.service,
        until=utc_or_none(told.until_ms),
        since=utc_from_ms(told.since_ms),
        by=told.by,
    )


def _storage(told: admin_api.DatanodeStorage) -> DatanodeStorage:
    return DatanodeStorage(
        storage_id=told.storage_id,
        uuid=told.uuid,
        type=told.type,
        state=told.state,
        condition=told.condition,
        condition_since=utc_or_none(told.condition_since_ms),
        checking=told.checking,
        insufficient=told.insufficient,
        capacity_bytes=told.capacity_bytes,
        used_bytes=told.used_bytes,
        non_dfs_used_bytes=told.non_dfs_used_bytes,
        remaining_bytes=told.remaining_bytes,
        blocks=told.blocks,
    )
