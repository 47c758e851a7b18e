"""Statements over the replica."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from warren_analytics import results, schema
from warren_analytics.database import Database
from warren_analytics.details import freshness
from warren_analytics.engine import Attach, Outcome
from warren_analytics.errors import (
    AnalyticsError,
    MemoryExceeded,
    QueryFailed,
    StatementInvalid,
    StatementRefused,
)
from warren_analytics.guard import REASON_LENGTH_MAX, Checked, Guard
from warren_analytics.limits import Limits
from warren_analytics.query import ENGINE, Column, TableFreshness
from warren_analytics.wire import ColumnInfo, TableInfo


class ReplicaEngine:
    """The engine of one process's replica.

    database: gives the current one; raises ReplicaNotReady while there is none.
    on_fatal: called when the engine says that it can't go on.
    """

    name = ENGINE

    def __init__(
        self, limits: Limits, database: Callable[[], Database], on_fatal: Callable[[], None]
    ) -> None:
        self._limits = limits
        self._database = database
        self._on_fatal = on_fatal
        self._guard = Guard()

    def require_ready(self) -> None:
        """Raises ReplicaNotReady."""
        self._database()

    def check(self, statement: str, *, explain: bool) -> Checked:
        """The statement, ready to run. Raises StatementInvalid, StatementRefused."""
        return self._guard.check(statement, explain=explain)

    def execute(
        self,
        checked: Checked,
        file: Path,
        time_limit_ms: int,  # noqa: ARG002 - whoever counts the time interrupts
        attach: Attach,
    ) -> Outcome:
        """Runs the statement in a read-only transaction over one state of the replica."""
        database = self._database()
        followed = database.position()
        with database.slot() as connection:
            # Before the statement, in its transaction: exactly what it will see.
            as_of = database.as_of(connection, followed)
            swept = freshness(connection, checked.tables)
            # No longer: the next interrupt would hit the rollback, or the slot's next statement.
            with attach(connection.interrupt):
                connection.execute(checked.to_run)
                columns = tuple(
                    Column(str(each[0]), str(each[1])) for each in connection.description or ()
                )
                stored = results.store(connection, file, self._limits)
            profile = json.loads(connection.get_profiling_information())
        return Outcome(
            columns=columns,
            stored=stored,
            as_of=as_of,
            lag_ms=max(0, time.time_ns() // 1_000_000 - as_of.time_ms),
            swept=tuple(TableFreshness(table, time_ms) for table, time_ms in swept.items()),
            rows_scanned=int(profile.get("cumulative_rows_scanned", 0)),
            memory_peak_bytes=int(profile.get("system_peak_buffer_memory", 0)),
        )

    def error_of(self, error: Exception) -> AnalyticsError | None:
        """What an error means; null when it is not the engine's."""
        if isinstance(error, duckdb.FatalException | duckdb.InternalException):
            self._on_fatal()
        reason = str(error)[:REASON_LENGTH_MAX]
        if isinstance(error, AnalyticsError):
            return error
        if isinstance(error, duckdb.OutOfMemoryException) or "Out of Memory" in reason:
            return MemoryExceeded(memory_mb=self._limits.memory_mb)
        if isinstance(error, duckdb.PermissionException):
            return StatementRefused(reason=reason)
        if isinstance(
            error, duckdb.ParserException | duckdb.BinderException | duckdb.CatalogException
        ):
            return StatementInvalid(reason=reason)
        if isinstance(error, duckdb.Error):
            return QueryFailed(reason=reason)
        return None

    def tables(self) -> list[TableInfo]:
        """The published tables with the types that the engine gives them."""
        database = self._database()
        followed = database.position()
        followed_ms = None if followed is None else followed.time_ms
        with database.slot() as connection:
            swept = freshness(connection, schema.PUBLISHED)
            return [
                TableInfo(
                    table.name,
                    table.description,
                    tuple(
                        ColumnInfo(name, kind, table.columns.get(name, ""))
                        for name, kind, *_ in connection.execute(
                            f"DESCRIBE main.{table.name}"
                        ).fetchall()
                    ),
                    "sweep" if table.name in swept else "feed",
                    swept.get(table.name, followed_ms),
                )
                for table in schema.TABLES
            ]

    def close(self) -> None:
        """Ends the parser."""
        self._guard.close()
