"""Builds of index and replica: their progress, and how they go on after a crash."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from warren_analytics.client import ReplicaClient
from warren_analytics.errors import AnalyticsError, ReplicaNotReady
from warren_analytics.query import QueryState
from warren_cdc.admin import AdminClient
from warren_cdc.contracts import REPOSITORY
from warren_cdc.proof import Prover
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_search import SearchQuery, SearchReader, open_reader
from warren_search.errors import IndexNotReady
from warren_search.operation import Delete, Put
from warren_search.sqlite.generations import IndexGenerations, active_file
from warren_search.testkit.history import directory, file, root

DEADLINE_S = 60
INODES = 400
PAGE = 20


class PacedNamenode(NamenodeDouble):
    """Tells inodes up to an id and lets whoever asks for more wait."""

    def __init__(self, store: StoreDouble) -> None:
        self.asked: list[int] = []
        self._gate = threading.Condition()
        self._below = 0
        super().__init__(store)

    def allow(self, below: int) -> None:
        """Pages that begin below an id are told."""
        with self._gate:
            self._below = below
            self._gate.notify_all()

    def kill(self) -> None:
        self.allow(sys.maxsize)
        super().kill()

    def answer(self, path: str, query: dict[str, str], token: str) -> tuple[int, bytes]:
        if path.endswith("/inodes/columns"):
            after_id = int(query["after_id"])
            self.asked.append(after_id)
            with self._gate:
                self._gate.wait_for(lambda: after_id < self._below, DEADLINE_S)
        return super().answer(path, query, token)


class Follower(Protocol):
    """The process that builds, and what is asked about it."""

    module: str

    def built(self) -> tuple[int | None, int | None]:
        """Inodes and percent of the running build."""
        ...

    def refusal(self) -> dict[str, object]:
        """What a question is told while nothing is complete."""
        ...

    def sequence(self) -> int:
        """How far it is; -1 while nothing is complete."""
        ...

    def names(self) -> list[str]:
        """Of all inodes."""
        ...


class Index:
    module = "warren_cdc.tail"

    def __init__(self, home: Path) -> None:
        self._reader: SearchReader = open_reader(home / "search" / "index.sqlite")

    def built(self) -> tuple[int | None, int | None]:
        status = self._reader.status()
        return status.documents_built, status.build_percent

    def refusal(self) -> dict[str, object]:
        with pytest.raises(IndexNotReady) as caught:
            self._reader.search(SearchQuery())
        return dict(caught.value.facts)

    def sequence(self) -> int:
        as_of = self._reader.status().as_of
        return -1 if as_of is None else as_of.sequence

    def names(self) -> list[str]:
        return sorted(hit.name for hit in self._reader.search(SearchQuery(limit=500)).items)


class Replica:
    module = "warren_cdc.replica_main"

    def __init__(self, home: Path) -> None:
        self._client = ReplicaClient(home / "run" / "replica.sock")

    def built(self) -> tuple[int | None, int | None]:
        try:
            status = self._client.status()
        except AnalyticsError:
            return None, None
        return status.inodes_built, status.build_percent

    def refusal(self) -> dict[str, object]:
        with pytest.raises(ReplicaNotReady) as caught:
            self._client.submit("SELECT 1")
        return dict(caught.value.facts)

    def sequence(self) -> int:
        try:
            as_of = self._client.status().as_of
        except AnalyticsError:
            return -1
        return -1 if as_of is None else as_of.sequence

    def names(self) -> list[str]:
        query = self._client.submit("SELECT name FROM inodes ORDER BY name", wait_ms=30_000)
        assert query.state is QueryState.SUCCEEDED, query.error
        rows = self._client.rows(query.query_id, offset=0, limit=1_000)
        return [str(name) for (name,) in rows]


@pytest.fixture
def namenode() -> Iterator[PacedNamenode]:
    store = StoreDouble()
    store.commit([Put(root()), Put(directory(2, 1, "d"))])
    store.commit([Put(file(at, 2, f"f{at:04}")) for at in range(3, INODES + 1)])
    with PacedNamenode(store) as namenode:
        yield namenode


@pytest.fixture
def environment(tmp_path: Path, namenode: PacedNamenode) -> dict[str, str]:
    (tmp_path / "secrets").mkdir()
    for holder in ("indexer", "replica"):
        (tmp_path / "secrets" / f"admin-token-{holder}").write_text(TOKEN)
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("WARREN_")}
    others = ("generations", "search", "analytics", "cdc", "clients/namenode")
    parts = [str(REPOSITORY / part) for part in others]
    return {
        **inherited,
        "PYTHONPATH": os.pathsep.join(parts),
        "WARREN_HOME": str(tmp_path),
        "WARREN_ADMIN_URLS": namenode.url,
        "WARREN_ADMIN_TIMEOUT_MS": "2000",
        "WARREN_FEED_WAIT_MS": "100",
        "WARREN_REBUILD_PAGE_INODES": str(PAGE),
        "WARREN_RETRY_PAUSE_MS": "50",
        "WARREN_INDEXER_ADDRESS": "127.0.0.1:0",
        "WARREN_REPLICA_CHECKSUMS_PER_MINUTE": "0",
        "WARREN_REPLICA_METRICS_ADDRESS": "127.0.0.1:0",
    }


@pytest.fixture(params=[Index, Replica])
def follower(request: pytest.FixtureRequest, tmp_path: Path) -> Follower:
    made: Follower = request.param(tmp_path)
    return made


def _start(environment: dict[str, str], follower: Follower) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", follower.module]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def _until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def _asks_after(namenode: PacedNamenode, after_id: int) -> bool:
    return any(each >= after_id for each in namenode.asked)


def test_a_build_that_was_killed_goes_on_where_it_was(
    environment: dict[str, str], namenode: PacedNamenode, follower: Follower
) -> None:
    namenode.allow(INODES // 2)
    process = _start(environment, follower)
    # It asks for a page while it stores the one before: this many are stored for sure.
    _until(lambda: _asks_after(namenode, INODES // 2))
    process.kill()
    process.communicate()
    namenode.asked.clear()
    # What changes in between, also in what was loaded already, is told by the feed.
    renamed = replace(file(5, 2, "renamed"), logical_time=2)
    head = namenode.store.commit([Put(renamed), Delete(6, 2), Put(file(900, 2, "born"))])
    process = _start(environment, follower)
    _until(lambda: bool(namenode.asked))
    assert min(namenode.asked) >= INODES // 2 - 2 * PAGE
    namenode.allow(sys.maxsize)
    _until(lambda: follower.sequence() >= head)
    expected = {"", "d", "renamed", "born", *(f"f{at:04}" for at in range(3, INODES + 1))}
    assert follower.names() == sorted(expected - {"f0005", "f0006"})
    process.terminate()
    process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0


def test_a_build_that_was_stopped_goes_on_where_it_was(
    environment: dict[str, str], namenode: PacedNamenode, follower: Follower
) -> None:
    namenode.allow(INODES // 2)
    process = _start(environment, follower)
    _until(lambda: _asks_after(namenode, INODES // 2))
    process.terminate()
    namenode.allow(INODES // 2 + PAGE)
    process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 0
    namenode.asked.clear()
    process = _start(environment, follower)
    _until(lambda: bool(namenode.asked))
    assert min(namenode.asked) >= INODES // 2 - 2 * PAGE
    namenode.allow(sys.maxsize)
    _until(lambda: follower.sequence() >= INODES)
    assert len(follower.names()) == INODES
    process.terminate()
    process.communicate(timeout=DEADLINE_S)


def test_what_is_built_is_told_with_its_progress(
    environment: dict[str, str], namenode: PacedNamenode, follower: Follower
) -> None:
    namenode.allow(INODES // 2)
    process = _start(environment, follower)
    # The share is that of the ids; what follows the load has a share, too.
    _until(lambda: 30 <= (follower.built()[1] or 0) <= 50)
    refusal = follower.refusal()
    assert 30 <= int(str(refusal["percent"])) <= 50
    assert follower.sequence() == -1
    namenode.allow(sys.maxsize)
    _until(lambda: follower.sequence() >= INODES)
    _until(lambda: follower.built() == (None, None))
    process.terminate()
    process.communicate(timeout=DEADLINE_S)


def test_a_build_whose_changes_were_trimmed_begins_anew(
    environment: dict[str, str], namenode: PacedNamenode, follower: Follower
) -> None:
    namenode.allow(INODES // 2)
    process = _start(environment, follower)
    _until(lambda: _asks_after(namenode, INODES // 2))
    process.kill()
    process.communicate()
    head = namenode.store.commit([Delete(6, 2), Put(file(900, 2, "born"))])
    namenode.store.trim(kept=0)
    namenode.asked.clear()
    namenode.allow(sys.maxsize)
    process = _start(environment, follower)
    _until(lambda: follower.sequence() >= head)
    assert namenode.asked[0] == 0
    assert "f0006" not in follower.names()
    assert "born" in follower.names()
    process.terminate()
    process.communicate(timeout=DEADLINE_S)


def test_a_resumed_index_is_proved_to_be_the_namespace(
    environment: dict[str, str], namenode: PacedNamenode, tmp_path: Path
) -> None:
    index = Index(tmp_path)
    for allowed in (INODES // 4, INODES // 2, 3 * INODES // 4):
        namenode.allow(allowed)
        process = _start(environment, index)
        _until(lambda allowed=allowed: _asks_after(namenode, allowed))  # type: ignore[misc]
        process.kill()
        process.communicate()
    namenode.allow(sys.maxsize)
    process = _start(environment, index)
    _until(lambda: index.sequence() >= INODES)
    process.terminate()
    process.communicate(timeout=DEADLINE_S)
    path = tmp_path / "search" / "index.sqlite"
    left = [each.name for each in path.parent.glob("*.g?")]
    assert active_file(path) is not None
    client = AdminClient(
        (namenode.url,),
        tmp_path / "secrets" / "admin-token-indexer",
        timeout_ms=10_000,
        stop=threading.Event(),
    )
    with IndexGenerations(path) as generations:
        writer = generations.open_active()
        assert writer is not None
        prover = Prover(client, acls=None, page_inodes=100, settle_ms=0)
        while prover.view.passes < 1:
            assert prover.step(writer, INODES) == []
        writer.close()
    client.close()
    last = prover.view.last
    assert last is not None
    assert (last.inodes, last.drift) == (INODES, 0)
    assert len(left) <= 2
