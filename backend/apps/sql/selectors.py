"""Reads of queries, their results, the published tables, and the library of reports."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from apps.common.paging import Page, decode_cursor, encode_cursor, newest_first
from apps.common.problems import NotFound
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.replica import replica_problems
from apps.sql.values import FileKind, QueryState
from warren_analytics.reports import REPORTS, Report
from warren_analytics.wire import Status, TableInfo


@dataclass(frozen=True, slots=True)
class RowPage:
    """Rows of a result as JSON values, in the order of its columns."""

    items: list[list[Any]]
    next_cursor: str | None
    total: int


def queries_of(*, user_id: int, cursor: str | None, limit: int) -> Page[SqlQuery]:
    """What the user wrote and ran, newest first."""
    return newest_first(
        SqlQuery.objects.filter(user_id=user_id, report=""), cursor=cursor, limit=limit
    )


def query_of_user(*, user_id: int, query_id: int) -> SqlQuery:
    """One of the user's own queries; NotFound for those of others."""
    row = SqlQuery.objects.filter(user_id=user_id, pk=query_id).first()
    if row is None:
        raise NotFound("No such query", facts={"query_id": query_id})
    return row


def saved_queries(*, user_id: int, cursor: str | None, limit: int) -> Page[SavedQuery]:
    """The user's saved queries and those that others share, newest first."""
    seen = SavedQuery.objects.filter(Q(user_id=user_id) | Q(shared=True))
    return newest_first(seen, cursor=cursor, limit=limit)


def result_page(*, user_id: int, query_id: int, cursor: str | None, limit: int) -> RowPage:
    """Rows of a query that succeeded. The cursor is bound to nothing but the offset."""
    row = _succeeded(user_id, query_id)
    offset = decode_cursor(cursor) if cursor else 0
    with replica_problems() as replica:
        rows = replica.rows(row.replica_query, offset=offset, limit=limit)
    following = offset + len(rows)
    total = row.rows or 0
    more = bool(rows) and following < total
    return RowPage(rows, encode_cursor(following) if more else None, total)


def result_file(*, user_id: int, query_id: int, kind: FileKind) -> Iterator[bytes]:
    """The chunks of a result as a file. What is wrong is raised before the first chunk."""
    row = _succeeded(user_id, query_id)
    stack = ExitStack()
    with replica_problems() as replica:
        chunks = stack.enter_context(
            replica.file(row.replica_query, "csv" if kind == FileKind.CSV else "parquet")
        )
    return _closing(stack, chunks)


def tables(*, engine: str) -> list[TableInfo]:
    """The tables that an engine publishes."""
    with replica_problems() as replica:
        return replica.tables(engine)


def replica_status() -> Status:
    """State of the replica."""
    with replica_problems() as replica:
        return replica.status()


def reports() -> tuple[Report, ...]:
    """The library of ready reports."""
    return REPORTS


def _succeeded(user_id: int, query_id: int) -> SqlQuery:
    row = query_of_user(user_id=user_id, query_id=query_id)
    if row.state != QueryState.SUCCEEDED:
        raise NotFound(
            "This query has no result", code="sql_no_result", facts={"state": str(row.state)}
        )
    return row


def _closing(stack: ExitStack, chunks: Iterator[bytes]) -> Iterator[bytes]:
    with stack:
        yield from chunks
