"""What the replica holds after changes: exactly once, in any order, with paths that are right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from warren_analytics.database import Database
from warren_analytics.errors import ReplicaCorrupt
from warren_analytics.position import Position
from warren_analytics.testkit.replica import (
    LIMITS,
    ROOT,
    PlaceRow,
    ReplicaUnderTest,
    Row,
    deleted,
    directory,
)

PATHS = "SELECT path FROM inodes WHERE path IS NOT NULL ORDER BY path"


def paths(replica: ReplicaUnderTest) -> list[object]:
    return [row[0] for row in replica.rows(PATHS)]


def test_rows_are_complete(replica: ReplicaUnderTest) -> None:
    replica.apply(directory(2, 1, "data"), Row(3, 2, "Übung.CSV", size_bytes=7))
    assert replica.rows(
        "SELECT inode_id, parent_id, name, path, kind, extension, size_bytes, space_bytes, owner,"
        " group_name, mode, replication, block_size_bytes, mtime, logical_time"
        " FROM inodes WHERE kind = 'file'"
    ) == [
        [
            *(3, 2, "Übung.CSV", "/data/Übung.CSV", "file", "csv", 7, 21, "ann"),
            *("staff", "0644", 3, 134_217_728, "2023-11-14T22:13:20", 1),
        ]
    ]


@pytest.mark.parametrize(
    ("name", "extension"),
    [("a.b.GZ", "gz"), ("plain", None), (".hidden", None), (".x.y", "y"), ("dot.", "")],
)
def test_extensions(replica: ReplicaUnderTest, name: str, extension: str | None) -> None:
    replica.apply(Row(3, 1, name))
    assert replica.rows("SELECT extension FROM inodes WHERE inode_id = 3") == [[extension]]


@pytest.mark.parametrize("mtime_ms", [2**63 - 1, -(2**63) + 1])
def test_any_time_of_hdfs_can_be_read(replica: ReplicaUnderTest, mtime_ms: int) -> None:
    replica.apply(Row(3, 1, "odd", mtime_ms=mtime_ms))
    assert len(replica.rows("SELECT mtime::VARCHAR FROM inodes WHERE inode_id = 3")) == 1


def test_renaming_a_directory_renames_the_paths_below(replica: ReplicaUnderTest) -> None:
    old = directory(2, 1, "old")
    replica.apply(old, directory(3, 2, "sub"), Row(4, 3, "leaf"))
    replica.apply(replace(old, name="new", logical_time=2, operation="rename"))
    assert paths(replica) == ["/", "/new", "/new/sub", "/new/sub/leaf"]
    assert replica.rows("SELECT depth, ancestor_ids FROM directories WHERE inode_id = 3") == [
        [2, [1, 2]]
    ]


def test_a_files_bytes_go_into_the_database_and_out(replica: ReplicaUnderTest) -> None:
    replica.apply(directory(2, 1, "d"), Row(10, 2, "small"), Row(11, 2, "born", features=512 | 4))

    def stored() -> list[object]:
        return [row[0] for row in replica.rows("SELECT name FROM inodes WHERE in_database")]

    assert stored() == ["born"]
    replica.apply(Row(10, 2, "small", features=512, logical_time=2))
    replica.apply(Row(11, 2, "born", features=4, logical_time=2))
    assert stored() == ["small"]
    assert replica.rows("SELECT count(*) FROM inodes WHERE in_database IS NULL") == [[0]]


def test_a_storage_policy_is_handed_down_until_another_is_set(replica: ReplicaUnderTest) -> None:
    archive = replace(directory(2, 1, "archive"), storage_policy=2)
    recent = directory(3, 2, "recent")
    replica.apply(
        archive,
        recent,
        Row(10, 3, "inherits"),
        Row(11, 3, "own", storage_policy=12),
        replace(Row(12, 2, "link"), kind="symlink"),
        Row(13, 1, "plain"),
        Row(14, 2, "unknown", storage_policy=99),
    )

    def held() -> dict[object, list[object]]:
        rows = replica.rows("SELECT name, storage_policy, own_storage_policy FROM inodes")
        return {row[0]: row[1:] for row in rows}

    assert held() == {
        "": ["HOT", None],
        "archive": ["COLD", "COLD"],
        "recent": ["COLD", None],
        "inherits": ["COLD", None],
        "own": ["ALL_SSD", "ALL_SSD"],
        "link": [None, None],
        "plain": ["HOT", None],
        "unknown": ["99", "99"],
    }
    replica.apply(replace(recent, storage_policy=5, logical_time=2))
    assert (held()["recent"], held()["inherits"]) == (["WARM", "WARM"], ["WARM", None])
    replica.apply(replace(recent, storage_policy=0, logical_time=3))
    assert held()["inherits"] == ["COLD", None]
    replica.apply(replace(recent, parent_id=1, logical_time=4))
    assert held()["inherits"] == ["HOT", None]
    replica.apply(replace(archive, storage_policy=0, logical_time=2))
    assert held()["archive"] == ["HOT", None]


def test_a_child_waits_for_its_ancestors(replica: ReplicaUnderTest) -> None:
    replica.apply(Row(4, 3, "leaf"))
    replica.apply(directory(3, 2, "inner"))
    assert paths(replica) == ["/"]
    replica.apply(directory(2, 1, "outer"))
    assert paths(replica) == ["/", "/outer", "/outer/inner", "/outer/inner/leaf"]
    replica.apply(deleted(directory(2, 1, "outer")))
    assert paths(replica) == ["/"]


def test_moves_out_of_order_may_form_a_cycle(replica: ReplicaUnderTest) -> None:
    above, below = directory(2, 1, "above"), directory(3, 2, "below")
    replica.apply(above, below)
    replica.apply(replace(above, logical_time=2, parent_id=3))
    assert paths(replica) == ["/"]
    replica.apply(replace(below, logical_time=2, parent_id=1))
    assert paths(replica) == ["/", "/below", "/below/above"]


def test_a_swap_within_one_batch(replica: ReplicaUnderTest) -> None:
    above, below = directory(2, 1, "above"), directory(3, 2, "below")
    replica.apply(above, below, directory(5, 3, "deep"))
    replica.apply(
        replace(above, logical_time=2, parent_id=3), replace(below, logical_time=2, parent_id=1)
    )
    assert paths(replica) == ["/", "/below", "/below/above", "/below/deep"]


def test_older_equal_and_repeated_versions_change_nothing(replica: ReplicaUnderTest) -> None:
    newer = Row(2, 1, "newer", logical_time=5)
    replica.apply(newer)
    replica.apply(replace(newer, name="older", logical_time=4), replace(newer, name="equal"))
    replica.apply(deleted(replace(newer, logical_time=3)))
    assert paths(replica) == ["/", "/newer"]
    replica.apply(deleted(newer))
    replica.apply(replace(newer, name="ghost"))
    assert paths(replica) == ["/"]


def test_a_sequence_is_recorded_once(replica: ReplicaUnderTest) -> None:
    event = replace(Row(2, 1, "a"), sequence=1, committed_at_ms=replica.position().time_ms)
    moved = replace(event, sequence=2, logical_time=2, parent_id=1, name="b", operation="rename")
    moved = replace(moved, before=PlaceRow(1, "a"))
    for batch in ([event], [event, moved], [moved]):
        replica.database.writer.apply(batch, Position("c2", 2, 1))
    assert replica.rows(
        "SELECT sequence, operation, name, before_name FROM changes ORDER BY sequence"
    ) == [[1, "create", "a", None], [2, "rename", "b", "a"]]


def test_usage_counts_everything_below(replica: ReplicaUnderTest) -> None:
    replica.apply(
        directory(2, 1, "a"), directory(3, 2, "b"), Row(4, 3, "x", size_bytes=5), Row(5, 2, "y")
    )
    assert replica.rows(
        "SELECT path, files, directories, length_bytes, space_bytes FROM directory_usage"
        " ORDER BY path"
    ) == [["/", 2, 2, 15, 45], ["/a", 2, 1, 15, 45], ["/a/b", 1, 0, 5, 15]]


def test_batch_and_position_are_one(replica: ReplicaUnderTest) -> None:
    broken = replace(Row(2, 1, "a"), size_bytes=2**70)
    with pytest.raises((OverflowError, ValueError)):
        replica.apply(Row(3, 1, "b"), broken)
    stored = replica.database.writer.position()
    assert stored is not None
    assert (stored.cursor, paths(replica)) == ("c0", ["/"])


def test_a_reopened_replica_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "again.duckdb"
    database = Database(file, LIMITS)
    database.writer.load([ROOT])
    database.writer.finish_load()
    assert database.writer.position() is None
    database.writer.complete(Position("c7", 7, 70))
    database.writer.apply([replace(Row(2, 1, "a"), sequence=8)], Position("c8", 8, 80))
    database.close()
    again = Database(file, LIMITS)
    assert again.writer.position() == Position("c8", 8, 80)
    with again.slot() as connection:
        assert connection.execute("SELECT count(*) FROM inodes").fetchone() == (2,)
    again.close()


def test_a_file_that_is_no_replica_is_named(tmp_path: Path) -> None:
    file = tmp_path / "other.duckdb"
    file.write_text("not a database" * 100)
    with pytest.raises(ReplicaCorrupt):
        Database(file, LIMITS)


@pytest.mark.parametrize("seed", range(3))
def test_disturbed_delivery_ends_as_the_tree(replica: ReplicaUnderTest, seed: int) -> None:
    random = Random(seed)
    tree = {1: ROOT}
    history: list[Row] = []
    for inode_id in range(2, 160):
        directories = [each.inode_id for each in tree.values() if each.kind == "directory"]
        parent_id = random.choice(directories)
        row = directory(inode_id, parent_id, f"n{inode_id}")
        if random.random() < 0.5:
            row = Row(inode_id, parent_id, f"n{inode_id}")
        tree[inode_id] = row
        history.append(row)
        movable = random.choice([each for each in tree.values() if each.inode_id != 1])
        target = random.choice(directories)
        if movable.inode_id not in _upwards(tree, target):
            moved = replace(
                movable, parent_id=target, logical_time=movable.logical_time + 1, operation="rename"
            )
            tree[moved.inode_id] = moved
            history.append(moved)
    delivered = sorted(enumerate(history), key=lambda pair: pair[0] + random.uniform(0, 12))
    for start in range(0, len(delivered), 23):
        replica.apply(*[row for _, row in delivered[max(0, start - 5) : start + 23]])
    expected = sorted(_path(tree, inode_id) for inode_id in tree)
    assert sorted(map(str, paths(replica))) == expected


def _upwards(tree: dict[int, Row], inode_id: int) -> list[int]:
    found = []
    while inode_id != 0:
        found.append(inode_id)
        inode_id = tree[inode_id].parent_id
    return found


def _path(tree: dict[int, Row], inode_id: int) -> str:
    return "/" + "/".join(tree[each].name for each in reversed(_upwards(tree, inode_id)[:-1]))


@pytest.mark.parametrize(
    ("statement", "inode_ids"),
    [
        ("UPDATE store.directory SET path = '/other' WHERE inode_id = 2", {2, 3}),
        ("UPDATE store.directory SET ancestor_ids = [1] WHERE inode_id = 3", {3}),
        ("UPDATE store.directory SET storage_policy = 2 WHERE inode_id = 3", {3}),
        ("UPDATE store.directory SET own_policy = 2 WHERE inode_id = 3", {3}),
        ("DELETE FROM store.directory WHERE inode_id = 3", {3}),
        ("INSERT INTO store.directory VALUES (4, 3, 'f', 0, '/a/b/f', [1, 2, 3], 0)", {4}),
    ],
)
def test_directories_that_are_wrong_are_told(
    replica: ReplicaUnderTest, statement: str, inode_ids: set[int]
) -> None:
    replica.apply(directory(2, 1, "a"), directory(3, 2, "b"), Row(4, 3, "f"))
    writer = replica.database.writer
    assert writer.broken_directories(0, 100, 100) == set()
    writer._connection.execute(statement)
    assert writer.broken_directories(0, 100, 100) == inode_ids
