"""What jobs did of single inodes: values before and after, errors, both also as files."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.common.rights import Permission
from apps.jobs import former_values, retention, services
from apps.jobs.former_values import EXAMPLES_MAX, FormerValues
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selection import Selection
from apps.jobs.tests.test_resume import OLGA
from config.env import env
from doubles.checked_client import CheckedClient
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, give, make_user

pytestmark = pytest.mark.django_db(transaction=True)
JOBS = "/api/v1/jobs"
FILES = 9


@pytest.fixture
def tree(namenode: NamenodeDouble, set_env: SetEnv) -> NamenodeDouble:
    """/data with files of two owners; steps of 4 inodes."""
    set_env(job_step_inodes=4)
    for number in range(FILES):
        namenode.tree.add_file(f"/data/f{number}", owner=("ann", "bob")[number % 2], mode=0o644)
    return namenode


@pytest.fixture
def api(client_of: ClientOf, operator: User) -> CheckedClient:
    return client_of(operator)


def run(worker: Worker, kind: JobKind, parameters: dict[str, Any], *, dry_run: bool = False) -> Job:
    job = services.job_create(
        actor=OLGA,
        kind=kind,
        path="/data",
        parameters=parameters,
        dry_run=dry_run,
        idempotency_key=None,
    )
    return worker.finished(job.pk)


def changes(api: CheckedClient, job: Job, *, limit: int = 50) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    asked: dict[str, str] = {"limit": str(limit)}
    while True:
        page = api.get(f"{JOBS}/{job.pk}/changes", asked).json()
        assert len(page["items"]) <= limit
        items += page["items"]
        if page["next_cursor"] is None:
            return items
        asked["cursor"] = page["next_cursor"]


def rows(api: CheckedClient, job: Job, what: str) -> list[list[str]]:
    response = api.get(f"{JOBS}/{job.pk}/{what}/file")
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="job-{job.pk}-{what}.csv"'
    return list(csv.reader(io.StringIO(response.getvalue().decode())))


@pytest.mark.parametrize("limit", [1, 3, 200])
def test_each_inode_is_listed_once_with_what_it_was_and_is(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, limit: int
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    told = changes(api, job, limit=limit)
    before = {each["path"]: each["values"] for each in told}
    assert len(told) == len(before) == FILES + 1
    for number in range(FILES):
        was = ("ann", "bob")[number % 2]
        assert before[f"/data/f{number}"] == [{"attribute": "owner", "before": was, "after": "zoe"}]
    assert api.get(f"{JOBS}/{job.pk}").json()["changes_kept"] is True


@pytest.mark.parametrize(
    ("kind", "parameters", "told"),
    [
        (JobKind.SET_PERMISSION, {"file_mode": "0600"}, ("mode", "0644", "0600")),
        (JobKind.SET_REPLICATION, {"replication": 2}, ("replication", "1", "2")),
        (JobKind.SET_STORAGE_POLICY, {"storage_policy": "COLD"}, ("storage_policy", None, "COLD")),
        (
            JobKind.SET_XATTR,
            {"xattr": "user.team", "xattr_value": "blue"},
            ("xattr user.team", None, "blue"),
        ),
        (
            JobKind.SET_XATTR,
            {"xattr": "user.team", "xattr_value": "0xff"},
            ("xattr user.team", None, "0s/w=="),
        ),
        (
            JobKind.SET_ACL,
            {"acl_change": "modify", "acl": "user:ana:r-x"},
            ("acl", "user::rwx,group::r-x,other::r-x", "user:ana:r-x"),
        ),
    ],
)
def test_values_are_told_as_parameters_take_them(
    api: CheckedClient,
    tree: NamenodeDouble,
    worker: Worker,
    kind: JobKind,
    parameters: dict[str, Any],
    told: tuple[str, str | None, str | None],
) -> None:
    job = run(worker, kind, parameters)
    of_file = next(each for each in changes(api, job) if each["path"] == "/data/f0")
    attribute, before, after = told
    assert of_file["values"] == [{"attribute": attribute, "before": before, "after": after}]


def test_codings_have_their_names(api: CheckedClient, tree: NamenodeDouble, worker: Worker) -> None:
    job = run(worker, JobKind.SET_ERASURE_CODING, {"erasure_coding": "RS-6-3-1024k"})
    (told,) = changes(api, job)
    assert told["values"] == [
        {"attribute": "erasure_coding", "before": None, "after": "RS-6-3-1024k"}
    ]


def test_moves_of_a_selection_tell_both_places(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.MOVE,
        selection=Selection(paths=("/data/f0",)),
        parameters={"to": "/old/{name}"},
        dry_run=False,
        idempotency_key=None,
    )
    (told,) = changes(api, worker.finished(job.pk))
    assert told["path"] == "/old/f0"
    assert told["values"] == [{"attribute": "path", "before": "/data/f0", "after": "/old/f0"}]


def test_an_undo_tells_the_other_way_round_and_what_is_gone_has_no_path(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    undo = services.job_undo(actor=OLGA, job_id=job.pk, dry_run=False, idempotency_key=None)
    told = changes(api, worker.finished(undo.pk))
    assert len(told) == FILES + 1
    assert {each["values"][0]["before"] for each in told} == {"zoe"}
    gone = tree.tree.find("/data/f3").inode_id
    del tree.tree.find("/data").children["f3"]
    assert [each["inode_id"] for each in changes(api, job) if each["path"] is None] == [gone]


def test_both_lists_are_files(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree.tree.denied = {"/data/f1", "/data/f2"}
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    heading, *lines = rows(api, job, "changes")
    assert heading == ["inode_id", "path", "attribute", "before", "after"]
    assert len(lines) == FILES - 1
    assert ["/data/f0", "owner", "ann", "zoe"] in [line[1:] for line in lines]
    assert [line[:1] for line in rows(api, job, "errors")] == [["path"], ["/data/f1"], ["/data/f2"]]

    monkeypatch.setattr("apps.jobs.result_files.ITEMS_MAX", 2)
    monkeypatch.setattr("apps.jobs.result_files.INODES_MAX", 2)
    *_, last = rows(api, job, "changes")
    assert last == ["cut after 2 items: page through the list for the others"]


def test_a_page_reads_no_more_steps_than_it_needs(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    steps_read: list[int] = []
    read = former_values.read

    def counted(*, job: str, step: int) -> FormerValues:
        steps_read.append(step)
        return read(job=job, step=step)

    monkeypatch.setattr(former_values, "read", counted)
    api.get(f"{JOBS}/{job.pk}/changes", {"limit": 1})
    assert steps_read == [1]


@pytest.mark.parametrize(
    ("kind", "parameters", "dry_run"),
    [
        (JobKind.SET_QUOTA, {"namespace_quota": 100}, True),
        (JobKind.SET_QUOTA, {"namespace_quota": 100}, False),
        (JobKind.DELETE, {}, False),
    ],
)
def test_jobs_that_keep_no_values_say_so(
    api: CheckedClient,
    tree: NamenodeDouble,
    worker: Worker,
    kind: JobKind,
    parameters: dict[str, Any],
    dry_run: bool,
) -> None:
    job = run(worker, kind, parameters, dry_run=dry_run)
    assert api.get(f"{JOBS}/{job.pk}").json()["changes_kept"] is False
    for address in ("changes", "changes/file"):
        response = api.get(f"{JOBS}/{job.pk}/{address}")
        assert (response.status_code, response.json()["code"]) == (409, "changes_not_kept")
        assert "WARREN_JOB_UNDO_KEPT_DAYS" not in response.json()["detail"]


def test_values_that_are_not_kept_any_more_are_told_as_such(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    Job.objects.filter(pk=job.pk).update(keeps_former=False)
    response = api.get(f"{JOBS}/{job.pk}/changes")
    assert response.status_code == 409
    assert "WARREN_JOB_UNDO_KEPT_DAYS" in response.json()["detail"]


def test_a_plan_tells_the_first_that_it_would_change(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    for number in range(2 * EXAMPLES_MAX):
        tree.tree.add_file(f"/data/more/f{number}", owner="ann")
    plan = run(worker, JobKind.SET_OWNER, {"owner": "zoe"}, dry_run=True)
    assert api.get(f"{JOBS}/{plan.pk}").json()["changes_kept"] is True
    told = changes(api, plan, limit=3)
    # Steps visit four.
    assert len({each["inode_id"] for each in told}) == len(told) == EXAMPLES_MAX
    assert {each["values"][0]["after"] for each in told} == {"zoe"}
    assert tree.tree.find("/data/f0").owner == "ann"

    job = worker.finished(services.job_promote(actor=OLGA, job_id=plan.pk).pk)
    assert len(changes(api, job)) == job.changed == FILES + 2 + 2 * EXAMPLES_MAX
    undo = services.job_undo(actor=OLGA, job_id=job.pk, dry_run=True, idempotency_key=None)
    back = changes(api, worker.finished(undo.pk))
    assert len(back) == EXAMPLES_MAX
    assert {each["values"][0]["before"] for each in back} == {"zoe"}


def test_a_plan_of_a_move_tells_where_the_first_go(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker
) -> None:
    plan = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.MOVE,
        selection=Selection(paths=("/data/f0", "/data/f1")),
        parameters={"to": "/old/{name}"},
        dry_run=True,
        idempotency_key=None,
    )
    told = changes(api, worker.finished(plan.pk))
    assert [each["path"] for each in told] == ["/data/f0", "/data/f1"]
    assert told[0]["values"] == [{"attribute": "path", "before": "/data/f0", "after": "/old/f0"}]


def test_what_a_plan_tells_goes_with_time(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    plan = run(worker, JobKind.SET_OWNER, {"owner": "zoe"}, dry_run=True)
    assert plan.former_bytes > 0
    old = timezone.now() - timedelta(days=env().job_undo_kept_days + 1)
    Job.objects.filter(pk=plan.pk).update(finished_at=old)
    retention.sweep()
    assert list(former_values.jobs()) == []
    assert api.get(f"{JOBS}/{plan.pk}/changes").status_code == 409


@pytest.mark.parametrize("cursor", ["nonsense", "W10", "W251bGxd"])
def test_cursors_of_other_lists_are_refused(
    api: CheckedClient, tree: NamenodeDouble, worker: Worker, cursor: str
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    response = api.get(f"{JOBS}/{job.pk}/changes", {"cursor": cursor})
    assert (response.status_code, list(response.json()["fields"])) == (400, ["cursor"])


def test_viewers_and_those_of_other_paths_are_told_nothing(
    client_of: ClientOf, viewer: User, tree: NamenodeDouble, worker: Worker
) -> None:
    job = run(worker, JobKind.SET_OWNER, {"owner": "zoe"})
    beside = make_user("bea", Role.VIEWER)
    give(beside, [Permission.SEE_ALL], paths=["/elsewhere"])
    for user in (viewer, beside):
        for address in ("changes", "changes/file", "errors/file"):
            assert client_of(user).get(f"{JOBS}/{job.pk}/{address}").status_code == 403
