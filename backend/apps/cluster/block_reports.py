"""Reads of the block reports: how they went, and who reports to whom."""

from dataclasses import dataclass
from datetime import datetime

from warren_namenode.generated import admin_api

from apps.common.namenode import namenode_problems
from apps.common.values import utc_from_ms, utc_or_none


@dataclass(frozen=True, slots=True)
class BlockReport:
    """One report of a storage; `namenode` is None when it is no member any more."""

    started_at: datetime
    duration_ms: int
    kind: str
    buckets: int
    buckets_matching: int
    buckets_mismatching: int
    replicas: int
    changes: int
    bytes_received: int
    bytes_saved: int
    namenode: str | None
    next_due_at: datetime | None


@dataclass(frozen=True, slots=True)
class ActiveBlockReport:
    """A report that a datanode has asked for; `namenode` is None while it waits."""

    datanode_uuid: str
    datanode_address: str | None
    waiting: bool
    namenode: str | None
    asked_at: datetime
    assigned_at: datetime | None


@dataclass(frozen=True, slots=True)
class StorageBlockReports:
    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    last_full_at: datetime | None
    last: BlockReport | None


@dataclass(frozen=True, slots=True)
class BlockReportPage:
    """One page of storages; `active` is over all of them."""

    items: list[StorageBlockReports]
    active: list[ActiveBlockReport]
    next_cursor: str | None
    as_of: datetime


@dataclass(frozen=True, slots=True)
class BlockReportHistory:
    """The kept reports of one storage, the newest first."""

    storage_id: int
    storage_uuid: str
    datanode_uuid: str
    datanode_address: str | None
    type: str
    reports: list[BlockReport]
    as_of: datetime


def page(*, cursor: str | None, limit: int) -> BlockReportPage:
    """Storages with their last report, in the order of their numbers."""
    with namenode_problems() as client:
        told = client.block_reports(cursor=cursor, limit=limit)
    return BlockReportPage(
        items=[
            StorageBlockReports(
                storage_id=each.storage_id,
                storage_uuid=each.storage_uuid,
                datanode_uuid=each.datanode_uuid,
                datanode_address=each.datanode_address,
                type=each.type,
                last_full_at=utc_or_none(each.last_full_at_ms),
                last=None if each.last is None else _report(each.last),
            )
            for each in told.storages
        ],
        active=[
            ActiveBlockReport(
                datanode_uuid=each.datanode_uuid,
                datanode_address=each.datanode_address,
                waiting=each.waiting,
                namenode=each.namenode,
                asked_at=utc_from_ms(each.asked_at_ms),
                assigned_at=utc_or_none(each.assigned_at_ms),
            )
            for each in told.active
        ],
        next_cursor=told.next_cursor,
        as_of=utc_from_ms(told.as_of_ms),
    )


def history(storage_id: int) -> BlockReportHistory:
    """The reports of one storage; NotFound when there is no such storage."""
    with namenode_problems() as client:
        told = client.block_report_history(storage_id)
    return BlockReportHistory(
        storage_id=told.storage_id,
        storage_uuid=told.storage_uuid,
        datanode_uuid=told.datanode_uuid,
        datanode_address=told.datanode_address,
        type=told.type,
        reports=[_report(each) for each in told.reports],
        as_of=utc_from_ms(told.as_of_ms),
    )


def _report(told: admin_api.BlockReport) -> BlockReport:
    return BlockReport(
        started_at=utc_from_ms(told.started_at_ms),
        duration_ms=told.duration_ms,
        kind=told.kind,
        buckets=told.buckets,
        buckets_matching=told.buckets_matching,
        buckets_mismatching=told.buckets_mismatching,
        replicas=told.replicas,
        changes=told.changes,
        bytes_received=told.bytes_received,
        bytes_saved=told.bytes_saved,
        namenode=told.namenode,
        next_due_at=utc_or_none(told.next_due_at_ms),
    )
