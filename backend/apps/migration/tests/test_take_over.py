"""A take-over is asked for by one, approved by another, and carried out at the host."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.audit.models import AuditEntry
from apps.guard.models import FreezeWindow
from apps.jobs import approvals
from apps.jobs.models import Job, JobApproval
from apps.jobs.tests.test_index_jobs import look_again
from apps.migration import files
from apps.migration.tests.test_migration import IMPORT_REPORT, MIGRATION, REHEARSAL, told, write
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
BEGIN = f"{MIGRATION}/take-over"
NOTE = {"phase": "begun", "name_dirs": ["/old/name"], "begun_at_s": 1_000.0}


@pytest.fixture
def copy(namenode: NamenodeDouble, worker: Worker) -> NamenodeDouble:
    """A copy that follows, with a clean rehearsal."""
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    write(files.REHEARSAL_REPORT, REHEARSAL | {"verdict": "clean"})
    namenode.follow.at(1_000, 1_000)
    return namenode


@pytest.fixture
def olga(client_of: ClientOf, operator: User, copy: NamenodeDouble) -> CheckedClient:
    """Asks."""
    return client_of(operator)


@pytest.fixture
def root(client_of: ClientOf, admin: User) -> CheckedClient:
    """Approves."""
    return client_of(admin)


def ask(client: CheckedClient, *despite: str, status: int = 202) -> dict[str, Any]:
    body = {"kind": "take_over", "parameters": {"despite": despite}, "reason": "the night is quiet"}
    response = client.post(JOBS, body, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def decide(client: CheckedClient, job: dict[str, Any], *, status: int = 202) -> dict[str, Any]:
    body = {"content_sha256": job["approval"]["content_sha256"], "comment": ""}
    response = client.post(f"{JOBS}/{job['id']}/approve", body, format="json")
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def begin(client: CheckedClient, status: int = 202) -> dict[str, Any]:
    response = client.post(BEGIN)
    assert response.status_code == status, response.content
    answer: dict[str, Any] = response.json()
    return answer


def command() -> dict[str, Any]:
    """What `bin/warren migrate take-over` asks."""
    out = StringIO()
    call_command("take_over_approval", stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def refused() -> str:
    with pytest.raises(CommandError) as caught:
        command()
    return str(caught.value)


def test_from_the_question_to_the_end(
    olga: CheckedClient, root: CheckedClient, worker: Worker, copy: NamenodeDouble
) -> None:
    assert "Nobody asked for a take-over" in refused()
    job = ask(olga)
    assert (job["state"], job["approval"]["not_by"]) == ("waiting_for_approval", ["olga"])
    (rule,) = job["approval"]["rules"]
    assert (rule["id"], rule["name"], rule["kinds"]) == (0, "Warren", ["take_over"])
    assert "olga asked for it (job" in refused()
    assert told(root)["request"]["state"] == "waiting_for_approval"

    decide(root, job)
    assert worker.finished(job["id"]).state == "running"
    found = command()
    assert (found["job_id"], found["asked_by"], found["approved_by"]) == (
        job["id"],
        "olga",
        "admin",
    )
    request = told(olga)["request"]
    assert (request["approved_by"], request["despite"]) == ("admin", [])
    assert request["usable_until"] is not None

    # The command stops the namenodes, and writes down what it does.
    copy.close()
    mine = {**NOTE, "job_id": job["id"], "asked_by": "olga", "approved_by": "admin"}
    write(files.TAKE_OVER, mine | {"phase": "fenced", "fenced_at_s": 1_001.0})
    row = look_again(worker, Job.objects.get(pk=job["id"]))
    assert row.result is not None
    assert row.result["take_over"]["phase"] == "fenced"
    cancelled = olga.post(f"{JOBS}/{job['id']}/cancel")
    assert (cancelled.status_code, cancelled.json()["code"]) == (409, "take_over_begun")
    write(
        files.TAKE_OVER,
        mine | {"phase": "serving", "last_edit_at_s": 1_000.0, "served_at_s": 1_040.5},
    )
    row = look_again(worker, row)
    assert row.state == "succeeded"
    assert olga.get(f"{JOBS}/{row.pk}").json()["result"]["take_over"]["read_only_ms"] == 40_500
    assert told(olga)["request"] is None
    assert [
        (each.action, each.actor)
        for each in AuditEntry.objects.filter(job_id=row.pk).order_by("pk")
    ] == [
        ("job.create", "olga"),
        ("job.approval_ask", "olga"),
        ("job.approval_give", "admin"),
        ("job.take_over", "olga"),
    ]


def test_nobody_approves_his_own(
    client_of: ClientOf, admin: User, copy: NamenodeDouble, worker: Worker
) -> None:
    root = client_of(admin)
    job = ask(root)
    answer = decide(root, job, status=403)
    assert answer["code"] == "own_job"
    for way in ("resume", "promote", "pause"):
        assert root.post(f"{JOBS}/{job['id']}/{way}", {}, format="json").status_code == 409
    tried = root.post(JOBS, {"kind": "take_over", "dry_run": True}, format="json")
    assert (tried.status_code, tried.json()["code"]) == (400, "no_dry_run")
    worker.start()
    worker.woken.append(job["id"])
    worker.run()
    assert Job.objects.get(pk=job["id"]).state == "waiting_for_approval"
    assert "waits for somebody else's approval" in refused()
    assert begin(root, 409)["code"] == "waits_for_approval"
    # Another account of his own, and a token of his, are nobody else.
    second = client_of(make_user("second", Role.ADMIN))
    decide(second, job)


def test_who_may_neither_ask_nor_approve(
    client_of: ClientOf, viewer: User, olga: CheckedClient
) -> None:
    ask(client_of(viewer), status=403)
    job = ask(olga)
    decide(client_of(viewer), job, status=403)
    assert client_of(viewer).post(BEGIN).status_code == 403


def test_what_speaks_against_it_has_to_be_named(
    olga: CheckedClient, copy: NamenodeDouble, root: CheckedClient
) -> None:
    (env().home / files.REHEARSAL_REPORT).unlink()
    copy.follow.at(10, 5_000, lag_seconds=300)
    answer = ask(olga, status=409)
    assert answer["code"] == "speaks_against"
    assert answer["facts"]["unnamed"] == ["lagging", "not_rehearsed"]
    assert ask(olga, "lagging", status=409)["facts"]["unnamed"] == ["not_rehearsed"]
    job = ask(olga, "lagging", "not_rehearsed")
    assert job["parameters"]["despite"] == ["lagging", "not_rehearsed"]
    assert told(root)["request"]["despite"] == ["lagging", "not_rehearsed"]
    second = ask(olga, "lagging", "not_rehearsed", status=409)
    assert second["code"] == "under_way"


def test_there_must_be_something_to_take_over(
    client_of: ClientOf, operator: User, namenode: NamenodeDouble
) -> None:
    olga = client_of(operator)
    assert ask(olga, status=409)["code"] == "not_migrated"
    write(files.IMPORT_REPORT, IMPORT_REPORT)
    namenode.follow.at(1, 2, stopped_by="Edit 2 is damaged")
    answer = ask(olga, status=409)
    assert (answer["code"], answer["detail"]) == ("following_stopped", "Edit 2 is damaged")
    write(files.TAKE_OVER, NOTE | {"phase": "serving"})
    assert ask(olga, status=409)["code"] == "take_over_begun"


def test_a_request_that_nobody_approves_expires(olga: CheckedClient, root: CheckedClient) -> None:
    job = ask(olga)
    JobApproval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    approvals.expire_due()
    answer = decide(root, job, status=409)
    assert answer["code"] == "not_waiting_for_approval"
    assert Job.objects.get(pk=job["id"]).state == "refused"
    assert "Nobody asked for a take-over" in refused()


def approved(olga: CheckedClient, root: CheckedClient, worker: Worker) -> Job:
    job = ask(olga)
    decide(root, job)
    return worker.finished(job["id"])


def test_an_approval_that_nobody_uses_expires(
    olga: CheckedClient, root: CheckedClient, worker: Worker
) -> None:
    job = approved(olga, root, worker)
    JobApproval.objects.update(decided_at=timezone.now() - timedelta(hours=25))
    assert "counts no more" in refused()
    assert begin(olga, 409)["code"] == "approval_unused"
    # Also where it was begun and refused: it would be asked for again.
    write(files.TAKE_OVER, NOTE | {"job_id": job.pk})
    job = look_again(worker, job)
    assert (job.state, (job.problem or {})["code"]) == ("failed", "approval_unused")


def test_a_cancelled_one_counts_no_more(
    olga: CheckedClient, root: CheckedClient, worker: Worker
) -> None:
    job = approved(olga, root, worker)
    write(files.TAKE_OVER, NOTE | {"job_id": job.pk})
    assert olga.post(f"{JOBS}/{job.pk}/cancel").status_code == 202
    # Before a worker saw it, too.
    assert "Nobody asked for a take-over" in refused()
    assert worker.finished(job.pk).state == "cancelled"


def test_one_without_the_approval_ends_the_request(
    olga: CheckedClient, root: CheckedClient, worker: Worker
) -> None:
    job = approved(olga, root, worker)
    write(files.TAKE_OVER, NOTE | {"phase": "serving"})
    job = look_again(worker, job)
    assert (job.state, (job.problem or {})["code"]) == ("failed", "taken_over_otherwise")


def test_one_that_was_undone_is_asked_for_anew(
    olga: CheckedClient, root: CheckedClient, worker: Worker
) -> None:
    job = approved(olga, root, worker)
    write(files.TAKEN_BACK, NOTE | {"job_id": job.pk, "given_back_at_s": 5.0})
    assert "counts no more" in refused()
    job = look_again(worker, job)
    assert (job.state, (job.problem or {})["code"]) == ("failed", "given_back")


def test_a_damaged_note_is_waited_for(
    olga: CheckedClient, root: CheckedClient, worker: Worker
) -> None:
    job = approved(olga, root, worker)
    write(files.TAKE_OVER, '{"phase": "fen')
    job = look_again(worker, job)
    assert (job.state, job.retries) == ("running", 1)


def test_a_freeze_window_holds_it(olga: CheckedClient, root: CheckedClient, worker: Worker) -> None:
    approved(olga, root, worker)
    now = timezone.now()
    FreezeWindow.objects.create(
        name="quarter's end",
        kinds=[],
        path_prefix=None,
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        changed_at=now,
        changed_by="test",
    )
    assert "freeze window" in refused()
    assert begin(olga, 409)["code"] == "frozen"


def test_it_is_begun_from_the_console_where_the_folders_are_known(
    olga: CheckedClient, root: CheckedClient, worker: Worker, set_env: SetEnv
) -> None:
    job = approved(olga, root, worker)
    answer = begin(olga, 409)
    assert answer["code"] == "begun_at_the_host"
    assert "--from NAME_DIR" in answer["detail"]
    assert not (env().home / files.ORDER).exists()

    set_env(take_over_from="/old/name", home=env().home)
    answer = told(olga)
    assert answer["begins_here"]
    assert answer["command"].endswith("migrate take-over --approved")
    assert begin(olga) == {"job_id": job.pk, "ordered_by": "olga"}
    order = json.loads((env().home / files.ORDER).read_text(encoding="utf-8"))
    assert (order["job_id"], order["ordered_by"]) == (job.pk, "olga")
    assert told(root)["attempt"]["state"] == "ordered"
    assert begin(root, 409)["code"] == "under_way"

    attempt = {**order, "started_at_s": 5.0, "ended_at_s": None}
    write(files.ATTEMPT, attempt)
    assert told(root)["attempt"]["state"] == "running"
    said = ["warren: The old NameNode runs on this directory."]
    write(files.ATTEMPT, attempt | {"ended_at_s": 6.0, "code": 1, "said": said})
    assert (told(root)["attempt"]["state"], told(root)["attempt"]["said"]) == ("refused", said)
    # The next one is another order.
    begin(root)
    again = json.loads((env().home / files.ORDER).read_text(encoding="utf-8"))
    assert (again["number"] > order["number"], again["ordered_by"]) == (True, "admin")
    actions = AuditEntry.objects.filter(action="migration.take_over").order_by("pk")
    assert [(each.actor, each.job_id) for each in actions] == [("olga", job.pk), ("admin", job.pk)]


def test_an_order_that_nobody_takes_is_said_to_be_lost(
    olga: CheckedClient, root: CheckedClient, worker: Worker, set_env: SetEnv
) -> None:
    approved(olga, root, worker)
    set_env(take_over_from="/old/name", home=env().home)
    begin(olga)
    path = env().home / files.ORDER
    order = json.loads(path.read_text(encoding="utf-8"))
    write(files.ORDER, order | {"ordered_at_s": order["ordered_at_s"] - 31})
    assert told(olga)["attempt"]["state"] == "not_taken"
    begin(olga)
