"""What the load would be with a directory's children elsewhere."""

import pytest
from warren_namenode.generated.admin_api import DirectorySpread

from apps.cluster.values import StoreKind
from apps.shards.values import ALL_SHARDS, Load
from apps.spread.estimate import Heated, Places, Shifted, places_if, places_now, shifted
from apps.spread.values import ChildrenSpread

HOME = Places({3: 1.0}, {3: 1})
# 16 parts of a hashed directory in two shards of four.
SPREAD = Places({0: 0.5, 1: 0.5}, {0: 8, 1: 8})
BUSY = Load(reads=400, writes=40, scans=100, rows=40_000)


def effect(
    store: StoreKind = StoreKind.NDB,
    loads: dict[int, Load] | None = None,
    others: tuple[Heated, ...] = (),
    now: Places = HOME,
    then: Places = SPREAD,
) -> Shifted:
    given = {3: BUSY} if loads is None else loads
    return shifted(
        store=store,
        count=4,
        loads=given,
        children_loads=given,
        own_rows=1_000,
        others=others,
        now=now,
        then=then,
    )


def test_all_of_a_shard_goes_where_the_children_go() -> None:
    found = effect()
    assert found.own == BUSY
    assert found.after[3] == Load()
    # Each listing is a scan of each of the 16 parts; its rows are the same.
    assert found.after[0] == found.after[1] == Load(200, 20, 800, 20_000)


def test_and_back_again() -> None:
    there = effect()
    back = effect(loads=dict(there.after), now=SPREAD, then=HOME)
    assert back.after[3] == BUSY
    assert back.after[0] == back.after[1] == Load()


def test_what_others_have_there_stays() -> None:
    # As many rows of another directory in the shard, and one that is spread over all four.
    found = effect(others=(Heated(800, 3), Heated(800, None), Heated(5_000, 2)))
    assert found.own == BUSY.times(0.5)
    assert found.after[3] == BUSY.times(0.5)
    assert found.after[0].rows == pytest.approx(10_000)


def test_other_tables_stay_where_they_are() -> None:
    found = shifted(
        store=StoreKind.NDB,
        count=4,
        loads={3: Load(reads=500), 2: Load(reads=7)},
        children_loads={3: Load(reads=400)},
        own_rows=10,
        others=(),
        now=HOME,
        then=SPREAD,
    )
    assert found.after[3] == Load(reads=100)
    assert (found.after[2], found.after[0]) == (Load(reads=7), Load(reads=200))


def test_the_embedded_store_makes_one_scan_of_no_shard() -> None:
    found = effect(store=StoreKind.EMBEDDED)
    assert found.after[ALL_SHARDS] == Load(scans=100, rows=40_000)
    assert found.after[0] == Load(200, 20, 0, 0)
    back = effect(store=StoreKind.EMBEDDED, loads=dict(found.after), now=SPREAD, then=HOME)
    assert back.after[3] == BUSY
    assert back.after[ALL_SHARDS] == Load()


def _shard(shard: int, children: int, by_parent: int, hashed: int, parts: int) -> DirectorySpread:
    return DirectorySpread(
        shard=shard,
        children=children,
        by_parent=by_parent,
        hashed=hashed,
        partitions_by_parent=int(shard == 3),
        partitions_hashed=parts,
    )


def test_places_by_the_children_that_are_there() -> None:
    shards = [_shard(0, 0, 0, 30, 10), _shard(1, 0, 0, 10, 6), _shard(3, 40, 40, 0, 0)]
    assert places_now(shards, ChildrenSpread.BY_PARENT) == HOME
    assert places_if(shards, ChildrenSpread.HASHED) == Places({0: 0.75, 1: 0.25}, {0: 10, 1: 6})


def test_an_empty_directory_is_in_all_its_places() -> None:
    shards = [_shard(0, 0, 0, 0, 12), _shard(1, 0, 0, 0, 4), _shard(3, 0, 0, 0, 0)]
    assert places_if(shards, ChildrenSpread.HASHED).weights == {0: 0.75, 1: 0.25}
    assert places_now(shards, ChildrenSpread.BY_PARENT) == HOME
