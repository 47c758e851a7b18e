"""What the load of the shards would be with a directory's children elsewhere."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from warren_namenode.generated.admin_api import DirectorySpread

from apps.cluster.values import StoreKind
from apps.shards.values import ALL_SHARDS, Load
from apps.spread.values import ChildrenSpread


@dataclass(frozen=True, slots=True)
class Heated:
    """A hot directory: rows that its calls read and wrote, and the shard that has its children;
    None where they are spread."""

    rows: int
    shard: int | None


@dataclass(frozen=True, slots=True)
class Places:
    """Where a directory's children are, or would be.

    weights: each shard's part of them, together 1.
    partitions: how many places a listing reads in each shard.
    """

    weights: Mapping[int, float]
    partitions: Mapping[int, int]

    @property
    def spread(self) -> bool:
        return sum(self.partitions.values()) > 1


def places_now(shards: Sequence[DirectorySpread], settled: ChildrenSpread) -> Places:
    """By the children's present places, which while they are moved are between the two."""
    return _places({each.shard: each.children for each in shards}, _partitions(shards, settled))


def places_if(shards: Sequence[DirectorySpread], settled: ChildrenSpread) -> Places:
    hashed = settled == ChildrenSpread.HASHED
    counts = {each.shard: each.hashed if hashed else each.by_parent for each in shards}
    return _places(counts, _partitions(shards, settled))


def _partitions(shards: Sequence[DirectorySpread], settled: ChildrenSpread) -> dict[int, int]:
    hashed = settled == ChildrenSpread.HASHED
    counts = {e.shard: e.partitions_hashed if hashed else e.partitions_by_parent for e in shards}
    return {shard: count for shard, count in counts.items() if count}


def _places(children: Mapping[int, int], partitions: dict[int, int]) -> Places:
    # An empty directory is asked for in all its places alike.
    counts = {shard: count for shard, count in children.items() if count} or partitions
    total = sum(counts.values())
    return Places({shard: count / total for shard, count in counts.items()}, partitions)


@dataclass(frozen=True, slots=True)
class Shifted:
    """Loads by shard. `own` is the directory's part of what is asked now, all shards together."""

    now: Mapping[int, Load]
    after: Mapping[int, Load]
    own: Load


def shifted(
    *,
    store: StoreKind,
    count: int,
    loads: Mapping[int, Load],
    children_loads: Mapping[int, Load],
    own_rows: int,
    others: Sequence[Heated],
    now: Places,
    then: Places,
) -> Shifted:
    """Takes the directory's part out of its shards and puts it where its children would be.

    loads: of all tables; children_loads: of the table that has children. A directory's part of a
    shard is that of its rows among those of the hot directories there, so that it is too large
    rather than too small. A listing is a scan of each place; the embedded store, which has all of
    them in one process, makes one scan, of no shard.
    """
    taken: dict[int, Load] = {}
    for shard, load in children_loads.items():
        part = _part(shard, count, own_rows, others, now)
        if part > 0:
            taken[shard] = load.times(part)
    own = Load()
    for load in taken.values():
        own = own.plus(load)
    after: dict[int, Load] = defaultdict(Load, loads)
    for shard, load in taken.items():
        after[shard] = after[shard].plus(load.times(-1))
    for shard, load in _placed(store, own, now, then).items():
        after[shard] = after[shard].plus(load)
    return Shifted(now=dict(loads), after=dict(after), own=own)


def _part(shard: int, count: int, own_rows: int, others: Sequence[Heated], now: Places) -> float:
    """Of what is asked of a shard; of what has no shard, only spread directories have one."""
    if shard == ALL_SHARDS:
        mine = float(own_rows) if now.spread else 0.0
        theirs = float(sum(each.rows for each in others if each.shard is None))
    else:
        mine = own_rows * now.weights.get(shard, 0.0)
        theirs = sum(
            each.rows / count if each.shard is None else float(each.rows)
            for each in others
            if each.shard in (None, shard)
        )
    return mine / (mine + theirs) if mine else 0.0


def _placed(store: StoreKind, own: Load, now: Places, then: Places) -> dict[int, Load]:
    embedded = store == StoreKind.EMBEDDED
    listings = own.scans if embedded else own.scans / max(1, sum(now.partitions.values()))
    placed: dict[int, Load] = defaultdict(Load)
    together = embedded and then.spread
    for shard, weight in then.weights.items():
        rows = 0.0 if together else own.rows * weight
        placed[shard] = Load(own.reads * weight, own.writes * weight, 0.0, rows)
    if together:
        placed[ALL_SHARDS] = Load(scans=listings, rows=own.rows)
        return placed
    for shard, partitions in then.partitions.items():
        placed[shard] = placed[shard].plus(Load(scans=listings * partitions))
    return placed
