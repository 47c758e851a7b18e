"""Checksums are of files as they are now, and files that have none are asked for in good order."""

from __future__ import annotations

from dataclasses import replace

from warren_analytics.checksums import (
    ASKED_AGAIN_MS,
    LENGTH_MIN_BYTES,
    Candidate,
    ChecksumRow,
    candidates,
)
from warren_analytics.testkit.replica import ReplicaUnderTest, Row, deleted, directory, now_ms

MIB = LENGTH_MIN_BYTES
A = Row(2, 1, "a", size_bytes=MIB)
B = Row(3, 1, "b", size_bytes=MIB)


def told(row: Row, checksum: str | None = "aa", reason: str | None = None) -> ChecksumRow:
    algorithm = None if checksum is None else "MD5-of-0MD5-of-512CRC32C"
    return ChecksumRow(
        row.inode_id, row.size_bytes, row.mtime_ms, algorithm, checksum, reason, now_ms()
    )


def waiting(replica: ReplicaUnderTest, limit: int = 100, later_ms: int = 0) -> list[int]:
    with replica.database.slot() as connection:
        found: list[Candidate] = candidates(connection, limit, now_ms() + later_ms)
        return [each.inode_id for each in found]


def known(replica: ReplicaUnderTest) -> list[list[object]]:
    return replica.rows("SELECT inode_id, checksum, reason FROM checksums ORDER BY inode_id")


def test_candidates_share_their_length_and_the_longest_come_first(
    replica: ReplicaUnderTest,
) -> None:
    replica.apply(
        *[Row(at, 1, f"short{at}", size_bytes=MIB - 1) for at in (10, 11)],
        *[Row(at, 1, f"m{at}", size_bytes=MIB) for at in (20, 21)],
        *[Row(at, 1, f"n{at}", size_bytes=5 * MIB) for at in (30, 31, 32)],
        Row(40, 1, "alone", size_bytes=7 * MIB),
        directory(50, 1, "d"),
    )
    assert waiting(replica) == [30, 31, 32, 20, 21]
    assert waiting(replica, limit=2) == [30, 31]
    assert replica.database.checksums.store([told(Row(31, 1, "", size_bytes=5 * MIB))]) == 1
    assert waiting(replica) == [30, 32, 20, 21]


def test_rows_go_with_their_file_and_with_its_content(replica: ReplicaUnderTest) -> None:
    replica.apply(A, B)
    replica.database.checksums.store([told(A), told(B)])
    moved = replace(A, name="c", owner="bo", logical_time=2)
    replica.apply(moved)
    assert known(replica) == [[2, "aa", None], [3, "aa", None]]
    replica.apply(replace(moved, mtime_ms=A.mtime_ms + 1, logical_time=3))
    assert known(replica) == [[3, "aa", None]]
    assert waiting(replica) == [2]
    replica.apply(deleted(B))
    assert known(replica) == []


def test_an_answer_of_another_content_is_not_kept(replica: ReplicaUnderTest) -> None:
    replica.apply(A, B)
    stale = replace(B, mtime_ms=B.mtime_ms - 1)
    assert (
        replica.database.checksums.store([told(A), told(stale), told(replace(B, inode_id=9))]) == 1
    )
    assert known(replica) == [[2, "aa", None]]


def test_refused_files_are_asked_again_only_when_that_may_help(replica: ReplicaUnderTest) -> None:
    replica.apply(A, B)
    replica.database.checksums.store(
        [told(A, None, "too_many_blocks"), told(B, None, "unavailable")]
    )
    assert waiting(replica) == []
    assert waiting(replica, later_ms=ASKED_AGAIN_MS + 1_000) == [3]
    replica.database.checksums.store([told(B)])
    assert known(replica) == [[2, None, "too_many_blocks"], [3, "aa", None]]


def test_the_table_says_up_to_when_it_is_complete(replica: ReplicaUnderTest) -> None:
    query = replica.run("SELECT * FROM checksums")
    assert [(each.table, each.complete_as_of_ms) for each in query.swept] == [("checksums", None)]
    replica.database.checksums.complete(1_000)
    replica.database.checksums.complete(2_000)
    query = replica.run("SELECT * FROM checksums")
    assert [(each.table, each.complete_as_of_ms) for each in query.swept] == [("checksums", 2_000)]
    assert len(replica.database.details.sweeps()) == 4
