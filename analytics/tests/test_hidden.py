"""What viewers may not list: found out once, and again when it may have become something else."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pyarrow as pa
import pytest
from warren_analytics import counting as counting_module
from warren_analytics import hidden as hidden_module
from warren_analytics import matching as matching_module
from warren_analytics import writer as writer_module
from warren_analytics.counting import CountReader
from warren_analytics.counting_values import All, CountAsked, Counts, Viewer
from warren_analytics.errors import CountUndecided
from warren_analytics.hidden import HiddenDirectories
from warren_analytics.limits import Limits
from warren_analytics.testkit.replica import ROOT, ReplicaUnderTest, Row, deleted, directory

EVE, ANN, STAFF = Viewer("eve", ()), Viewer("ann", ()), Viewer("eve", ("staff",))
SEED, TREES = 7, 6


class Finding:
    """Counts how often who may list what is read from the replica."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        self._read = matching_module.not_shown
        monkeypatch.setattr(counting_module, "not_shown", self.not_shown)

    def not_shown(self, connection: duckdb.DuckDBPyConnection, viewer: Viewer) -> pa.Table:
        self.times += 1
        return self._read(connection, viewer)


@pytest.fixture
def finding(monkeypatch: pytest.MonkeyPatch) -> Finding:
    return Finding(monkeypatch)


def asked(viewer: Viewer | None, path: str | None = None) -> CountAsked:
    return CountAsked(All(()), path, viewer, (1_000,), 20)


def total(counts: Counts) -> int:
    return sum(each.count for each in counts.mixed)


def seen(replica: ReplicaUnderTest, viewer: Viewer, path: str | None = None) -> int:
    return total(CountReader(Limits(), lambda: replica.database).counts(asked(viewer, path)))


def test_who_may_list_what_is_read_once_for_a_viewer(
    replica: ReplicaUnderTest, finding: Finding
) -> None:
    shut = replace(directory(2, 1, "shut"), mode=0o750)
    replica.apply(shut, Row(10, 2, "f"), directory(3, 1, "open"), Row(11, 3, "g"))
    assert [seen(replica, EVE), seen(replica, EVE, "/"), seen(replica, EVE, "/open")] == [4, 3, 1]
    assert finding.times == 1
    assert (seen(replica, STAFF), finding.times) == (5, 2)
    # Files come and go, and directories get another time; who may list them stays the same.
    replica.apply(Row(12, 2, "h"), Row(13, 3, "i"), deleted(Row(11, 3, "g")))
    replica.apply(replace(shut, logical_time=2, mtime_ms=5, atime_ms=6, storage_policy=2))
    assert (seen(replica, EVE), seen(replica, STAFF), finding.times) == (4, 6, 2)


@pytest.mark.parametrize(
    ("change", "counted"),
    [
        (replace(directory(2, 1, "d", logical_time=2), mode=0o700), 5),
        (replace(directory(2, 1, "d", logical_time=2), mode=0o700, owner="eve"), 6),
        (replace(directory(2, 1, "d", logical_time=2), mode=0o705, group="none"), 6),
        (directory(3, 2, "e", logical_time=2), 5),
        (replace(directory(4, 2, "new"), mode=0o700), 7),
    ],
)
def test_it_is_read_again_when_directories_are_listed_otherwise(
    replica: ReplicaUnderTest, finding: Finding, change: Row, counted: int
) -> None:
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    replica.apply(replace(directory(3, 1, "e"), mode=0o700), Row(11, 3, "g"), Row(12, 1, "h"))
    assert (seen(replica, EVE), finding.times) == (5, 1)
    replica.apply(change)
    fresh = _of_a_replica_that_keeps_nothing(replica, EVE)
    assert seen(replica, EVE) == fresh
    assert finding.times == 3


def _of_a_replica_that_keeps_nothing(replica: ReplicaUnderTest, viewer: Viewer) -> int:
    kept, replica.database.hidden = replica.database.hidden, HiddenDirectories()
    try:
        return seen(replica, viewer)
    finally:
        replica.database.hidden = kept


