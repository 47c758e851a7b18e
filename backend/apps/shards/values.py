"""What was asked of the store's shards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

from apps.cluster.values import StoreKind

ALL_SHARDS = -1
_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Load:
    """Reads of single rows, rows written, scans, and rows that scans returned: so many in all, or
    so many a second."""

    reads: float = 0.0
    writes: float = 0.0
    scans: float = 0.0
    rows: float = 0.0

    @property
    def operations(self) -> float:
        return self.reads + self.writes + self.scans

    def plus(self, other: "Load") -> "Load":
        return Load(
            self.reads + other.reads,
            self.writes + other.writes,
            self.scans + other.scans,
            self.rows + other.rows,
        )

    def minus(self, other: "Load") -> "Load":
        return self.plus(other.times(-1))

    def times(self, factor: float) -> "Load":
        return Load(
            self.reads * factor, self.writes * factor, self.scans * factor, self.rows * factor
        )

    def falls(self) -> bool:
        """Whether a counter is less than before: it began anew."""
        return min(self.reads, self.writes, self.scans, self.rows) < 0


@dataclass(frozen=True, slots=True)
class TableShard:
    """A shard of one table; ALL_SHARDS is what has no shard in particular."""

    table: str
    shard: int


@dataclass(frozen=True, slots=True)
class Place:
    """A replica of a shard: on which thread of which data node."""

    shard: int
    node_id: int
    thread: int
    primary: bool


@dataclass(frozen=True, slots=True)
class ThreadLoad:
    """A thread of a data node that executes operations. `busy` is of its time, 0 to 1; None where
    the node does not tell."""

    node_id: int
    thread: int
    operations_per_s: float
    busy: float | None


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a data node exchanged with all others, data nodes and clients. `connections` are those
    that stand; `overloads` and `slowdowns` how often it could not send fast enough."""

    node_id: int
    sent_bytes_per_s: float
    received_bytes_per_s: float
    connections: int
    overloads: int
    slowdowns: int


@dataclass(frozen=True, slots=True)
class Sample:
    """What was asked a second of each shard. What the embedded store does not have is empty."""

    store: StoreKind
    count: int
    loads: Mapping[TableShard, Load]
    lock_wait_ms_per_s: Mapping[int, float] = field(default_factory=dict)
    bytes: Mapping[int, int] = field(default_factory=dict)
    places: Sequence[Place] = ()
    threads: Sequence[ThreadLoad] = ()
    traffic: Sequence[Traffic] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "store": str(self.store),
            "count": self.count,
            "loads": [
                [key.table, key.shard, *_rounded(load)]
                for key, load in self.loads.items()
                if any(_rounded(load))
            ],
            "waits": [[shard, round(ms, _DECIMALS)] for shard, ms in self._waits()],
            "bytes": [list(pair) for pair in self.bytes.items()],
            "places": [[p.shard, p.node_id, p.thread, int(p.primary)] for p in self.places],
            "threads": [[t.node_id, t.thread, t.operations_per_s, t.busy] for t in self.threads],
            "traffic": [list(astuple(each)) for each in self.traffic],
        }

    def _waits(self) -> list[tuple[int, float]]:
        return list(self.lock_wait_ms_per_s.items())

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> "Sample":
        return Sample(
            store=StoreKind(told["store"]),
            count=told["count"],
            loads={
                TableShard(table, shard): Load(*figures) for table, shard, *figures in told["loads"]
            },
            lock_wait_ms_per_s=dict(told["waits"]),
            bytes=dict(told["bytes"]),
            places=[Place(s, n, t, bool(primary)) for s, n, t, primary in told["places"]],
            threads=[ThreadLoad(*each) for each in told["threads"]],
            # Rows that were written before it was counted have none.
            traffic=[Traffic(*each) for each in told.get("traffic", ())],
        )


def _rounded(load: Load) -> list[float]:
    return [round(each, _DECIMALS) for each in (load.reads, load.writes, load.scans, load.rows)]


def mean_of(samples: Sequence[Sample]) -> Sample:
    """One for several, oldest first: the mean of loads, waits and bytes that went by, how often a
    node was overloaded in all; everything else is of the newest."""
    newest = samples[-1]
    return Sample(
        store=newest.store,
        count=newest.count,
        loads=_means((each.loads for each in samples), len(samples)),
        lock_wait_ms_per_s={
            shard: ms / len(samples)
            for shard, ms in _sums(each.lock_wait_ms_per_s for each in samples).items()
        },
        bytes=newest.bytes,
        places=newest.places,
        threads=newest.threads,
        traffic=[_traffic_of(each, samples) for each in newest.traffic],
    )


def _traffic_of(newest: Traffic, samples: Sequence[Sample]) -> Traffic:
    found = [
        each for sample in samples for each in sample.traffic if each.node_id == newest.node_id
    ]
    return Traffic(
        node_id=newest.node_id,
        sent_bytes_per_s=round(sum(each.sent_bytes_per_s for each in found) / len(found), 1),
        received_bytes_per_s=round(
            sum(each.received_bytes_per_s for each in found) / len(found), 1
        ),
        connections=newest.connections,
        overloads=sum(each.overloads for each in found),
        slowdowns=sum(each.slowdowns for each in found),
    )


def _means(all_loads: Iterable[Mapping[TableShard, Load]], count: int) -> dict[TableShard, Load]:
    sums: dict[TableShard, Load] = defaultdict(Load)
    for loads in all_loads:
        for key, load in loads.items():
            sums[key] = sums[key].plus(load)
    return {key: load.times(1 / count) for key, load in sums.items()}


def _sums(all_values: Iterable[Mapping[int, float]]) -> dict[int, float]:
    sums: dict[int, float] = defaultdict(float)
    for values in all_values:
        for key, value in values.items():
            sums[key] += value
    return sums
