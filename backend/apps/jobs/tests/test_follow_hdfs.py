"""Jobs that stand for the following of an HDFS."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.audit.models import AuditEntry
from apps.jobs.followed import begin_where_followed
from apps.jobs.keeper import look_for_what_is_followed
from apps.jobs.models import Job
from apps.jobs.tests.test_index_jobs import look_again
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, Worker

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"


@pytest.fixture
def api(client_of: ClientOf, admin: User) -> CheckedClient:
    return client_of(admin)


def begun(worker: Worker) -> Job:
    job = begin_where_followed()
    assert job is not None
    return worker.finished(job.pk)


def told(api: CheckedClient, job: Job) -> dict[str, Any]:
    answer: dict[str, Any] = api.get(f"{JOBS}/{job.pk}").json()
    return answer


def test_what_is_followed_has_a_job_that_tells_how_far_it_is(
    api: CheckedClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    look_for_what_is_followed()
    assert not Job.objects.exists()
    namenode.follow.at(1_000, 5_000)
    look_for_what_is_followed()
    look_for_what_is_followed()
    (job,) = Job.objects.all()
    assert (job.kind, job.actor) == ("follow_hdfs", "SYSTEM")
    job = worker.finished(job.pk)
    namenode.follow.at(4_000, 5_000, waiting_for="Connection refused")
    job = look_again(worker, job)
    answer = told(api, job)
    assert answer["state"] == "running"
    assert (answer["progress"]["files"], answer["progress"]["total"]) == (3_000, 4_000)
    assert answer["result"]["followed"] == {
        "location": "/old/name/current",
        "first_transaction": 1_000,
        "applied_transaction": 4_000,
        "newest_transaction": 5_000,
        "lag_ms": 1_500,
        "waiting_for": "Connection refused",
    }
    # The namenodes were started anew, and none has led yet.
    namenode.follow.at(0, 0, lag_seconds=-1)
    job = look_again(worker, job)
    answer = told(api, job)["result"]["followed"]
    assert (answer["applied_transaction"], answer["newest_transaction"]) == (4_000, 4_000)
    assert answer["lag_ms"] is None
    namenode.follow.at(6_000, 6_000)
    job = look_again(worker, job)
    assert told(api, job)["progress"]["files"] == 5_000
    # `bin/warren migrate end` makes a file system of its own of it.
    namenode.follow.told |= {"follows": False}
    assert look_again(worker, job).state == "succeeded"
    assert begin_where_followed() is None
    actions = AuditEntry.objects.order_by("pk").values_list("action", "job_id", "actor")
    assert list(actions) == [
        ("job.create", job.pk, "SYSTEM"),
        ("job.follow_hdfs", job.pk, "SYSTEM"),
    ]


def test_a_cancelled_one_leaves_the_edits_until_somebody_goes_on(
    api: CheckedClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    namenode.follow.at(10, 20)
    job = begun(worker)
    assert not namenode.follow.told["paused"]
    assert api.post(f"{JOBS}/{job.pk}/cancel").status_code == 202
    assert worker.finished(job.pk).state == "cancelled"
    assert namenode.follow.told["paused"]
    assert begin_where_followed() is None
    again = api.post(JOBS, {"kind": "follow_hdfs"}, format="json")
    assert again.status_code == 202, again.content
    assert worker.finished(again.json()["id"]).state == "running"
    assert not namenode.follow.told["paused"]
    second = api.post(JOBS, {"kind": "follow_hdfs"}, format="json")
    assert (second.status_code, second.json()["code"]) == (409, "under_way")


def test_what_has_stopped_or_was_paused_elsewhere_fails_the_job(
    api: CheckedClient, namenode: NamenodeDouble, worker: Worker
) -> None:
    namenode.follow.at(10, 20)
    job = begun(worker)
    namenode.follow.at(12, 20, stopped_by="Edit 13 is damaged")
    job = look_again(worker, job)
    problem = told(api, job)["problem"]
    assert (job.state, problem["code"]) == ("failed", "following_stopped")
    assert problem["detail"] == "Edit 13 is damaged"
    refused = api.post(JOBS, {"kind": "follow_hdfs"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "following_stopped")
    namenode.follow.at(12, 20, stopped_by=None)
    job = begun(worker)
    namenode.follow.told["paused"] = True
    job = look_again(worker, job)
    assert (job.state, told(api, job)["problem"]["code"]) == ("failed", "following_paused")


def test_where_nothing_is_followed_there_is_no_such_job(
    api: CheckedClient, client_of: ClientOf, namenode: NamenodeDouble
) -> None:
    refused = api.post(JOBS, {"kind": "follow_hdfs"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_followed")
    namenode.follow.at(1, 1)
    tried = api.post(JOBS, {"kind": "follow_hdfs", "dry_run": True}, format="json")
    assert (tried.status_code, tried.json()["code"]) == (400, "no_dry_run")


def test_silent_namenodes_are_looked_for_again(namenode: NamenodeDouble) -> None:
    namenode.follow.at(1, 1)
    namenode.close()
    look_for_what_is_followed()
    assert not Job.objects.exists()
