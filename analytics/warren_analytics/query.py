"""A query as both ends of the replica's socket know it. Needs no engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from warren_analytics.errors import AnalyticsError
from warren_analytics.position import Position

ENGINE: Final = "duckdb"
LIVE_ENGINE: Final = "ndb"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a result; type: the engine's name of it."""

    name: str
    type: str


class QueryState(StrEnum):
    """Where a query is; the last three are final."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self in {QueryState.SUCCEEDED, QueryState.FAILED, QueryState.CANCELLED}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a query took. rows_scanned: read from tables, before filters."""

    elapsed_ms: int
    rows_scanned: int
    memory_peak_bytes: int


@dataclass(frozen=True, slots=True)
class TableFreshness:
    """A table that the feed does not keep: every change up to complete_as_of_ms is included.

    Null: it was not read completely yet.
    """

    table: str
    complete_as_of_ms: int | None


@dataclass(frozen=True, slots=True)
class Query:
    """One query as it is now. Times are ms since the epoch.

    as_of: of the tables that the feed keeps. swept: of the other ones that the statement reads.
    """

    query_id: str
    state: QueryState
    submitted_at_ms: int
    time_limit_ms: int
    engine: str = ENGINE
    started_at_ms: int | None = None
    finished_at_ms: int | None = None
    columns: tuple[Column, ...] = ()
    rows: int | None = None
    truncated: bool = False
    as_of: Position | None = None
    lag_ms: int | None = None
    swept: tuple[TableFreshness, ...] = ()
    cost: Cost | None = None
    error: AnalyticsError | None = None
