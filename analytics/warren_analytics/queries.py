"""Queries as resources: submitted, run under limits, watched, cancelled, and kept for a while."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa

from warren_analytics import results
from warren_analytics.database import Database
from warren_analytics.errors import (
    AnalyticsError,
    MemoryExceeded,
    QueryCancelled,
    QueryFailed,
    QueryNotFound,
    QueryTimedOut,
    StatementInvalid,
    StatementRefused,
    TooManyQueries,
)
from warren_analytics.guard import REASON_LENGTH_MAX, Checked, Guard
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.query import Column, Cost, Query, QueryState

TIME_LIMIT_MS_MIN: Final = 100


INTERRUPT_AGAIN_S = 0.1


@dataclass(slots=True)
class _Run:
    """A query and what it takes to stop it."""

    query: Query
    checked: Checked
    changed: threading.Condition = field(default_factory=threading.Condition)
    connection: duckdb.DuckDBPyConnection | None = None
    stopped_by: type[AnalyticsError] | None = None

    def update(self, **changes: Any) -> None:
        with self.changed:
            self.query = replace(self.query, **changes)
            self.changed.notify_all()

    def stop(self, why: type[AnalyticsError]) -> None:
        """Interrupts it; a connection that went on to another query is left alone."""
        with self.changed:
            if self.query.state.is_final or self.stopped_by is not None:
                return
            self.stopped_by = why
        self._interrupt()

    def _interrupt(self) -> None:
        """Until it ends: the engine forgets an interrupt that comes just before its statement."""
        with self.changed:
            if self.connection is None or self.query.state.is_final:
                return
            self.connection.interrupt()
        again = threading.Timer(INTERRUPT_AGAIN_S, self._interrupt)
        again.daemon = True
        again.start()

    def attach(self, connection: duckdb.DuckDBPyConnection | None) -> None:
        with self.changed:
            self.connection = connection


class Queries:
    """Runs statements. Safe to share between threads.

    database: gives the current one; raises ReplicaNotReady while there is none.
    on_fatal: called when the engine says that it can't go on.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits,
        database: Callable[[], Database],
        on_fatal: Callable[[], None],
    ) -> None:
        self._folder = folder
        self._limits = limits
        self._database = database
        self._on_fatal = on_fatal
        self._lock = threading.Lock()
        self._guard = Guard()
        self._runs: dict[str, _Run] = {}
        self._pool = ThreadPoolExecutor(limits.concurrency, thread_name_prefix="query")
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob("*.parquet"):
            leftover.unlink()

    def submit(
        self, statement: str, *, explain: bool = False, time_limit_ms: int | None = None
    ) -> Query:
        """Checks the statement and queues it.

        Raises StatementInvalid, StatementRefused, ReplicaNotReady, TooManyQueries.
        """
        self._database()
        limit_ms = min(time_limit_ms or self._limits.time_limit_ms, self._limits.time_limit_ms)
        with self._lock:
            checked = self._guard.check(statement, explain=explain)
            self._forget_old()
            waiting = sum(run.query.state is QueryState.QUEUED for run in self._runs.values())
            if waiting >= self._limits.waiting_max:
                raise TooManyQueries(waiting_max=self._limits.waiting_max)
            query = Query(
                query_id=uuid.uuid4().hex,
                state=QueryState.QUEUED,
                submitted_at_ms=_now_ms(),
                time_limit_ms=max(limit_ms, TIME_LIMIT_MS_MIN),
            )
            run = _Run(query, checked)
            self._runs[query.query_id] = run
        self._pool.submit(self._work, run)
        return query

    def get(self, query_id: str, *, wait_ms: int = 0) -> Query:
        """The query; waits that long for its end. Raises QueryNotFound."""
        run = self._run(query_id)
        with run.changed:
            run.changed.wait_for(lambda: run.query.state.is_final, wait_ms / 1000)
            return run.query

    def cancel(self, query_id: str) -> Query:
        """Stops it; harmless when it is over. Raises QueryNotFound."""
        run = self._run(query_id)
        run.stop(QueryCancelled)
        return self.get(query_id, wait_ms=1_000)

    def file(self, query_id: str) -> Path:
        """The result as a Parquet file. Raises QueryNotFound when there is none."""
        run = self._run(query_id)
        if run.query.state is not QueryState.SUCCEEDED:
            raise QueryNotFound(query_id=query_id)
        return self._file(query_id)

    def close(self) -> None:
        """Stops everything and waits for it."""
        with self._lock:
            runs = list(self._runs.values())
        for run in runs:
            run.stop(QueryCancelled)
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._guard.close()

    def _run(self, query_id: str) -> _Run:
        with self._lock:
            run = self._runs.get(query_id)
        if run is None:
            raise QueryNotFound(query_id=query_id)
        return run

    def _file(self, query_id: str) -> Path:
        return self._folder / f"{query_id}.parquet"

    def _forget_old(self) -> None:
        """Drops ended queries that are too old or too many; the oldest first."""
        ended = [run.query for run in self._runs.values() if run.query.state.is_final]
        too_many = len(ended) - self._limits.kept_max
        expired_before_ms = _now_ms() - self._limits.kept_s * 1000
        for index, query in enumerate(ended):
            if index < too_many or query.submitted_at_ms < expired_before_ms:
                del self._runs[query.query_id]
                self._file(query.query_id).unlink(missing_ok=True)

    def _work(self, run: _Run) -> None:
        started = time.monotonic()
        run.update(state=QueryState.RUNNING, started_at_ms=_now_ms())
        limit_s = run.query.time_limit_ms / 1000
        clock = threading.Timer(limit_s, run.stop, [QueryTimedOut])
        clock.start()
        try:
            outcome = self._execute(run, started)
        except Exception as error:  # noqa: BLE001 - whatever it is, the query ends and says why
            self._file(run.query.query_id).unlink(missing_ok=True)
            outcome = self._failure(run, error)
        finally:
            clock.cancel()
        run.update(finished_at_ms=_now_ms(), **outcome)

    def _execute(self, run: _Run, started: float) -> dict[str, Any]:
        database = self._database()
        followed = database.position()
        with database.slot() as connection:
            # Before the statement, in its transaction: exactly what it will see.
            as_of = _as_of(connection, followed)
            run.attach(connection)
            try:
                if run.stopped_by is not None:
                    raise run.stopped_by
                connection.execute(run.checked.to_run)
                columns = tuple(
                    Column(str(each[0]), str(each[1])) for each in connection.description or ()
                )
                stored = results.store(connection, self._file(run.query.query_id), self._limits)
                profile = json.loads(connection.get_profiling_information())
            finally:
                run.attach(None)
        return {
            "state": QueryState.SUCCEEDED,
            "columns": columns,
            "rows": stored.rows,
            "truncated": stored.truncated,
            "as_of": as_of,
            "lag_ms": max(0, _now_ms() - as_of.time_ms),
            "cost": Cost(
                elapsed_ms=round((time.monotonic() - started) * 1000),
                rows_scanned=int(profile.get("cumulative_rows_scanned", 0)),
                memory_peak_bytes=int(profile.get("system_peak_buffer_memory", 0)),
            ),
        }

    def _failure(self, run: _Run, error: Exception) -> dict[str, Any]:
        if isinstance(error, duckdb.FatalException | duckdb.InternalException):
            self._on_fatal()
        known = self._known(run, error)
        cancelled = isinstance(known, QueryCancelled)
        return {"state": QueryState.CANCELLED if cancelled else QueryState.FAILED, "error": known}

    def _known(self, run: _Run, error: Exception) -> AnalyticsError:  # noqa: PLR0911
        reason = str(error)[:REASON_LENGTH_MAX]
        # A stop comes back as the engine's or as the stream's error; that it was asked for counts.
        if run.stopped_by is QueryTimedOut:
            return QueryTimedOut(time_limit_ms=run.query.time_limit_ms)
        if run.stopped_by is QueryCancelled:
            return QueryCancelled()
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
        if isinstance(error, duckdb.Error | pa.ArrowException | OSError | ValueError):
            return QueryFailed(reason=reason)
        return QueryFailed(reason=type(error).__name__)


def _as_of(connection: duckdb.DuckDBPyConnection, followed: Position | None) -> Position:
    row = connection.execute("SELECT cursor, sequence, time_ms FROM store.position").fetchone()
    assert row is not None
    stored = Position(*row)
    if followed is not None and followed.time_ms > stored.time_ms:
        return followed
    return stored


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
