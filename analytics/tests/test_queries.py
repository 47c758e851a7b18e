"""Queries as resources: limits, cancel, freshness, cost, and results as pages and files."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
import pyarrow.csv
import pyarrow.parquet
import pytest
from warren_analytics import metrics, results
from warren_analytics.database import Database
from warren_analytics.errors import (
    MemoryExceeded,
    QueryCancelled,
    QueryFailed,
    QueryNotFound,
    QueryTimedOut,
    StatementInvalid,
    StatementRefused,
    TooManyQueries,
)
from warren_analytics.limits import Limits
from warren_analytics.queries import Queries
from warren_analytics.query import Query, QueryState
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.testkit.replica import (
    ENDLESS,
    LIMITS,
    WAIT_MS,
    ReplicaUnderTest,
    Row,
    now_ms,
)


def _queries(folder: Path, limits: Limits, replica: ReplicaUnderTest) -> Queries:
    return Queries(folder, limits, ReplicaEngine(limits, lambda: replica.database, lambda: None))


def test_an_answer_says_engine_freshness_and_cost(replica: ReplicaUnderTest) -> None:
    replica.apply(*[Row(10 + at, 1, f"f{at}") for at in range(300)])
    query = replica.run("SELECT count(*) AS n FROM inodes WHERE size_bytes >= 0")
    assert (query.state, query.engine, query.rows) == (QueryState.SUCCEEDED, "duckdb", 1)
    assert [(each.name, each.type) for each in query.columns] == [("n", "BIGINT")]
    assert query.as_of is not None
    assert query.as_of.sequence == 300
    assert query.lag_ms is not None
    assert 0 <= query.lag_ms < 60_000
    assert query.cost is not None
    assert query.cost.rows_scanned >= 301
    assert query.cost.elapsed_ms >= 0


def test_a_position_without_changes_makes_answers_fresher(replica: ReplicaUnderTest) -> None:
    later = replace(replica.position(), time_ms=now_ms() + 5_000)
    replica.database.followed_to(later)
    assert replica.run("SELECT 1").as_of == later


def test_what_ended_and_what_was_refused_is_counted(replica: ReplicaUnderTest) -> None:
    def ended(outcome: str) -> float:
        return float(metrics.ENDED.labels("duckdb", outcome)._value.get())

    before = {outcome: ended(outcome) for outcome in ("succeeded", "sql_timed_out")}
    refused = metrics.REFUSED.labels("sql_refused")._value.get()
    replica.run("SELECT 1")
    replica.run(ENDLESS, time_limit_ms=100)
    with pytest.raises(StatementRefused):
        replica.run("DROP TABLE inodes")
    assert {outcome: ended(outcome) - was for outcome, was in before.items()} == {
        "succeeded": 1,
        "sql_timed_out": 1,
    }
    assert metrics.REFUSED.labels("sql_refused")._value.get() == refused + 1
    assert metrics.RUNNING.labels("duckdb")._value.get() == 0
    assert metrics.WAITING._value.get() == 0


def test_time_is_limited(replica: ReplicaUnderTest) -> None:
    started = time.monotonic()
    query = replica.run(ENDLESS, time_limit_ms=300)
    assert isinstance(query.error, QueryTimedOut)
    assert time.monotonic() - started < WAIT_MS / 1000
    assert replica.rows("SELECT 1") == [[1]]


def test_memory_is_limited(replica: ReplicaUnderTest) -> None:
    query = replica.run(
        "SELECT string_agg(i::VARCHAR || 'xxxxxxxxxxxxxxxxxxxxxxxxxx') FROM range(40000000) t(i)"
    )
    assert isinstance(query.error, MemoryExceeded | QueryTimedOut | QueryFailed)
    assert replica.rows("SELECT 1") == [[1]]


def test_rows_are_limited(replica: ReplicaUnderTest) -> None:
    query = replica.run(f"SELECT i FROM range({LIMITS.rows_max * 3}) t(i)")
    assert (query.rows, query.truncated) == (LIMITS.rows_max, True)
    exact = replica.run(f"SELECT i FROM range({LIMITS.rows_max}) t(i)")
    assert (exact.rows, exact.truncated) == (LIMITS.rows_max, False)


def test_bytes_are_limited(replica: ReplicaUnderTest, tmp_path: Path) -> None:
    limits = replace(LIMITS, result_mb=1, rows_max=1_000_000)
    queries = _queries(tmp_path / "small", limits, replica)
    query = queries.submit("SELECT sha256(i::VARCHAR) FROM range(200000) t(i)")
    query = queries.get(query.query_id, wait_ms=WAIT_MS)
    assert query.truncated
    assert query.rows is not None
    assert 0 < query.rows < 200_000
    queries.close()


def test_running_and_waiting_queries_are_cancelled(replica: ReplicaUnderTest) -> None:
    running = [replica.queries.submit(ENDLESS) for _ in range(LIMITS.concurrency)]
    waiting = replica.queries.submit(ENDLESS)
    assert replica.queries.get(waiting.query_id).state is QueryState.QUEUED
    for query in (waiting, *running):
        replica.queries.cancel(query.query_id)
    for query in (waiting, *running):
        ended = replica.queries.get(query.query_id, wait_ms=WAIT_MS)
        assert ended.state is QueryState.CANCELLED
        assert isinstance(ended.error, QueryCancelled)
    assert replica.rows("SELECT 1") == [[1]]


def test_a_late_cancel_leaves_the_connection_alone(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a statement's end and its query's, the connection already serves something else."""
    ended, cancelled = threading.Event(), threading.Event()
    seen: list[object] = []
    slot = Database.slot

    @contextmanager
    def leaving(database: Database) -> Iterator[duckdb.DuckDBPyConnection]:
        with slot(database) as connection:
            yield connection
            ended.set()
            assert cancelled.wait(WAIT_MS / 1000)
            # Longer than the pause between two interrupts.
            connection.execute("SELECT count(*) FROM range(500000000) t(i) WHERE i % 7 = 3")
            seen.append(connection.fetchone())

    monkeypatch.setattr(Database, "slot", leaving)
    query = replica.queries.submit("SELECT 1")
    assert ended.wait(WAIT_MS / 1000)
    assert not replica.queries.cancel(query.query_id).state.is_final
    cancelled.set()
    query = replica.queries.get(query.query_id, wait_ms=WAIT_MS)
    assert (query.state, seen) == (QueryState.SUCCEEDED, [(71_428_571,)])


