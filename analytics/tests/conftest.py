"""A replica of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from warren_analytics.database import Database
from warren_analytics.position import Position
from warren_analytics.queries import Queries
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.testkit.replica import LIMITS, ROOT, ReplicaUnderTest, now_ms


@pytest.fixture
def replica(tmp_path: Path) -> Iterator[ReplicaUnderTest]:
    database = Database(tmp_path / "replica.duckdb", LIMITS)
    database.writer.load([ROOT])
    database.writer.finish_load()
    database.writer.complete(Position("c0", 0, now_ms()))
    fatal: list[bool] = []
    queries = Queries(
        tmp_path / "results",
        LIMITS,
        ReplicaEngine(LIMITS, lambda: database, lambda: fatal.append(True)),
    )
    yield ReplicaUnderTest(database, queries)
    queries.close()
    database.close()
    assert not fatal
