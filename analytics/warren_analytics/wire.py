"""Queries and errors as JSON, for both ends of the replica's socket."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from warren_analytics.errors import ERRORS_BY_CODE, AnalyticsError
from warren_analytics.position import Position, ReplicaProof
from warren_analytics.query import Column, Cost, Query, QueryState, TableFreshness

KeptBy = Literal["feed", "sweep", "live"]


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """A column of a published table."""

    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A published table: what a row of it is, and how it is kept.

    kept_by: ``feed``, with every change; ``sweep``, by reading it again and again; ``live``, not
    kept at all.
    complete_as_of_ms: every change up to then is included; null until it was read once.
    """

    name: str
    description: str
    columns: tuple[ColumnInfo, ...]
    kept_by: KeptBy
    complete_as_of_ms: int | None


@dataclass(frozen=True, slots=True)
class Status:
    """State of the replica. as_of and lag_ms are null until it was complete once, as is proof.

    engines: what statements can be run by; the replica's is the first.
    inodes_built, build_percent, build_left_ms: of a running build, as ``Progress`` has them.
    """

    state: str
    as_of: Position | None
    lag_ms: int | None
    inodes_built: int | None
    last_error: str | None
    proof: ReplicaProof | None
    engines: tuple[str, ...]
    build_percent: int | None = None
    build_left_ms: int | None = None


def query_body(query: Query) -> dict[str, Any]:
    """A query as JSON."""
    body = asdict(replace(query, error=None))
    body["state"] = query.state.value
    body["error"] = None if query.error is None else error_body(query.error)
    return body


def query_of(body: dict[str, Any]) -> Query:
    """What ``query_body`` made."""
    return Query(
        **{
            **body,
            "state": QueryState(body["state"]),
            "columns": tuple(Column(**each) for each in body["columns"]),
            "as_of": body["as_of"] and Position(**body["as_of"]),
            "swept": tuple(TableFreshness(**each) for each in body["swept"]),
            "cost": body["cost"] and Cost(**body["cost"]),
            "error": body["error"] and error_of(body["error"]),
        }
    )


def error_body(error: AnalyticsError) -> dict[str, Any]:
    """An error as JSON."""
    return {"code": error.code, "facts": error.facts}


def error_of(body: dict[str, Any]) -> AnalyticsError:
    """What ``error_body`` made."""
    return ERRORS_BY_CODE.get(str(body.get("code")), AnalyticsError)(
        **dict(body.get("facts") or {})
    )


def status_body(status: Status) -> dict[str, Any]:
    """A status as JSON."""
    return asdict(status)


def status_of(body: dict[str, Any]) -> Status:
    """What ``status_body`` made."""
    as_of, proof = body["as_of"], body["proof"]
    typed = {
        "as_of": as_of and Position(**as_of),
        "proof": proof and ReplicaProof(**proof),
        "engines": tuple(body["engines"]),
    }
    return Status(**{**body, **typed})


def table_of(body: dict[str, Any]) -> TableInfo:
    """A table from JSON."""
    columns = tuple(ColumnInfo(**each) for each in body["columns"])
    return TableInfo(**{**body, "columns": columns})
