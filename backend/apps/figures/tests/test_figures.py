"""Figures over time: taken from counters, kept within bounds, answered in steps."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.figures.models import FigureRound, FigureSample
from apps.figures.names import COARSE_S, FINE_S, kind_of
from apps.figures.operations import rates, scraped
from apps.figures.sampler import Sampler, keep
from doubles.index import IndexDouble
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv
from warren_analytics.store import ReplicaStore

pytestmark = pytest.mark.django_db
FIGURES = "/api/v1/figures"
NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


def told(count: float, seconds: float, fast: float, operation: str = "mkdirs") -> str:
    """A namenode's counters: `fast` of the calls took at most 1 ms, all at most 5 ms."""
    labels = f'namenode="nn1",operation="{operation}",outcome="ok"'
    return (
        f"warren_operation_seconds_count{{{labels}}} {count}\n"
        f"warren_operation_seconds_sum{{{labels}}} {seconds}\n"
        f'warren_operation_seconds_bucket{{{labels},le="0.001"}} {fast}\n'
        f'warren_operation_seconds_bucket{{{labels},le="0.005"}} {count}\n'
        f'warren_operation_seconds_bucket{{{labels},le="+Inf"}} {count}\n'
    )


def test_rates_and_latency_of_the_time_between() -> None:
    before = scraped([told(100, 1.0, 100)])
    after = scraped([told(300, 1.4, 200)])
    assert rates(before, after, seconds=10) == {
        "operations_per_s/nn1/write": 20.0,
        "latency_mean_ms/nn1/write": 2.0,
        # 198 of 200: 100 within 1 ms, the other 98 of 100 between 1 and 5 ms.
        "latency_p99_ms/nn1/write": 4.92,
    }


def test_an_idle_namenode_has_no_latency() -> None:
    scrape = scraped([told(100, 1.0, 100)])
    assert rates(scrape, scrape, seconds=10) == {"operations_per_s/nn1/write": 0.0}


def test_a_namenode_that_was_started_anew_leaves_a_gap() -> None:
    assert rates(scraped([told(100, 1.0, 100)]), scraped([told(3, 0.1, 3)]), seconds=10) == {}
    assert rates({}, scraped([told(3, 0.1, 3)]), seconds=10) == {}


def test_an_operation_that_is_called_for_the_first_time_counts() -> None:
    before = scraped([told(100, 1.0, 100)])
    after = scraped([told(100, 1.0, 100) + told(10, 0.01, 10, "getListing")])
    assert rates(before, after, seconds=10)["operations_per_s/nn1/list"] == 1.0


@pytest.mark.parametrize(
    ("operation", "kind"),
    [
        ("getListing", "list"),
        ("getFileInfo", "read"),
        ("isFileClosed", "read"),
        ("create", "write"),
        ("setPermission", "write"),
        ("sendHeartbeat", "datanode"),
        ("blockReceivedAndDeleted", "datanode"),
    ],
)
def test_kinds(operation: str, kind: str) -> None:
    assert kind_of(operation) == kind


def test_a_sample(
    namenode: NamenodeDouble, index: IndexDouble, replica: ReplicaStore, db: None
) -> None:
    sampler = Sampler()
    namenode.metrics = told(100, 1.0, 100)
    assert sampler.sample()
    assert not sampler.sample()
    FigureRound.objects.update(claimed_at=timezone.now() - timedelta(seconds=10))
    namenode.metrics = told(300, 1.4, 200)
    assert sampler.sample()
    first, second = FigureSample.objects.order_by("at").values_list("figures", flat=True)
    assert "operations_per_s/nn1/write" not in first
    assert second["operations_per_s/nn1/write"] > 0
    assert (second["capacity_bytes"], second["under_replicated_blocks"]) == (1_000, 1)
    assert (second["search_lag_ms"], second["running_jobs"]) == (12, 0)


def test_a_source_that_is_silent_leaves_a_gap_and_no_zero(
    index: IndexDouble, set_env: SetEnv
) -> None:
    set_env(admin_urls="http://127.0.0.1:1", admin_attempts_max=1)
    assert Sampler().sample()
    figures = FigureSample.objects.get().figures
    assert "capacity_bytes" not in figures
    assert figures["search_lag_ms"] == 12


def test_what_is_kept_is_bounded() -> None:
    begin = NOW - timedelta(days=1, seconds=10)
    keep({"running_jobs": 1}, at=begin)
    keep({"running_jobs": 2}, at=NOW - timedelta(minutes=15))
    keep({"running_jobs": 4, "latency_p99_ms/nn1/read": 1}, at=NOW - timedelta(minutes=9))
    keep({"running_jobs": 6, "latency_p99_ms/nn1/read": 7}, at=NOW - timedelta(minutes=8))
    keep({"running_jobs": 0}, at=NOW)
    keep({"running_jobs": 0}, at=NOW + timedelta(seconds=10))
    fine = FigureSample.objects.filter(resolution_s=FINE_S)
    assert (fine.count(), fine.order_by("at")[0].at) == (5, NOW - timedelta(minutes=15))
    coarse = FigureSample.objects.filter(resolution_s=COARSE_S).order_by("at")
    assert [(each.at, each.figures) for each in coarse] == [
        (NOW - timedelta(minutes=20), {"running_jobs": 2}),
        (NOW - timedelta(minutes=10), {"running_jobs": 5, "latency_p99_ms/nn1/read": 7}),
    ]


