"""Whom a plan says that it would concern, how long it would take, and what totals would change."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import Role
from apps.jobs import services
from apps.jobs.kinds import JobKind
from apps.jobs.models import Job
from apps.jobs.selection import Selection
from apps.jobs.tests.test_plans import TRASH, plan, plan_of_path
from apps.jobs.tests.test_resume import OLGA
from doubles.namenode import NamenodeDouble
from doubles.world import ClientOf, SetEnv, Worker, make_user

pytestmark = pytest.mark.django_db(transaction=True)
SIZE = 10
OPEN = {"path": "/data/a", "holder": "DFSClient_1", "client": "10.0.0.7"}
SNAPSHOT = {"directory": "/data", "name": "s1", "created_at_ms": 1_700_000_000_000}


@pytest.fixture
def tree(namenode: NamenodeDouble) -> NamenodeDouble:
    for name in ("a", "b", "c"):
        namenode.tree.add_file(f"/data/{name}", SIZE, replication=3)
    namenode.tree.add_file("/old/x", SIZE)
    namenode.tree.groups["zoe"] = ["staff"]
    return namenode


def concerns(job: Job) -> dict[str, Any]:
    found: dict[str, Any] = (job.result or {})["concerns"]
    return found


def totals(job: Job) -> dict[str, tuple[int, int, int]]:
    """Files, directories and space with replicas that directories gain."""
    return {
        each["path"]: (each["files"], each["directories"], each["space_consumed_bytes"])
        for each in (job.result or {})["totals"]["directories"]
    }


def test_a_plan_tells_writers_and_snapshots_of_a_tree(
    tree: NamenodeDouble, worker: Worker, client_of: ClientOf
) -> None:
    tree.concerns |= {
        "open_files": {"count": 1, "more": False, "items": [OPEN]},
        "snapshots": {"count": 1, "items": [SNAPSHOT]},
        "with_snapshots": {"count": 1, "items": ["/data/sub"]},
    }
    job = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data", owner="zoe"))
    assert tree.concerned == [job.inode_id]
    assert concerns(job) == {
        "open_files": {"count": 1, "more": False, "items": [OPEN]},
        "snapshots": {"count": 1, "items": [SNAPSHOT]},
        "with_snapshots": {"count": 1, "items": ["/data/sub"]},
        "all_inodes": True,
        "system_directories": [],
        "unknown_users": [],
    }
    operator = client_of(make_user("olga", Role.OPERATOR))
    told = operator.get(f"/api/v1/jobs/{job.pk}").json()["result"]
    assert told["concerns"]["open_files"]["items"] == [OPEN]
    viewer: APIClient = client_of(make_user("vera", Role.VIEWER))
    seen = viewer.get(f"/api/v1/jobs/{job.pk}").json()["result"]
    assert set(seen) == {"estimate"}


def test_of_a_selection_all_are_asked_about_up_to_a_limit(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree.concerns |= {
        "open_files": {"count": 1, "more": True, "items": [OPEN]},
        "snapshots": {"count": 1, "items": [SNAPSHOT]},
    }
    monkeypatch.setattr("apps.jobs.concerns.INODES_PER_BATCH", 1)
    job = worker.finished(plan(JobKind.SET_OWNER, "/data/a", "/data/b", "/data/c", owner="zoe"))
    ids = [tree.tree.find(f"/data/{name}").inode_id for name in ("a", "b", "c")]
    assert sorted(tree.concerned) == sorted(ids)
    # The snapshots of a directory above all are the same ones each time.
    assert concerns(job)["open_files"] == {"count": 3, "more": True, "items": [OPEN]}
    assert concerns(job)["snapshots"] == {"count": 1, "items": [SNAPSHOT]}
    assert concerns(job)["all_inodes"]
    monkeypatch.setattr("apps.jobs.concerns.INODES_MAX", 2)
    tree.concerned.clear()
    job = worker.finished(plan(JobKind.DELETE, "/data/a", "/data/b", "/data/c"))
    assert len(tree.concerned) == 2
    assert not concerns(job)["all_inodes"]


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [(JobKind.SET_OWNER, {"owner": "zoe"}), (JobKind.MOVE, {"to": "/new/{name}"})],
)
def test_of_the_undo_of_a_selection_all_that_was_changed_are_asked_about(
    tree: NamenodeDouble,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
    kind: JobKind,
    parameters: dict[str, Any],
) -> None:
    ids = [tree.tree.find(f"/data/{name}").inode_id for name in ("a", "b", "c")]
    job = services.job_create_selected(
        actor=OLGA,
        kind=kind,
        selection=Selection(paths=("/data/a", "/data/b", "/data/c")),
        parameters=parameters,
        dry_run=False,
        idempotency_key=None,
    )
    worker.finished(job.pk)
    tree.concerns |= {"snapshots": {"count": 1, "items": [SNAPSHOT]}}

    def undone() -> Job:
        plan = services.job_undo(actor=OLGA, job_id=job.pk, dry_run=True, idempotency_key=None)
        return worker.finished(plan.pk)

    first = undone()
    assert sorted(tree.concerned) == sorted(ids)
    assert concerns(first)["snapshots"] == {"count": 1, "items": [SNAPSHOT]}
    assert concerns(first)["all_inodes"]
    assert concerns(first)["system_directories"] == []
    monkeypatch.setattr("apps.jobs.concerns.INODES_MAX", 2)
    assert not concerns(undone())["all_inodes"]


def test_only_plans_ask(tree: NamenodeDouble, worker: Worker) -> None:
    job = services.job_create_selected(
        actor=OLGA,
        kind=JobKind.SET_OWNER,
        selection=Selection(paths=("/data/a",)),
        parameters={"owner": "zoe"},
        dry_run=False,
        idempotency_key=None,
    )
    assert worker.finished(job.pk).result is None
    assert tree.concerned == []


def test_directories_that_everybody_relies_on_are_told(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_system_paths="/data,/old")
    job = worker.finished(plan_of_path(JobKind.SET_PERMISSION, "/", directory_mode="0755"))
    assert concerns(job)["system_directories"] == ["/", "/data", "/old"]
    job = worker.finished(plan(JobKind.SET_OWNER, "/", "/data", owner="zoe"))
    assert concerns(job)["system_directories"] == ["/", "/data"]
    job = worker.finished(plan(JobKind.DELETE, "/old", "/data/a"))
    assert concerns(job)["system_directories"] == ["/old"]


def test_users_whom_nobody_knows_are_told(tree: NamenodeDouble, worker: Worker) -> None:
    job = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data", owner="zoee"))
    assert concerns(job)["unknown_users"] == ["zoee"]
    acl = "user::rwx,user:zoe:r-x,default:user:nobody1:r--,group:nogroup:r--"
    job = worker.finished(plan_of_path(JobKind.SET_ACL, "/data", acl_change="modify", acl=acl))
    assert concerns(job)["unknown_users"] == ["nobody1"]


def test_how_long_it_takes_is_reckoned_from_former_jobs(
    tree: NamenodeDouble, worker: Worker, set_env: SetEnv
) -> None:
    set_env(job_step_inodes=2)

    def estimate(**more: Any) -> dict[str, Any]:
        job = worker.finished(plan_of_path(JobKind.SET_OWNER, "/data", owner="zoe", **more))
        found: dict[str, Any] = (job.result or {})["estimate"]
        return found

    assert estimate() == {"calls": 2, "inodes_per_s": None, "seconds": None, "basis": "none"}
    former = Job.objects.get(pk=plan_of_path(JobKind.SET_OWNER, "/data", owner="zoe"))
    now = timezone.now()
    Job.objects.filter(pk=former.pk).update(
        dry_run=False,
        state="succeeded",
        files=6_000,
        started_at=now - timedelta(hours=1),
        finished_at=now,
    )
    told = estimate()
    assert (told["basis"], told["inodes_per_s"], told["seconds"]) == ("former_jobs", 1.7, 3)
    set_env(job_inodes_per_s_max=1)
    assert estimate() == {"calls": 4, "inodes_per_s": 1, "seconds": 4, "basis": "bound"}
    moved = worker.finished(plan_of_path(JobKind.DELETE, "/old"))
    assert (moved.result or {})["estimate"]["basis"] == "one_step"


def test_what_moves_take_from_directories_and_bring_to_others(
    tree: NamenodeDouble, worker: Worker
) -> None:
    job = worker.finished(plan(JobKind.MOVE, "/data/a", "/data/b", to="/old/"))
    assert totals(job) == {"/data": (-2, 0, -60), "/old": (2, 0, 60)}
    job = worker.finished(plan_of_path(JobKind.DELETE, "/data", skip_trash=True))
    assert totals(job) == {"/": (-3, -1, -90)}
    in_trash = {
        path: gain
        for path, gain in totals(worker.finished(plan_of_path(JobKind.DELETE, "/data"))).items()
        if path in {"/", "/user", "/user/olga/.Trash/Current"}
    }
    assert in_trash == {"/user": (3, 1, 90), "/user/olga/.Trash/Current": (3, 1, 90)}
    tree.tree.add_file(f"{TRASH}/data/new", SIZE)
    job = worker.finished(plan_of_path(JobKind.RESTORE, f"{TRASH}/data/new"))
    assert totals(job)["/data"] == (1, 0, 10)


def test_of_so_many_directories_totals_are_told(
    tree: NamenodeDouble, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.jobs.totals.DIRECTORIES_MAX", 2)
    job = worker.finished(plan(JobKind.DELETE, "/data/a", "/old/x"))
    told = (job.result or {})["totals"]
    assert told["more"]
    assert len(told["directories"]) <= 2
