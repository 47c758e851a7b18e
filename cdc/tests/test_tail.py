"""The indexer as a process: signals, crashes, and clear words on bad settings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from warren_cdc.contracts import REPOSITORY
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_search import FeedState, SearchQuery, SearchReader, Sort, open_reader
from warren_search.operation import Put
from warren_search.position import FeedPosition, FeedReport
from warren_search.testkit.history import disturbed, file, random_history, root
from warren_search.testkit.model import ModelIndex

DEADLINE_S = 40


@pytest.fixture
def namenode() -> Iterator[NamenodeDouble]:
    with NamenodeDouble(StoreDouble()) as namenode:
        yield namenode


@pytest.fixture
def environment(tmp_path: Path, namenode: NamenodeDouble) -> dict[str, str]:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "admin-token-indexer").write_text(TOKEN)
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("WARREN_")}
    parts = ("generations", "search", "analytics", "cdc", "clients/namenode")
    return {
        **inherited,
        "PYTHONPATH": os.pathsep.join(str(REPOSITORY / part) for part in parts),
        "WARREN_HOME": str(tmp_path),
        "WARREN_ADMIN_URLS": f"http://127.0.0.1:1, {namenode.url}",
        "WARREN_FEED_BATCH_EVENTS": "5",
        "WARREN_FEED_WAIT_MS": "100",
        "WARREN_INDEXER_ADDRESS": "127.0.0.1:0",
    }


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[SearchReader]:
    reader = open_reader(tmp_path / "search" / "index.sqlite")
    yield reader
    reader.close()


def _start(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "warren_cdc.tail"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def _sequence(reader: SearchReader) -> int:
    as_of = reader.status().as_of
    return -1 if as_of is None else as_of.sequence


def test_ends_gracefully_on_a_signal(
    environment: dict[str, str], namenode: NamenodeDouble, reader: SearchReader
) -> None:
    namenode.store.commit([Put(root()), Put(file(2, 1, "leaf"))])
    process = _start(environment)
    _until(lambda: reader.status().state is FeedState.FOLLOWING)
    process.send_signal(signal.SIGTERM)
    _, log = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0, log
    assert "stopping" in log
    assert reader.search(SearchQuery(text="leaf")).total == 1


@pytest.mark.parametrize("seed", range(2))
def test_kills_at_any_moment_lose_nothing(
    environment: dict[str, str], namenode: NamenodeDouble, reader: SearchReader, seed: int
) -> None:
    random = Random(seed)
    history = random_history(random, 600)
    delivered = disturbed(random, history.operations)
    third = len(delivered) // 3
    namenode.store.commit(delivered[:third])
    for start in (third, 2 * third):
        process = _start(environment)
        aim = namenode.store.commit(delivered[start : start + third]) - random.randrange(third)
        _until(lambda aim=aim: _sequence(reader) >= aim)  # type: ignore[misc]
        process.kill()
        process.communicate()
    head = namenode.store.commit(delivered[3 * third :])
    process = _start(environment)
    _until(lambda: _sequence(reader) >= head)
    process.terminate()
    process.communicate(timeout=DEADLINE_S)
    model = ModelIndex()
    model.apply(history.operations, FeedPosition("c", 1, 1), FeedReport(FeedState.FOLLOWING, 1, 1))
    query = SearchQuery(sort=Sort.NAME, limit=500)
    assert reader.search(query).items == model.search(query).items
    assert reader.stats().length_bytes == model.stats().length_bytes


def test_a_second_indexer_is_refused(
    environment: dict[str, str], namenode: NamenodeDouble, reader: SearchReader
) -> None:
    namenode.store.commit([Put(root())])
    first = _start(environment)
    _until(lambda: reader.status().state is FeedState.FOLLOWING)
    second = _start(environment)
    _, log = second.communicate(timeout=DEADLINE_S)
    assert second.returncode == 3
    assert "Another feed reader" in log
    first.terminate()
    first.communicate(timeout=DEADLINE_S)


def test_bad_settings_are_named(environment: dict[str, str]) -> None:
    process = _start({**environment, "WARREN_ADMIN_URLS": "127.0.0.1:9870"})
    _, log = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 2
    assert "WARREN_ADMIN_URLS" in log
    assert "http://" in log


def test_a_foreign_file_in_the_way_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "search" / "index.sqlite"
    path.parent.mkdir()
    path.write_text("mine")
    process = _start(environment)
    _, log = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 3
    assert str(path) in log
    assert path.read_text() == "mine"
