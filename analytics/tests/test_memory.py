"""No statement takes the replica's process with it: what bombs leave is a process that answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from warren_analytics import memory_watch
from warren_analytics.errors import MemoryExceeded
from warren_analytics.queries import Queries
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.testkit.replica import ENDLESS, LIMITS, WAIT_MS, ReplicaUnderTest

# Well above what the process needs, and far below what the bombs ask for.
SYSTEM_LIMIT_MB = 3_072
BOMBS = {
    "doubling": "WITH RECURSIVE t(s) AS (SELECT 'xxxxxxxx' UNION ALL SELECT s || s FROM t)"
    " SELECT max(length(s)) FROM t",
    "list": "SELECT list(i) FROM range(1000000000) t(i)",
    "text": "SELECT string_agg(a.range::VARCHAR) FROM range(100000) a, range(100000) b",
    "chain": "WITH a AS (SELECT list(i) AS l FROM range(1000000) t(i)), b AS (SELECT"
    " list_concat(list_concat(l, l), list_concat(l, l)) AS l FROM a)"
    " SELECT len(list_concat(list_concat(l, l), list_concat(l, l))) FROM b, range(1000)",
}
PROCESS = """
import resource, sys
from pathlib import Path
from warren_analytics.database import Database
from warren_analytics.position import Position
from warren_analytics.queries import Queries
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.testkit.replica import LIMITS, WAIT_MS

most = int(sys.argv[2]) << 20
resource.setrlimit(resource.RLIMIT_DATA, (most, most))
folder, statement = Path(sys.argv[1]), sys.argv[3]
database = Database(folder / "replica.duckdb", LIMITS)
database.writer.apply([], Position("c0", 0, 1))
fatal = []
queries = Queries(
    folder / "results", LIMITS, ReplicaEngine(LIMITS, lambda: database, lambda: fatal.append(1))
)
bomb = queries.get(queries.submit(statement, time_limit_ms=10_000).query_id, wait_ms=WAIT_MS)
after = queries.get(queries.submit("SELECT 1").query_id, wait_ms=WAIT_MS)
database.writer.apply([], Position("c1", 1, 2))
print(bomb.error and bomb.error.code, after.state, len(fatal))
"""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_leaves_a_process_that_answers(bomb: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROCESS, str(tmp_path), str(SYSTEM_LIMIT_MB), BOMBS[bomb]],
        capture_output=True,
        text=True,
        timeout=150,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    code, after, fatal = done.stdout.split()
    assert code in {"sql_memory_exceeded", "sql_timed_out", "sql_failed"}
    assert (after, fatal) == ("succeeded", "0")


def test_queries_are_stopped_when_the_process_grows(
    replica: ReplicaUnderTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = [100]
    monkeypatch.setattr(memory_watch, "resident_mb", lambda: size[0])
    engine = ReplicaEngine(LIMITS, lambda: replica.database, lambda: None)
    queries = Queries(tmp_path / "watched", LIMITS, engine)
    query = queries.submit(ENDLESS)
    assert not queries.get(query.query_id, wait_ms=300).state.is_final
    size[0] = LIMITS.resident_mb + 1
    ended = queries.get(query.query_id, wait_ms=WAIT_MS)
    assert isinstance(ended.error, MemoryExceeded)
    # What stays with the allocator stops nobody else.
    answer = queries.submit("SELECT count(*) FROM range(1000)")
    assert queries.get(answer.query_id, wait_ms=WAIT_MS).error is None
    queries.close()
