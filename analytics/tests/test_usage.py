"""What is told of one directory: totals, pages of its children, and its files by a property."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import duckdb
import pytest
from warren_analytics import usage as usage_module
from warren_analytics.errors import DirectoryUnknown, UsageTimedOut
from warren_analytics.limits import Limits
from warren_analytics.testkit.replica import ReplicaUnderTest, Row, directory
from warren_analytics.usage import UsageReader
from warren_analytics.usage_values import (
    After,
    UsageBreakdown,
    UsageBy,
    UsageSort,
    body_of,
    breakdown_of,
    usage_of,
)

DAY_MS = 24 * 3_600_000


@pytest.fixture
def usage(replica: ReplicaUnderTest) -> UsageReader:
    replica.apply(
        directory(2, 1, "big"),
        directory(3, 2, "inner"),
        Row(10, 3, "x.csv", size_bytes=500, mtime_ms=4_000),
        Row(11, 2, "y.CSV", size_bytes=100, mtime_ms=2_000, owner="bob"),
        directory(4, 1, "empty"),
        Row(12, 1, "top", size_bytes=50, group="wheel"),
        replace(Row(13, 1, "link", size_bytes=0, mtime_ms=1_800_000_000_000), kind="symlink"),
    )
    return UsageReader(Limits(), lambda: replica.database)


def names(usage: UsageReader, path: str, sort: UsageSort, limit: int = 10) -> Iterator[list[str]]:
    """The pages of a directory's children."""
    after: After | None = None
    while True:
        page = usage.directory(path, sort=sort, limit=limit, after=after)
        assert usage_of(body_of(page)) == page
        yield [each.name for each in page.items]
        after = page.after
        if after is None:
            return


def test_a_directory_and_what_is_in_it(usage: UsageReader) -> None:
    found = usage.directory("/", sort=UsageSort.SPACE, limit=10, after=None)
    totals = found.directory.totals
    assert (totals.files, totals.directories) == (3, 3)
    assert (totals.length_bytes, totals.space_bytes) == (650, 1_950)
    assert found.children == 4
    shown = {each.name: each for each in found.items}
    assert list(shown) == ["big", "top", "empty", "link"]
    big = shown["big"].totals
    assert (big.files, big.directories, big.length_bytes, big.space_bytes) == (2, 1, 600, 1_800)
    assert big.average_mtime_ms == 3_000
    assert shown["top"].totals.files == 1
    assert shown["empty"].totals.average_mtime_ms is None
    assert shown["link"].totals.files == 0
    assert found.as_of.sequence == 7


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (UsageSort.SPACE, ["big", "top", "empty", "link"]),
        (UsageSort.LENGTH, ["big", "top", "empty", "link"]),
        (UsageSort.FILES, ["big", "top", "empty", "link"]),
        (UsageSort.NAME, ["big", "empty", "link", "top"]),
        (UsageSort.TIME, ["link", "big", "empty", "top"]),
    ],
)
def test_pages_hold_each_child_once(
    usage: UsageReader, sort: UsageSort, expected: list[str]
) -> None:
    assert [name for page in names(usage, "/", sort, 1) for name in page] == expected
    assert list(names(usage, "/", sort, 3)) == [expected[:3], expected[3:]]
    assert list(names(usage, "/empty", sort)) == [[]]


@pytest.mark.parametrize("path", ["/none", "/top", "/big/", "", "/'; DROP TABLE store.inode"])
def test_what_is_no_directory(usage: UsageReader, path: str) -> None:
    with pytest.raises(DirectoryUnknown):
        usage.directory(path, sort=UsageSort.SPACE, limit=1, after=None)
    with pytest.raises(DirectoryUnknown):
        usage.breakdown(path, by=UsageBy.OWNER, sort=UsageSort.SPACE, limit=1)


