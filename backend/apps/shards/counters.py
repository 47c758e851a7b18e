"""What the store counted since its start, and from two of these what it did a second."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from warren_namenode.generated.admin_api import Shards

from apps.cluster.ndb_fragments import FragmentReport, LinkCounts, fragment_report
from apps.cluster.values import StoreKind
from apps.common.namenode import namenode_problems
from apps.shards.values import Load, Place, Sample, TableShard, ThreadLoad, Traffic
from config.env import env


@dataclass(frozen=True, slots=True)
class Counters:
    """Totals since `since`, which is another one when they begin anew.

    `threads` has the operations of each thread of each data node, replicas' writes included.
    """

    store: StoreKind
    count: int
    since: object
    loads: Mapping[TableShard, Load]
    lock_wait_ms: Mapping[int, float] = field(default_factory=dict)
    bytes: Mapping[int, int] = field(default_factory=dict)
    places: Sequence[Place] = ()
    threads: Mapping[tuple[int, int], float] = field(default_factory=dict)
    busy: Mapping[tuple[int, int], float] = field(default_factory=dict)
    links: Sequence[LinkCounts] = ()


def counters() -> Counters:
    """As of now. Unavailable when no namenode answers or, on NDB, its SQL node does not."""
    with namenode_problems() as client:
        told = client.shards()
    if told.store == StoreKind.NDB.value:
        return counted_by_ndb(told.count, fragment_report(env().ndb_database))
    return _counted_by(told)


def _counted_by(told: Shards) -> Counters:
    return Counters(
        store=StoreKind.EMBEDDED,
        count=told.count,
        since=told.started_at_ms,
        loads={
            TableShard(each.table, each.shard): Load(each.reads, each.writes, each.scans, each.rows)
            for each in told.loads
        },
    )


def counted_by_ndb(count: int, report: FragmentReport) -> Counters:
    """A row is written in all replicas of its fragment: it counts once, its work for each."""
    loads: dict[TableShard, Load] = defaultdict(Load)
    places: dict[tuple[int, int], Place] = {}
    work: dict[tuple[int, int], float] = defaultdict(float)
    waits: dict[int, float] = defaultdict(float)
    held: dict[tuple[int, int], int] = defaultdict(int)
    for each in report.fragments:
        key = TableShard(each.table, each.fragment)
        load = loads[key]
        loads[key] = Load(
            load.reads + each.reads,
            max(load.writes, each.writes),
            load.scans + each.scans,
            load.rows + each.rows,
        )
        thread = (each.node_id, each.thread)
        work[thread] += each.reads + each.writes + each.scans
        waits[each.fragment] += each.lock_wait_ms
        held[each.fragment, each.node_id] += each.bytes
        if each.table == _PLACED_BY:
            places[each.fragment, each.node_id] = Place(
                each.fragment, each.node_id, each.thread, each.primary
            )
    bytes_: dict[int, int] = {}
    for (fragment, _), size in held.items():
        bytes_[fragment] = max(bytes_.get(fragment, 0), size)
    return Counters(
        store=StoreKind.NDB,
        count=count,
        since=None,
        loads=loads,
        lock_wait_ms=waits,
        bytes=bytes_,
        places=[places[each] for each in sorted(places)],
        threads=work,
        busy={(each.node_id, each.thread): each.busy for each in report.threads},
        links=report.links,
    )


_PLACED_BY = "inodes"


def rates(before: Counters, after: Counters, *, seconds: float) -> Sample | None:
    """What was done a second between the two; None where the store was started in between."""
    if (before.store, before.since) != (after.store, after.since):
        return None
    loads = {
        key: load.minus(before.loads.get(key, Load())).times(1 / seconds)
        for key, load in after.loads.items()
    }
    if any(load.falls() for load in loads.values()):
        return None
    return Sample(
        store=after.store,
        count=after.count,
        loads=loads,
        lock_wait_ms_per_s={
            shard: max(0.0, ms - before.lock_wait_ms.get(shard, 0.0)) / seconds
            for shard, ms in after.lock_wait_ms.items()
        },
        bytes=after.bytes,
        places=after.places,
        threads=[
            ThreadLoad(
                node_id,
                thread,
                round(max(0.0, done - before.threads.get((node_id, thread), 0.0)) / seconds, 3),
                after.busy.get((node_id, thread)),
            )
            for (node_id, thread), done in sorted(after.threads.items())
        ],
        traffic=_traffic(before.links, after.links, seconds=seconds),
    )


def _traffic(
    before: Sequence[LinkCounts], after: Sequence[LinkCounts], *, seconds: float
) -> list[Traffic]:
    """Of each data node over all its links."""
    known = {(each.node_id, each.remote_node_id): each for each in before}
    by_node: dict[int, list[LinkCounts]] = defaultdict(list)
    for link in after:
        by_node[link.node_id].append(link)
    traffic = []
    for node_id, links in sorted(by_node.items()):
        steps = [_since(known.get((node_id, each.remote_node_id)), each) for each in links]
        sent, received, overloads, slowdowns = (sum(each) for each in zip(*steps, strict=True))
        traffic.append(
            Traffic(
                node_id=node_id,
                sent_bytes_per_s=round(sent / seconds, 1),
                received_bytes_per_s=round(received / seconds, 1),
                connections=sum(each.connected for each in links),
                overloads=overloads,
                slowdowns=slowdowns,
            )
        )
    return traffic


def _since(was: LinkCounts | None, now: LinkCounts) -> tuple[int, int, int, int]:
    """What a link counted since then: bytes sent and received, overloads, slowdowns.

    One that connected anew began at 0. Of one that was not known nobody can say when it counted.
    """
    if was is None:
        return 0, 0, 0, 0
    counts = _counts(now)
    steps = [new - old for new, old in zip(counts, _counts(was), strict=True)]
    return counts if min(steps) < 0 else (steps[0], steps[1], steps[2], steps[3])


def _counts(link: LinkCounts) -> tuple[int, int, int, int]:
    return link.sent_bytes, link.received_bytes, link.overloads, link.slowdowns
