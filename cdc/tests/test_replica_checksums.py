"""Checksums of files of the same length are gathered beside the feed, and written by its thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from warren_analytics.limits import Limits
from warren_analytics.store import ReplicaStore
from warren_cdc import checksums
from warren_cdc.admin import CHECKSUM_INODES_MAX
from warren_cdc.feed import FeedReader
from warren_cdc.replica import ReplicaFollower
from warren_cdc.replica_main import admin_client, gathering
from warren_cdc.settings import FeedSettings
from warren_cdc.source import OutboxSource
from warren_cdc.testkit.namenodes import TOKEN, NamenodeDouble, StoreDouble
from warren_search.operation import Delete, Document, Put
from warren_search.testkit.history import file, root

MIB = 1024 * 1024
DEADLINE_S = 60


class Followed:
    """A replica whose process is these threads."""

    def __init__(self, store: ReplicaStore, namenode: NamenodeDouble) -> None:
        self._store = store
        self.namenode = namenode.store

    def known(self) -> dict[int, str | None]:
        """Checksum, or reason, by inode."""
        with self._store.current().slot() as connection:
            rows = connection.execute(
                "SELECT inode_id, coalesce(checksum, reason) FROM checksums"
            ).fetchall()
        return dict(rows)

    def inodes(self) -> int:
        with self._store.current().slot() as connection:
            return len(connection.execute("SELECT inode_id FROM inodes").fetchall())

    def is_complete(self) -> bool:
        with self._store.current().slot() as connection:
            query = "SELECT 1 FROM store.sweep WHERE detail = 'checksums'"
            return connection.execute(query).fetchone() is not None


@contextmanager
def following(
    folder: Path, namenode: NamenodeDouble, per_minute: int = 10_000
) -> Iterator[Followed]:
    stop = threading.Event()
    (folder / "token").write_text(TOKEN)
    settings = FeedSettings(
        home=folder,
        admin_urls=(namenode.url,),
        admin_token_file=folder / "token",
        retry_pause_ms=50,
        replica_checksums_per_minute=per_minute,
    )
    client = admin_client(settings, stop)
    source = OutboxSource(FeedReader(client, "replica"), batch_events=1_000, wait_ms=50)
    with (
        ReplicaStore(folder / "replica", Limits(memory_mb=256)) as store,
        gathering(settings, store, stop) as gatherer,
    ):
        follower = ReplicaFollower(client, store, source, settings, stop, checksums=gatherer)
        thread = threading.Thread(target=follower.run)
        thread.start()
        try:
            until(lambda: store.followed() is not None)
            yield Followed(store, namenode)
        finally:
            stop.set()
            thread.join()
            client.close()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def large(inode_id: int, size_bytes: int = MIB) -> Document:
    return file(inode_id, 1, f"f{inode_id}", size_bytes)


@pytest.fixture
def namenode(monkeypatch: pytest.MonkeyPatch) -> Iterator[NamenodeDouble]:
    monkeypatch.setattr(checksums, "SEARCH_PAUSE_MIN_S", 0.1)
    monkeypatch.setattr(checksums, "STOP_LOOK_S", 0.02)
    with NamenodeDouble(StoreDouble()) as namenode:
        namenode.store.commit([Put(root())])
        yield namenode


def test_files_of_the_same_length_are_compared_the_longest_first(
    tmp_path: Path, namenode: NamenodeDouble
) -> None:
    small = [large(at) for at in range(10, 10 + CHECKSUM_INODES_MAX)]
    longest = [large(at, 3 * MIB) for at in (50, 51, 52)]
    namenode.store.contents |= {51: "bb", 10: "!too_many_blocks"}
    namenode.store.commit(
        [Put(each) for each in (*small, *longest, large(60, 9 * MIB), large(61, 5))]
    )
    with following(tmp_path, namenode) as followed:
        until(followed.is_complete)
        known = followed.known()
        assert known == {
            **{each.inode_id: "aa" for each in (*small, *longest)},
            51: "bb",
            10: "too_many_blocks",
        }
    assert namenode.store.asked[:3] == [50, 51, 52]
    assert len(namenode.store.asked) == len(known)


def test_what_changed_is_compared_again_and_what_is_deleted_is_forgotten(
    tmp_path: Path, namenode: NamenodeDouble
) -> None:
    namenode.store.commit([Put(large(at)) for at in (2, 3, 4)])
    with following(tmp_path, namenode) as followed:
        until(lambda: len(followed.known()) == 3)
        namenode.store.contents[3] = "bb"
        changed = large(3)
        namenode.store.commit(
            [Put(replace(changed, mtime_ms=changed.mtime_ms + 1, logical_time=2)), Delete(4, 2)]
        )
        until(lambda: followed.known() == {2: "aa", 3: "bb"})


def test_a_restart_asks_for_nothing_that_is_known(tmp_path: Path, namenode: NamenodeDouble) -> None:
    namenode.store.contents[3] = "!too_many_blocks"
    namenode.store.commit([Put(large(at)) for at in (2, 3)])
    with following(tmp_path, namenode) as followed:
        until(followed.is_complete)
    namenode.store.asked.clear()
    namenode.store.commit([Put(large(5)), Put(large(6))])
    with following(tmp_path, namenode) as followed:
        until(lambda: len(followed.known()) == 4)
    assert sorted(namenode.store.asked) == [5, 6]


def test_datanodes_that_take_long_hold_up_no_feed(tmp_path: Path, namenode: NamenodeDouble) -> None:
    namenode.store.commit([Put(large(at)) for at in (2, 3)])
    answering = namenode.store.checksums_allowed
    answering.clear()
    with following(tmp_path, namenode) as followed:
        until(lambda: namenode.store.asked)
        namenode.store.commit([Put(large(at)) for at in range(4, 9)])
        until(lambda: followed.inodes() == 8)
        assert followed.known() == {}
        answering.set()
        until(lambda: len(followed.known()) == 7)


def test_the_pace_is_kept(tmp_path: Path, namenode: NamenodeDouble) -> None:
    namenode.store.commit([Put(large(at)) for at in range(2, 100)])
    with following(tmp_path, namenode, per_minute=60) as followed:
        until(lambda: len(followed.known()) == 5)
        began = time.monotonic()
        until(lambda: len(followed.known()) == 10)
        assert time.monotonic() - began > 3.0


def test_namenodes_that_refuse_are_asked_again(tmp_path: Path, namenode: NamenodeDouble) -> None:
    namenode.store.commit([Put(large(at)) for at in (2, 3)])
    namenode.store.contents |= {2: "!not_reached", 3: "!changed"}
    with following(tmp_path, namenode) as followed:
        until(lambda: len(namenode.store.asked) >= 4)
        assert followed.known() == {}
        namenode.store.contents.clear()
        until(lambda: len(followed.known()) == 2)


def test_nothing_is_asked_for_when_it_is_switched_off(
    tmp_path: Path, namenode: NamenodeDouble
) -> None:
    namenode.store.commit([Put(large(at)) for at in (2, 3)])
    with following(tmp_path, namenode, per_minute=0) as followed:
        namenode.store.commit([Put(large(4))])
        until(lambda: followed.inodes() == 4)
    assert namenode.store.asked == []
