"""Reads of blocks that are not stored as they should be."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.problems import NotFound
from apps.common.values import utc_from_ms, utc_or_none
from apps.visibility.sight import Sight


@dataclass(frozen=True, slots=True)
class SafeMode:
    """What the leader waits for before it heals; the blocks are a sample when there are many."""

    since: datetime
    ends_at: datetime
    blocks: int
    reachable: int
    needed: int
    sampled: bool
    storages: int
    missing_storages: int


@dataclass(frozen=True, slots=True)
class BlockHealth:
    """How many blocks are not as they should be; each count ends at `counted_max`."""

    under_replicated: dict[str, int]
    missing: int
    corrupt_replicas: int
    copies_under_way: int
    surplus_replicas: int
    deletions_waiting: int
    checks_waiting: int
    counted_max: int
    safe_mode: SafeMode | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class ProblemBlock:
    block_id: int
    inode_id: int
    path: str | None
    priority: str
    live_replicas: int
    wanted_replicas: int
    corrupt_replicas: int
    since: datetime


@dataclass(frozen=True, slots=True)
class ReplicaStorage:
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    storage_state: str
    storage_since: datetime | None


@dataclass(frozen=True, slots=True)
class CorruptReplica:
    block_id: int
    inode_id: int
    path: str | None
    replica: ReplicaStorage
    reason: str
    reported_at: datetime


@dataclass(frozen=True, slots=True)
class Replica:
    unit: int | None
    storage: ReplicaStorage
    state: str
    generation_stamp: int
    length_bytes: int
    reason: str | None
    since: datetime | None


@dataclass(frozen=True, slots=True)
class ReplicaEvent:
    """Something that happened to a replica of a block that was not well."""

    at: datetime
    kind: str
    unit: int | None
    storage: ReplicaStorage
    generation_stamp: int
    detail: str | None


@dataclass(frozen=True, slots=True)
class Insufficient:
    """A block has too few good replicas, or on too few racks."""

    priority: str
    since: datetime


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """The units of a block group, numbered from 0, the data first."""

    policy: str
    data_units: int
    parity_units: int
    needed: int
    missing: list[int]


@dataclass(frozen=True, slots=True)
class Block:
    block_id: int
    inode_id: int
    path: str | None
    index: int
    generation_stamp: int
    length_bytes: int
    state: str
    wanted_replicas: int | None
    good_replicas: int
    insufficient: Insufficient | None
    check_waiting: bool
    group: BlockGroup | None
    replicas: list[Replica]
    events: list[ReplicaEvent]
    as_of: datetime


@dataclass(frozen=True, slots=True)
class Storage:
    """A storage as the leader last judged it."""

    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    rack: str
    state: str
    since: datetime
    checking: bool
    blocks: int
    insufficient: int
    checked_at: datetime | None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of any of the lists."""

    items: list[Any]
    next_cursor: str | None
    as_of: datetime


def health() -> BlockHealth:
    with namenode_problems() as client:
        told = client.block_health()
    values = told.model_dump(exclude={"as_of_ms", "safe_mode"})
    return BlockHealth(
        **values, safe_mode=_safe_mode(told.safe_mode), as_of=utc_from_ms(told.as_of_ms)
    )


def _safe_mode(told: admin_api.SafeMode | None) -> SafeMode | None:
    if told is None:
        return None
    return SafeMode(
        **told.model_dump(exclude={"since_ms", "ends_at_ms"}),
        since=utc_from_ms(told.since_ms),
        ends_at=utc_from_ms(told.ends_at_ms),
    )


def missing(*, sight: Sight, cursor: str | None, limit: int) -> Page:
    """Blocks of which no good replica can be reached."""

    def read(after: str | None) -> Page:
        with namenode_problems() as client:
            return _problems(client.missing_blocks(cursor=after, limit=limit))

    return sight.page(read, _path, cursor=cursor)


def under_replicated(*, sight: Sight, cursor: str | None, limit: int) -> Page:
    """Blocks with too few good replicas or on too few racks, the missing ones included."""

    def read(after: str | None) -> Page:
        with namenode_problems() as client:
            return _problems(client.under_replicated_blocks(cursor=after, limit=limit))

    return sight.page(read, _path, cursor=cursor)


