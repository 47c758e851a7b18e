"""The replica's process keeps blocks, replicas, attributes and quotas, which the feed lacks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from warren_analytics.database import Database
from warren_analytics.details import Detail, Sweep
from warren_analytics.limits import Limits
from warren_analytics.position import Position
from warren_analytics.replica_engine import ReplicaEngine
from warren_analytics.store import ReplicaStore
from warren_cdc import details
from warren_cdc.admin import AdminClient
from warren_cdc.details import DetailReader
from warren_cdc.feed import FeedReader
from warren_cdc.replica import ReplicaFollower
from warren_cdc.settings import FeedSettings
from warren_cdc.source import OutboxSource
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_cdc.testkit.rows import block, quota, replica, xattr
from warren_namenode.generated.admin_api import Change
from warren_search.operation import Delete, IndexOperation, Put
from warren_search.testkit.history import directory, file, root

STEPS_MAX = 200


class Kept:
    """A replica that follows a double of the namenodes, one step at a time."""

    def __init__(self, folder: Path, namenode: NamenodeDouble) -> None:
        (folder / "token").write_text(TOKEN)
        self.store = namenode.store
        self.namenode = namenode
        self.now_s = 0.0
        self.client = AdminClient(
            (namenode.url,), folder / "token", timeout_ms=5_000, stop=threading.Event()
        )
        self.database = Database(folder / "replica.duckdb", Limits(memory_mb=256))
        self.database.writer.complete(Position("", 0, 0))
        self.cursor: str | None = None
        self.reader = DetailReader(self.client, 60_000, lambda: self.now_s)

    def commit(self, *operations: IndexOperation) -> None:
        """Changes the namespace, and applies what the feed tells."""
        self.store.commit(operations)
        page = self.client.feed(after=self.cursor, limit=1_000, wait_ms=0)
        self.cursor = page.next
        events: list[Change] = page.events
        self.database.writer.apply(events, Position(page.next, page.head_sequence, page.as_of_ms))

    def settle(self) -> int:
        """Steps until there is nothing to do; how many it took."""
        for steps in range(STEPS_MAX):
            if not self.reader.step(self.database) and self.idle():
                return steps
        raise AssertionError("the reader never rests")

    def idle(self) -> bool:
        sweeps = self.database.details.sweeps()
        return all(each.started_at_ms is None and each.complete_as_of_ms for each in sweeps)

    def rows(self, table: str) -> list[tuple[object, ...]]:
        with self.database.slot() as connection:
            return connection.execute(f"SELECT * FROM {table} ORDER BY ALL").fetchall()

    def sweep_again(self) -> None:
        self.now_s += 61
        for _ in range(8):
            self.reader.step(self.database)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    with NamenodeDouble(StoreDouble()) as namenode:
        kept = Kept(tmp_path, namenode)
        yield kept
        kept.client.close()
        kept.database.close()


def test_the_first_sweep_reads_everything_in_pages(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(details, "PAGE_ROWS", 2)
    kept.store.rows.put("blocks", *[block(3, 30 + at) for at in range(5)])
    kept.store.rows.put("replicas", *[replica(3, 30 + at, 1) for at in range(5)])
    kept.store.rows.put("quotas", {**quota(1, 100, 3), "ssd_quota_bytes": 5, "ssd_used_bytes": 2})
    kept.commit(Put(root()), Put(file(3, 1, "a")))
    kept.settle()
    assert [row[1] for row in kept.rows("blocks")] == [30, 31, 32, 33, 34]
    assert [row[1] for row in kept.rows("replicas")] == [30, 31, 32, 33, 34]
    assert kept.rows("quotas") == [(1, "/", 100, 3, None, 0, 5, 2, *[None] * 8)]


def test_a_changed_inode_is_read_again_before_the_next_sweep(kept: Kept) -> None:
    kept.commit(Put(root()), Put(file(3, 1, "a")))
    kept.settle()
    kept.store.rows.put("blocks", block(3, 30))
    kept.store.rows.put("xattrs", xattr(3, "team", "blue"))
    kept.settle()
    assert kept.rows("blocks") == []
    kept.commit(Put(replace(file(3, 1, "a"), logical_time=2)))
    assert kept.reader.step(kept.database)
    assert [row[1] for row in kept.rows("blocks")] == [30]
    assert kept.rows("xattrs") == [(3, "user.team", "blue", 4)]


def test_what_changes_without_its_inode_comes_with_a_sweep(kept: Kept) -> None:
    kept.store.rows.put("replicas", replica(3, 30, 1), replica(3, 30, 2))
    kept.commit(Put(root()), Put(file(3, 1, "a")))
    kept.settle()
    kept.store.rows.remove("replicas", 3)
    kept.store.rows.put("replicas", replica(3, 30, 2), replica(3, 30, 4))
    kept.settle()
    assert [row[2] for row in kept.rows("replicas")] == [1, 2]
    kept.sweep_again()
    assert [row[2] for row in kept.rows("replicas")] == [2, 4]


def test_rows_of_a_deleted_file_go_with_it(kept: Kept) -> None:
    kept.store.rows.put("blocks", block(3, 30))
    kept.commit(Put(root()), Put(file(3, 1, "a")), Put(directory(4, 1, "d")))
    kept.settle()
    kept.commit(Delete(3, 2))
    assert kept.rows("blocks") == []
    kept.sweep_again()
    assert kept.rows("blocks") == []


def test_groups_with_too_many_rows_are_read_in_smaller_ones(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(details, "PAGE_ROWS", 2)
    monkeypatch.setattr(details, "GROUP_ROWS_MAX", 3)
    kept.commit(Put(root()))
    kept.settle()
    rows = [block(inode, 10 * inode + at) for inode in range(3, 8) for at in range(4)]
    kept.store.rows.put("blocks", *rows)
    kept.commit(*[Put(file(inode, 1, f"f{inode}")) for inode in range(3, 8)])
    assert kept.reader.step(kept.database)
    assert [row[1] for row in kept.rows("blocks")] == [row["block_id"] for row in rows]
    assert kept.database.details.unread(10) == []


def test_sweeps_go_forward_under_a_load_that_never_ends(kept: Kept) -> None:
    kept.commit(Put(root()))
    for version in range(1, 12):
        kept.commit(Put(replace(file(3, 1, "a"), logical_time=version)))
        kept.reader.step(kept.database)
    assert kept.idle()


def test_namenodes_that_do_not_tell_details_stop_no_feed(tmp_path: Path) -> None:
    stop = threading.Event()
    with NamenodeDouble(StoreDouble()) as namenode:
        namenode.has_rows = False
        namenode.store.commit([Put(root())])
        (tmp_path / "token").write_text(TOKEN)
        settings = FeedSettings(home=tmp_path, feed_wait_ms=50, retry_pause_ms=50)
        client = AdminClient((namenode.url,), tmp_path / "token", timeout_ms=5_000, stop=stop)
        with ReplicaStore(tmp_path / "replica", Limits(memory_mb=256)) as store:
            source = OutboxSource(FeedReader(client, "replica"), batch_events=100, wait_ms=50)
            follower = ReplicaFollower(client, store, source, settings, stop)
            following = threading.Thread(target=follower.run)
            following.start()
            head = namenode.store.commit([Put(file(at, 1, f"f{at}")) for at in range(2, 10)])
            try:
                _until(lambda: (store.followed() or Position("", 0, 0)).sequence >= head)
                head = namenode.store.commit([Put(file(20, 1, "later"))])
                _until(lambda: (store.followed() or Position("", 0, 0)).sequence >= head)
                namenode.has_rows = True
                _until(lambda: all(each.complete_as_of_ms for each in _sweeps(store)))
            finally:
                stop.set()
                following.join()
        client.close()


def _sweeps(store: ReplicaStore) -> list[Sweep]:
    return [
        Sweep(Detail(table.name), None, None, None, table.complete_as_of_ms)
        for table in ReplicaEngine(store.limits, store.current, lambda: None).tables()
        if table.name in {detail.value for detail in Detail}
    ]


def _until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)