def test_the_answer(viewer: User, client_of: ClientOf) -> None:
    now = timezone.now().replace(microsecond=0)
    now = now - timedelta(seconds=now.second % 10)
    keep({"running_jobs": 1, "operations_per_s/nn1/read": 5}, at=now - timedelta(seconds=30))
    keep({"running_jobs": 3}, at=now)
    client = client_of(viewer)
    answer = client.get(f"{FIGURES}?range=1h").json()
    assert (answer["resolution_s"], len(answer["times"])) == (10, 4)
    assert answer["series"] == [
        {
            "name": "operations_per_s",
            "namenode": "nn1",
            "kind": "read",
            "values": [5.0, None, None, None],
        },
        {
            "name": "running_jobs",
            "namenode": None,
            "kind": "",
            "values": [1.0, None, None, 3.0],
        },
    ]
    only = client.get(f"{FIGURES}?range=24h&names=running_jobs").json()
    assert (only["resolution_s"], [each["name"] for each in only["series"]]) == (
        120,
        ["running_jobs"],
    )
    assert client.get(f"{FIGURES}?names=nonsense").status_code == 400


def test_without_a_sample(viewer: User, client_of: ClientOf) -> None:
    answer = client_of(viewer).get(FIGURES).json()
    assert (answer["as_of"], answer["times"], answer["series"]) == (None, [], [])


CAPACITY = 10_000


def _fill(free: list[float]) -> datetime:
    """A coarse sample each 6 hours until now."""
    now = timezone.now().replace(microsecond=0)
    for place, value in enumerate(reversed(free)):
        FigureSample.objects.create(
            resolution_s=COARSE_S,
            at=now - timedelta(hours=6 * place),
            figures={"remaining_bytes": value, "capacity_bytes": CAPACITY, "used_bytes": 10},
        )
    return now


def test_disks_that_fill_up(viewer: User, client_of: ClientOf) -> None:
    now = _fill([900, 800, 700, 600])
    answer = client_of(viewer).get(f"{FIGURES}/forecast").json()
    full_at = datetime.fromisoformat(answer["full_at"])
    assert abs(full_at - (now + timedelta(hours=36))) < timedelta(seconds=5)
    assert answer["bytes_per_day"] == 400
    last = (answer["capacity_bytes"], answer["used_bytes"], answer["remaining_bytes"])
    assert last == (CAPACITY, 10, 600)
    assert datetime.fromisoformat(answer["as_of"]) == FigureSample.objects.latest("at").at
    assert 0 <= answer["lag_ms"] < 60_000
    measured = [datetime.fromisoformat(answer[f"measured_{end}"]) for end in ("from", "to")]
    assert measured[1] - measured[0] == timedelta(hours=18)


def test_disks_that_were_added_do_not_hide_that_they_fill(
    viewer: User, client_of: ClientOf
) -> None:
    _fill([900, 800, 700, 600])
    newest = FigureSample.objects.latest("at")
    newest.figures = {"remaining_bytes": 100_600, "capacity_bytes": CAPACITY + 100_000}
    newest.save()
    answer = client_of(viewer).get(f"{FIGURES}/forecast").json()
    assert answer["bytes_per_day"] == 400
    left = datetime.fromisoformat(answer["full_at"]) - newest.at
    assert abs(left - timedelta(days=100_600 / 400)) < timedelta(minutes=1)
    assert answer["used_bytes"] is None


def test_a_start_without_datanodes_is_no_empty_disk(viewer: User, client_of: ClientOf) -> None:
    now = _fill([900, 800, 700, 600])
    nothing = {"remaining_bytes": 0, "capacity_bytes": 0, "used_bytes": 0}
    FigureSample.objects.create(resolution_s=COARSE_S, at=now - timedelta(hours=9), figures=nothing)
    FigureSample.objects.create(
        resolution_s=FINE_S, at=now + timedelta(seconds=10), figures=nothing
    )
    answer = client_of(viewer).get(f"{FIGURES}/forecast").json()
    assert (answer["bytes_per_day"], answer["capacity_bytes"]) == (400, CAPACITY)
    fresh = {"remaining_bytes": 590, "capacity_bytes": CAPACITY, "used_bytes": 11}
    FigureSample.objects.create(resolution_s=FINE_S, at=now + timedelta(seconds=20), figures=fresh)
    answer = client_of(viewer).get(f"{FIGURES}/forecast").json()
    assert (answer["bytes_per_day"], answer["remaining_bytes"]) == (400, 590)


@pytest.mark.parametrize("free", [[], [900, 100], [600, 700, 800], [700, 700, 700]])
def test_no_forecast_without_a_reason(viewer: User, client_of: ClientOf, free: list[float]) -> None:
    _fill(free)
    answer = client_of(viewer).get(f"{FIGURES}/forecast").json()
    assert answer["full_at"] is None
    assert (answer["as_of"] is None, answer["lag_ms"] is None) == (not free, not free)