def test_the_queue_is_bounded(replica: ReplicaUnderTest) -> None:
    queries = []
    for _ in range(LIMITS.concurrency):
        queries.append(replica.queries.submit(ENDLESS))
        _until_running(replica, queries[-1])
    queries += [replica.queries.submit(ENDLESS) for _ in range(LIMITS.waiting_max)]
    with pytest.raises(TooManyQueries):
        replica.queries.submit(ENDLESS)
    for query in queries:
        replica.queries.cancel(query.query_id)


def _until_running(replica: ReplicaUnderTest, query: Query) -> None:
    deadline = time.monotonic() + WAIT_MS / 1000
    while replica.queries.get(query.query_id).state is QueryState.QUEUED:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_wrong_names_and_values_are_told(replica: ReplicaUnderTest) -> None:
    replica.apply(Row(2, 1, "a"))
    unknown = replica.run("SELECT colour FROM inodes").error
    assert isinstance(unknown, StatementInvalid)
    assert "colour" in str(unknown.facts["reason"])
    failed = replica.run("SELECT name::INTEGER FROM inodes").error
    assert isinstance(failed, QueryFailed)


def test_queries_see_one_state_while_the_replica_follows(replica: ReplicaUnderTest) -> None:
    query = replica.queries.submit(
        "SELECT count(*) FROM range(3000) a, range(30000) b WHERE a.range + b.range < 0"
        " UNION ALL SELECT count(*) FROM inodes"
    )
    replica.apply(*[Row(10 + at, 1, f"f{at}") for at in range(50)])
    ended = replica.queries.get(query.query_id, wait_ms=WAIT_MS)
    assert ended.state is QueryState.SUCCEEDED
    assert ended.as_of is not None
    counted = results.page(replica.queries.file(query.query_id), 0, 10)
    assert [ended.as_of.sequence + 1] in counted


def test_pages_join_to_the_whole(replica: ReplicaUnderTest) -> None:
    query = replica.run("SELECT i, i * 2 AS twice FROM range(900) t(i) ORDER BY i")
    file = replica.queries.file(query.query_id)
    rows = [row for offset in range(0, 1_000, 70) for row in results.page(file, offset, 70)]
    assert rows == [[i, i * 2] for i in range(900)]


def test_files_hold_the_same_rows(replica: ReplicaUnderTest) -> None:
    query = replica.run("SELECT i, 'a,\"b' || i AS text, [i] AS list FROM range(20) t(i)")
    file = replica.queries.file(query.query_id)
    table = pyarrow.parquet.read_table(io.BytesIO(b"".join(results.parquet_chunks(file))))
    assert table.column("text").to_pylist()[3] == 'a,"b3'
    read = pyarrow.csv.read_csv(io.BytesIO(b"".join(results.csv_chunks(file))))
    assert read.column("text").to_pylist() == table.column("text").to_pylist()
    assert read.column("list").to_pylist()[3] == "[3]"


def test_an_empty_result_is_a_file_too(replica: ReplicaUnderTest) -> None:
    query = replica.run("SELECT 1 AS n WHERE false")
    file = replica.queries.file(query.query_id)
    assert (query.rows, results.page(file, 0, 5)) == (0, [])
    assert b"".join(results.csv_chunks(file)) == b'"n"\n'


def test_values_of_every_kind_become_json(replica: ReplicaUnderTest) -> None:
    statement = (
        "SELECT NULL, true, 9007199254740993, 1.5, DATE '2026-01-02', INTERVAL 1 DAY,"
        " 'x'::BLOB, {'a': [1]}, 'nan'::DOUBLE, 12::HUGEINT"
    )
    assert replica.rows(statement) == [
        [
            *(None, True, "9007199254740993", 1.5, "2026-01-02", "0 months 1 days 0 seconds"),
            *("78", {"a": [1]}, "nan", 12),
        ]
    ]


def test_old_results_are_forgotten(replica: ReplicaUnderTest, tmp_path: Path) -> None:
    limits = replace(LIMITS, kept_max=2)
    queries = _queries(tmp_path / "few", limits, replica)
    ids = []
    for _ in range(5):
        query = queries.submit("SELECT 1")
        queries.get(query.query_id, wait_ms=WAIT_MS)
        ids.append(query.query_id)
    with pytest.raises(QueryNotFound):
        queries.get(ids[0])
    assert queries.get(ids[-1]).state is QueryState.SUCCEEDED
    assert len(list((tmp_path / "few").iterdir())) <= limits.kept_max + 1
    queries.close()
