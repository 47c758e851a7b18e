"""Live SQL against a real SQL node: answers, limits, cancel, and what the node itself refuses.

Needs NDB_HOME for its mysqld; tables of its own stand for the metadata.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path

import pymysql
import pytest
from warren_analytics.errors import (
    AnalyticsError,
    LiveUnavailable,
    QueryCancelled,
    QueryTimedOut,
    StatementInvalid,
    StatementRefused,
)
from warren_analytics.limits import Limits
from warren_analytics.live import LiveEngine, LiveNode
from warren_analytics.live_guard import LiveChecked
from warren_analytics.queries import Queries
from warren_analytics.query import Query, QueryState
from warren_analytics.results import page

NDB_HOME = os.environ.get("NDB_HOME")
pytestmark = pytest.mark.skipif(not NDB_HOME, reason="NDB_HOME names no MySQL server")

LIMITS = Limits(rows_max=100, time_limit_ms=20_000)
DEADLINE_S = 60
PASSWORD = "of the reader"
# A plain COUNT(*) would be answered from the tables' counters.
ENDLESS = (
    "SELECT MAX(a.n * b.n + c.n * d.n + e.n)"
    " FROM changes a, changes b, changes c, changes d, changes e"
)
SET_UP = (
    "CREATE DATABASE metadata",
    "CREATE TABLE metadata.token_keys (secret VARBINARY(20))",
    "INSERT INTO metadata.token_keys VALUES ('a secret')",
    "CREATE TABLE metadata.number (n INT PRIMARY KEY, name VARBINARY(20), at DATETIME)",
    "INSERT INTO metadata.number WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r"
    " WHERE n < 500) SELECT n, CONCAT('Ünï-', n), '2026-11-21 10:00:00' FROM r",
    "CREATE DATABASE live",
    "CREATE VIEW live.changes AS SELECT n, CONVERT(name USING utf8mb4) AS name, at"
    " FROM metadata.number",
    f"CREATE USER reader@'%' IDENTIFIED BY '{PASSWORD}' WITH MAX_USER_CONNECTIONS 8",
    "GRANT SELECT ON live.* TO reader@'%'",
)


def _port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveNode]:
    home, folder, port = Path(NDB_HOME or ""), tmp_path_factory.mktemp("live"), _port()
    configuration = folder / "my.cnf"
    configuration.write_text(
        f"[mysqld]\nuser={os.environ.get('USER') or 'root'}\nbasedir={home}\n"
        f"lc-messages-dir={home}/share\ncharacter-sets-dir={home}/share/charsets\n"
        f"datadir={folder}/data\nsocket={folder}/s\nport={port}\nbind-address=127.0.0.1\n"
        "performance_schema=OFF\ninnodb_buffer_pool_size=16M\nskip-log-bin\n"
    )
    server = [str(home / "bin" / "mysqld"), f"--defaults-file={configuration}"]
    with (folder / "log").open("wb") as log:
        subprocess.run(
            [*server, "--initialize-insecure"], stderr=log, check=True, timeout=DEADLINE_S
        )
        process = subprocess.Popen(server, stderr=log)
    try:
        _set_up(folder / "s", process)
        (folder / "password").write_text(PASSWORD)
        yield LiveNode("127.0.0.1", port, "reader", folder / "password", "live")
    finally:
        process.terminate()
        process.wait(DEADLINE_S)


def _set_up(path: Path, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while True:
        try:
            connection = pymysql.connect(unix_socket=str(path), user="root", autocommit=True)
            break
        except pymysql.err.OperationalError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
    with closing(connection), connection.cursor() as cursor:
        for statement in SET_UP:
            cursor.execute(statement)


@pytest.fixture
def queries(node: LiveNode, tmp_path: Path) -> Iterator[Queries]:
    queries = Queries(tmp_path / "results", LIMITS, LiveEngine(node, LIMITS))
    yield queries
    queries.close()


def _run(queries: Queries, statement: str, time_limit_ms: int | None = None) -> Query:
    query = queries.submit(statement, time_limit_ms=time_limit_ms)
    return queries.get(query.query_id, wait_ms=30_000)


def test_an_answer(queries: Queries) -> None:
    query = _run(
        queries,
        "SELECT n, name, at, n / 3 AS third, SUM(n) OVER () AS total, NULL AS nothing"
        " FROM changes WHERE n = 7",
    )
    assert (query.state, query.engine, query.as_of) == (QueryState.SUCCEEDED, "ndb", None)
    assert [(each.name, each.type) for each in query.columns] == [
        ("n", "BIGINT"),
        ("name", "VARCHAR"),
        ("at", "TIMESTAMP"),
        ("third", "DECIMAL(38,4)"),
        ("total", "DECIMAL(38,0)"),
        ("nothing", "VARCHAR"),
    ]
    rows = page(queries.file(query.query_id), 0, 10)
    assert rows == [[7, "Ünï-7", "2026-11-21T10:00:00", 2.3333, 7, None]]
    empty = _run(queries, "SELECT * FROM changes WHERE n < 0")
    assert (empty.rows, empty.truncated) == (0, False)


def test_a_result_is_cut_at_the_limit(queries: Queries) -> None:
    query = _run(queries, "SELECT * FROM changes ORDER BY n")
    assert (query.rows, query.truncated) == (100, True)


def test_statements_end_at_their_time_and_when_cancelled(queries: Queries, node: LiveNode) -> None:
    timed_out = _run(queries, ENDLESS, time_limit_ms=300)
    assert isinstance(timed_out.error, QueryTimedOut)
    endless = queries.submit(ENDLESS)
    deadline = time.monotonic() + DEADLINE_S
    while queries.get(endless.query_id).state is QueryState.QUEUED:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    queries.cancel(endless.query_id)
    ended = queries.get(endless.query_id, wait_ms=10_000)
    assert (ended.state, type(ended.error)) == (QueryState.CANCELLED, QueryCancelled)
    assert _run(queries, "SELECT COUNT(*) FROM changes").rows == 1


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("SELECT nothing FROM changes", StatementInvalid),
        ("SELECT MAX(COUNT(*)) FROM changes", StatementInvalid),
        ("SELECT * FROM blocks", (StatementRefused, StatementInvalid)),
    ],
)
def test_the_node_says_what_is_wrong(
    queries: Queries, statement: str, kind: type[AnalyticsError]
) -> None:
    assert isinstance(_run(queries, statement).error, kind)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM live.changes",
        "CREATE TABLE live.x (a INT)",
        "SELECT * FROM metadata.number",
        "SELECT 'x' INTO OUTFILE '/tmp/warren-live-test'",
        "SET GLOBAL max_connections = 1",
        "DROP DATABASE live",
    ],
)
def test_the_node_alone_refuses_what_the_guard_would(
    node: LiveNode, tmp_path: Path, statement: str
) -> None:
    engine = LiveEngine(node, LIMITS)
    with pytest.raises(pymysql.err.Error) as raised:
        engine.execute(LiveChecked(statement), tmp_path / "r", 5_000, lambda _: nullcontext())
    assert isinstance(engine.error_of(raised.value), AnalyticsError)


def test_the_tables_are_the_views(node: LiveNode) -> None:
    (table,) = LiveEngine(node, LIMITS).tables()
    assert (table.name, table.kept_by) == ("changes", "live")
    assert [column.name for column in table.columns] == ["n", "name", "at"]


def test_an_absent_node_is_told(node: LiveNode, tmp_path: Path) -> None:
    away = LiveNode(node.host, _port(), node.user, node.password_file, node.database)
    queries = Queries(tmp_path, LIMITS, LiveEngine(away, LIMITS))
    assert isinstance(_run(queries, "SELECT 1").error, LiveUnavailable)
    with pytest.raises(LiveUnavailable):
        LiveEngine(away, LIMITS).tables()
    queries.close()