def _problems(page: admin_api.ProblemBlockPage) -> Page:
    return Page(
        items=[
            ProblemBlock(
                block_id=each.block_id,
                inode_id=each.inode_id,
                path=each.path,
                priority=each.priority,
                live_replicas=each.live_replicas,
                wanted_replicas=each.wanted_replicas,
                corrupt_replicas=each.corrupt_replicas,
                since=utc_from_ms(each.since_ms),
            )
            for each in page.blocks
        ],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )


def _path(row: ProblemBlock | CorruptReplica) -> str | None:
    return row.path


def corrupt(*, sight: Sight, cursor: str | None, limit: int) -> Page:
    """Replicas that were found corrupt and not replaced yet."""
    return sight.page(lambda after: _corrupt(cursor=after, limit=limit), _path, cursor=cursor)


def _corrupt(*, cursor: str | None, limit: int) -> Page:
    with namenode_problems() as client:
        page = client.corrupt_replicas(cursor=cursor, limit=limit)
    return Page(
        items=[
            CorruptReplica(
                block_id=each.block_id,
                inode_id=each.inode_id,
                path=each.path,
                replica=_storage_of(each.replica),
                reason=each.reason,
                reported_at=utc_from_ms(each.reported_at_ms),
            )
            for each in page.blocks
        ],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )


def block(block_id: str, *, sight: Sight) -> Block:
    """One block with everything known about its replicas.

    NotFound when there is none, and in the same words when its file may not be shown.
    """
    absent = NotFound("There is no such block", facts={"block_id": block_id})
    try:
        with namenode_problems() as client:
            told = client.block(block_id)
    except NotFound as error:
        raise absent from error
    if not sight.shows(told.path):
        raise absent
    return _block(told)


def _block(told: admin_api.Block) -> Block:
    return Block(
        block_id=told.block_id,
        inode_id=told.inode_id,
        path=told.path,
        index=told.index,
        generation_stamp=told.generation_stamp,
        length_bytes=told.length_bytes,
        state=told.state,
        wanted_replicas=told.wanted_replicas,
        good_replicas=told.good_replicas,
        insufficient=_insufficient(told),
        check_waiting=told.check_waiting,
        group=None if told.group is None else BlockGroup(**told.group.model_dump()),
        replicas=[
            Replica(
                unit=each.unit,
                storage=_storage_of(each.storage),
                state=each.state,
                generation_stamp=each.generation_stamp,
                length_bytes=each.length_bytes,
                reason=each.reason,
                since=utc_or_none(each.since_ms),
            )
            for each in told.replicas
        ],
        events=[
            ReplicaEvent(
                at=utc_from_ms(each.at_ms),
                kind=each.kind,
                unit=each.unit,
                storage=_storage_of(each.storage),
                generation_stamp=each.generation_stamp,
                detail=each.detail,
            )
            for each in told.events
        ],
        as_of=utc_from_ms(told.as_of_ms),
    )


def _insufficient(told: admin_api.Block) -> Insufficient | None:
    if told.priority is None or told.insufficient_since_ms is None:
        return None
    return Insufficient(priority=told.priority, since=utc_from_ms(told.insufficient_since_ms))


def _storage_of(told: admin_api.ReplicaStorage) -> ReplicaStorage:
    return ReplicaStorage(
        storage_id=told.storage_id,
        storage_uuid=told.storage_uuid,
        datanode_uuid=told.datanode_uuid,
        datanode_address=told.datanode_address,
        storage_state=told.storage_state,
        storage_since=utc_or_none(told.storage_since_ms),
    )


def storages(*, cursor: str | None, limit: int) -> Page:
    """The datanodes' storages, in the order of their numbers."""
    with namenode_problems() as client:
        page = client.storages(cursor=cursor, limit=limit)
    return Page(
        items=[
            Storage(
                storage_id=each.storage_id,
                storage_uuid=each.storage_uuid,
                datanode_uuid=each.datanode_uuid,
                datanode_address=each.datanode_address,
                type=each.type,
                rack=each.rack,
                state=each.state,
                since=utc_from_ms(each.since_ms),
                checking=each.checking,
                blocks=each.blocks,
                insufficient=each.insufficient,
                checked_at=utc_or_none(each.checked_at_ms),
            )
            for each in page.storages
        ],
        next_cursor=page.next_cursor,
        as_of=utc_from_ms(page.as_of_ms),
    )
