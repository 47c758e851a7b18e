"""Plans tell whose files they are about, by owner and by group."""

from typing import Any

import pytest

from apps.accounts.models import Role
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.selection import Selection
from apps.jobs.tests.test_plans import plan_of_path
from apps.jobs.tests.test_resume import OLGA
from doubles.namenode import NamenodeDouble
from doubles.replica import SEQUENCE
from doubles.world import ClientOf, Worker, make_user
from warren_analytics.store import ReplicaStore

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    """What the replica has: /data with three files."""
    for number in range(3):
        namenode.tree.add_file(f"/data/f{number}.csv", owner="ann")
    return namenode


@pytest.mark.parametrize(
    ("kind", "parameters"), [(JobKind.SET_OWNER, {"owner": "zoe"}), (JobKind.DELETE, {})]
)
def test_a_plan_at_a_directory_tells_what_the_replica_has_of_each(
    tree: NamenodeDouble,
    replica: ReplicaStore,
    worker: Worker,
    kind: JobKind,
    parameters: dict[str, Any],
    client_of: ClientOf,
) -> None:
    job = worker.finished(plan_of_path(kind, "/data", **parameters))
    assert job.result is not None
    owned = job.result["owned"]
    (owner,), (group,) = owned["owners"], owned["groups"]
    assert owner["name"]
    assert group["name"]
    for each in (owner, group):
        assert (each["files"], each["length_bytes"]) == (3, 0 + 1 + 2)
    assert (owned["more"], owned["as_of_sequence"]) == (False, SEQUENCE)
    operator = client_of(make_user("oto", Role.OPERATOR))
    assert operator.get(f"/api/v1/jobs/{job.pk}").json()["result"]["owned"] == owned
    tree.tree.groups["vic"] = []
    viewer = client_of(make_user("vic", Role.VIEWER))
    seen = viewer.get(f"/api/v1/jobs/{job.pk}").json()
    assert "owned" not in (seen["result"] or {})


def test_a_plan_goes_on_where_the_replica_does_not_answer(
    tree: NamenodeDouble, worker: Worker
) -> None:
    job = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data", owner="zoe"))
    assert (job.state, job.changed) == ("succeeded", 4)
    assert "owned" not in (job.result or {})


def test_a_plan_at_a_file_or_of_a_quota_tells_nothing_of_it(
    tree: NamenodeDouble, replica: ReplicaStore, worker: Worker
) -> None:
    for job in (
        worker.finished(plan_of_path(JobKind.SET_OWNER, "/data/f0.csv", owner="zoe")),
        worker.finished(plan_of_path(JobKind.SET_QUOTA, "/data", namespace_quota=9)),
    ):
        assert "owned" not in (job.result or {})


def test_a_selection_is_counted_by_group_as_well(
    tree: NamenodeDouble, replica: ReplicaStore, worker: Worker
) -> None:
    tree.tree.find("/data/f1.csv").group = "ops"
    job = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.SET_OWNER,
        selection=Selection(paths=("/data/f0.csv", "/data/f1.csv")),
        parameters={"owner": "zoe"},
        dry_run=True,
        idempotency_key=None,
    )
    shown = worker.finished(job.pk).told_selection
    assert shown is not None
    other = tree.tree.find("/data/f0.csv").group
    assert {each["group"]: each["files"] for each in shown["groups"]} == {"ops": 1, other: 1}
