"""Reads of queries, their results, the published tables, and the library of reports."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Final

from django.db.models import Q, QuerySet

from apps.common.names import holding
from apps.common.paging import (
    NEWEST_FIRST,
    Order,
    Page,
    decode_cursor,
    encode_cursor,
    narrowed,
    ordered,
)
from apps.common.price import Price, price_of_space
from apps.common.problems import NotFound, Unavailable
from apps.common.values import utc_from_ms
from apps.sql.models import SavedQuery, SqlQuery
from apps.sql.replica import replica_client, replica_problems
from apps.sql.values import FileKind, QueryState
from warren_analytics.counting_values import CountAsked, Counts
from warren_analytics.reports import REPORTS, Report
from warren_analytics.usage_values import UsageSort
from warren_analytics.wire import Status, TableInfo

KEPT_S: Final = 20.0
_LIMIT_MS: Final = 20_000
_ROWS_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class RowPage:
    """Rows of a result as JSON values, in the order of its columns."""

    items: list[list[Any]]
    next_cursor: str | None
    total: int


def queries_of(
    *,
    user_id: int,
    state: str | None = None,
    engine: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SqlQuery]:
    """What the user wrote and ran, in an order."""
    rows = SqlQuery.objects.filter(user_id=user_id, report="")
    return ordered(
        narrowed(rows, state=state, engine=engine), order=order, cursor=cursor, limit=limit
    )


def query_of_user(*, user_id: int, query_id: int) -> SqlQuery:
    """One of the user's own queries; NotFound for those of others."""
    row = SqlQuery.objects.filter(user_id=user_id, pk=query_id).first()
    if row is None:
        raise NotFound("No such query", facts={"query_id": query_id})
    return row


def saved_queries(
    *,
    user_id: int,
    name: str | None = None,
    cursor: str | None,
    limit: int,
    order: Order = NEWEST_FIRST,
) -> Page[SavedQuery]:
    """The user's saved queries and those that others share, with part of a name, in an order."""
    rows = _saved_for(user_id)
    if name is not None:
        rows = holding(rows, "name", name)
    return ordered(rows, order=order, cursor=cursor, limit=limit)


def saved_query(*, user_id: int, saved_id: int) -> SavedQuery:
    """One of them; NotFound for others."""
    saved = _saved_for(user_id).filter(pk=saved_id).first()
    if saved is None:
        raise NotFound("No such saved query", facts={"saved_id": saved_id})
    return saved


def _saved_for(user_id: int) -> QuerySet[SavedQuery]:
    return SavedQuery.objects.filter(Q(user_id=user_id) | Q(shared=True))


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


def replica_inodes() -> int:
    """How many inodes the replica knows, but for symbolic links; Unavailable."""
    with replica_problems() as replica:
        totals = replica.usage("/", sort=UsageSort.NAME, limit=1).directory.totals
    return totals.files + totals.directories + 1


def match_counts(asked: CountAsked) -> Counts:
    """What a search matches. Raises the replica's own errors: another engine may count instead."""
    return replica_client().counts(asked)


@dataclass(frozen=True, slots=True)
class Library:
    """The ready reports. price: what space costs; None where no setting tells it."""

    items: tuple[Report, ...]
    price: Price | None


def reports() -> Library:
    """The library of ready reports."""
    return Library(REPORTS, price_of_space())


@dataclass(frozen=True, slots=True)
class ReportRows:
    """A report's rows, each by its columns' names, and the moment that they are true for."""

    rows: list[dict[str, Any]]
    as_of: datetime


_lock = Lock()
_kept: dict[str, tuple[float, ReportRows]] = {}


def report_rows(name: str) -> ReportRows:
    """What a report of the library answers, at most KEPT_S old: it may scan the whole namespace.

    Raises Unavailable while the replica can't answer.
    """
    with _lock:
        made_s, found = _kept.get(name, (-KEPT_S, None))
        if found is None or time.monotonic() - made_s >= KEPT_S:
            found = _report(name)
            _kept[name] = (time.monotonic(), found)
        return found


def forget_reports() -> None:
    """What was kept is made again."""
    with _lock:
        _kept.clear()


def _report(name: str) -> ReportRows:
    (statement,) = [each.statement for each in REPORTS if each.name == name]
    with replica_problems() as replica:
        query = replica.submit(statement, time_limit_ms=_LIMIT_MS, wait_ms=_LIMIT_MS)
        if query.error is not None:
            raise query.error
        if query.as_of is None:
            raise Unavailable("The report is not made yet", code="report_not_made")
        values = replica.rows(query.query_id, offset=0, limit=_ROWS_MAX)
    names = [column.name for column in query.columns]
    rows = [dict(zip(names, each, strict=True)) for each in values]
    return ReportRows(rows, utc_from_ms(query.as_of.time_ms))


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