@pytest.mark.parametrize(
    ("by", "path", "expected"),
    [
        (UsageBy.OWNER, "/", [("ann", 2, 550), ("bob", 1, 100)]),
        (UsageBy.OWNER, "/big/inner", [("ann", 1, 500)]),
        (UsageBy.OWNER, "/empty", []),
        (UsageBy.GROUP, "/", [("staff", 2, 600), ("wheel", 1, 50)]),
        (UsageBy.EXTENSION, "/", [("csv", 2, 600), (None, 1, 50)]),
        (UsageBy.AGE, "/big", [("older", 2, 600)]),
        (UsageBy.POLICY, "/", [("HOT", 3, 650)]),
    ],
)
def test_files_by_a_property(
    usage: UsageReader, by: UsageBy, path: str, expected: list[tuple[str | None, int, int]]
) -> None:
    found = usage.breakdown(path, by=by, sort=UsageSort.LENGTH, limit=10)
    assert breakdown_of(body_of(found)) == found
    assert [(each.key, each.files, each.length_bytes) for each in found.groups] == expected
    assert (found.others_count, found.others.files, found.others.length_bytes) == (0, 0, 0)


def test_what_is_beyond_the_largest_groups_is_told_too(usage: UsageReader) -> None:
    found = usage.breakdown("/", by=UsageBy.OWNER, sort=UsageSort.SPACE, limit=1)
    assert [each.key for each in found.groups] == ["ann"]
    assert (found.others_count, found.others.files, found.others.space_bytes) == (1, 1, 300)


def test_a_policy_that_is_handed_down(replica: ReplicaUnderTest, usage: UsageReader) -> None:
    replica.apply(replace(directory(2, 1, "big", logical_time=2), storage_policy=2))
    found = usage.breakdown("/", by=UsageBy.POLICY, sort=UsageSort.LENGTH, limit=10)
    assert [(each.key, each.files) for each in found.groups] == [("COLD", 2), ("HOT", 1)]


@pytest.mark.parametrize("by", UsageBy)
def test_of_the_root_no_directory_is_asked_for(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch, by: UsageBy
) -> None:
    """Millions of files would be looked up in their directories, all of which are below it."""
    replica.apply(
        replace(directory(2, 1, "cold"), storage_policy=2),
        *[directory(100 + at, 2, f"d{at}") for at in range(50)],
        Row(10, 100, "a.CSV", size_bytes=2**60, replication=9),
        Row(11, 1, "b.é", size_bytes=2**62, owner="bob", features=512, storage_policy=3),
        Row(12, 101, "c.e", size_bytes=7, replication=1, group="wheel", storage_policy=12),
        Row(13, 1, ".hidden", size_bytes=0, replication=2, storage_policy=1),
        replace(Row(14, 1, "l.csv", size_bytes=0), kind="symlink"),
    )
    # A link is no part of what is counted in directories: with it all are looked through.
    with_link = UsageReader(Limits(), lambda: replica.database)
    scanned: list[int] = []

    def told(usage: UsageReader) -> UsageBreakdown:
        groups = usage_module._groups

        def watched(connection: duckdb.DuckDBPyConnection, *asked: Any) -> list[tuple[Any, ...]]:
            rows = groups(connection, *asked)
            profile = json.loads(connection.get_profiling_information())
            scanned.append(profile["cumulative_rows_scanned"])
            return rows

        with monkeypatch.context() as patched:
            patched.setattr(usage_module, "_groups", watched)
            return usage.breakdown("/", by=by, sort=UsageSort.SPACE, limit=2)

    whole = told(with_link)
    with monkeypatch.context() as patched:
        patched.setattr(usage_module, "cut_off", lambda _connection: True)
        apart = told(with_link)
    assert (whole.groups, whole.others, whole.others_count) == (
        apart.groups,
        apart.others,
        apart.others_count,
    )
    inodes = 57
    assert scanned[1] > inodes
    assert scanned[0] <= inodes or by in {UsageBy.POLICY, UsageBy.TYPE}


def test_extensions_are_those_that_a_search_asks_for(replica: ReplicaUnderTest) -> None:
    replica.apply(Row(10, 1, "a.É"), Row(11, 1, "b.e"), Row(12, 1, "..c"), Row(13, 1, "d."))
    usage = UsageReader(Limits(), lambda: replica.database)
    found = usage.breakdown("/", by=UsageBy.EXTENSION, sort=UsageSort.FILES, limit=9)
    assert [(each.key, each.files) for each in found.groups] == [("e", 2), ("", 1), (None, 1)]
    assert replica.rows("SELECT extension FROM inodes WHERE kind = 'file' ORDER BY inode_id") == [
        ["e"],
        ["e"],
        [None],
        [""],
    ]


