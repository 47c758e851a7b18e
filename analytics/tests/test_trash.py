"""What lies in the trashes: what is an entry, since when, and pages in each order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pytest
from warren_analytics.errors import UsageTimedOut
from warren_analytics.limits import Limits
from warren_analytics.ordering import Direction
from warren_analytics.testkit.replica import ENDLESS, PlaceRow, ReplicaUnderTest, Row, directory
from warren_analytics.trash import TrashReader
from warren_analytics.trash_values import TrashAsked, Trashed, TrashSort, trash_body, trash_of
from warren_analytics.usage_values import After

ALL = TrashAsked()
MTIME_MS = 1_700_000_000_000
USER, ANN, TRASH, CURRENT, DATA = 2, 3, 4, 5, 6
# Of a directory in ann's Current: what the trash made above what it took.
OWN = 7


def own(inode_id: int, parent_id: int, name: str, user: str = "ann") -> Row:
    """A directory as the trash makes it."""
    return replace(directory(inode_id, parent_id, name), mode=0o700, owner=user)


def moved(row: Row, parent_id: int, name: str | None = None) -> Row:
    """The same inode, at another place."""
    return replace(
        row,
        parent_id=parent_id,
        name=row.name if name is None else name,
        operation="rename",
        logical_time=row.logical_time + 1,
        before=PlaceRow(row.parent_id, row.name),
    )


def forget_changes(replica: ReplicaUnderTest) -> None:
    """As after a build, or when they are older than changes are kept."""
    replica.database.writer._connection.execute("DELETE FROM store.change")


@pytest.fixture
def trash(replica: ReplicaUnderTest) -> TrashReader:
    """Ann's trash, empty, with /data in it as the trash makes it; /data is there as well."""
    replica.apply(
        directory(USER, 1, "user"),
        own(ANN, USER, "ann"),
        own(TRASH, ANN, ".Trash"),
        own(CURRENT, TRASH, "Current"),
        directory(DATA, 1, "data"),
        own(OWN, CURRENT, "data"),
    )
    return TrashReader(Limits(), lambda: replica.database)


def found(trash: TrashReader, asked: TrashAsked = ALL) -> dict[str, Trashed]:
    page = trash.page(asked, sort=TrashSort.PATH, limit=100, after=None)
    assert trash_of(trash_body(page)) == page
    assert page.counts.entries == len(page.items)
    return {each.former_path: each for each in page.items}


def test_nothing_was_deleted(trash: TrashReader) -> None:
    page = trash.page(ALL, sort=TrashSort.TIME, limit=10, after=None)
    assert (page.items, page.after) == ((), None)
    assert (page.counts.entries, page.counts.users, page.counts.length_bytes) == (0, 0, 0)


def test_what_was_moved_is_an_entry_with_all_below_it(
    trash: TrashReader, replica: ReplicaUnderTest
) -> None:
    tree = directory(20, DATA, "tree")
    file = Row(23, DATA, "f.csv", size_bytes=7, owner="bob")
    replica.apply(tree, directory(21, 20, "inner"), Row(22, 21, "x", size_bytes=100), file)
    replica.apply(moved(tree, OWN), moved(file, CURRENT))
    entries = found(trash)
    assert set(entries) == {"/data/tree", "/f.csv"}
    told = entries["/data/tree"]
    assert (told.inode_id, told.user, told.checkpoint) == (20, "ann", "Current")
    assert told.path == "/user/ann/.Trash/Current/data/tree"
    assert (told.files, told.directories) == (1, 1)
    assert (told.length_bytes, told.space_bytes) == (100, 300)
    assert told.is_exact
    assert told.deleted_ms > MTIME_MS
    assert told.checkpointed_ms is None
    assert (entries["/f.csv"].kind, entries["/f.csv"].owner) == ("file", "bob")
    assert entries["/f.csv"].files == 1


def test_a_private_directory_that_was_moved_is_no_parent(
    trash: TrashReader, replica: ReplicaUnderTest
) -> None:
    secret = own(20, DATA, "secret")
    replica.apply(secret, Row(21, 20, "x"))
    replica.apply(moved(secret, OWN), own(22, DATA, "secret"))
    assert set(found(trash)) == {"/data/secret"}


def test_parents_that_the_trash_made_are_looked_through_however_they_look(
    trash: TrashReader, replica: ReplicaUnderTest
) -> None:
    """Somebody gave it away afterwards, and what stood at its path is gone."""
    file = Row(20, DATA, "x")
    replica.apply(file)
    given = replace(own(OWN, CURRENT, "data", "bob"), operation="update", logical_time=5)
    gone = replace(directory(DATA, 1, "data", 9), operation="delete")
    replica.apply(moved(file, OWN), given, gone)
    assert set(found(trash)) == {"/data/x"}


def test_without_changes_parents_are_known_by_what_the_trash_makes(
    trash: TrashReader, replica: ReplicaUnderTest
) -> None:
    replica.apply(Row(20, OWN, "x"), own(21, OWN, "deep"), Row(22, 21, "y"))
    # What it says is there no more; another mode; another's; nothing in it.
    replica.apply(directory(23, OWN, "shown"), Row(24, 23, "z"))
    replica.apply(own(25, OWN, "others", "bob"), Row(26, 25, "z"), own(27, CURRENT, "empty"))
    replica.apply(*[directory(30 + at, DATA, name) for at, name in enumerate(["shown", "others"])])
    forget_changes(replica)
    entries = found(trash)
    assert set(entries) == {
        *("/data/x", "/data/deep", "/data/shown", "/data/others", "/empty"),
    }
    assert not entries["/data/x"].is_exact
    assert entries["/data/x"].deleted_ms == MTIME_MS
    # Now it stands there again.
    replica.apply(directory(40, DATA, "deep"))
    assert {"/data/deep/y"} == set(found(trash)) - set(entries)


