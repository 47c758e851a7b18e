"""Directories with a limit: how full they are, when they will be, and pages in each order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from warren_analytics import writer
from warren_analytics.details import Detail
from warren_analytics.limits import Limits
from warren_analytics.ordering import Direction
from warren_analytics.quota_values import QuotaSort, TypeLimitUse, quotas_body, quotas_of
from warren_analytics.quotas import QuotaReader
from warren_analytics.samples import DAY_MS
from warren_analytics.testkit.replica import QuotaRow, ReplicaUnderTest, Row, directory, now_ms
from warren_analytics.usage_values import After

GIB = 2**30


@pytest.fixture
def quotas(replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch) -> QuotaReader:
    """/grows gained ten files in two days; the others stood still."""

    def at(time_ms: int) -> None:
        clock = SimpleNamespace(time_ns=lambda: time_ms * 1_000_000)
        monkeypatch.setattr(writer, "time", clock)

    names = ["grows", "stays", "full", "typed", "zero"]
    at(now_ms() - 2 * DAY_MS)
    replica.apply(
        *[directory(2 + at, 1, name) for at, name in enumerate(names)],
        Row(9, 2, "a"),
        Row(8, 3, "b"),
    )
    at(now_ms())
    replica.apply(*[Row(10 + each, 2, f"f{each}", size_bytes=GIB) for each in range(10)])
    rows = [
        QuotaRow(2, 32, 12, 100 * GIB, 30 * GIB),
        QuotaRow(3, 10, 3),
        QuotaRow(4, None, 2, GIB, 2 * GIB),
        QuotaRow(5, ssd_quota_bytes=200, ssd_used_bytes=150),
        QuotaRow(6, None, 1, 0, 0),
        # Its limits were taken back.
        QuotaRow(1),
    ]
    replica.database.details.replace([row.inode_id for row in rows], {Detail.QUOTAS: rows})
    return QuotaReader(Limits(), lambda: replica.database)


def pages(
    quotas: QuotaReader,
    sort: QuotaSort,
    limit: int,
    prefix: str = "",
    direction: Direction | None = None,
) -> Iterator[str]:
    """The paths of all pages."""
    after: After | None = None
    while True:
        page = quotas.page(prefix=prefix, sort=sort, limit=limit, after=after, direction=direction)
        assert quotas_of(quotas_body(page)) == page
        assert len(page.items) <= limit
        yield from (each.path for each in page.items)
        after = page.after
        if after is None:
            return


def test_how_full_and_when(quotas: QuotaReader) -> None:
    page = quotas.page(prefix="", sort=QuotaSort.USED, limit=10, after=None)
    found = {each.path: each for each in page.items}
    assert {path: each.used_share for path, each in found.items()} == {
        "/full": 2.0,
        "/zero": 1.0,
        "/typed": 0.75,
        "/grows": 0.375,
        "/stays": 0.3,
    }
    grows = found["/grows"]
    # Ten in two days and up to an hour: twenty names are left, space would last longer.
    soon = datetime.now(UTC).date() + timedelta(days=4)
    assert grows.full_on in {soon.isoformat(), (soon + timedelta(days=1)).isoformat()}
    assert grows.names.a_day in {4, 5}
    assert grows.space.a_day is not None
    assert grows.space.a_day / GIB == pytest.approx(15, rel=0.1)
    assert grows.since_ms is not None
    assert (grows.owner, grows.group) == ("ann", "staff")
    assert (found["/stays"].names.a_day, found["/stays"].full_on) == (0, None)
    assert found["/typed"].types == (TypeLimitUse("SSD", 200, 150, None),)
    assert (found["/typed"].names.quota, found["/typed"].space.quota) == (None, None)
    counts = page.counts
    assert (counts.quotas, counts.full, counts.nearly_full, counts.full_soon) == (5, 2, 2, 1)
    assert page.counted_ms is None
    assert page.as_of.sequence == 17


def test_limits_by_type_are_told_when_they_will_be_met(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at(time_ms: int, *rows: QuotaRow) -> None:
        clock = SimpleNamespace(time_ns=lambda: time_ms * 1_000_000)
        monkeypatch.setattr(writer, "time", clock)
        replica.database.details.replace([row.inode_id for row in rows], {Detail.QUOTAS: rows})
        replica.apply(Row(100 + replica.sequence, 1, "any"))

    begin_ms = now_ms() - 2 * DAY_MS
    at(begin_ms - DAY_MS)
    replica.apply(*[directory(2 + number, 1, name) for number, name in enumerate("abc")])
    at(
        begin_ms,
        QuotaRow(2, None, 1, 100 * GIB, 1, ssd_quota_bytes=32 * GIB, ssd_used_bytes=2 * GIB),
        QuotaRow(3, ssd_quota_bytes=900, ssd_used_bytes=500, disk_quota_bytes=9, disk_used_bytes=8),
        QuotaRow(4, 100, 1),
    )
    at(
        now_ms(),
        QuotaRow(2, None, 1, 100 * GIB, 1, ssd_quota_bytes=32 * GIB, ssd_used_bytes=12 * GIB),
        QuotaRow(3, ssd_quota_bytes=900, ssd_used_bytes=300, disk_quota_bytes=9, disk_used_bytes=8),
        QuotaRow(4, ssd_quota_bytes=100, ssd_used_bytes=50),
    )
    reader = QuotaReader(Limits(), lambda: replica.database)
    page = reader.page(prefix="", sort=QuotaSort.FULL_ON, limit=10, after=None)
    assert quotas_of(quotas_body(page)) == page
    found = {each.path: each for each in page.items}
    # Ten of the thirty that were left, in two days and up to an hour.
    soon = datetime.now(UTC).date() + timedelta(days=4)
    assert found["/a"].full_on in {soon.isoformat(), (soon + timedelta(days=1)).isoformat()}
    (ssd,) = found["/a"].types
    assert ssd.a_day is not None
    assert ssd.a_day / GIB == pytest.approx(5, rel=0.1)
    assert found["/a"].since_ms is not None
    assert found["/b"].full_on is None
    (ssd, disk) = found["/b"].types
    assert (ssd.storage_type, disk.storage_type, disk.a_day) == ("SSD", "DISK", 0)
    assert ssd.a_day == pytest.approx(-100, abs=5)
    # Since its limit by type is known, no hour has passed.
    assert (found["/c"].types[0].a_day, found["/c"].full_on) == (None, None)
    assert page.counts.full_soon == 1


def test_use_by_type_is_kept_for_eight_days(
    replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = QuotaRow(1, ssd_quota_bytes=9, ssd_used_bytes=5)
    replica.database.details.replace([1], {Detail.QUOTAS: [row]})
    for days in (10, 7, 0):
        at_ms = now_ms() - days * DAY_MS
        clock = SimpleNamespace(time_ns=lambda at_ms=at_ms: at_ms * 1_000_000)
        monkeypatch.setattr(writer, "time", clock)
        replica.apply(Row(100 + days, 1, "any"))
    times = replica.database.writer.history()["type_sample"].column("taken_ms").to_pylist()
    assert [round((now_ms() - each) / DAY_MS) for each in sorted(times)] == [7, 0]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (QuotaSort.USED, ["/full", "/zero", "/typed", "/grows", "/stays"]),
        (QuotaSort.FULL_ON, ["/grows", "/stays", "/full", "/typed", "/zero"]),
        (QuotaSort.PATH, ["/full", "/grows", "/stays", "/typed", "/zero"]),
        (QuotaSort.SPACE, ["/grows", "/full", "/stays", "/typed", "/zero"]),
        (QuotaSort.NAMES, ["/grows", "/stays", "/full", "/zero", "/typed"]),
        (QuotaSort.GROWTH, ["/grows", "/stays", "/full", "/typed", "/zero"]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 10])
def test_pages_hold_each_once(
    quotas: QuotaReader, sort: QuotaSort, expected: list[str], limit: int
) -> None:
    assert list(pages(quotas, sort, limit)) == expected


@pytest.mark.parametrize(
    ("sort", "direction", "expected"),
    [
        (QuotaSort.USED, Direction.DESCENDING, ["/full", "/zero", "/typed", "/grows", "/stays"]),
        (QuotaSort.USED, Direction.ASCENDING, ["/stays", "/grows", "/typed", "/zero", "/full"]),
        (QuotaSort.PATH, Direction.DESCENDING, ["/zero", "/typed", "/stays", "/grows", "/full"]),
        # Equal ones stay in the order of their ids.
        (QuotaSort.SPACE, Direction.ASCENDING, ["/stays", "/typed", "/zero", "/full", "/grows"]),
        (QuotaSort.NAMES, Direction.ASCENDING, ["/typed", "/zero", "/full", "/stays", "/grows"]),
        # What is not known comes last either way.
        (QuotaSort.FULL_ON, Direction.DESCENDING, ["/grows", "/stays", "/full", "/typed", "/zero"]),
        (QuotaSort.GROWTH, Direction.ASCENDING, ["/stays", "/grows", "/full", "/typed", "/zero"]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 10])
def test_each_order_can_be_turned_round(
    quotas: QuotaReader, sort: QuotaSort, direction: Direction, expected: list[str], limit: int
) -> None:
    assert list(pages(quotas, sort, limit, direction=direction)) == expected


def test_those_whose_path_begins_so(quotas: QuotaReader) -> None:
    assert list(pages(quotas, QuotaSort.USED, 10, "/st")) == ["/stays"]
    page = quotas.page(prefix="/st", sort=QuotaSort.USED, limit=10, after=None)
    assert page.counts.quotas == 1
    assert list(pages(quotas, QuotaSort.USED, 10, "/none")) == []


def test_when_they_were_counted(quotas: QuotaReader, replica: ReplicaUnderTest) -> None:
    details = replica.database.details
    (sweep,) = [each for each in details.sweeps() if each.detail is Detail.QUOTAS]
    details.sweep(sweep, [QuotaRow(3, 10, 9)], None, 1_234)
    page = quotas.page(prefix="", sort=QuotaSort.USED, limit=10, after=None)
    assert page.counted_ms == 1_234
    assert [each.path for each in page.items] == ["/stays"]


def test_those_at_and_below_some_directories(quotas: QuotaReader) -> None:
    def found(*below: str, prefix: str = "") -> tuple[list[str], int]:
        page = quotas.page(prefix=prefix, sort=QuotaSort.PATH, limit=10, after=None, below=below)
        return [each.path for each in page.items], page.counts.quotas

    assert found("/grows", "/full") == (["/full", "/grows"], 2)
    assert found("/grow", "/fulls", "/full/x", "/%", "/gr%") == ([], 0)
    assert found("/grows", prefix="/f") == ([], 0)
    assert found() == ([], 0)
    assert len(quotas.page(prefix="", sort=QuotaSort.PATH, limit=10, after=None).items) == 5
