"""The shards' load: from counters to samples, within bounds, and answered in steps."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.cluster import ndb_fragments
from apps.cluster.ndb_fragments import fragment_report
from apps.cluster.values import StoreKind
from apps.shards.counters import Counters, counted_by_ndb, rates
from apps.shards.models import ShardRound, ShardSample
from apps.shards.sampler import COARSE_S, FINE_S, MINUTE_S, Sampler, keep
from apps.shards.values import (
    ALL_SHARDS,
    Load,
    Place,
    Sample,
    TableShard,
    ThreadLoad,
    Traffic,
    mean_of,
)
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv

pytestmark = pytest.mark.django_db
URL = "/api/v1/heat/shards"
NOW = datetime(2026, 11, 24, 8, 0, tzinfo=UTC)


def embedded(since: int, **loads: Load) -> Counters:
    return Counters(
        store=StoreKind.EMBEDDED,
        count=4,
        since=since,
        loads={TableShard("inodes", int(name[1:])): load for name, load in loads.items()},
    )


def of_shard(shard: int, reads: float) -> Sample:
    return Sample(StoreKind.EMBEDDED, 4, {TableShard("inodes", shard): Load(reads=reads)})


def test_rates_of_the_time_between() -> None:
    before = embedded(1, s1=Load(100, 10, 5, 50))
    after = embedded(1, s1=Load(300, 20, 5, 50), s2=Load(10, 0, 0, 0))
    sample = rates(before, after, seconds=10)
    assert sample is not None
    assert sample.loads == {
        TableShard("inodes", 1): Load(20, 1, 0, 0),
        TableShard("inodes", 2): Load(1, 0, 0, 0),
    }


def test_a_store_that_was_started_anew_leaves_a_gap() -> None:
    assert rates(embedded(1, s1=Load(100)), embedded(2, s1=Load(200)), seconds=10) is None
    # NDB tells no start: counters that fall do.
    assert rates(embedded(1, s1=Load(100)), embedded(1, s1=Load(99)), seconds=10) is None


# node, instance, fragment, table, reads, writes, scans, rows: both nodes have both fragments.
_OPERATIONS: list[tuple[Any, ...]] = [
    (1, 1, 0, "inodes", 40, 7, 2, 30),
    (2, 1, 0, "inodes", 5, 7, 0, 0),
    (1, 1, 1, "inodes", 0, 1, 0, 0),
    (2, 1, 1, "inodes", 8, 1, 0, 0),
    (2, 1, 1, "blocks", 3, 0, 0, 0),
]
_NDBINFO: dict[str, list[tuple[Any, ...]]] = {
    "operations_per_fragment": _OPERATIONS,
    "locks_per_fragment": [(1, 1, 0, "inodes", 250)],
    "memory_per_fragment": [(1, 1, 0, "inodes", 1000), (2, 1, 0, "inodes", 900)],
    "table_fragments": [(0, 1), (1, 2)],
    "threadblocks": [(1, 1, 2), (2, 1, 2)],
    "cpustat_1sec": [(1, 2, 250, 1000), (2, 2, 0, 1000), (1, 0, 1, 0)],
    # node, remote, connected, sent, received, overloads, slowdowns
    "transporters": [
        (1, 2, 1, 1_000, 2_000, 0, 1),
        (1, 145, 1, 500, 100, 2, 0),
        (1, 146, 0, 0, 0, 0, 0),
        (2, 1, 1, 2_000, 1_000, 0, 0),
    ],
}


@pytest.fixture
def ndbinfo(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The cluster's own tables; what they were asked with."""
    asked: list[tuple[str, ...]] = []

    def rows(statement: str, *values: str) -> list[tuple[Any, ...]]:
        asked.append(values)
        table = statement.partition("FROM ndbinfo.")[2].split()[0]
        return _NDBINFO[table]

    monkeypatch.setattr(ndb_fragments, "rows", rows)
    return asked