def test_no_file_is_left_out_or_told_twice(trash: TrashReader, replica: ReplicaUnderTest) -> None:
    tree = own(20, DATA, "tree")
    replica.apply(tree, own(21, 20, "in"), Row(22, 21, "x"), Row(23, 20, "y"), Row(24, OWN, "z"))
    replica.apply(moved(tree, OWN), own(25, CURRENT, "old"), Row(26, 25, "x"))
    assert sum(each.files for each in found(trash).values()) == 4
    forget_changes(replica)
    assert sum(each.files for each in found(trash).values()) == 4
    replica.apply(own(27, DATA, "tree"), own(28, 27, "in"), own(29, 1, "old"))
    forget_changes(replica)
    assert set(found(trash)) == {"/data/tree/in/x", "/data/tree/y", "/data/z", "/old/x"}


def test_checkpoints(trash: TrashReader, replica: ReplicaUnderTest) -> None:
    file = Row(20, DATA, "x")
    replica.apply(file)
    replica.apply(moved(file, OWN))
    replica.apply(moved(own(CURRENT, TRASH, "Current"), TRASH, "261126160000"))
    (entry,) = found(trash).values()
    assert (entry.checkpoint, entry.former_path) == ("261126160000", "/data/x")
    assert entry.path == "/user/ann/.Trash/261126160000/data/x"
    assert entry.is_exact
    assert entry.checkpointed_ms is not None
    assert entry.checkpointed_ms >= entry.deleted_ms
    forget_changes(replica)
    (entry,) = found(trash).values()
    assert entry.checkpointed_ms is None


def test_only_trashes_of_users(trash: TrashReader, replica: ReplicaUnderTest) -> None:
    """Not one that somebody called so, and nothing beside the checkpoints."""
    replica.apply(
        own(20, DATA, ".Trash"), own(21, 20, "Current"), Row(22, 21, "x"), Row(23, TRASH, "note")
    )
    assert found(trash) == {}


@pytest.fixture
def several(trash: TrashReader, replica: ReplicaUnderTest) -> TrashReader:
    bob = [own(50, USER, "bob", "bob"), own(51, 50, ".Trash", "bob"), own(52, 51, "Current", "bob")]
    files = [Row(20 + at, DATA, f"f{at}", size_bytes=10 * (at % 3)) for at in range(6)]
    tree = directory(30, DATA, "tree")
    replica.apply(*bob, *files, tree, Row(31, 30, "in", size_bytes=5))
    for each in files:
        replica.apply(moved(each, OWN))
    replica.apply(moved(tree, 52))
    return trash


@pytest.mark.parametrize("direction", [None, *Direction])
@pytest.mark.parametrize("sort", TrashSort)
@pytest.mark.parametrize("limit", [1, 3, 7])
def test_pages_lose_nothing(
    several: TrashReader, sort: TrashSort, limit: int, direction: Direction | None
) -> None:
    def pages() -> Iterator[Trashed]:
        after: After | None = None
        while True:
            page = several.page(ALL, sort=sort, limit=limit, after=after, direction=direction)
            assert (page.counts.entries, page.counts.users) == (7, 2)
            yield from page.items
            after = page.after
            if after is None:
                return

    told = list(pages())
    assert len({each.inode_id for each in told}) == len(told) == 7
    values = [
        {
            TrashSort.TIME: (each.deleted_ms, ""),
            TrashSort.SIZE: (each.length_bytes, ""),
            TrashSort.PATH: (0, each.former_path),
        }[sort]
        for each in told
    ]
    turned = direction is Direction.DESCENDING or (direction is None and sort != TrashSort.PATH)
    assert values == sorted(values, reverse=turned)


def test_filters(several: TrashReader) -> None:
    assert set(found(several, TrashAsked(user="bob"))) == {"/tree"}
    assert found(several, TrashAsked(user="nobody")) == {}
    assert set(found(several, TrashAsked(prefix="/data/f1"))) == {"/data/f1"}
    assert len(found(several, TrashAsked(prefix="/data/"))) == 6
    # Something in what was deleted: that is what has to be restored.
    assert set(found(several, TrashAsked(prefix="/tree/in"))) == {"/tree"}
    assert found(several, TrashAsked(prefix="/tre e")) == {}
    times = sorted(each.deleted_ms for each in found(several).values())
    since = found(several, TrashAsked(from_ms=times[-1]))
    assert all(each.deleted_ms >= times[-1] for each in since.values())
    before = found(several, TrashAsked(before_ms=times[-1]))
    assert len(since) + len(before) == 7
    assert since


def test_it_ends_in_time(
    several: TrashReader, replica: ReplicaUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried = TrashReader(Limits(usage_time_limit_ms=1), lambda: replica.database)

    def never_ends(connection: duckdb.DuckDBPyConnection, *_: object, **__: object) -> object:
        return connection.execute(ENDLESS).fetchall()

    monkeypatch.setattr("warren_analytics.trash.rows_after", never_ends)
    with pytest.raises(UsageTimedOut):
        hurried.page(ALL, sort=TrashSort.TIME, limit=10, after=None)
