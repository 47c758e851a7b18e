"""Blocks, replicas, attributes and quotas: read again, swept, and honest about their age."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
from warren_analytics.database import Database
from warren_analytics.details import Detail, Sweep
from warren_analytics.testkit.replica import QuotaRow, ReplicaUnderTest, Row, deleted, directory


@dataclass(frozen=True)
class Block:
    inode_id: int
    block_id: int
    index: int = 0
    generation_stamp: int = 1
    length_bytes: int = 5
    state: str = "complete"


@dataclass(frozen=True)
class Xattr:
    inode_id: int
    number: int
    part: int
    name: str
    value: str | None
    length_bytes: int
    namespace: str = "user"


BLOCKS = "SELECT inode_id, block_id, length_bytes FROM blocks ORDER BY ALL"


def sweep_of(database: Database, detail: Detail) -> Sweep:
    (sweep,) = [each for each in database.details.sweeps() if each.detail is detail]
    return sweep


def sweep_all(
    replica: ReplicaUnderTest, detail: Detail, rows: Sequence[object], page: int, at_ms: int
) -> None:
    """A whole sweep in pages of so many rows."""
    details = replica.database.details
    sweep = sweep_of(replica.database, detail)
    for start in range(0, max(1, len(rows)), page):
        more = start + page < len(rows)
        cursor = f"c{start}" if more else None
        sweep = details.sweep(sweep, rows[start : start + page], cursor, at_ms + start)
        assert sweep == sweep_of(replica.database, detail)


def test_rows_of_changed_inodes_are_replaced(replica: ReplicaUnderTest) -> None:
    details = replica.database.details
    replica.apply(Row(5, 1, "a"), Row(6, 1, "b"))
    assert details.unread(10) == [5, 6]
    assert details.unread(1) == [5]
    details.replace([5, 6], {Detail.BLOCKS: [Block(5, 50), Block(6, 60), Block(6, 61)]})
    assert details.unread(10) == []
    replica.apply(Row(6, 1, "b", logical_time=2))
    assert details.unread(10) == [6]
    details.replace([6], {Detail.BLOCKS: [Block(6, 61, length_bytes=9)]})
    assert replica.rows(BLOCKS) == [[5, 50, 5], [6, 61, 9]]


def test_a_deleted_inode_has_no_rows_and_a_sweep_brings_none_back(
    replica: ReplicaUnderTest,
) -> None:
    row = Row(5, 1, "a")
    replica.apply(row)
    replica.database.details.replace([5], {Detail.BLOCKS: [Block(5, 50)]})
    replica.apply(deleted(row))
    assert replica.rows(BLOCKS) == []
    assert replica.database.details.unread(10) == []
    sweep_all(replica, Detail.BLOCKS, [Block(5, 50)], 10, 1_000)
    replica.database.details.replace([5], {Detail.BLOCKS: [Block(5, 50)]})
    assert replica.rows(BLOCKS) == []


@pytest.mark.parametrize("page", [1, 2, 3, 100])
@pytest.mark.parametrize("seed", range(3))
def test_a_sweep_ends_as_what_it_read(replica: ReplicaUnderTest, page: int, seed: int) -> None:
    print("seed", seed)
    random = Random(seed)
    replica.apply(*[Row(inode_id, 1, f"f{inode_id}") for inode_id in range(2, 12)])
    for round_number in range(1, 4):
        keys = sorted({(random.randrange(2, 12), random.randrange(4)) for _ in range(12)})
        rows = [Block(inode, block, length_bytes=random.randrange(3)) for inode, block in keys]
        sweep_all(replica, Detail.BLOCKS, rows, page, 1_000 * round_number)
        assert replica.rows(BLOCKS) == [[r.inode_id, r.block_id, r.length_bytes] for r in rows]
        assert sweep_of(replica.database, Detail.BLOCKS).complete_as_of_ms == 1_000 * round_number


def test_an_answer_says_how_old_its_tables_are(replica: ReplicaUnderTest) -> None:
    statement = "SELECT * FROM Blocks JOIN quotas USING (inode_id)"
    query = replica.run(statement)
    assert {each.table: each.complete_as_of_ms for each in query.swept} == {
        "blocks": None,
        "quotas": None,
    }
    sweep_all(replica, Detail.BLOCKS, [Block(1, 1), Block(1, 2)], 1, 7_000)
    query = replica.run(statement)
    assert {each.table: each.complete_as_of_ms for each in query.swept} == {
        "blocks": 7_000,
        "quotas": None,
    }
    assert replica.run("SELECT count(*) FROM inodes").swept == ()


def test_parts_of_an_attribute_are_one_row(replica: ReplicaUnderTest) -> None:
    replica.apply(Row(5, 1, "a"))
    parts = [
        Xattr(5, 0, 0, "team", "blue", 8_000),
        Xattr(5, 0, 1, "team", None, 17),
        Xattr(5, 1, 0, "binary", None, 3, "trusted"),
    ]
    replica.database.details.replace([5], {Detail.XATTRS: parts})
    assert replica.rows("SELECT name, value, length_bytes FROM xattrs ORDER BY name") == [
        ["trusted.binary", None, 3],
        ["user.team", "blue", 8_017],
    ]


def test_quotas_have_paths(replica: ReplicaUnderTest) -> None:
    replica.apply(directory(2, 1, "data"))
    replica.database.details.replace([2], {Detail.QUOTAS: [QuotaRow(2, 100, 7)]})
    assert replica.rows("SELECT * FROM quotas") == [[2, "/data", 100, 7, None, 0, *[None] * 10]]