def test_what_ndb_counts(ndbinfo: list[tuple[str, ...]]) -> None:
    found = counted_by_ndb(2, fragment_report("warren"))
    assert ("warren/def/%",) in ndbinfo
    # A row that is written in both replicas is one write.
    assert found.loads == {
        TableShard("inodes", 0): Load(45, 7, 2, 30),
        TableShard("inodes", 1): Load(8, 1, 0, 0),
        TableShard("blocks", 1): Load(3, 0, 0, 0),
    }
    assert found.places == [
        Place(0, 1, 2, True),
        Place(0, 2, 2, False),
        Place(1, 1, 2, False),
        Place(1, 2, 2, True),
    ]
    assert (found.lock_wait_ms[0], found.bytes[0]) == (250, 1000)
    # Each replica's write is work of its thread.
    assert found.threads == {(1, 2): 50, (2, 2): 24}
    sample = rates(found, found, seconds=10)
    assert sample is not None
    assert list(sample.threads) == [ThreadLoad(1, 2, 0.0, 0.25), ThreadLoad(2, 2, 0.0, 0.0)]
    assert Sample.from_json(sample.to_json()).places == found.places


def test_what_goes_over_the_data_nodes_links(
    ndbinfo: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = counted_by_ndb(2, fragment_report("warren"))
    later = [
        (1, 2, 1, 6_000, 2_000, 3, 1),
        # This client connected anew, and that one for the first time since nodes are asked.
        (1, 145, 1, 200, 50, 1, 0),
        (1, 147, 1, 9_000_000, 0, 0, 0),
        (2, 1, 1, 2_000, 6_000, 0, 0),
    ]
    monkeypatch.setitem(_NDBINFO, "transporters", later)
    after = counted_by_ndb(2, fragment_report("warren"))
    sample = rates(before, after, seconds=10)
    assert sample is not None
    assert sample.traffic == [
        Traffic(1, 520.0, 5.0, 3, 4, 0),
        Traffic(2, 0.0, 500.0, 1, 0, 0),
    ]
    assert Sample.from_json(sample.to_json()).traffic == sample.traffic
    quiet = rates(after, after, seconds=10)
    assert quiet is not None
    assert mean_of([sample, quiet]).traffic[0] == Traffic(1, 260.0, 2.5, 3, 4, 0)


def test_nodes_with_their_links(operator: User, client_of: ClientOf) -> None:
    now = timezone.now()
    for place, overloads in enumerate((2, 1)):
        sample = Sample(
            StoreKind.NDB,
            4,
            {TableShard("inodes", 1): Load(reads=1)},
            threads=[ThreadLoad(1, 0, 5.0, 0.5)],
            traffic=[Traffic(1, 100.0 + place, 50.0, 3, overloads, 0), Traffic(2, 1, 1, 1, 0, 0)],
        )
        keep(sample, at=now - timedelta(seconds=FINE_S * (3 - place)))
    first, second = client_of(operator).get(URL, {"range": "10m"}).json()["nodes"]
    # The newest rates, and how often it was overloaded in the whole range.
    assert first["traffic"] == {
        "sent_bytes_per_s": 101.0,
        "received_bytes_per_s": 50.0,
        "connections": 3,
        "overloads": 3,
        "slowdowns": 0,
    }
    assert (second["node_id"], second["threads"], second["operations_per_s"]) == (2, [], 0.0)


def test_samples_of_before_links_were_counted() -> None:
    told = of_shard(1, 1).to_json()
    del told["traffic"]
    assert Sample.from_json(told).traffic == []


def test_the_worker_takes_samples(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)
    empty = client.get(URL).json()
    assert (empty["store"], empty["as_of"], empty["shards"]) == ("embedded", None, [])
    sampler = Sampler()
    assert sampler.sample() is False
    _long_ago()
    assert sampler.sample() is True
    # Another worker did it a moment ago.
    assert Sampler().sample() is False
    found = client.get(URL, {"range": "10m"}).json()
    assert (found["store"], found["resolution_s"], len(found["times"])) == ("embedded", FINE_S, 1)
    assert [each["shard"] for each in found["shards"]] == [*range(32), ALL_SHARDS]
    hot, other = found["shards"][3], found["shards"][4]
    assert hot["share"] == pytest.approx(990 / 1101, abs=0.001)
    assert hot["operations"] == [hot["operations_per_s"]]
    assert other["writes_per_s"] == pytest.approx(hot["reads_per_s"] / 90, rel=0.01)
    assert (hot["places"], hot["bytes"], hot["lock_wait_ms_per_s"]) == ([], None, None)
    assert found["imbalance"] == pytest.approx(990 / (1100 / 32), rel=0.01)
    assert found["tables"] == ["inodes", "blocks"]
    only = client.get(URL, {"table": "blocks"}).json()
    assert (only["imbalance"], only["shards"][3]["operations_per_s"]) == (None, 0.0)


def _long_ago() -> None:
    ShardRound.objects.update(claimed_at=timezone.now() - timedelta(minutes=1))


def test_a_silent_store_leaves_a_gap(
    namenode: NamenodeDouble, set_env: SetEnv, operator: User, client_of: ClientOf
) -> None:
    sampler = Sampler()
    sampler.sample()
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    _long_ago()
    assert sampler.sample() is False
    set_env(admin_urls=namenode.url)
    _long_ago()
    # The counters of before the gap are of another time.
    assert sampler.sample() is False
    assert ShardSample.objects.count() == 0


def test_a_day_is_kept_in_steps_that_grow() -> None:
    for place in range(MINUTE_S // FINE_S * 10):
        keep(of_shard(1, place % 6), at=NOW + timedelta(seconds=FINE_S * place))
    assert _count(FINE_S) == 60
    minutes = ShardSample.objects.filter(resolution_s=MINUTE_S).order_by("at")
    assert [row.at for row in minutes][:2] == [NOW, NOW + timedelta(minutes=1)]
    assert minutes[0].sample["loads"] == [["inodes", 1, 2.5, 0.0, 0.0, 0.0]]
    assert (minutes.count(), _count(COARSE_S)) == (9, 2)
    keep(of_shard(1, 1), at=NOW + timedelta(days=2))
    assert (_count(FINE_S), _count(MINUTE_S), _count(COARSE_S)) == (1, 0, 0)


def _count(resolution_s: int) -> int:
    return ShardSample.objects.filter(resolution_s=resolution_s).count()


@pytest.mark.parametrize(("span", "step_s"), [("1h", 10), ("6h", 60), ("24h", 240)])
def test_steps_of_a_range(span: str, step_s: int, operator: User, client_of: ClientOf) -> None:
    """Whatever the range: what was not summed up yet is there, and a gap is one."""
    begin = datetime.fromtimestamp(
        (timezone.now().timestamp() - 1000) // COARSE_S * COARSE_S, tz=UTC
    )
    for place in [*range(50), *range(75, 90)]:
        keep(of_shard(2, 8.0), at=begin + timedelta(seconds=FINE_S * place))
    found = client_of(operator).get(URL, {"range": span}).json()
    assert found["resolution_s"] == step_s
    times = [datetime.fromisoformat(each) for each in found["times"]]
    assert times[0] == begin
    assert times[-1] + timedelta(seconds=step_s) >= begin + timedelta(seconds=900)
    gaps = {each - times[0] for each in times[1:]}
    assert gaps == {timedelta(seconds=step_s * place) for place in range(1, len(times))}
    operations = found["shards"][2]["operations"]
    assert set(operations) <= {8.0, None}
    # The gap of 250 seconds has no whole step of the longest range.
    assert (None in operations) == (step_s < COARSE_S)
    assert found["imbalance"] == 4.0


def test_one_shard_with_its_directories(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    keep(of_shard(3, 8.0), at=timezone.now() - timedelta(seconds=FINE_S))
    client = client_of(operator)
    found = client.get(f"{URL}/3?window=10s").json()
    assert [each["key"] for each in found["directories"]] == ["/data/busy"]
    assert found["directories"][0]["shard"] == 3
    assert [(each["table"], each["operations_per_s"]) for each in found["tables"]] == [
        ("inodes", 8.0)
    ]
    assert client.get(f"{URL}/4").json()["directories"] == []
    refused = client.get(f"{URL}/32")
    assert (refused.status_code, refused.json()["detail"]) == (
        404,
        "Shards are numbered from 0 to 31.",
    )


def test_the_shard_of_a_directory(
    namenode: NamenodeDouble, operator: User, client_of: ClientOf
) -> None:
    client = client_of(operator)

    def shards_of(query: str) -> Sequence[int | None]:
        entries = client.get(f"/api/v1/heat?by=directory{query}").json()["entries"]
        return [each["shard"] for each in entries]

    assert shards_of("&shards=true") == [3, None]
    assert shards_of("") == [None, None]


def test_operators_alone(namenode: NamenodeDouble, viewer: User, client_of: ClientOf) -> None:
    assert client_of(viewer).get(URL).status_code == 403
    assert client_of(viewer).get(f"{URL}/1").status_code == 403
