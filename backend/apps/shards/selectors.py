"""Reads of the shards' load: over time, and of one shard with the directories that it has."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.db import models
from django.utils import timezone

from apps.cluster import ndb
from apps.cluster.values import StoreKind
from apps.common.namenode import namenode_problems
from apps.common.problems import NotFound
from apps.heat.selectors import HeatBy, HeatEntry, HeatWindow, heat
from apps.shards.models import ShardSample
from apps.shards.sampler import COARSE_S, FINE_S, MINUTE_S
from apps.shards.values import (
    ALL_SHARDS,
    Load,
    Place,
    Sample,
    TableShard,
    ThreadLoad,
    Traffic,
)

_HOTTEST = 100


class ShardRange(models.TextChoices):
    TEN_MINUTES = "10m"
    HOUR = "1h"
    SIX_HOURS = "6h"
    DAY = "24h"


# How long a range is, and how far apart its steps are: at most 360 of them.
_SPANS = {
    ShardRange.TEN_MINUTES: (timedelta(minutes=10), FINE_S),
    ShardRange.HOUR: (timedelta(hours=1), FINE_S),
    ShardRange.SIX_HOURS: (timedelta(hours=6), MINUTE_S),
    ShardRange.DAY: (timedelta(hours=24), COARSE_S),
}
_WINDOWS = {
    HeatWindow.TEN_SECONDS: timedelta(seconds=10),
    HeatWindow.MINUTE: timedelta(minutes=1),
    HeatWindow.TEN_MINUTES: timedelta(minutes=10),
    HeatWindow.HOUR: timedelta(hours=1),
}


@dataclass(frozen=True, slots=True)
class ShardLoads:
    """One shard. `operations` a second, one for each step; None where nothing was measured. All
    else is of the whole range."""

    shard: int
    places: list[Place]
    operations: list[float | None]
    operations_per_s: float
    share: float
    reads_per_s: float
    writes_per_s: float
    scans_per_s: float
    rows_per_s: float
    lock_wait_ms_per_s: float | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class NodeLoad:
    """One data node in the newest sample; `traffic` is None where it told nothing of its links.
    Its overloads and slowdowns are of the whole range."""

    node_id: int
    operations_per_s: float
    threads: list[ThreadLoad]
    traffic: Traffic | None


@dataclass(frozen=True, slots=True)
class Shards:
    """`times` are the beginnings of steps of `resolution_s`, oldest first. `imbalance` is the
    busiest shard over the mean of all, None without load."""

    store: StoreKind
    range: str
    as_of: datetime | None
    resolution_s: int
    tables: list[str]
    times: list[datetime]
    shards: list[ShardLoads]
    imbalance: float | None
    imbalance_over_time: list[float | None]
    nodes: list[NodeLoad]


@dataclass(frozen=True, slots=True)
class TableLoad:
    table: str
    operations_per_s: float
    reads_per_s: float
    writes_per_s: float
    scans_per_s: float
    rows_per_s: float


@dataclass(frozen=True, slots=True)
class Shard:
    """`silent` are the namenodes that did not tell their hottest directories."""

    shard: int
    window: str
    as_of: datetime | None
    tables: list[TableLoad]
    directories: list[HeatEntry]
    silent: list[str]


@dataclass(frozen=True, slots=True)
class _Measured:
    at: datetime
    sample: Sample


def shards(*, of: ShardRange, table: str | None) -> Shards:
    """The load of each shard over a time; of one table, or of all."""
    length, step_s = _SPANS[of]
    measured = _measured(timezone.now() - length, step_s)
    if not measured:
        return Shards(_store(), of, None, step_s, [], [], [], None, [], [])
    newest = measured[-1]
    first = _step(measured[0].at, step_s)
    steps: list[list[Sample]] = [[] for _ in range(_step(newest.at, step_s) - first + 1)]
    for each in measured:
        steps[_step(each.at, step_s) - first].append(each.sample)
    numbers = list(range(newest.sample.count))
    over_time = [_by_shard(samples, table) for samples in steps]
    sums = _by_shard([each.sample for each in measured], table)
    if sums[ALL_SHARDS].operations > 0:
        numbers.append(ALL_SHARDS)
    total = sum(sums[number].operations for number in numbers)
    return Shards(
        store=newest.sample.store,
        range=of,
        as_of=newest.at + timedelta(seconds=FINE_S),
        resolution_s=step_s,
        tables=_tables([each.sample for each in measured]),
        times=[
            datetime.fromtimestamp((first + place) * step_s, tz=UTC) for place in range(len(steps))
        ],
        shards=[
            _shard_loads(
                number,
                newest.sample,
                sums[number],
                total,
                [
                    round(loads[number].operations, 3) if samples else None
                    for loads, samples in zip(over_time, steps, strict=True)
                ],
            )
            for number in numbers
        ],
        imbalance=_imbalance(sums, newest.sample.count),
        imbalance_over_time=[_imbalance(loads, newest.sample.count) for loads in over_time],
        nodes=_nodes([each.sample for each in measured]),
    )


def _store() -> StoreKind:
    """The platform's database is beside the metadata."""
    return StoreKind.NDB if ndb.reachable() else StoreKind.EMBEDDED


