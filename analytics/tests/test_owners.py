"""What users and groups own: sums, pages in each order, and the directories that hold most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import duckdb
import pytest
from warren_analytics.errors import OwnerUnknown, UsageTimedOut
from warren_analytics.limits import Limits
from warren_analytics.ordering import Direction
from warren_analytics.owner_values import (
    OwnedBy,
    OwnerAfter,
    OwnerSort,
    owner_body,
    owner_detail_of,
    owners_of,
)
from warren_analytics.owners import PLACE_PART, OwnerReader
from warren_analytics.samples import DAY_MS
from warren_analytics.testkit.replica import ENDLESS, ReplicaUnderTest, Row, directory, now_ms
from warren_analytics.usage_values import UsageSort


@pytest.fixture
def owners(replica: ReplicaUnderTest) -> OwnerReader:
    new = now_ms() - DAY_MS
    replica.apply(
        directory(2, 1, "a"),
        directory(3, 2, "b"),
        directory(4, 2, "c"),
        replace(directory(5, 1, "idle"), owner="eve"),
        Row(10, 3, "x", size_bytes=60, mtime_ms=new),
        Row(11, 4, "y", size_bytes=3),
        Row(12, 2, "z", size_bytes=37),
        Row(13, 3, "s", size_bytes=500, owner="bob", group="wheel", mtime_ms=new),
        replace(Row(14, 1, "l", size_bytes=0, owner="bob"), kind="symlink"),
    )
    return OwnerReader(Limits(), lambda: replica.database)


def pages(
    owners: OwnerReader,
    by: OwnedBy,
    sort: OwnerSort,
    limit: int,
    direction: Direction | None = None,
) -> Iterator[str]:
    after: OwnerAfter | None = None
    while True:
        page = owners.page(by, sort=sort, limit=limit, after=after, direction=direction)
        assert owners_of(owner_body(page)) == page
        assert len(page.items) <= limit
        yield from (each.name for each in page.items)
        after = page.after
        if after is None:
            return


def test_what_each_owns(owners: OwnerReader) -> None:
    page = owners.page(OwnedBy.OWNER, sort=OwnerSort.SPACE, limit=10, after=None)
    bob, ann, eve = page.items
    assert (bob.name, bob.files, bob.directories, bob.space_bytes) == ("bob", 1, 0, 1_500)
    assert (bob.cold_files, bob.cold_space_bytes) == (0, 0)
    # The root is hers, too.
    assert (ann.name, ann.files, ann.directories) == ("ann", 3, 4)
    assert (ann.length_bytes, ann.space_bytes) == (100, 300)
    assert (ann.cold_files, ann.cold_length_bytes, ann.cold_space_bytes) == (2, 40, 120)
    assert ann.average_mtime_ms is not None
    assert (eve.files, eve.directories, eve.average_mtime_ms) == (0, 1, None)
    assert (page.owners, page.files, page.length_bytes, page.space_bytes) == (3, 4, 600, 1_800)
    assert page.cold_before_ms % DAY_MS == 0
    groups = owners.page(OwnedBy.GROUP, sort=OwnerSort.NAME, limit=10, after=None)
    assert [(each.name, each.length_bytes) for each in groups.items] == [
        ("staff", 100),
        ("wheel", 500),
    ]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (OwnerSort.SPACE, ["bob", "ann", "eve"]),
        (OwnerSort.LENGTH, ["bob", "ann", "eve"]),
        (OwnerSort.FILES, ["ann", "bob", "eve"]),
        (OwnerSort.COLD, ["ann", "bob", "eve"]),
        (OwnerSort.AGE, ["ann", "bob", "eve"]),
        (OwnerSort.NAME, ["ann", "bob", "eve"]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 10])
def test_pages_hold_each_once(
    owners: OwnerReader, sort: OwnerSort, expected: list[str], limit: int
) -> None:
    assert list(pages(owners, OwnedBy.OWNER, sort, limit)) == expected


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (OwnerSort.SPACE, ["eve", "ann", "bob"]),
        (OwnerSort.COLD, ["bob", "eve", "ann"]),
        # Whose files have no age come last either way.
        (OwnerSort.AGE, ["bob", "ann", "eve"]),
        (OwnerSort.NAME, ["eve", "bob", "ann"]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 10])
def test_each_order_can_be_turned_round(
    owners: OwnerReader, sort: OwnerSort, expected: list[str], limit: int
) -> None:
    own = {OwnerSort.AGE: Direction.ASCENDING, OwnerSort.NAME: Direction.ASCENDING}
    turned = Direction.DESCENDING if own.get(sort) is Direction.ASCENDING else Direction.ASCENDING
    assert list(pages(owners, OwnedBy.OWNER, sort, limit, turned)) == expected


def test_where_most_of_it_is_and_how_old(owners: OwnerReader) -> None:
    found = owners.detail(OwnedBy.OWNER, "ann", measure=UsageSort.SPACE)
    assert owner_detail_of(owner_body(found)) == found
    # /a/c has less than a twentieth: told at /a, of which /a/b is no part any more.
    assert [(each.path, each.files, each.length_bytes) for each in found.places] == [
        ("/a/b", 1, 60),
        ("/a", 2, 40),
    ]
    assert (found.elsewhere.files, found.elsewhere.space_bytes) == (0, 0)
    assert [(age.key, age.files) for age in found.ages] == [("days_30", 1), ("years_2", 2)] or [
        (age.key, age.files) for age in found.ages
    ] == [("days_30", 1), ("older", 2)]
    by_files = owners.detail(OwnedBy.OWNER, "ann", measure=UsageSort.FILES)
    assert [each.path for each in by_files.places] == ["/a", "/a/b", "/a/c"]
    nothing = owners.detail(OwnedBy.OWNER, "eve", measure=UsageSort.SPACE)
    assert (nothing.places, nothing.ages, nothing.owned.directories) == ((), (), 1)


def test_nobody_of_that_name(owners: OwnerReader) -> None:
    with pytest.raises(OwnerUnknown):
        owners.detail(OwnedBy.GROUP, "ann", measure=UsageSort.SPACE)


def test_places_are_few_and_leave_nothing_out(replica: ReplicaUnderTest) -> None:
    random = Random(7)
    directories = [directory(2 + at, random.randint(1, 1 + at), f"d{at}") for at in range(60)]
    files = [
        Row(100 + at, random.randint(1, 61), f"f{at}", size_bytes=random.randint(0, 9) ** 4)
        for at in range(400)
    ]
    replica.apply(*directories, *files)
    owners = OwnerReader(Limits(), lambda: replica.database)
    found = owners.detail(OwnedBy.OWNER, "ann", measure=UsageSort.LENGTH)
    whole = found.owned.length_bytes
    assert whole == sum(file.size_bytes for file in files)
    assert 0 < len(found.places) <= PLACE_PART
    for place in found.places:
        assert place.length_bytes * PLACE_PART >= whole
    assert found.elsewhere.length_bytes * PLACE_PART < whole
    assert found.elsewhere.files >= 0
    assert sum(place.files for place in found.places) + found.elsewhere.files == len(files)


def test_it_is_given_up_in_time(
    replica: ReplicaUnderTest, owners: OwnerReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = OwnerReader(Limits(usage_time_limit_ms=100), lambda: replica.database)

    def never_ends(connection: duckdb.DuckDBPyConnection, *_: object) -> list[tuple[object, ...]]:
        return connection.execute(ENDLESS).fetchall()

    with monkeypatch.context() as patched:
        patched.setattr("warren_analytics.owners._rows", never_ends)
        with pytest.raises(UsageTimedOut):
            hurried.page(OwnedBy.OWNER, sort=OwnerSort.SPACE, limit=10, after=None)
    # The connection goes on.
    for _ in range(3):
        assert owners.page(OwnedBy.OWNER, sort=OwnerSort.SPACE, limit=1, after=None).owners == 3
