"""Each ready report runs, and answers what it says."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from warren_analytics.checksums import Candidate, ChecksumRow, candidates
from warren_analytics.reports import REPORTS, Report
from warren_analytics.testkit.replica import ReplicaUnderTest, Row, directory, now_ms

MIB = 1024 * 1024
# What the console says in other languages; its tests see that all of it is translated.
WORDS = Path(__file__).parents[2] / "frontend" / "src" / "features" / "reports" / "words.json"
# A text of the statement's own, where it stands for a class of rows.
OF_A_CLASS = re.compile(r"(?:THEN|ELSE|\(\d+,|coalesce\([a-z_.]+,) '([^']+)'")


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_it_runs_and_has_the_columns_that_it_draws(
    replica: ReplicaUnderTest, report: Report
) -> None:
    replica.apply(directory(2, 1, "d"), Row(3, 2, "a.csv", size_bytes=2 * MIB))
    query = replica.run(report.statement)
    assert query.error is None
    names = {column.name for column in query.columns}
    assert {report.chart.label, *report.chart.values, *report.drill_down.values()} <= names


def test_their_words_are_listed(replica: ReplicaUnderTest) -> None:
    columns: set[str] = set()
    classes: set[str] = set()
    for report in REPORTS:
        columns |= {column.name for column in replica.run(report.statement).columns}
        classes |= set(OF_A_CLASS.findall(report.statement))
    wanted = {"columns": sorted(columns), "classes": sorted(classes)}
    assert json.loads(WORDS.read_text(encoding="utf-8")) == wanted


def _rows(replica: ReplicaUnderTest, name: str) -> list[list[object]]:
    (statement,) = [report.statement for report in REPORTS if report.name == name]
    return replica.rows(statement)


def test_what_they_find(replica: ReplicaUnderTest) -> None:
    replica.apply(
        directory(2, 1, "big"),
        directory(3, 1, "small"),
        *[Row(10 + at, 2, f"p{at}.bin", size_bytes=3 * MIB, owner="bo") for at in range(3)],
        *[Row(20 + at, 3, f"s{at}", size_bytes=5) for at in range(4)],
    )
    biggest = _rows(replica, "biggest-directories")
    assert [row[:2] for row in biggest] == [["/big", 3], ["/small", 4]]
    assert _rows(replica, "small-files") == [["/small", 4, 20, 5, 3, MIB - 1]]
    assert _rows(replica, "extensions") == [
        ["bin", 3, 9 * MIB, 27 * MIB, "bin"],
        ["(none)", 4, 20, 60, None],
    ]
    (duplicates,) = _rows(replica, "duplicates")
    assert duplicates[:6] == [3 * MIB, "not yet", 3, 6 * MIB, "/big/p0.bin", "/big/p2.bin"]
    assert _rows(replica, "owners")[0][:2] == ["bo", 3]
    assert sum(int(str(row[1])) for row in _rows(replica, "cold-data")) == 7


def test_an_age_is_of_whole_days_that_a_search_can_ask_for(replica: ReplicaUnderTest) -> None:
    day_ms = 24 * 3_600_000
    today_ms = now_ms() // day_ms * day_ms
    days = (0, 30, 31, 90, 91, 365, 366, 730, 731)
    replica.apply(
        *[Row(10 + at, 1, f"f{at}", mtime_ms=today_ms - at * day_ms) for at in days],
    )
    rows = _rows(replica, "cold-data")
    assert [row[1] for row in rows] == [2, 2, 2, 2, 1]
    today = datetime.fromtimestamp(today_ms / 1000, UTC).date()
    bounds = [(30, None), (90, 31), (365, 91), (730, 366), (None, 731)]
    assert [row[4:] for row in rows] == [
        [None if ago is None else str(today - timedelta(ago)) for ago in pair] for pair in bounds
    ]


def test_small_files_are_counted_by_where_their_bytes_are(replica: ReplicaUnderTest) -> None:
    chosen = replace(directory(2, 1, "chosen"), storage_policy=3)
    replica.apply(
        chosen,
        directory(3, 1, "plain"),
        Row(10, 2, "stored", size_bytes=1024, features=512),
        Row(11, 2, "waits", size_bytes=1025),
        Row(12, 2, "empty", size_bytes=0),
        Row(13, 2, "too-long", size_bytes=65537),
        Row(14, 3, "elsewhere", size_bytes=65536),
        Row(15, 3, "moved", size_bytes=5, storage_policy=3),
    )
    rows = {str(row[0]): row[1:9] for row in _rows(replica, "in-database")}
    assert next(iter(rows)) == "up to 1 KiB"
    assert len(rows) == 9
    # Files, bytes; in the database; to take in; that fit.
    assert rows["up to 1 KiB"] == [3, 1029, 1, 1024, 1, 5, 1, 5]
    assert rows["up to 2 KiB"] == [1, 1025, 0, 0, 1, 1025, 1, 1025]
    assert rows["up to 64 KiB"] == [1, 65536, 0, 0, 0, 0, 1, 65536]
    assert rows["up to 1 MiB"] == [1, 65537, 0, 0, 0, 0, 0, 0]
    assert rows["over 1 MiB"] == [0] * 8


def test_duplicates_are_proved_by_their_checksums(replica: ReplicaUnderTest) -> None:
    files = [
        *[Row(10 + at, 1, f"p{at}.bin", size_bytes=3 * MIB) for at in range(4)],
        *[Row(20 + at, 1, f"q{at}.csv", size_bytes=2 * MIB) for at in range(3)],
        *[Row(30 + at, 1, f"r{at}.csv", size_bytes=7 * MIB) for at in range(2)],
        *[Row(40 + at, 1, f"s{at}", size_bytes=MIB) for at in range(2)],
        Row(50, 1, "other-ending.x", size_bytes=MIB),
        Row(60, 1, "alone", size_bytes=9 * MIB),
    ]
    replica.apply(*files)
    known = {10: "aa", 11: "aa", 12: "bb", 13: "aa", 20: "cc", 30: "dd", 31: "ee"}
    rows = [
        ChecksumRow(
            row.inode_id,
            row.size_bytes,
            row.mtime_ms,
            "MD5-of-0MD5-of-512CRC32C" if row.inode_id in known else None,
            known.get(row.inode_id),
            None if row.inode_id in known else "too_many_blocks",
            now_ms(),
        )
        for row in files
        if row.inode_id in known or row.inode_id in {40, 41}
    ]
    assert replica.database.checksums.store(rows) == len(rows)
    assert [row[:8] for row in _rows(replica, "duplicates")] == [
        [3 * MIB, "yes", 3, 6 * MIB, "/p0.bin", "/p3.bin", 9, 3],
        [2 * MIB, "not yet", 2, 4 * MIB, "/q1.csv", "/q2.csv", 9, 3],
        [MIB, "not possible", 2, MIB, "/s0", "/s1", 9, 3],
    ]
    waiting = {each.inode_id for each in _candidates(replica)}
    assert waiting == {21, 22, 50}


def test_the_same_checksum_of_another_algorithm_proves_nothing(replica: ReplicaUnderTest) -> None:
    replica.apply(Row(2, 1, "a", size_bytes=MIB), Row(3, 1, "b", size_bytes=MIB))
    algorithms = {2: "MD5-of-0MD5-of-512CRC32C", 3: "MD5-of-0MD5-of-512CRC32"}
    replica.database.checksums.store(
        [
            ChecksumRow(inode_id, MIB, Row(2, 1, "a").mtime_ms, algorithm, "aa", None, now_ms())
            for inode_id, algorithm in algorithms.items()
        ]
    )
    assert _rows(replica, "duplicates") == []
    assert _candidates(replica) == []


def _candidates(replica: ReplicaUnderTest) -> list[Candidate]:
    with replica.database.slot() as connection:
        return candidates(connection, 100, now_ms())