def _measured(since: datetime, step_s: int) -> list[_Measured]:
    """Samples of a step's length, and behind them finer ones: of what was not summed up yet."""
    found: list[_Measured] = []
    for resolution_s in sorted({COARSE_S, MINUTE_S, FINE_S}, reverse=True):
        if resolution_s > step_s:
            continue
        rows = (
            ShardSample.objects.filter(resolution_s=resolution_s, at__gte=since)
            .order_by("at")
            .values_list("at", "sample")
        )
        found += [_Measured(at, Sample.from_json(sample)) for at, sample in rows]
        if found:
            since = found[-1].at + timedelta(seconds=resolution_s)
    store = found[-1].sample.store if found else None
    # A cluster that was moved to another store has nothing in common with what it was.
    return [each for each in found if each.sample.store == store]


def _step(at: datetime, step_s: int) -> int:
    return int(at.timestamp() // step_s)


def _by_shard(samples: list[Sample], table: str | None) -> dict[int, Load]:
    """The mean of each shard."""
    sums: dict[int, Load] = defaultdict(Load)
    for sample in samples:
        for key, load in sample.loads.items():
            if table is None or key.table == table:
                sums[key.shard] = sums[key.shard].plus(load)
    means: dict[int, Load] = defaultdict(Load)
    means.update({shard: load.times(1 / len(samples)) for shard, load in sums.items()})
    return means


def _tables(samples: list[Sample]) -> list[str]:
    sums: dict[str, float] = defaultdict(float)
    for sample in samples:
        for key, load in sample.loads.items():
            sums[key.table] += load.operations
    return sorted((each for each in sums if sums[each] > 0), key=lambda each: (-sums[each], each))


def _imbalance(loads: dict[int, Load], count: int) -> float | None:
    operations = [loads[shard].operations for shard in range(count) if shard in loads]
    mean = sum(operations) / count if count else 0.0
    return round(max(operations) / mean, 3) if mean else None


def _shard_loads(
    number: int, newest: Sample, load: Load, total: float, operations: list[float | None]
) -> ShardLoads:
    waits = newest.lock_wait_ms_per_s
    return ShardLoads(
        shard=number,
        places=[each for each in newest.places if each.shard == number],
        operations=operations,
        operations_per_s=round(load.operations, 3),
        share=round(load.operations / total, 4) if total else 0.0,
        reads_per_s=round(load.reads, 3),
        writes_per_s=round(load.writes, 3),
        scans_per_s=round(load.scans, 3),
        rows_per_s=round(load.rows, 3),
        lock_wait_ms_per_s=round(waits[number], 3) if number in waits else None,
        bytes=newest.bytes.get(number),
    )


def _nodes(samples: list[Sample]) -> list[NodeLoad]:
    newest = samples[-1]
    by_node: dict[int, list[ThreadLoad]] = defaultdict(list)
    for thread in newest.threads:
        by_node[thread.node_id].append(thread)
    traffic = {each.node_id: each for each in newest.traffic}
    return [
        NodeLoad(
            node_id=node,
            operations_per_s=round(sum(each.operations_per_s for each in by_node[node]), 3),
            threads=by_node[node],
            traffic=_with_overloads(traffic[node], samples) if node in traffic else None,
        )
        for node in sorted(by_node.keys() | traffic.keys())
    ]


def _with_overloads(newest: Traffic, samples: list[Sample]) -> Traffic:
    found = [
        each for sample in samples for each in sample.traffic if each.node_id == newest.node_id
    ]
    return replace(
        newest,
        overloads=sum(each.overloads for each in found),
        slowdowns=sum(each.slowdowns for each in found),
    )


def shard(*, number: int, window: HeatWindow) -> Shard:
    """The tables of a shard, and those of the hottest directories whose children are in it.

    NotFound; Unavailable when no namenode answers.
    """
    with namenode_problems() as client:
        count = client.shards().count
    if not 0 <= number < count:
        raise NotFound(
            "No such shard",
            detail=f"Shards are numbered from 0 to {count - 1}.",
            facts={"shard": number},
        )
    found = heat(by=HeatBy.DIRECTORY, window=window, shards=True, limit=_HOTTEST)
    rows = list(
        ShardSample.objects.filter(resolution_s=FINE_S)
        .order_by("-at")
        .values_list("at", "sample")[: int(_WINDOWS[window].total_seconds()) // FINE_S]
    )
    since = timezone.now() - _WINDOWS[window] - timedelta(seconds=2 * FINE_S)
    samples = [Sample.from_json(sample) for at, sample in rows if at >= since]
    return Shard(
        shard=number,
        window=window,
        as_of=found.as_of,
        tables=_table_loads(samples, number),
        directories=[each for each in found.entries if each.shard == number],
        silent=found.silent,
    )


def _table_loads(samples: list[Sample], number: int) -> list[TableLoad]:
    sums: dict[str, Load] = defaultdict(Load)
    for sample in samples:
        for key, load in sample.loads.items():
            if key == TableShard(key.table, number):
                sums[key.table] = sums[key.table].plus(load.times(1 / len(samples)))
    busiest = sorted(sums.items(), key=lambda each: (-each[1].operations, each[0]))
    return [
        TableLoad(
            table,
            round(load.operations, 3),
            round(load.reads, 3),
            round(load.writes, 3),
            round(load.scans, 3),
            round(load.rows, 3),
        )
        for table, load in busiest
        if load.operations > 0
    ]