def test_ages_are_whole_days_and_leave_no_gap(
    replica: ReplicaUnderTest, usage: UsageReader
) -> None:
    today_ms = time.time_ns() // 1_000_000 // DAY_MS * DAY_MS
    days = (0, 30, 31, 90, 91, 365, 366, 730, 731)
    replica.apply(
        *[Row(100 + at, 4, f"f{at}", mtime_ms=today_ms - at * DAY_MS) for at in days],
    )
    found = usage.breakdown("/empty", by=UsageBy.AGE, sort=UsageSort.NAME, limit=10)
    groups = {each.key: each for each in found.groups}
    assert {key: each.files for key, each in groups.items()} == {
        "days_30": 2,
        "days_90": 2,
        "year_1": 2,
        "years_2": 2,
        "older": 1,
    }
    assert groups["days_30"].mtime_before_ms is None
    assert groups["older"].mtime_from_ms is None
    for younger, older in (("days_30", "days_90"), ("year_1", "years_2"), ("years_2", "older")):
        assert groups[younger].mtime_from_ms == groups[older].mtime_before_ms
        assert (groups[younger].mtime_from_ms or 1) % DAY_MS == 0


def test_adding_up_ends_with_its_time(
    replica: ReplicaUnderTest, usage: UsageReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = UsageReader(Limits(usage_time_limit_ms=1), lambda: replica.database)

    def never_ends(connection: duckdb.DuckDBPyConnection, *_: object) -> object:
        return connection.execute(
            "SELECT count(*) FROM range(100000000) AS a(i), range(100000000) AS b(i)"
            " WHERE a.i * b.i = 7"
        ).fetchall()

    monkeypatch.setattr("warren_analytics.usage._groups", never_ends)
    with pytest.raises(UsageTimedOut):
        hurried.breakdown("/", by=UsageBy.EXTENSION, sort=UsageSort.SPACE, limit=10)
    # The connection goes on.
    for _ in range(3):
        assert usage.directory("/", sort=UsageSort.SPACE, limit=1, after=None).children == 4


def test_lookups_wait_for_no_statement(replica: ReplicaUnderTest, usage: UsageReader) -> None:
    with replica.database.slot(), replica.database.slot():
        assert usage.directory("/", sort=UsageSort.SPACE, limit=1, after=None).children == 4


def test_files_by_the_type_of_storage_that_their_policies_want(replica: ReplicaUnderTest) -> None:
    replica.apply(
        replace(directory(2, 1, "warm"), storage_policy=5),
        replace(directory(3, 1, "small"), storage_policy=3),
        Row(10, 2, "a", size_bytes=100),
        Row(11, 2, "b", size_bytes=10, replication=1),
        Row(12, 2, "c", size_bytes=7, storage_policy=10),
        Row(13, 3, "rows", size_bytes=5, features=1 << 9),
        Row(14, 3, "blocks", size_bytes=1),
        Row(15, 1, "plain", size_bytes=2),
    )
    usage = UsageReader(Limits(), lambda: replica.database)
    found = usage.breakdown("/", by=UsageBy.TYPE, sort=UsageSort.SPACE, limit=10)
    assert breakdown_of(body_of(found)) == found
    told = {each.key: (each.files, each.length_bytes, each.space_bytes) for each in found.groups}
    assert told == {
        "ARCHIVE": (0, 0, 200),
        # First replicas of a and b, the others of c, and all of two that want nothing special.
        "DISK": (4, 113, 110 + 14 + 9),
        "DATABASE": (1, 5, 15),
        "SSD": (1, 7, 7),
    }
    whole = found.directory.totals
    assert sum(space for _, _, space in told.values()) == whole.space_bytes
    assert sum(length for _, length, _ in told.values()) == whole.length_bytes
    assert (found.others_count, found.others.space_bytes) == (0, 0)
