"""A small replica, and rows to fill it with, for tests."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from warren_analytics.database import Database
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.queries import Queries
from warren_analytics.query import Query
from warren_analytics.results import page
from warren_analytics.rows import KindName, OperationName

LIMITS = Limits(memory_mb=256, resident_mb=1_024, rows_max=1_000, time_limit_ms=20_000, kept_max=50)
WAIT_MS = 30_000
# Fills the engine's memory, and then its scratch space, for as long as it may.
ENDLESS = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7"


@dataclass(frozen=True)
class PlaceRow:
    parent_id: int
    name: str


@dataclass(frozen=True)
class Row:
    """An inode, and an event of it."""

    inode_id: int
    parent_id: int
    name: str
    kind: KindName = "file"
    size_bytes: int = 10
    logical_time: int = 1
    owner: str = "ann"
    group: str = "staff"
    mode: int = 0o644
    mtime_ms: int = 1_700_000_000_000
    atime_ms: int = 0
    replication: int = 3
    block_size_bytes: int = 134_217_728
    storage_policy: int = 0
    features: int = 0
    sequence: int = 0
    committed_at_ms: int = 0
    operation: OperationName = "create"
    before: PlaceRow | None = None


@dataclass(frozen=True)
class QuotaRow:
    """A directory's limits and what it uses of them."""

    inode_id: int
    namespace_quota: int | None = None
    namespace_used: int = 0
    space_quota_bytes: int | None = None
    space_used_bytes: int = 0
    ssd_quota_bytes: int | None = None
    ssd_used_bytes: int | None = None
    disk_quota_bytes: int | None = None
    disk_used_bytes: int | None = None
    archive_quota_bytes: int | None = None
    archive_used_bytes: int | None = None
    provided_quota_bytes: int | None = None
    provided_used_bytes: int | None = None
    nvdimm_quota_bytes: int | None = None
    nvdimm_used_bytes: int | None = None


def directory(inode_id: int, parent_id: int, name: str, logical_time: int = 1) -> Row:
    return Row(inode_id, parent_id, name, "directory", 0, logical_time, mode=0o755, replication=0)


def deleted(row: Row) -> Row:
    return replace(row, operation="delete", logical_time=row.logical_time + 1)


ROOT = directory(1, 0, "")


@dataclass
class ReplicaUnderTest:
    """A complete replica of the root; each batch advances the position by its events."""

    database: Database
    queries: Queries
    sequence: int = 0

    def apply(self, *rows: Row) -> None:
        events = []
        for row in rows:
            self.sequence += 1
            events.append(replace(row, sequence=self.sequence, committed_at_ms=now_ms()))
        self.database.writer.apply(events, self.position())

    def position(self) -> Position:
        return Position(f"c{self.sequence}", self.sequence, now_ms())

    def run(self, statement: str, *, time_limit_ms: int | None = None) -> Query:
        query = self.queries.submit(statement, time_limit_ms=time_limit_ms)
        query = self.queries.get(query.query_id, wait_ms=WAIT_MS)
        assert query.state.is_final
        return query

    def rows(self, statement: str) -> list[list[object]]:
        query = self.run(statement)
        if query.error is not None:
            raise query.error
        return page(self.queries.file(query.query_id), 0, LIMITS.rows_max)


def now_ms() -> int:
    return time.time_ns() // 1_000_000
