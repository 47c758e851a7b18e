"""The replica's process: builds, follows, answers on its socket, and goes on after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import duckdb
import pytest
from warren_analytics.client import ReplicaClient
from warren_analytics.errors import AnalyticsError, ReplicaNotReady, StatementRefused
from warren_analytics.position import ReplicaProof
from warren_analytics.query import QueryState
from warren_analytics.testkit.replica import ENDLESS
from warren_cdc.contracts import REPOSITORY
from warren_cdc.replica import Starvation
from warren_cdc.testkit.kafka import KafkaDouble, captured
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_search.operation import Delete, Put
from warren_search.testkit.history import directory, disturbed, file, random_history, root

DEADLINE_S = 60


@pytest.fixture
def namenode() -> Iterator[NamenodeDouble]:
    with NamenodeDouble(StoreDouble()) as namenode:
        yield namenode


@pytest.fixture
def environment(tmp_path: Path, namenode: NamenodeDouble) -> dict[str, str]:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "admin-token-replica").write_text(TOKEN)
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("WARREN_")}
    others = ("generations", "search", "analytics", "cdc", "clients/namenode")
    parts = [str(REPOSITORY / part) for part in others]
    return {
        **inherited,
        "PYTHONPATH": os.pathsep.join(parts),
        "WARREN_HOME": str(tmp_path),
        "WARREN_ADMIN_URLS": f"http://127.0.0.1:1, {namenode.url}",
        "WARREN_FEED_BATCH_EVENTS": "50",
        "WARREN_FEED_WAIT_MS": "100",
        "WARREN_REPLICA_METRICS_ADDRESS": "127.0.0.1:0",
        "WARREN_REBUILD_PAGE_INODES": "7",
        "WARREN_RETRY_PAUSE_MS": "50",
    }


@pytest.fixture
def client(tmp_path: Path) -> Iterator[ReplicaClient]:
    client = ReplicaClient(tmp_path / "run" / "replica.sock")
    yield client
    client.close()


def _start(environment: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "warren_cdc.replica_main"]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def _end(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0, errors
    return errors


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def _sequence(client: ReplicaClient) -> int:
    try:
        as_of = client.status().as_of
    except AnalyticsError:
        return -1
    return -1 if as_of is None else as_of.sequence


def _rows(client: ReplicaClient, statement: str) -> list[list[object]]:
    query = client.submit(statement, wait_ms=30_000)
    assert query.state is QueryState.SUCCEEDED, query.error
    return client.rows(query.query_id, offset=0, limit=1_000)


def test_it_builds_follows_and_answers(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root()), Put(directory(2, 1, "data")), Put(file(3, 2, "a", 7))])
    process = _start(environment)
    _until(lambda: _sequence(client) >= 3)
    statement = "SELECT path, size_bytes FROM inodes ORDER BY path"
    assert _rows(client, statement) == [["/", 0], ["/data", 0], ["/data/a", 7]]
    namenode.store.commit([Put(replace(directory(2, 1, "new"), logical_time=2)), Delete(3, 2)])
    _until(lambda: _sequence(client) >= 5)
    assert _rows(client, statement) == [["/", 0], ["/new", 0]]
    assert _rows(client, "SELECT operation, before_name FROM changes ORDER BY sequence") == [
        ["rename", "data"],
        ["delete", None],
    ]
    assert client.status().state == "following"
    assert {table.name for table in client.tables()} >= {"inodes", "directories", "changes"}
    with pytest.raises(StatementRefused):
        client.submit("DELETE FROM inodes")
    query = client.submit("SELECT 1 AS one", wait_ms=30_000)
    with client.file(query.query_id, "csv") as chunks:
        assert b"".join(chunks) == b'"one"\n1\n'
    _end(process)


def test_a_killed_process_goes_on_exactly_where_it_was(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    seed = 11
    print("seed", seed)
    random = Random(seed)
    history = random_history(random, 400)
    operations = disturbed(random, history.operations)
    namenode.store.commit(operations[:50])
    process = _start(environment)
    _until(lambda: _sequence(client) >= 50)
    for start in range(50, len(operations), 240):
        head = namenode.store.commit(operations[start : start + 240])
        process.kill()
        process.communicate(timeout=DEADLINE_S)
        process = _start(environment)
        _until(lambda: client_answers(client))
    _until(lambda: _sequence(client) >= head)
    rows = _rows(client, "SELECT inode_id, parent_id, name, size_bytes, owner FROM inodes")
    assert sorted(rows, key=str) == sorted(
        ([d.inode_id, d.parent_id, d.name, d.size_bytes, d.owner] for d in history.left.values()),
        key=str,
    )
    (counted,) = _rows(client, "SELECT count(*), count(DISTINCT sequence) FROM changes")
    assert counted == [head - 50, head - 50]
    assert "building" not in _end(process)


def client_answers(client: ReplicaClient) -> bool:
    return _sequence(client) >= 0


def test_a_foreign_file_in_the_way_is_said_and_waited_for(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient, tmp_path: Path
) -> None:
    namenode.store.commit([Put(root())])
    foreign = tmp_path / "analytics" / "current"
    foreign.parent.mkdir()
    foreign.write_text("mine")
    process = _start(environment)
    _until(lambda: "is not a link" in _last_error(client))
    assert foreign.read_text() == "mine"
    foreign.unlink()
    _until(lambda: _sequence(client) >= 1)
    _end(process)


def _last_error(client: ReplicaClient) -> str:
    try:
        return client.status().last_error or ""
    except AnalyticsError:
        return ""


def test_it_builds_again_when_the_feed_does_not_reach_back(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root())])
    process = _start(environment)
    _until(lambda: _sequence(client) >= 1)
    _end(process)
    namenode.store.commit([Put(file(10 + at, 1, f"f{at}")) for at in range(20)])
    namenode.store.trim(1)
    process = _start(environment)
    _until(lambda: _sequence(client) >= 21)
    assert _rows(client, "SELECT count(*) FROM inodes") == [[21]]
    assert "building" in _end(process)


def test_it_says_that_it_is_being_built(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root())])
    namenode.inodes_allowed.clear()
    process = _start(environment)
    _until(lambda: _answers_status(client))
    with pytest.raises(ReplicaNotReady):
        client.submit("SELECT 1")
    assert client.status().state in {"building", "stalled"}
    namenode.inodes_allowed.set()
    _until(lambda: _sequence(client) >= 1)
    _end(process)


def _answers_status(client: ReplicaClient) -> bool:
    try:
        client.status()
    except AnalyticsError:
        return False
    return True


def test_a_second_process_is_refused(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root())])
    process = _start(environment)
    _until(lambda: _sequence(client) >= 1)
    second = _start(environment)
    _, errors = second.communicate(timeout=DEADLINE_S)
    assert (second.returncode, "already maintains" in errors) == (3, True)
    assert _rows(client, "SELECT count(*) FROM inodes") == [[1]]
    _end(process)


def test_it_follows_kafka_in_a_group_of_its_own(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root()), Put(file(2, 1, "a", 7))])
    with KafkaDouble() as kafka:
        process = _start(
            environment
            | {
                "WARREN_CHANGE_SOURCE": "kafka",
                "WARREN_KAFKA_ADDRESS": kafka.address,
                "WARREN_CHANGE_TOPIC": "changes",
                # What comes in time comes from Kafka.
                "WARREN_GAP_TIMEOUT_MS": "600000",
            }
        )
        _until(lambda: _sequence(client) >= 2)
        namenode.store.commit([Put(file(3, 1, "b")), Delete(2, 2)])
        kafka.put("changes", [captured(e) for e in namenode.store.feed(None, 100, 0)["events"]])
        _until(lambda: _sequence(client) >= 4)
        assert _rows(client, "SELECT path FROM inodes ORDER BY path") == [["/"], ["/b"]]
        _until(lambda: kafka.committed("changes", "warren-replica") == 4)
        _end(process)


def test_greedy_statements_leave_memory_to_the_next_ones(
    environment: dict[str, str], namenode: NamenodeDouble, client: ReplicaClient
) -> None:
    namenode.store.commit([Put(root())])
    process = _start(environment)
    _until(lambda: _sequence(client) >= 1)
    for _ in range(12):
        greedy = client.submit(ENDLESS, wait_ms=1_000)
        assert greedy.state is QueryState.RUNNING, greedy.error
        assert client.cancel(greedy.query_id).state is QueryState.CANCELLED
        assert _rows(client, "SELECT count(*) FROM range(2500)") == [[2_500]]
    head = namenode.store.commit([Put(file(2, 1, "a", 7))])
    _until(lambda: _sequence(client) >= head)
    assert "Out of Memory" not in _end(process)


def test_an_engine_that_gets_no_memory_any_more_is_started_anew() -> None:
    starvation = Starvation(60.0)
    assert [starvation.lasts(at) for at in (0.0, 20.0, 40.0, 59.0, 60.0)] == [False] * 4 + [True]
    # A while without trouble in between: it began anew.
    assert [starvation.lasts(at) for at in (100.0, 129.0, 159.0, 160.0)] == [False] * 3 + [True]


@pytest.mark.parametrize(
    ("statements", "differing"),
    [
        (
            (
                "UPDATE store.inode SET owner = 'mallory' WHERE inode_id = 7",
                "DELETE FROM store.inode WHERE inode_id = 9",
            ),
            # With the directory, whose content is no longer what it says.
            3,
        ),
        (("UPDATE store.total SET files = files + 1",), 1),
        (("UPDATE store.inode SET folded = 'g' WHERE inode_id = 7",), 1),
        (("UPDATE store.inode SET extension = 'csv' WHERE inode_id = 7",), 1),
        (("UPDATE store.inode SET class = 3 WHERE inode_id = 7",), 1),
        (("UPDATE store.inode SET file_extension = 'csv' WHERE inode_id = 7",), 1),
        (("UPDATE store.inode SET guarded = true WHERE inode_id = 7",), 1),
    ],
)
def test_drift_is_noticed_and_the_replica_built_again(
    *,
    environment: dict[str, str],
    namenode: NamenodeDouble,
    client: ReplicaClient,
    tmp_path: Path,
    statements: tuple[str, ...],
    differing: int,
) -> None:
    environment |= {"WARREN_PROOF_INTERVAL_MS": "10", "WARREN_PROOF_SETTLE_MS": "0"}
    namenode.store.commit([Put(root()), *[Put(file(at, 1, f"f{at}")) for at in range(2, 30)]])
    process = _start(environment)
    _until(lambda: _proof(client).passes > 0)
    assert (_proof(client).inodes, _proof(client).drift_found) == (29, 0)
    _end(process)
    (replica,) = (tmp_path / "analytics").glob("*.duckdb")
    with duckdb.connect(str(replica)) as connection:
        for statement in statements:
            connection.execute(statement)
    process = _start(environment)
    _until(lambda: _proof(client).drift_found > 0)
    _until(lambda: _rows(client, "SELECT owner FROM inodes WHERE inode_id = 7") == [["hdfs"]])
    _until(lambda: _rows(client, "SELECT files FROM directory_usage") == [[28]])
    assert _rows(client, "SELECT count(*) FROM inodes") == [[29]]
    assert f"{differing} inodes differ from the store" in _end(process)


def _proof(client: ReplicaClient) -> ReplicaProof:
    none = ReplicaProof(0, 0, 0, "", 0, 0)
    try:
        return client.status().proof or none
    except AnalyticsError:
        return none
