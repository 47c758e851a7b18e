"""Health and metrics."""

import pytest
from django.utils import timezone

from apps.common.builds import told
from apps.jobs import keeper
from apps.jobs.models import Worker as WorkerRow
from doubles.checked_client import CheckedClient
from doubles.index import IndexDouble
from doubles.namenode import NamenodeDouble
from doubles.world import SetEnv, Worker
from warren_analytics.position import Progress, ReplicaState
from warren_analytics.store import ReplicaStore

pytestmark = pytest.mark.django_db
HEALTH = "/api/v1/health"


@pytest.fixture
def healthy(
    namenode: NamenodeDouble, index: IndexDouble, worker: Worker, replica: ReplicaStore
) -> None:
    keeper.keep(name="test:1", at_start=True)


def statuses() -> tuple[int, dict[str, str]]:
    response = CheckedClient().get(HEALTH)
    body = response.json()
    parts = {name: check["status"] for name, check in body["checks"].items()}
    return response.status_code, {"": body["status"], **parts}


def test_all_is_well(healthy: None) -> None:
    assert statuses() == (
        200,
        {
            "": "ok",
            "database": "ok",
            "namenode": "ok",
            "search_index": "ok",
            "replica": "ok",
            "worker": "ok",
        },
    )


def test_one_of_two_namenodes_is_degraded(
    healthy: None, namenode: NamenodeDouble, set_env: SetEnv
) -> None:
    set_env(admin_urls=f"http://127.0.0.1:1,{namenode.url}")
    status, parts = statuses()
    assert (status, parts[""], parts["namenode"]) == (200, "degraded", "degraded")


def test_no_namenode_is_down(healthy: None, set_env: SetEnv) -> None:
    set_env(admin_urls="http://127.0.0.1:1")
    status, parts = statuses()
    assert (status, parts[""], parts["namenode"]) == (503, "down", "down")


def test_a_silent_worker_is_down(healthy: None) -> None:
    WorkerRow.objects.update(beat_at=timezone.now().replace(year=2020))
    status, parts = statuses()
    assert (status, parts["worker"]) == (503, "down")


def test_an_index_that_is_being_built_says_how_far_it_is(healthy: None, index: IndexDouble) -> None:
    index.ready = False
    status, parts = statuses()
    assert (status, parts[""], parts["search_index"]) == (200, "building", "building")
    check = CheckedClient().get(HEALTH).json()["checks"]["search_index"]
    assert check["detail"] == "42 %, about 3 min left"


@pytest.mark.parametrize(
    ("percent", "left_ms", "text"),
    [
        (None, None, "it has just begun"),
        (0, None, "0 %"),
        (7, 59_999, "7 %, less than a minute left"),
        (7, 60_001, "7 %, about 2 min left"),
        (99, 7_500_000, "99 %, about 2 h 5 min left"),
    ],
)
def test_progress_is_told_in_words(percent: int | None, left_ms: int | None, text: str) -> None:
    assert told(percent, left_ms) == text


def test_a_stalled_replica_is_degraded(healthy: None, replica: ReplicaStore) -> None:
    replica.report(Progress(ReplicaState.STALLED, last_error="why"))
    status, parts = statuses()
    assert (status, parts[""], parts["replica"]) == (200, "degraded", "degraded")


def test_metrics(healthy: None) -> None:
    CheckedClient().get(HEALTH)
    text = CheckedClient().get("/metrics").content.decode()
    assert 'warren_platform_jobs{state="failed"} 0.0' in text
    assert "warren_platform_workers 1.0" in text
    assert 'route="api/v1/health"' in text
