"""A replica of its own for each test, or for a module whose tests only read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from warren_analytics.database import Database
from warren_analytics.position import Position
from warren_analytics.queries import Queries
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.testkit.replica import LIMITS, ROOT, ReplicaUnderTest, now_ms


@pytest.fixture(scope="session")
def _empty_replica(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Once for all tests: the engine takes longer to make a file than to open a copy.
    file = tmp_path_factory.mktemp("empty") / "replica.duckdb"
    database = Database(file, LIMITS)
    database.writer.load([ROOT])
    database.writer.finish_load()
    database.writer.complete(Position("c0", 0, now_ms()))
    database.close()
    return file


@pytest.fixture
def replica(_empty_replica: Path, tmp_path: Path) -> Iterator[ReplicaUnderTest]:
    with _open_copy(_empty_replica, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_replica(
    _empty_replica: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ReplicaUnderTest]:
    """What its first user put into it is there for all tests of the module."""
    with _open_copy(_empty_replica, tmp_path_factory.mktemp("shared")) as opened:
        yield opened


@contextmanager
def _open_copy(empty: Path, folder: Path) -> Iterator[ReplicaUnderTest]:
    file = folder / "replica.duckdb"
    shutil.copyfile(empty, file)
    database = Database(file, LIMITS)
    fatal: list[bool] = []
    queries = Queries(
        folder / "results",
        LIMITS,
        ReplicaEngine(LIMITS, lambda: database, lambda: fatal.append(True)),
    )
    yield ReplicaUnderTest(database, queries)
    queries.close()
    database.close()
    assert not fatal
