"""Totals of directories are exact after any changes, in any order of their delivery."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from warren_analytics.testkit.replica import ROOT, ReplicaUnderTest, Row, deleted, directory

USAGE = (
    "SELECT inode_id, files, directories, length_bytes, space_bytes, epoch(average_mtime)::BIGINT"
    " FROM directory_usage ORDER BY inode_id"
)
Totals = dict[int, tuple[int, int, int, int, int | None]]


def kept(replica: ReplicaUnderTest) -> Totals:
    with replica.database.slot() as connection:
        return {row[0]: tuple(row[1:]) for row in connection.execute(USAGE).fetchall()}


def counted(rows: dict[int, Row]) -> Totals:
    """A walk over the tree for each directory, by nothing that the replica keeps."""
    found: Totals = {}
    for top in rows.values():
        if top.kind != "directory":
            continue
        below = [row for row in rows.values() if top.inode_id in upwards(rows, row.parent_id)]
        files = [row for row in below if row.kind == "file"]
        mtimes = [row.mtime_ms // 1000 for row in files]
        found[top.inode_id] = (
            len(files),
            sum(row.kind == "directory" for row in below),
            sum(row.size_bytes for row in files),
            sum(row.size_bytes * row.replication for row in files),
            sum(mtimes) // len(files) if files else None,
        )
    return found


def upwards(rows: dict[int, Row], inode_id: int) -> list[int]:
    found = []
    while inode_id != 0:
        found.append(inode_id)
        inode_id = rows[inode_id].parent_id
    return found


class Tree:
    """A tree that changes at random, and the events of it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.rows = {1: ROOT}
        self.history: list[Row] = []
        self._next_id = 2

    def change(self) -> None:
        self.random.choice((self._create, self._create, self._rewrite, self._move, self._delete))()

    def _directories(self) -> list[Row]:
        return [row for row in self.rows.values() if row.kind == "directory"]

    def _create(self) -> None:
        parent = self.random.choice(self._directories())
        inode_id, self._next_id = self._next_id, self._next_id + 1
        if self.random.random() < 0.45:
            self._tell(directory(inode_id, parent.inode_id, f"d{inode_id}"))
        else:
            self._tell(self._resized(Row(inode_id, parent.inode_id, f"f{inode_id}")))

    def _resized(self, row: Row) -> Row:
        return replace(
            row,
            size_bytes=self.random.choice((0, 7, 2**40)),
            replication=self.random.choice((1, 3)),
            mtime_ms=self.random.randrange(2 * 10**12),
        )

    def _rewrite(self) -> None:
        files = [row for row in self.rows.values() if row.kind == "file"]
        if files:
            row = self._resized(self.random.choice(files))
            self._tell(replace(row, logical_time=row.logical_time + 1, operation="update"))

    def _move(self) -> None:
        row, target = self.random.choice(list(self.rows.values())), self._directories()
        parent_id = self.random.choice(target).inode_id
        if row.inode_id not in upwards(self.rows, parent_id):
            later = row.logical_time + 1
            self._tell(replace(row, parent_id=parent_id, logical_time=later, operation="rename"))

    def _delete(self) -> None:
        """A whole subtree, told in any order, as the feed does."""
        top = self.random.choice(list(self.rows))
        if top == 1 or self.random.random() < 0.5:
            return
        gone = [row for row in self.rows.values() if top in upwards(self.rows, row.inode_id)]
        self.random.shuffle(gone)
        for row in gone:
            self.history.append(deleted(row))
            del self.rows[row.inode_id]

    def _tell(self, row: Row) -> None:
        self.rows[row.inode_id] = row
        self.history.append(row)


@pytest.mark.parametrize("seed", range(4))
def test_totals_after_each_batch_are_what_a_walk_counts(
    replica: ReplicaUnderTest, seed: int
) -> None:
    tree = Tree(seed)
    for _ in range(15):
        told = len(tree.history)
        for _ in range(tree.random.randrange(1, 12)):
            tree.change()
        replica.apply(*tree.history[told:])
        assert kept(replica) == counted(tree.rows)
    assert replica.database.writer.wrong_totals(0, 10_000, 10_000) == set()


@pytest.mark.parametrize("seed", range(4))
def test_totals_after_disturbed_delivery(replica: ReplicaUnderTest, seed: int) -> None:
    tree = Tree(100 + seed)
    while len(tree.history) < 180:
        tree.change()
    random = tree.random
    order = sorted(enumerate(tree.history), key=lambda pair: pair[0] + random.uniform(0, 15))
    for start in range(0, len(order), 17):
        # Some come again.
        replica.apply(*[row for _, row in order[max(0, start - 4) : start + 17]])
        # What is kept is right by itself also while ancestors are missing.
        assert replica.database.writer.wrong_totals(0, 10_000, 10_000) == set()
    assert kept(replica) == counted(tree.rows)


@pytest.mark.parametrize("seed", range(2))
def test_a_build_counts_once_what_changes_add_up_to(replica: ReplicaUnderTest, seed: int) -> None:
    tree = Tree(200 + seed)
    while len(tree.history) < 200:
        tree.change()
    replica.apply(*tree.history)
    followed = kept(replica)
    connection = replica.database.writer._connection
    for table in ("content", "total"):
        connection.execute(f"CREATE TEMP TABLE {table}_kept AS FROM store.{table}")
        connection.execute(f"DELETE FROM store.{table}")
    connection.execute("UPDATE store.directory SET path = NULL, ancestor_ids = NULL")
    connection.execute("DELETE FROM store.directory")
    replica.database.writer.finish_load()
    assert kept(replica) == followed
    for table in ("content", "total"):
        left = connection.execute(
            f"(FROM {table}_kept EXCEPT FROM store.{table}) UNION ALL"
            f" (FROM store.{table} EXCEPT FROM {table}_kept)"
        ).fetchall()
        assert [row for row in left if any(row[1:])] == []


@pytest.mark.parametrize(
    ("statement", "inode_ids"),
    [
        ("UPDATE store.total SET space_bytes = space_bytes + 1 WHERE inode_id = 3", {2, 3}),
        ("UPDATE store.total SET mtime_s = 0 WHERE inode_id = 1", {1}),
        ("DELETE FROM store.total WHERE inode_id = 3", {2, 3}),
        ("UPDATE store.content SET files = 9 WHERE inode_id = 3", {3}),
        ("DELETE FROM store.content WHERE inode_id = 2", {2}),
    ],
)
def test_totals_that_are_wrong_are_told(
    replica: ReplicaUnderTest, statement: str, inode_ids: set[int]
) -> None:
    replica.apply(directory(2, 1, "a"), directory(3, 2, "b"), Row(4, 3, "f"))
    writer = replica.database.writer
    assert writer.wrong_totals(0, 100, 100) == set()
    writer._connection.execute(statement)
    assert writer.wrong_totals(0, 100, 100) == inode_ids


def test_lengths_that_no_number_holds_stop_nothing(replica: ReplicaUnderTest) -> None:
    huge = [Row(each, 1, f"f{each}", size_bytes=2**63 - 1, replication=512) for each in (2, 3)]
    replica.apply(*huge)
    assert kept(replica)[1][2:4] == (2**63 - 1, 2**63 - 1)
    replica.apply(*[deleted(row) for row in huge])
    assert kept(replica)[1] == (0, 0, 0, 0, None)
