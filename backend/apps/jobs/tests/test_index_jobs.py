"""Jobs that have the index rebuilt, or compared and repaired, and follow the indexer meanwhile."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.guard.models import FreezeWindow
from apps.jobs import progress
from apps.jobs.keeper import wake_idle
from apps.jobs.models import Job
from doubles.checked_client import CheckedClient
from doubles.indexer import IndexerDouble
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
KINDS = ("rebuild_index", "repair_index")


@pytest.fixture
def api(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


def start(api: CheckedClient, kind: str) -> Job:
    response = api.post(JOBS, {"kind": kind}, format="json")
    assert response.status_code == 202, response.content
    return Job.objects.get(pk=response.json()["id"])


def look_again(worker: Worker, job: Job) -> Job:
    """Another look, as if the job had rested for its time."""
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
    wake_idle(at_start=False)
    return worker.finished(job.pk)


def asked(indexer: IndexerDouble, job: Job) -> dict[str, Any]:
    """What the indexer was asked for by a job, and how far it is."""
    work = job.kind.removesuffix("_index")
    return indexer.work[f"{work}/{job.key}"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_job_asks_once_follows_and_ends(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker, kind: str
) -> None:
    job = worker.finished(start(api, kind).pk)
    assert (job.state, job.act_begun, job.total) == ("running", True, None)
    assert job.not_before is not None
    assert job.lease_token is None
    asked(indexer, job).update(state="running", inodes=30, inodes_total=75)
    job = look_again(worker, job)
    told = api.get(f"{JOBS}/{job.pk}").json()
    assert (told["progress"]["files"], told["progress"]["total"]) == (30, 75)
    asked(indexer, job).update(state="done", inodes=80, inodes_total=80, drift=3, repaired=2)
    job = look_again(worker, job)
    told = api.get(f"{JOBS}/{job.pk}").json()
    assert (told["state"], told["progress"]["files"]) == ("succeeded", 80)
    assert told["result"] == {"drift": 3, "repaired": 2}
    assert told["undo"] == "not_of_kind"
    assert len(indexer.work) == 1
    actions = AuditEntry.objects.order_by("pk").values_list("action", "job_id", "actor")
    assert list(actions) == [
        ("job.create", job.pk, job.actor),
        (f"job.{kind}", job.pk, job.actor),
    ]


def test_an_indexer_that_began_again_is_waited_for(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    job = worker.finished(start(api, "rebuild_index").pk)
    asked(indexer, job).update(state="running", inodes=50, inodes_total=75)
    look_again(worker, job)
    indexer.work.clear()
    job = look_again(worker, job)
    assert (job.state, job.files) == ("running", 50)
    asked(indexer, job).update(state="done", inodes=75, inodes_total=75)
    assert look_again(worker, job).files == 75


def test_a_worker_that_dies_after_asking_leaves_one_wish(
    api: CheckedClient,
    indexer: IndexerDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = start(api, "repair_index")
    with monkeypatch.context() as broken:

        def dies(**_: object) -> None:
            raise SystemExit

        broken.setattr(progress, "store", dies)
        with pytest.raises(SystemExit):
            worker.run()
    assert len(indexer.work) == 1
    Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now())
    asked(indexer, job).update(state="done", drift=0, repaired=0)
    worker.start()
    job = worker.finished(job.pk)
    assert (job.state, job.takeovers, len(indexer.work)) == ("succeeded", 1, 1)


def test_a_cancelled_job_is_withdrawn(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    job = worker.finished(start(api, "rebuild_index").pk)
    assert api.post(f"{JOBS}/{job.pk}/cancel").json()["state"] == "cancelling"
    job = worker.finished(job.pk)
    assert (job.state, asked(indexer, job)["state"]) == ("cancelled", "withdrawn")


def test_one_that_has_not_begun_is_cancelled_without_the_indexer(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    job = start(api, "rebuild_index")
    assert api.post(f"{JOBS}/{job.pk}/cancel").json()["state"] == "cancelled"
    worker.run()
    assert indexer.work == {}


def test_what_others_do_is_not_paused_bounded_tried_or_undone(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    tried = api.post(JOBS, {"kind": "rebuild_index", "dry_run": True}, format="json")
    assert (tried.status_code, tried.json()["code"]) == (400, "no_dry_run")
    job = start(api, "rebuild_index")
    for action, body in (("pause", None), ("rate", {"inodes_per_s_max": 5})):
        answer = api.post(f"{JOBS}/{job.pk}/{action}", body, format="json")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_paced")
    worker.run()
    asked(indexer, job).update(state="done")
    look_again(worker, job)
    undo = api.post(f"{JOBS}/{job.pk}/undo")
    assert (undo.status_code, undo.json()["code"]) == (409, "not_undoable")


def test_a_second_one_is_refused_while_the_first_is_under_way(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    job = start(api, "rebuild_index")
    again = api.post(JOBS, {"kind": "rebuild_index"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "under_way")
    assert again.json()["facts"]["job_id"] == job.pk
    start(api, "repair_index")


def test_operators_may_neither_begin_nor_cancel(
    api: CheckedClient, client_of: ClientOf, operator: User, indexer: IndexerDouble
) -> None:
    job = start(api, "rebuild_index")
    other = client_of(operator)
    assert other.post(JOBS, {"kind": "repair_index"}, format="json").status_code == 403
    assert other.post(f"{JOBS}/{job.pk}/cancel").status_code == 403
    assert other.get(f"{JOBS}/{job.pk}").json()["state"] == "queued"


def test_one_that_a_rule_marks_begins_when_somebody_else_approved_it(
    api: CheckedClient, client_of: ClientOf, indexer: IndexerDouble, worker: Worker
) -> None:
    rule = {"name": "index", "kinds": ["rebuild_index"]}
    assert api.post("/api/v1/guard/rules", rule, format="json").status_code == 201
    job = api.post(JOBS, {"kind": "rebuild_index"}, format="json").json()
    assert job["state"] == "waiting_for_approval"
    seen = {"content_sha256": job["approval"]["content_sha256"]}
    other = client_of(make_user("other", Role.ADMIN))
    approved = other.post(f"{JOBS}/{job['id']}/approve", seen, format="json")
    assert approved.status_code == 202, approved.content
    assert worker.finished(job["id"]).state == "running"


def test_a_window_keeps_it_from_beginning_and_holds_one_that_waits(
    api: CheckedClient, namenode: NamenodeDouble, indexer: IndexerDouble, worker: Worker
) -> None:
    job = start(api, "repair_index")
    now = timezone.now()
    FreezeWindow.objects.create(
        name="release",
        kinds=["repair_index", "rebuild_index"],
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        changed_at=now,
        changed_by="test",
    )
    refused = api.post(JOBS, {"kind": "rebuild_index"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "frozen")
    held = worker.finished(job.pk)
    assert held.held is not None
    assert held.held["window"] == "release"
    assert indexer.work == {}


def test_without_an_indexer_the_job_waits(
    api: CheckedClient, set_env: SetEnv, worker: Worker
) -> None:
    set_env(indexer_address="127.0.0.1:1", job_retry_max=1)
    job = worker.finished(start(api, "rebuild_index").pk)
    assert (job.state, job.retries) == ("running", 1)
    job = look_again(worker, job)
    assert job.state == "failed"
    assert job.problem is not None
    assert job.problem["code"] == "indexer_unavailable"


def test_commands_of_the_pipeline_begin_jobs(
    api: CheckedClient, indexer: IndexerDouble, worker: Worker
) -> None:
    answer = api.post("/api/v1/pipeline", {"command": "rebuild"}, format="json")
    job = Job.objects.get()
    assert answer.status_code == 202
    assert answer.json()["jobs"] == [{"id": job.pk, "kind": "rebuild_index", "state": "queued"}]
    worker.run()
    assert asked(indexer, job)["state"] == "waiting"
    again = api.post("/api/v1/pipeline", {"command": "rebuild"}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "under_way")