def test_a_batch_that_fails_leaves_what_is_kept_right(
    replica: ReplicaUnderTest, finding: Finding, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    assert seen(replica, EVE) == 3

    def fail(*_: object) -> int:
        raise duckdb.Error("no space")

    with monkeypatch.context() as patched:
        patched.setattr(replica.database.writer, "_record", fail)
        with pytest.raises(duckdb.Error, match="no space"):
            replica.apply(replace(directory(2, 1, "d", logical_time=2), mode=0o700))
    assert (seen(replica, EVE), finding.times) == (3, 2)
    replica.apply(replace(directory(2, 1, "d", logical_time=2), mode=0o700))
    assert seen(replica, EVE) == 2


def test_what_an_older_state_showed_is_not_kept_for_a_newer_one(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A count sees the state before a change that is committed while it runs."""
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    read = matching_module.not_shown

    def meanwhile(connection: duckdb.DuckDBPyConnection, viewer: Viewer) -> pa.Table:
        monkeypatch.setattr(counting_module, "not_shown", read)
        replica.apply(replace(directory(2, 1, "d", logical_time=2), mode=0o700))
        return read(connection, viewer)

    monkeypatch.setattr(counting_module, "not_shown", meanwhile)
    assert seen(replica, EVE) == 3
    assert seen(replica, EVE) == 2


def test_while_nothing_is_kept_changes_are_not_looked_at(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "_LISTED_OTHERWISE", "SELECT looked_at")
    replica.apply(directory(2, 1, "d"), Row(10, 2, "f"))
    assert seen(replica, EVE) == 3
    replica.apply(Row(11, 2, "g"))
    with pytest.raises(duckdb.Error, match="looked_at"):
        replica.apply(directory(3, 1, "e"))


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = HiddenDirectories()
    found = pa.table({"inode_id": pa.array(range(1_000), pa.int64())})
    times = [0]

    def find() -> pa.Table:
        times[0] += 1
        return found

    def ask(user: str, version: int | None = 0) -> int:
        assert hidden.of(Viewer(user, ()), version, find, wait_s=1) is found
        return times[0]

    monkeypatch.setattr(hidden_module, "VIEWERS_MAX", 2)
    assert [ask("a"), ask("b"), ask("a"), ask("c"), ask("a"), ask("b")] == [1, 2, 2, 3, 3, 4]
    monkeypatch.setattr(hidden_module, "BYTES_MAX", 2 * found.nbytes - 1)
    assert [ask("d"), ask("d"), ask("b")] == [5, 5, 6]
    monkeypatch.setattr(hidden_module, "BYTES_MAX", found.nbytes - 1)
    assert [ask("e"), ask("e")] == [7, 8]
    # Of a state that is not known, and of one that is over.
    assert [ask("b", None), ask("f", 9), ask("f", 9)] == [9, 10, 11]
    with hidden.changing():
        assert hidden.version() is None
        assert ask("b") == 12
    assert hidden.version() == 1


def test_two_who_ask_at_once_are_told_what_one_reads() -> None:
    hidden = HiddenDirectories()
    found = pa.table({"inode_id": pa.array([1], pa.int64())})
    begun, go_on, times = threading.Event(), threading.Event(), [0]

    def find() -> pa.Table:
        times[0] += 1
        begun.set()
        assert go_on.wait(20)
        return found

    answers: list[pa.Table] = []
    threads = [
        threading.Thread(target=lambda: answers.append(hidden.of(EVE, 0, find, wait_s=20)))
        for _ in range(2)
    ]
    threads[0].start()
    assert begun.wait(20)
    threads[1].start()
    go_on.set()
    for each in threads:
        each.join(20)
    assert (len(answers), times[0]) == (2, 1)


@pytest.mark.parametrize("tree", range(TREES))
def test_random_trees_are_counted_as_hdfs_lists_them(replica: ReplicaUnderTest, tree: int) -> None:
    chance = random.Random(SEED + tree)
    rows = {1: ROOT}
    replica.apply(replace(ROOT, logical_time=2))
    for step in range(3):
        changed = list(_random_changes(chance, rows, step))
        rows |= {row.inode_id: row for row in changed}
        replica.apply(*changed)
        for viewer in (EVE, ANN, STAFF, None):
            for path, scope in ((None, None), ("/", 1), ("/d2", 2), ("/d2/d3", 3)):
                counts = CountReader(Limits(), lambda: replica.database)
                expected = _listed(rows, viewer, scope)
                if expected is None:
                    with pytest.raises(CountUndecided):
                        counts.counts(asked(viewer, path))
                else:
                    assert total(counts.counts(asked(viewer, path))) == expected


def _random_changes(chance: random.Random, rows: dict[int, Row], step: int) -> Iterator[Row]:
    """New directories and files, and other modes for some that are there."""
    for inode_id in range(2, 9):
        above = {2: 1, 3: 2}.get(inode_id) or chance.randrange(1, inode_id)
        parent = rows[inode_id].parent_id if inode_id in rows else above
        yield replace(
            directory(inode_id, parent, f"d{inode_id}", logical_time=step + 3),
            mode=chance.choice((0o755, 0o755, 0o750, 0o711, 0o705, 0o744)),
            owner=chance.choice(("ann", "eve", "bob")),
            storage_policy=chance.choice((0, 2)),
        )
    for each in range(6):
        inode_id = 100 + 10 * step + each
        yield Row(inode_id, chance.randrange(1, 9), f"f{inode_id}", logical_time=3)


def _listed(rows: dict[int, Row], viewer: Viewer | None, scope: int | None) -> int | None:
    """How many inodes are shown, by each inode's way up; null where the scope may not be named."""

    def allows(inode_id: int, bit: int) -> bool:
        if viewer is None:
            return True
        row = rows[inode_id]
        shift = 6 if row.owner == viewer.user else 3 if row.group in viewer.groups else 0
        return bool(row.mode >> shift & bit)

    def above(inode_id: int) -> list[int]:
        parent = rows[inode_id].parent_id
        return [] if parent == 0 else [parent, *above(parent)]

    if scope is not None and not all(allows(each, 1) for each in above(scope)):
        return None
    counted = 0
    for inode_id in rows:
        ways = above(inode_id)
        if scope is not None and scope not in ways:
            continue
        listed = not ways or (allows(ways[0], 4) and all(allows(each, 1) for each in ways))
        counted += listed
    return counted
