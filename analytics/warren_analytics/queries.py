"""Queries as resources: submitted, run under limits, watched, cancelled, and kept for a while."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from warren_analytics import metrics
from warren_analytics.engine import CheckedStatement, Engine, Interrupt
from warren_analytics.errors import (
    AnalyticsError,
    EngineAbsent,
    MemoryExceeded,
    QueryCancelled,
    QueryFailed,
    QueryNotFound,
    QueryTimedOut,
    TooManyQueries,
)
from warren_analytics.limits import Limits
from warren_analytics.memory_watch import MemoryWatch
from warren_analytics.query import Cost, Query, QueryState

REASON_LENGTH_MAX: Final = 2_000
TIME_LIMIT_MS_MIN: Final = 100


INTERRUPT_AGAIN_S = 0.1


@dataclass(slots=True)
class _Run:
    """A query and what it takes to stop it."""

    query: Query
    checked: CheckedStatement
    engine: Engine
    changed: threading.Condition = field(default_factory=threading.Condition)
    interrupt: Interrupt | None = None
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
            interrupt = self.interrupt
            if interrupt is None or self.query.state.is_final:
                return
            interrupt()
        again = threading.Timer(INTERRUPT_AGAIN_S, self._interrupt)
        again.daemon = True
        again.start()

    @contextmanager
    def attached(self, interrupt: Interrupt) -> Iterator[None]:
        """Around the statement. Raises the reason when it was stopped before."""
        with self.changed:
            if self.stopped_by is not None:
                raise self.stopped_by
            self.interrupt = interrupt
        try:
            yield
        finally:
            with self.changed:
                self.interrupt = None


class Queries:
    """Runs statements. Safe to share between threads.

    engines: the first one is used when none is named.
    """

    def __init__(self, folder: Path, limits: Limits, *engines: Engine) -> None:
        self._folder = folder
        self._limits = limits
        self._engines = {engine.name: engine for engine in engines}
        self._first = engines[0].name
        self._lock = threading.Lock()
        self._runs: dict[str, _Run] = {}
        self._memory = MemoryWatch(limits, self._stop_running)
        self._pool = ThreadPoolExecutor(limits.concurrency, thread_name_prefix="query")
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob("*.parquet"):
            leftover.unlink()

    def submit(
        self,
        statement: str,
        *,
        explain: bool = False,
        time_limit_ms: int | None = None,
        engine: str | None = None,
    ) -> Query:
        """Checks the statement and queues it.

        Raises StatementInvalid, StatementRefused, EngineAbsent, ReplicaNotReady, TooManyQueries.
        """
        try:
            return self._submit(statement, explain, time_limit_ms, self.engine(engine))
        except AnalyticsError as error:
            metrics.REFUSED.labels(error.code).inc()
            raise

    def _submit(
        self, statement: str, explain: bool, time_limit_ms: int | None, chosen: Engine
    ) -> Query:
        chosen.require_ready()
        limit_ms = min(time_limit_ms or self._limits.time_limit_ms, self._limits.time_limit_ms)
        with self._lock:
            checked = chosen.check(statement, explain=explain)
            self._forget_old()
            waiting = sum(run.query.state is QueryState.QUEUED for run in self._runs.values())
            if waiting >= self._limits.waiting_max:
                raise TooManyQueries(waiting_max=self._limits.waiting_max)
            query = Query(
                query_id=uuid.uuid4().hex,
                state=QueryState.QUEUED,
                submitted_at_ms=_now_ms(),
                time_limit_ms=max(limit_ms, TIME_LIMIT_MS_MIN),
                engine=chosen.name,
            )
            run = _Run(query, checked, chosen)
            self._runs[query.query_id] = run
        metrics.WAITING.inc()
        self._pool.submit(self._work, run)
        return query

    @property
    def engines(self) -> tuple[str, ...]:
        """Names of the engines, the first one first."""
        return tuple(self._engines)

    def engine(self, name: str | None = None) -> Engine:
        """An engine by its name. Raises EngineAbsent."""
        engine = self._engines.get(name or self._first)
        if engine is None:
            raise EngineAbsent(engine=name, engines=", ".join(self._engines))
        return engine

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
        metrics.WAITING.set(0)
        self._memory.close()
        for engine in self._engines.values():
            engine.close()

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
        metrics.WAITING.dec()
        metrics.RUNNING.labels(run.engine.name).inc()
        run.update(state=QueryState.RUNNING, started_at_ms=_now_ms())
        limit_s = run.query.time_limit_ms / 1000
        clock = threading.Timer(limit_s, run.stop, [QueryTimedOut])
        clock.start()
        try:
            with self._memory.watching():
                outcome = self._execute(run, started)
        except Exception as error:  # noqa: BLE001 - whatever it is, the query ends and says why
            self._file(run.query.query_id).unlink(missing_ok=True)
            outcome = self._failure(run, error)
        finally:
            clock.cancel()
        _count(run.engine.name, outcome, time.monotonic() - started)
        run.update(finished_at_ms=_now_ms(), **outcome)

    def _stop_running(self) -> None:
        """All of them: nobody knows which one of them took the memory."""
        with self._lock:
            runs = [run for run in self._runs.values() if run.query.state is QueryState.RUNNING]
        for run in runs:
            run.stop(MemoryExceeded)

    def _execute(self, run: _Run, started: float) -> dict[str, Any]:
        file = self._file(run.query.query_id)
        outcome = run.engine.execute(run.checked, file, run.query.time_limit_ms, run.attached)
        return {
            "state": QueryState.SUCCEEDED,
            "columns": outcome.columns,
            "rows": outcome.stored.rows,
            "truncated": outcome.stored.truncated,
            "as_of": outcome.as_of,
            "lag_ms": outcome.lag_ms,
            "swept": outcome.swept,
            "cost": Cost(
                elapsed_ms=round((time.monotonic() - started) * 1000),
                rows_scanned=outcome.rows_scanned,
                memory_peak_bytes=outcome.memory_peak_bytes,
            ),
        }

    def _failure(self, run: _Run, error: Exception) -> dict[str, Any]:
        known = self._known(run, error)
        cancelled = isinstance(known, QueryCancelled)
        return {"state": QueryState.CANCELLED if cancelled else QueryState.FAILED, "error": known}

    def _known(self, run: _Run, error: Exception) -> AnalyticsError:
        told = run.engine.error_of(error)
        # A stop comes back as the engine's or as the stream's error; that it was asked for counts.
        if run.stopped_by is QueryTimedOut or isinstance(told, QueryTimedOut):
            return QueryTimedOut(time_limit_ms=run.query.time_limit_ms)
        if run.stopped_by is QueryCancelled:
            return QueryCancelled()
        if run.stopped_by is MemoryExceeded or isinstance(error, MemoryError):
            return MemoryExceeded(memory_mb=self._limits.memory_mb)
        if told is not None:
            return told
        if isinstance(error, pa.ArrowException | OSError | ValueError):
            return QueryFailed(reason=str(error)[:REASON_LENGTH_MAX])
        return QueryFailed(reason=type(error).__name__)


def _count(engine: str, outcome: dict[str, Any], took_s: float) -> None:
    error = outcome.get("error")
    metrics.RUNNING.labels(engine).dec()
    metrics.SECONDS.labels(engine).observe(took_s)
    metrics.ENDED.labels(engine, metrics.SUCCEEDED if error is None else error.code).inc()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
